import { dirname } from "node:path";
import { projectRoot, type SourceFile, sourceFiles } from "./import-rules.ts";

// `npm run house`: how large the house is, room by room, for tables of before and after. Counts lines of TypeScript.

/** The room of `src/` or `test/` that a file is in; files beside the rooms are in none. */
const roomOf = ({ path }: SourceFile): string => {
  const [top = "", room = "", rest] = path.split("/");
  return rest === undefined ? `${top}/` : `${top}/${room}`;
};

const linesIn = ({ text }: SourceFile): number => text.split("\n").length - 1;

const lines = (files: readonly SourceFile[]): number => files.reduce((sum, file) => sum + linesIn(file), 0);

const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;

const row = (name: string, files: readonly SourceFile[]): string =>
  `| ${name} | ${files.length} | ${lines(files)} | ${median(files.map(linesIn))} |`;

const heading = "|---|---|---|---|";
for (const top of ["src", "test"]) {
  const files = sourceFiles(projectRoot, top);
  const rooms = Object.entries(Object.groupBy(files, roomOf)).toSorted(([a], [b]) => a.localeCompare(b));
  console.log(`| ${top} | files | lines | of a file, median |\n${heading}`);
  for (const [room, inside = []] of rooms) console.log(row(room, inside));
  console.log(`${row("**all**", files)}\n`);
}

const files = ["src", "test"].flatMap((top) => sourceFiles(projectRoot, top));
const folders = Object.entries(Object.groupBy(files, ({ path }) => dirname(path))).map(
  ([folder, inside = []]) => [folder, inside.length] as const,
);
const [fullest, most] = folders.toSorted(([, a], [, b]) => b - a)[0] ?? ["", 0];
console.log(`Files of a folder: median ${median(folders.map(([, count]) => count))}, at most ${most} (${fullest}).`);
console.log(`Test files: ${files.filter(({ path }) => path.endsWith(".test.ts")).length}.`);
