import { viewOf } from "#kit/data-view.ts";
import { propertiesIn, property, type Stated, toggled } from "./doc-properties.ts";

/** What a style says of the words it stands for. */
interface Style {
  readonly base: number;
  readonly stated: Stated;
}

/** Longest chain of styles that are based on one another; Word has eleven at most. */
const chainMax = 32;
const [ofParagraphs, ofWords] = [1, 2];

/** The styles of an old Word document (MS-DOC 2.9.271), as far as they strike words out or hide them. */
export class DocStyles {
  readonly #styles: readonly (Style | undefined)[];

  /** @param table the style sheet as it stands in the file; empty: there is none */
  constructor(table: Uint8Array) {
    this.#styles = table.length < 6 ? [] : stylesOf(viewOf(table));
  }

  /** Whether a style has a property of those that are on or off; undefined where it does not say so. */
  has(style: number | undefined, name: number, left = chainMax): boolean | undefined {
    const one = style === undefined || left === 0 ? undefined : this.#styles[style];
    return one && toggled(one.stated.get(name), this.has(one.base, name, left - 1));
  }

  /** Whether words have the property: by themselves, else by the style of words, else by that of their paragraph. */
  isOn(stated: Stated, paragraphStyle: number, name: number): boolean {
    const byStyle = this.has(stated.get(property.characterStyle), name) ?? this.has(paragraphStyle, name);
    return toggled(stated.get(name), byStyle) === true;
  }
}

const stylesOf = (table: DataView): (Style | undefined)[] => {
  const baseBytes = table.getUint16(4, true);
  const count = Math.min(table.getUint16(2, true), 0x0ffe);
  const styles: (Style | undefined)[] = [];
  for (let at = 2 + table.getUint16(0, true); styles.length < count && at + 2 <= table.byteLength; ) {
    const size = table.getUint16(at, true);
    styles.push(size < 8 || at + 2 + size > table.byteLength ? undefined : styleAt(table, at + 2, size, baseBytes));
    at += 2 + size + (size % 2);
  }
  return styles;
};

const styleAt = (table: DataView, at: number, size: number, baseBytes: number): Style | undefined => {
  const kind = table.getUint16(at + 2, true) & 0xf;
  const base = table.getUint16(at + 2, true) >>> 4;
  if (kind !== ofParagraphs && kind !== ofWords) return undefined;
  const end = at + size;
  // The name, its length before it and a zero behind it.
  let next = at + baseBytes;
  if (next + 2 > end) return undefined;
  next += 2 + 2 * table.getUint16(next, true) + 2;
  // A style of paragraphs says first how these are laid out.
  if (kind === ofParagraphs && next + 2 <= end) next += evenly(2 + table.getUint16(next, true));
  if (next + 2 > end) return { base, stated: new Map() };
  return { base, stated: propertiesIn(table, next + 2, Math.min(next + 2 + table.getUint16(next, true), end)) };
};

const evenly = (bytes: number): number => bytes + (bytes % 2);
