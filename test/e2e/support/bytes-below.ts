import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** Every file below a folder. */
export const filesBelow = (dir: string): string[] =>
  readdirSync(dir, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesBelow(join(dir, entry.name)) : entry.isFile() ? [join(dir, entry.name)] : [],
  );

/** Which of some words stand, byte by byte and in either case, in a file or its name. */
export const wordsIn = (path: string, name: string, words: readonly string[]): string[] => {
  const bytes = statSync(path).size === 0 ? "" : readFileSync(path).toString("latin1").toLowerCase();
  const text = `${name.toLowerCase()}\n${bytes}`;
  return words.filter((word) => text.includes(word.toLowerCase()));
};

/** Which of some words stand where in any file or file's name below a folder: `word in file`. */
export const wordsBelow = (dir: string, words: readonly string[]): string[] =>
  filesBelow(dir).flatMap((path) => {
    const name = path.slice(dir.length);
    return wordsIn(path, name, words).map((word) => `${word} in ${name}`);
  });
