import { pageLines } from "../../../pdf/page-lines.ts";
import { joinLines } from "./printed-joins.ts";
import { apartGap, cleaned, leftOf, type PrintedLine } from "./printed-lines.ts";

/** Words of one row that stand in one column, with the place that they take, in points. */
interface Cell {
  readonly left: number;
  readonly right: number;
  readonly words: string;
}

/** A line, or what was written in one row of a table, cell by cell. */
interface Row {
  readonly line: PrintedLine;
  readonly cells: readonly Cell[];
  /** Height on the page of the line of it that was written last. */
  readonly lastY: number;
  /** True where a piece was written higher than one before it: only the next cell of a row is. */
  readonly isRow: boolean;
}

/** Points by which two cells of a column may miss each other: programs round. */
const columnSlack = 1;
/** Lines of one cell lie at most so many heights of a letter below each other; rows have room between them. */
const cellPitch = 1.3;
/** Two pieces less than so many heights of a letter apart stand on one line. */
const sameLine = 0.9;
/** What sets an item or a number apart from its words, which is no cell of its own. */
const mark = /^(?:[^\p{L}\p{N}\s]|\(?(?:\d{1,3}(?:\.\d{1,3}){0,5}|\p{L}|[ivxlc]{1,6})[.)°]?)$/u;

/**
 * The lines with the rows of tables as one line each, their cells parted by tabs, an empty one included where another row of the
 * table has words there. Cells are told by gaps that no space has, at the same place in the line above or below, and by being written
 * higher than the line before. A cell that is alone in its row is one only right of the first column.
 */
export const withTables = (lines: readonly PrintedLine[]): PrintedLine[] => {
  const rows = rowsOf(lines);
  const edge = lines.reduce((most, { right }) => Math.max(most, right), 0);
  const inTable = rows.map((row, at) => isOfTable(row, [rows[at - 1], rows[at + 1]], edge));
  const told: PrintedLine[] = [];
  for (let at = 0; at < rows.length; ) {
    if (!inTable[at]) {
      told.push(rows[at++]?.line as PrintedLine);
      continue;
    }
    let end = at + 1;
    while (end < rows.length && (inTable[end] || isAloneInRow(rows[end] as Row, rows.slice(at, end)))) end++;
    told.push(...tableOf(rows.slice(at, end)));
    at = end;
  }
  return told;
};

const rowsOf = (lines: readonly PrintedLine[]): Row[] => {
  const rows: Row[] = [];
  for (const line of lines) {
    const top = rowBegun(rows, line);
    const row = { line, cells: cellsOf(line), lastY: line.y, isRow: false };
    if (top >= 0) rows.push(joined(rows.splice(top), row));
    else if (goesOnInCell(rows.at(-1), row)) rows.push(longer(rows.pop() as Row, row));
    else rows.push(row);
  }
  return rows;
};

/** The rank of the row that a line which was written higher than the one before it is of; -1 where it goes down as lines do. */
const rowBegun = (rows: readonly Row[], { page, y, size, left }: PrintedLine): number => {
  const last = rows.at(-1);
  if (last === undefined || last.line.page !== page || y <= last.lastY + size / 2) return -1;
  const top = rows.findLastIndex(({ line }) => line.page !== page || line.y >= y - size * sameLine);
  const row = rows[top];
  const edge = row?.cells.at(-1)?.left ?? Number.POSITIVE_INFINITY;
  const isRow =
    row?.line.page === page &&
    Math.abs(row.line.y - y) < size * sameLine &&
    left > edge &&
    rows.slice(top + 1).every(({ line }) => line.left > edge - columnSlack && line.right < left);
  return isRow ? top : -1;
};

const joined = ([top, ...behind]: readonly Row[], cell: Row): Row =>
  [...behind, cell].reduce<Row>((row, next) => (next === cell ? beside(row, next) : longer(row, next)), top as Row);

const beside = (row: Row, cell: Row): Row => ({
  line: together(row.line, cell.line),
  cells: [...row.cells, ...cell.cells],
  lastY: cell.lastY,
  isRow: true,
});

/** A row whose last cell goes on in another line. */
const longer = (row: Row, next: Row): Row => {
  const cells = row.cells.slice(0, -1);
  const last = row.cells.at(-1) as Cell;
  const words = joinLines([last, ...next.cells].map((each) => ({ text: each.words }))).text;
  const right = Math.max(last.right, ...next.cells.map((each) => each.right));
  return {
    line: together(row.line, next.line),
    cells: [...cells, { left: last.left, right, words }],
    lastY: next.lastY,
    isRow: row.isRow,
  };
};

