import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "rolldown/utils";
import { expect, it } from "vitest";
import { projectRoot } from "../../scripts/import-rules.ts";

/** Mannered sentences in comments of src. Lower it with each commit that mends some; it never rises. */
const ceiling = 764;

interface Pattern {
  readonly name: string;
  readonly begins: string;
  readonly example: string;
  readonly instead: string;
}

const { patterns } = JSON.parse(readFileSync(join(import.meta.dirname, "mannered-comments.json"), "utf8")) as {
  readonly patterns: readonly Pattern[];
};

/** Where a sentence begins: with the comment, after a blank line or a dash of a list, and behind a stop, colon or semicolon. */
const sentenceStart = /(?:^|\n\s*\n|\n\s*- |[.;:!?]\s+)/u.source;

const mannered = patterns.map(({ begins }) => new RegExp(`${sentenceStart}(?=${begins})`, "gu"));

/** The comments of a source without their signs; lines that follow one another are one comment. */
const commentsOf = (file: string, text: string): string[] => {
  const comments: { text: string; end: number }[] = [];
  for (const { type, value, start, end } of parseSync(file, text).comments) {
    const last = comments.at(-1);
    const isMore = type === "Line" && last && /^\s*$/u.test(text.slice(last.end, start));
    if (isMore) Object.assign(last, { text: `${last.text}\n${value.trim()}`, end });
    else comments.push({ text: value.replaceAll(/^\s*\*+ ?/gmu, "").trim(), end });
  }
  return comments.map((comment) => comment.text);
};

/** How many sentences of the comments of a source have no noun as subject. */
const countIn = (file: string, text: string): number =>
  commentsOf(file, text).reduce(
    (sum, comment) => sum + mannered.reduce((all, pattern) => all + [...comment.matchAll(pattern)].length, 0),
    0,
  );

const files = globSync("src/**/*.{ts,tsx}", { cwd: projectRoot });

it("comments of src have a noun as subject, but for a number that only falls", () => {
  expect(files.length).toBeGreaterThan(1000);
  const byRoom = new Map<string, number>();
  for (const file of files) {
    const room = file.split("/")[1]!;
    byRoom.set(room, (byRoom.get(room) ?? 0) + countIn(file, readFileSync(join(projectRoot, file), "utf8")));
  }
  const count = [...byRoom.values()].reduce((all, one) => all + one, 0);
  const told = [...byRoom].toSorted((a, b) => b[1] - a[1]).map(([room, one]) => `${room} ${one}`);
  expect(count, `mannered sentences: ${told.join(", ")}`).toBeLessThanOrEqual(ceiling);
  expect(count, "lower the ceiling to this").toBeGreaterThan(ceiling - 20);
});

it.each(patterns)("$name is seen in a comment, and not in code", ({ example, instead }) => {
  expect(countIn("a.ts", `/** ${example} */\nconst a = 1;`)).toBe(1);
  expect(countIn("a.ts", `// A noun. ${example}\n`)).toBe(1);
  expect(countIn("a.ts", `/** ${instead} */\nconst a = 1;`)).toBe(0);
  expect(countIn("a.ts", `const a = "// ${example}";`)).toBe(0);
});
