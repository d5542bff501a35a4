import { letterForms } from "./forms.ts";
import { type Cell, part, type Said } from "./lines.ts";
import { isSurelyPerson } from "./names.ts";

/** Somebody's address as a letter bears it: names, street and postal code, a stretch each. */
export interface AddressBlock {
  /** Names of people, organisations and departments, in order; without `t.a.v.` and `Aan`. */
  readonly names: readonly Said[];
  /** Street and place, in order. */
  readonly address: readonly Said[];
  /** The place behind the postal code. */
  readonly place: Said | undefined;
  /** Whether a line says that it is whom the letter goes to (`Aan`, `t.a.v.`, `Mevrouw`). */
  readonly isAddressed: boolean;
  /** Whether lines of telephone numbers, registers and the like stand in it or beside it. */
  readonly hasContact: boolean;
  /** The first line. */
  readonly line: number;
  /** Where its stretches begin and end. */
  readonly start: number;
  readonly end: number;
}

/** A Dutch postal code, or a Belgian or German one, with the place behind it; a British or American one with the place in front. */
const postal =
  /(?<![\p{L}\d])(?:(?:NL-?\s?)?[1-9]\d{3}\s?[A-Z]{2}|(?:B|D|BE|DE)-?\s?\d{4,5}|(?<=^|,\s*)\d{4,5}(?=\s+\p{Lu}))(?:\s+|,\s*)(?<place>(?:'[st]-?\s?)?\p{Lu}[\p{L}'’. -]*?)(?=\s*(?:$|[,;()|·•–]|\s-\s))|(?<place>\p{Lu}[\p{L}' -]*)\s[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2}$|(?<place>\p{Lu}[\p{L}.' -]*),\s[A-Z]{2}\s\d{5}(?:-\d{4})?$/u;