const together = (line: PrintedLine, next: PrintedLine): PrintedLine => ({
  text: `${line.text} ${next.text}`,
  page: line.page,
  y: line.y,
  left: Math.min(line.left, next.left),
  right: Math.max(line.right, next.right),
  size: line.size,
  firstWord: line.firstWord,
  isApart: line.isApart,
  pieces: [...line.pieces, ...next.pieces],
});

const goesOnInCell = (row: Row | undefined, { line, cells }: Row): boolean => {
  const last = row?.cells.at(-1);
  if (row === undefined || last === undefined || row.cells.length < 2 || cells.length > 1 || isMarked(row))
    return false;
  const drop = row.lastY - line.y;
  return (
    row.line.page === line.page &&
    Math.abs(last.left - line.left) < columnSlack &&
    drop > 0 &&
    drop < line.size * cellPitch
  );
};

const cellsOf = ({ pieces, size }: PrintedLine): Cell[] => {
  const groups: PrintedLine["pieces"][number][][] = [];
  let right = Number.NEGATIVE_INFINITY;
  for (const piece of pieces) {
    if (leftOf(piece) - right > apartGap * size) groups.push([piece]);
    else groups.at(-1)?.push(piece);
    right = Math.max(right, leftOf(piece) + piece.width);
  }
  return groups.map((own) => ({
    left: Math.min(...own.map(leftOf)),
    right: Math.max(...own.map((piece) => leftOf(piece) + piece.width)),
    words: cleaned(
      pageLines(own.map((piece) => ({ ...piece, hasEOL: false })))
        .map(({ text }) => text)
        .join(" "),
    ),
  }));
};

const isMarked = ({ cells }: Row): boolean => cells.length === 2 && mark.test(cells[0]?.words ?? "");

const isOfTable = (row: Row, [before, behind]: readonly (Row | undefined)[], edge: number): boolean => {
  if (row.isRow || row.line.text.includes("\t")) return true;
  if (row.cells.length < 2 || isMarked(row)) return false;
  return [before, behind].some((other) => other && other.cells.length > 1 && shareColumns(row, other, edge));
};

/** Whether each cell of the row that has fewer stands at the place of one of the other; words of justified lines do so by chance alone. */
const shareColumns = (one: Row, other: Row, edge: number): boolean => {
  const [few, many] = one.cells.length < other.cells.length ? [one, other] : [other, one];
  return few.cells.every((cell) => many.cells.some((beside) => isBelow(cell, beside, edge)));
};

/** Whether two cells begin, end or have their middle at the same place. Where justified lines end, so does every word that is a line's last. */
const isBelow = (one: Cell, other: Cell, edge: number): boolean => {
  const [left, right] = [one.left - other.left, one.right - other.right];
  const isAtEdge = one.right > edge - columnSlack;
  return [left, isAtEdge ? left : right, (left + right) / 2].some((missed) => Math.abs(missed) < columnSlack);
};

/** Whether a line within or below a table is a row of it that has words in one column alone. */
const isAloneInRow = ({ line, cells }: Row, table: readonly Row[]): boolean => {
  const columns = columnsOf(table);
  return (
    cells.length === 1 &&
    columns.slice(1).some(({ left, right }) => line.left > left - columnSlack && line.right < right + columnSlack)
  );
};

/** Where the columns of a table lie: what its cells take, together where they overlap. */
const columnsOf = (rows: readonly Row[]): Pick<Cell, "left" | "right">[] => {
  const columns: { left: number; right: number }[] = [];
  for (const { left, right } of rows.flatMap(({ cells }) => cells).toSorted((a, b) => a.left - b.left)) {
    const last = columns.at(-1);
    if (last && left <= last.right) last.right = Math.max(last.right, right);
    else columns.push({ left, right });
  }
  return columns;
};

const tableOf = (rows: readonly Row[]): PrintedLine[] => {
  const columns = columnsOf(rows);
  return rows.map(({ line, cells }) => ({
    text: columns
      .map((column) =>
        cells
          .filter(({ left }) => left >= column.left && left <= column.right)
          .map(({ words }) => words)
          .join("\t"),
      )
      .join("\t"),
    page: line.page,
    y: line.y,
    left: line.left,
    right: line.right,
    size: line.size,
    firstWord: line.firstWord,
    isApart: false,
    pieces: line.pieces,
  }));
};
