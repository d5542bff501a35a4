import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "rolldown/utils";
import { expect, it } from "vitest";
import { projectRoot } from "../../scripts/import-rules.ts";
import { locales } from "../../src/messages/locale.ts";

/**
 * Where the language of a text is compared, of evidence or of a letter that is written, and not that of a reader. The guide's and the
 * outline's are to become texts of the profile and its frame.
 */
const ofTexts =
  /^src\/(?:(?:grounding|citation|search|model\/providers\/extractive)\/|run\/build\/(?:answer-claims|answered-outline|demands)\.ts$)/u;

/** A node of the syntax tree (ESTree), as far as it is read here. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value;

const isLocale = (value: unknown): boolean =>
  isNode(value) && value.type === "Literal" && locales.some((locale) => locale === value.value);

const compares = ({ type, operator, left, right, test }: Node): boolean =>
  type === "BinaryExpression"
    ? /^[!=]==?$/u.test(String(operator)) && (isLocale(left) || isLocale(right))
    : type === "SwitchCase" && isLocale(test);

const nodesIn = (node: Node): Node[] => [node, ...Object.values(node).flat().filter(isNode).flatMap(nodesIn)];

/** The questions of a file whether something is one of the languages of the program. */
const comparisonsIn = (name: string, text: string): string[] =>
  nodesIn(parseSync(name, text).program as unknown as Node)
    .filter(compares)
    .map(({ start, end }) => `${name}: ${text.slice(start, end)}`);

it("no code asks which language a reader has: what differs by language is a message, or a text of a profile", () => {
  const files = globSync("src/**/*.{ts,tsx}", { cwd: projectRoot }).filter((file) => !ofTexts.test(file));
  expect(files.length).toBeGreaterThan(500);
  expect(files.flatMap((file) => comparisonsIn(file, readFileSync(join(projectRoot, file), "utf8")))).toEqual([]);
});

it("such a question is seen, however it is put", () => {
  const asked = 'if (a.locale === "nl") b(); const c = "en" !== d ? 1 : 2; switch (e) { case "nl": f(); }';
  expect(comparisonsIn("a.ts", asked)).toHaveLength(3);
  expect(comparisonsIn("a.ts", 'const locale = "nl"; inLocale({ nl: 1, en: 2 }, locale);')).toEqual([]);
});