/** A street with its number, or a box: letters, then a number at the end. */
const street = /^(?=.*\p{L}{2})[^,;@]*?\p{L}[^,;@\d]*\s\d+[\p{L}\d\s/().+-]{0,14}$/u;
/** The number in front, as British and American addresses have it: `5 Park Parade`, `Flat 2, 88 Cotham Vale`. */
const streetBehind =
  /^(?:\p{Lu}\p{L}+ \d+[a-z]?, )?\d+[a-z]?(?:\s\p{Lu}[\p{L}.'’-]*){2,4}(?:, \p{Lu}\p{L}+ \d+[a-z]?)?$/u;
/** Whether a line is a street with its number, or a box. */
export const isStreet = (line: string): boolean => street.test(line) || streetBehind.test(line);

/** The place of an address, by the postal code that it stands beside; empty: no line has one. */
export const placeOfAddress = (lines: readonly string[]): string =>
  lines.map((line) => postal.exec(line)?.groups?.place?.trim() ?? "").find((place) => place !== "") ?? "";

/** What parts the pieces of an address that is written on one line. */
const piece = /\s*(?:[,;\n]|\s[-–]\s|[·•|])\s*/gu;
const blockLinesMax = 5;

/** The pieces of a cell with their places: parted by marks, and behind a legal form that a street follows. */
const piecesOf = (cell: Said): Said[] => {
  let from = 0;
  const pieces: Said[] = [];
  const form = letterForms.behind.exec(cell.value);
  const behind = form ? form.index + form[0].length : cell.value.length;
  const box = letterForms.box.exec(cell.value)?.index ?? cell.value.length;
  const borders = [behind, box, cell.value.length].map((index) => ({ index, 0: "" }));
  const marks = [...cell.value.matchAll(piece), ...borders];
  for (const { index, 0: mark } of marks.toSorted((a, b) => a.index - b.index)) {
    if (cell.value.slice(from, index).trim() !== "") pieces.push(part(cell, from, index));
    from = Math.max(from, index + mark.length);
  }
  return pieces;
};

/** An address that a sentence gives, a stretch for each piece of it, names in front; undefined: it gives none. */
export const addressSaid = (sentence: Said): Pick<AddressBlock, "names" | "address"> | undefined => {
  const pieces = piecesOf(sentence);
  const code = pieces.findIndex(({ value }) => postal.test(value) || bareCode.test(value));
  const streetAt = pieces.findIndex(({ value }, at) => (at < code || code < 0) && isStreet(value));
  const from = streetAt < 0 ? code : streetAt;
  if (from < 1) return undefined;
  // `1040 CT` at the end of a line, and its place on the next.
  const isParted = bareCode.test(pieces[code]?.value ?? "") && isPlace(pieces[code + 1], sentence);
  const [names, address] = [pieces.slice(0, from), pieces.slice(from, Math.max(from, code) + 1 + Number(isParted))];
  return code < 0 && !isNamedAlone(names, address[0]) ? undefined : { names, address };
};

const isPlace = (piece: Said | undefined, sentence: Said): boolean =>
  piece !== undefined &&
  /\n\s*$/u.test(sentence.value.slice(0, piece.start - sentence.start)) &&
  /^(?:'[st]-?\s?)?\p{Lu}[\p{L}'’-]*(?:(?: \p{Ll}+){0,2} \p{Lu}[\p{L}'’-]*)?$/u.test(piece.value);

/** A postal code without its place: whoever is written to stands in the sentence. */
const bareCode = /^[1-9]\d{3}\s?[A-Z]{2}$/u;

/** Without a postal code, what looks like a street is one only where it is written as a name, behind a name or a board. */
const isNamedAlone = (names: readonly Said[], address: Said | undefined): boolean =>
  /^\p{Lu}/u.test(address?.value ?? "") &&
  names.every(({ value }) => (/^\p{Lu}/u.test(value) || letterForms.board.test(value)) && !/\d/u.test(value));

/** The addresses among the cells of a head, in order. `isFree`: whether a cell is no label, day or the like. */
export const addressBlocks = (cells: readonly Cell[], isFree: (cell: Cell) => boolean): AddressBlock[] => {
  const columns = Map.groupBy(cells, ({ column }) => column);
  const blocks: AddressBlock[] = [];
  for (const column of columns.values()) {
    let above: Cell[] = [];
    for (const [at, cell] of column.entries()) {
      const before = column[at - 1];
      // An empty line, another kind of line, or a notice in capitals ends what stood above.
      if (before && cell.line - before.line > 1 + Number(cell.column > 0)) above = [];
      if (!isFree(cell) || isNotice(cell)) {
        above = [];
        continue;
      }
      if (!postal.test(cell.value)) {
        const isFirst =
          letterForms.towards.test(cell.value) || (letterForms.honorific.test(cell.value) && !isFirms(above, column));
        above = letterForms.contact.test(cell.value) ? [] : [...(isFirst ? [] : above), cell].slice(-blockLinesMax);
        continue;
      }
      const next = column[at + 1];
      const country = next && next.line === cell.line + 1 && isCountry(next.value) ? next : undefined;
      blocks.push(blockOf(above, cell, next, country));
      above = [];
    }
  }
  return blocks.toSorted((a, b) => a.start - b.start);
};

/**
 * Whether what stands above somebody with a courtesy title is the organisation of the same address: it begins below another address or
 * an empty line, and not where the letterhead may still go on, and is nobody's name.
 */
const isFirms = (above: readonly Cell[], column: readonly Cell[]): boolean => {
  const [top] = above;
  const before = top && column[column.indexOf(top) - 1];
  const isBelow = top && before && (postal.test(before.value) || top.line - before.line > 1);
  return isBelow === true && above.every(({ value }) => !isSurelyPerson(value));
};

/** `AANGETEKEND`, `PERSOONLIJK EN VERTROUWELIJK`: words in capitals without a number. */
const isNotice = ({ value }: Said): boolean =>
  /^[\p{Lu}\s/&-]{8,}$/u.test(value) && !letterForms.organisation.test(value) && value.trim().split(/\s+/u).length <= 6;

/** Whether a line names a state, as Dutch, English or German does, or the state itself. */
const isCountry = (line: string): boolean => countries().has(line.toLowerCase());

let known: ReadonlySet<string> | undefined;
const countries = (): ReadonlySet<string> => {
  known ??= new Set(
    ["nl", "en", "de", "fr"].flatMap((locale) => {
      const names = new Intl.DisplayNames(locale, { type: "region" });
      return regions.map((code) => names.of(code)?.toLowerCase() ?? "");
    }),
  );
  return known;
};
/** All codes of two letters: those that name no region come back as themselves and meet no line. */
const letters = Array.from({ length: 26 }, (_, at) => String.fromCharCode(65 + at));
const regions = letters.flatMap((one) => letters.map((other) => one + other));

const blockOf = (
  above: readonly Cell[],
  last: Cell,
  next: Cell | undefined,
  country: Cell | undefined,
): AddressBlock => {
  const pieces = [
    ...above.flatMap((cell) => (isStreet(cell.value) || !/\d/u.test(cell.value) ? [cell] : piecesOf(cell))),
    ...piecesOf(last),
  ];
  const code = pieces.findIndex(({ value }) => postal.test(value));
  const known = pieces.slice(0, code + 1);
  const streetAt = known.findLastIndex(({ value }, at) => at < code && isStreet(value));
  const from = streetAt < 0 ? code : streetAt;
  // A slogan of the letterhead begins small; a name does only behind its `t.a.v.`.
  const names = known
    .slice(0, from)
    .filter(({ value }) => /^\P{Ll}/u.test(value) || letterForms.attention.test(value))
    .flatMap((said) => named(said));
  const address = [...known.slice(from), ...(country ? [country] : [])];
  const place = postal.exec(pieces[code]?.value ?? "")?.groups?.place;
  const lastSaid = pieces[code] ?? last;
  const all = [...names, ...address];
  return {
    names,
    address,
    place:
      place === undefined
        ? undefined
        : part(lastSaid, lastSaid.value.lastIndexOf(place), lastSaid.value.lastIndexOf(place) + place.length),
    isAddressed: known
      .slice(0, from)
      .some(({ value }) =>
        [letterForms.towards, letterForms.attention, letterForms.honorific].some((form) => form.test(value)),
      ),
    hasContact:
      pieces.slice(code + 1).some(({ value }) => letterForms.contact.test(value)) ||
      (next !== undefined && next.line - last.line <= 1 && letterForms.contact.test(next.value)),
    line: above[0]?.line ?? last.line,
    start: all[0]?.start ?? last.start,
    end: all.at(-1)?.end ?? last.end,
  };
};

/** A name as it stands in an address. */
const named = (said: Said): Said[] => {
  const lead = letterForms.towards.exec(said.value)?.[0].length ?? 0;
  const rest = part(said, lead, said.value.length);
  return rest.value === "" ? [] : [rest];
};
