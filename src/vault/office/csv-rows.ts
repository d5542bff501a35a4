/** Signs that part cells, the likelier first: spreadsheets set to Dutch write semicolons. */
const separators = [",", ";", "\t", "|"] as const;
/** So much of a file decides by which sign its cells are parted, in UTF-16 units. */
const sampleMax = 65_536;

/** Rows of a text of cells (RFC 4180), quotes undone; cells are parted by the sign that gives the evenest rows. */
export const csvRows = (text: string): string[][] => {
  const sample = text.slice(0, sampleMax);
  const scored = separators.map((separator) => ({ separator, score: evenness(rowsBy(sample, separator)) }));
  const best = scored.reduce((one, other) => (other.score > one.score ? other : one));
  return rowsBy(text, best.separator);
};

/** How many rows have the commonest number of cells, where that is more than one. */
const evenness = (rows: readonly (readonly string[])[]): number => {
  const counts = new Map<number, number>();
  for (const { length } of rows) if (length > 1) counts.set(length, (counts.get(length) ?? 0) + 1);
  return Math.max(0, ...counts.values());
};

/** A quote is one only at the beginning of a cell; inside quotes two stand for one, and line ends are words like others. */
const rowsBy = (text: string, separator: string): string[][] => {
  const rows: string[][] = [];
  let [row, cell]: [string[], string] = [[], ""];
  let isQuoted = false;
  const endRow = (): void => {
    row.push(cell);
    if (row.length > 1 || cell !== "") rows.push(row);
    [row, cell] = [[], ""];
  };
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] as string;
    if (isQuoted) {
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') cell += text[at++];
      else isQuoted = false;
    } else if (sign === '"' && cell === "") isQuoted = true;
    else if (sign === separator) {
      row.push(cell);
      cell = "";
    } else if (sign === "\n") endRow();
    else cell += sign;
  }
  endRow();
  return rows;
};
