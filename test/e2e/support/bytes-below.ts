import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** Every file below a folder. */
export const filesBelow = (dir: string): string[] =>
  readdirSync(dir, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesBelow(join(dir, entry.name)) : entry.isFile() ? [join(dir, entry.name)] : [],
  );

/** Which of some words stand where, byte by byte and in either case, in any file or file's name below a folder: `word in file`. */
export const wordsBelow = (dir: string, words: readonly string[]): string[] =>
  filesBelow(dir).flatMap((path) => {
    const size = statSync(path).size;
    const bytes = size === 0 ? "" : readFileSync(path).toString("latin1").toLowerCase();
    const text = `${path.slice(dir.length).toLowerCase()}\n${bytes}`;
    return words
      .filter((word) => text.includes(word.toLowerCase()))
      .map((word) => `${word} in ${path.slice(dir.length)}`);
  });
