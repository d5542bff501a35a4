import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

// A comment, a decision or a page of docs that names a file which has moved sends its reader nowhere.

const pages = ["*.md", "docs/**/*.md", "src/**/*.md", "test/**/*.md"];
const code = ["{src,test,scripts}/**/*.ts", "proto/**/*.proto"];

/** A path from the root, of a file or a folder; "docs/s" is a speed. */
const named = /(?<![\w./@-])(?:src|test|docs|scripts|proto|bin)(?:\/[\w.-]{2,})+/g;
/** A page that a page links to, from where it stands; and a decision by its number. */
const linked = /\]\((?![a-z]+:|#)([^)#\s]+)/g;
const decision = /\bADR (\d+)/g;
/** Where a path is cut short on purpose, or stands for many. */
const stands = /[*<{…]|\.\.\.$/;

/** Each path that a page or a comment names and the project does not hold, as one sentence; empty when all exist. */
export const brokenPaths = (root: string): string[] => [
  ...found(root, pages, (text) => text.split("\n")),
  ...found(root, code, commentLines),
];

const found = (root: string, patterns: readonly string[], linesOf: (text: string) => string[]): string[] =>
  patterns
    .flatMap((pattern) => globSync(pattern, { cwd: root }))
    .flatMap((file) =>
      linesOf(readFileSync(join(root, file), "utf8")).flatMap((line, index) =>
        [...missingPaths(root, line), ...missingLinks(root, file, line), ...missingDecisions(root, line)].map(
          (told) => `${file}:${index + 1}: ${told} is not part of the project`,
        ),
      ),
    );

/** The lines of a source with all that is not comment left out. */
const commentLines = (text: string): string[] =>
  text.split("\n").map((line) => /^\s*(?:\/\*\*?|\*|\/\/)(.*)$/.exec(line)?.[1] ?? "");

const missingPaths = (root: string, line: string): string[] =>
  [...line.matchAll(named)]
    .filter((match) => !stands.test(line.slice(match.index, match.index + match[0].length + 1)))
    .map((match) => match[0].replace(/[.-]+$/, ""))
    .filter((path) => !existsSync(join(root, path)));

const missingLinks = (root: string, file: string, line: string): string[] =>
  file.endsWith(".md")
    ? [...line.matchAll(linked)]
        .map((match) => match[1]!)
        .filter((path) => !existsSync(join(root, dirname(file), path)))
    : [];

const missingDecisions = (root: string, line: string): string[] =>
  [...line.matchAll(decision)]
    .map((match) => match[1]!.padStart(4, "0"))
    .filter((number) => globSync(`docs/adr/${number}-*.md`, { cwd: root }).length === 0)
    .map((number) => `decision ${number}`);
