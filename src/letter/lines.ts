import { type LabelOf, letterForms } from "./forms.ts";

/** Words of a letter with their place, in UTF-16 units of its text. */
export interface Said {
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/** A line of a letter, or a cell of one: cells are parted by a tab or, in tables of Word files, by a bar. */
export interface Cell extends Said {
  /** Number of the line it stands on. */
  readonly line: number;
  /** Number of the cell within its line. */
  readonly column: number;
}

/** A label with what it says. */
export interface Labelled extends Said {
  readonly of: LabelOf;
  /** Where the label itself begins. */
  readonly from: number;
}

/** A letter has its salutation within so many lines; further below stands somebody else's letter, or none. */
export const headLinesMax = 70;

const parting = /\t+| \| /gu;
/** On a line with three bars or more they part the pieces of a letterhead, not cells. */
const inLine = /\t+/gu;
const isRow = (line: string): boolean => (line.match(/ \| /gu)?.length ?? 0) < 3;

/** The cells of each line, white space around them left out. Empty lines have none. */
export const cellsOf = (text: string): Cell[][] => {
  let at = 0;
  return text.split("\n").map((line, number) => {
    const start = at;
    at += line.length + 1;
    const cells: Cell[] = [];
    let from = 0;
    for (const { index, 0: mark } of [
      ...line.matchAll(isRow(line) ? parting : inLine),
      { index: line.length, 0: "" },
    ]) {
      const value = line.slice(from, index).trim();
      if (value !== "") {
        const begin = start + from + line.slice(from).search(/\S/u);
        cells.push({ value, start: begin, end: begin + value.length, line: number, column: cells.length });
      }
      from = index + mark.length;
    }
    return cells;
  });
};

/** Cuts a part out of `whole`, at UTF-16 places of its value, without the white space around it. */
export const part = (whole: Said, from: number, to: number): Said => {
  const value = whole.value.slice(from, to);
  const lead = value.length - value.trimStart().length;
  const start = whole.start + from + lead;
  return { value: value.trim(), start, end: start + value.trim().length };
};

interface Label {
  readonly of: LabelOf;
  readonly from: number;
  readonly to: number;
  readonly isMarked: boolean;
}

/** The known labels in a cell: at its beginning, or anywhere where a colon follows. */
const labelsIn = ({ value }: Said): Label[] => {
  const known = [...value.matchAll(letterForms.label)].flatMap((match) => {
    const { label = "", mark = "" } = match.groups ?? {};
    const of = letterForms.labelOf.get(label.toLowerCase().replaceAll(/\s+/gu, " "));
    const isMarked = mark.trim() !== "";
    const to = match.index + match[0].length;
    return of && (match.index === 0 || isMarked) ? [{ of, from: match.index, to, isMarked }] : [];
  });
  return known[0]?.from === 0 ? known : [...unlistedLabel(value), ...known];
};

/** A label that no row has and that says itself what it is: `Onze opdracht: 5`, or a known one cut short (`Betr.:`). */
const unlistedLabel = (value: string): Label[] => {
  const [all = "", name = "", stop = ""] = /^(\p{L}+(?:\s\p{L}+)?)(\.?)\s*:/u.exec(value) ?? [];
  const small = name.toLowerCase();
  const label = (of: LabelOf): Label[] => [{ of, from: 0, to: all.length, isMarked: true }];
  const hasNumber = /\d/u.test(value.slice(all.length));
  const owner = letterForms.possessiveOf.get(small.split(/\s/u)[0] ?? "");
  if (hasNumber && owner && /\s/u.test(small)) return label(owner);
  const whole =
    stop === "" || small.length < 4 ? [] : [...letterForms.labelOf].filter(([form]) => form.startsWith(small));
  const [of, ...others] = new Set(whole.map(([, what]) => what));
  return of && others.length === 0 ? label(of) : [];
};

/** Labels that are words of the language as well: they name something only with a colon or a cell of their own. */
const wantsMark: ReadonlySet<LabelOf> = new Set(["writer", "drawn-up-by", "reader", "other"]);

/** A cell that is a label and nothing else. */
const bareLabel = (cell: Cell | undefined): Label | undefined => {
  const [only, ...more] = cell ? labelsIn(cell) : [];
  return only && more.length === 0 && only.from === 0 && cell?.value.slice(only.to).trim() === "" ? only : undefined;
};

/**
 * What the labels of a head say, in order: `Label: value`, a label beside its value in a table, a row of labels above a row of
 * values, a label above its value.
 */
export const labelledIn = (lines: readonly (readonly Cell[])[]): Labelled[] => {
  const found: Labelled[] = [];
  const taken = new Set<Cell>();
  const add = (of: LabelOf, from: number, said: Said): void => {
    if (/[\p{L}\p{N}]/u.test(said.value)) found.push({ of, from, ...said });
  };
  let next = 0;
  for (const [at, cells] of lines.entries()) {
    const bare = cells.map(bareLabel);
    // The next line with words is sought once for all empty lines before it.
    if (next <= at) next = at + 1;
    while (next < lines.length && lines[next]?.length === 0) next++;
    const below = lines[next] ?? [];
    for (const [column, cell] of cells.entries()) {
      if (taken.has(cell)) continue;
      const label = bare[column];
      if (label) {
        const beside = cells[column + 1];
        // A row of labels: each value stands below its own.
        const value =
          beside && !bare[column + 1]
            ? beside
            : cells.length > 1 && below.length !== cells.length
              ? undefined
              : below[column];
        if (!value || taken.has(value) || bareLabel(value) || labelsIn(value).some(({ isMarked }) => isMarked))
          continue;
        taken.add(value);
        add(label.of, cell.start, value);
        continue;
      }
      // What stands directly behind a label is its value, whatever it looks like: `Subject: Re: contract`.
      const labels = labelsIn(cell)
        .filter(({ of, isMarked }) => isMarked || !wantsMark.has(of))
        .filter(({ from }, n, all) => n === 0 || cell.value.slice(all[n - 1]?.to, from).trim() !== "");
      for (const [n, { of, from, to }] of labels.entries())
        add(of, cell.start + from, part(cell, to, labels[n + 1]?.from ?? cell.value.length));
    }
  }
  return found;
};

/** What stands in a cell in front of its first label; undefined: nothing, or the cell is the value of a label. */
export const freePart = (cell: Cell, labelled: readonly Labelled[]): Said | undefined => {
  if (bareLabel(cell)) return undefined;
  const first = labelled.find(({ start, end }) => start >= cell.start && end <= cell.end);
  if (!first) return cell;
  return first.from > cell.start && first.from < cell.end ? part(cell, 0, first.from - cell.start) : undefined;
};

/** Whether a cell is a label, bears one, or is the value of one. */
export const isOfLabel = (cell: Cell, labelled: readonly Labelled[]): boolean =>
  bareLabel(cell) !== undefined || labelled.some(({ start, end }) => start >= cell.start && end <= cell.end);

/** What labels of a sort say, in order. */
export const labelledOf = (labelled: readonly Labelled[], what: LabelOf): Labelled[] =>
  labelled.filter((one) => one.of === what);
