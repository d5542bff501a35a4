import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { pathTyped } from "../../../src/cli/typed-path.ts";
import { newFolder } from "../../support/new-folder.ts";

const folder = newFolder("typed-path");
const names = ["mail van 3 mei.eml", "Esther's mail.eml", '"zo".txt', "a\\b.txt"];
mkdirSync(join(folder, "thuis"));
for (const name of names) writeFileSync(join(folder, name), "x");
writeFileSync(join(folder, "thuis", "bon.txt"), "x");
const typed = (path: string): string =>
  pathTyped(path, (one) => (one.startsWith("/") ? one : join(folder, one)), join(folder, "thuis"));

it("is the path as it stands, in quotes of any kind, and as a terminal writes a file that is dropped on it", () => {
  const [blanks = "", apostrophe = "", inQuotes = "", backslash = ""] = names.map((name) => join(folder, name));
  for (const way of [
    blanks,
    names[0],
    ` ${blanks}  `,
    `"${blanks}"`,
    `'${blanks}'`,
    `“${blanks}”`,
    `„${blanks}”`,
    `‘${blanks}’`,
    blanks.replaceAll(" ", "\\ "),
  ])
    expect(typed(way ?? ""), way).toBe(blanks);
  expect(typed(apostrophe)).toBe(apostrophe);
  expect(typed(apostrophe.replaceAll(/(?=[ '])/gu, "\\"))).toBe(apostrophe);
  // What is there under that very name is meant.
  expect(typed(inQuotes)).toBe(inQuotes);
  expect(typed('"zo".txt')).toBe(inQuotes);
  expect(typed(backslash)).toBe(backslash);
});

it("begins in her own folder with ~, and is without quotes where nothing is there", () => {
  expect(typed("~/bon.txt")).toBe(join(folder, "thuis", "bon.txt"));
  expect(typed('"~/bon.txt"')).toBe(join(folder, "thuis", "bon.txt"));
  expect(typed("~")).toBe(join(folder, "thuis"));
  expect(typed("'~/er niet.txt'")).toBe(join(folder, "thuis", "er niet.txt"));
  expect(typed("~ander/bon.txt")).toBe(join(folder, "~ander/bon.txt"));
});
