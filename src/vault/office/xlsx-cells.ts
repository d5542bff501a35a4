import { isOn } from "./docx-styles.ts";
import { type NumbersLanguage, numbersLanguage, numberText, patternOf, truthText } from "./number-text.ts";
import { at, childrenOf, wordsOf, type XmlElement } from "./office-package.ts";
import { type CellRun, tidied } from "./sheet.ts";

/** How cells of one look are shown. */
interface CellLook {
  readonly pattern: string;
  readonly isStruck: boolean;
}

/** What the cells of a workbook share: strings and looks (ECMA-376 part 1, 18.4 and 18.8). */
export class SharedLooks {
  readonly language: NumbersLanguage;
  readonly #strings: readonly (readonly CellRun[])[];
  readonly #looks: readonly CellLook[];
  readonly #countsFrom1904: boolean;

  constructor(strings: XmlElement | undefined, styles: XmlElement | undefined, countsFrom1904: boolean) {
    this.#strings = childrenOf(strings, "si").map(runsOf);
    const written = new Map(
      childrenOf(at(styles, "numFmts"), "numFmt").map(({ attributes }) => [
        attributes.numFmtId ?? "",
        attributes.formatCode ?? "",
      ]),
    );
    this.language = numbersLanguage([...written.values()]);
    const fonts = childrenOf(at(styles, "fonts"), "font");
    this.#looks = childrenOf(at(styles, "cellXfs"), "xf").map(({ attributes: { numFmtId = "", fontId = "" } }) => ({
      pattern: patternOf(numFmtId, written, this.language),
      isStruck: isOn(at(fonts[Number(fontId)], "strike")) === true,
    }));
    this.#countsFrom1904 = countsFrom1904;
  }

  /** What a cell shows, and whether that is less than it holds; undefined for an empty one. */
  shown(cell: XmlElement): { runs: readonly CellRun[]; isUnseen: boolean } | undefined {
    const { s = "0", t = "n" } = cell.attributes;
    const { pattern, isStruck } = this.#looks[Number(s)] ?? { pattern: "General", isStruck: false };
    const held = wordsOf(at(cell, "v"));
    const words = this.#words(cell, t, held, pattern);
    const runs = tidied(words.map((run) => ({ ...run, isStruck: run.isStruck || isStruck })));
    if (runs.length > 0) return { runs, isUnseen: words.length > 0 && showsNothing(pattern, t) };
    // A format may show nothing of what is there, and who saved the file could read it.
    const hidden = tidied([{ text: held, isStruck }]);
    return hidden.length > 0 && t !== "s" && t !== "str" ? { runs: hidden, isUnseen: true } : undefined;
  }

  #words(cell: XmlElement, type: string, held: string, pattern: string): readonly CellRun[] {
    if (type === "s") return this.#strings[Number(held)] ?? [];
    if (type === "inlineStr") return runsOf(at(cell, "is") ?? cell);
    if (type === "b" && held.trim() !== "") return plain(truthText(held.trim() === "1", this.language));
    if (type !== "n") return plain(unescaped(held));
    const value = Number(held);
    if (held.trim() === "") return [];
    return plain(Number.isFinite(value) ? numberText(value, pattern, this.language, this.#countsFrom1904) : held);
  }
}

/** Whether a format has three empty parts or more: nothing is shown, of words only where there is a fourth. */
const showsNothing = (pattern: string, type: string): boolean =>
  type === "s" || type === "str" || type === "inlineStr" ? /^;;;$/.test(pattern.trim()) : /^;;/.test(pattern.trim());

const plain = (text: string): CellRun[] => [{ text, isStruck: false }];

/** The words of a string item, plain or in runs; readings of Japanese words are none. */
export const runsOf = (item: XmlElement): CellRun[] =>
  childrenOf(item).flatMap((child) => {
    if (child.name === "t") return plain(unescaped(wordsOf(child)));
    if (child.name !== "r") return [];
    return [{ text: unescaped(wordsOf(at(child, "t"))), isStruck: isOn(at(child, "rPr", "strike")) === true }];
  });

/** Signs that XML cannot hold are written by number (18.4.12: ST_Xstring). */
const unescaped = (text: string): string =>
  text.replace(/_x([0-9a-fA-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
