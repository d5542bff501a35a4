import { readdirSync } from "node:fs";
import { join, matchesGlob, posix } from "node:path";
import { expect, it } from "vitest";
import { importsOf, projectRoot, sourceFiles } from "../../scripts/import-rules.ts";
import config, { projects } from "../../vitest.config.ts";
import { alone, leftToAll, leftToCampaign } from "../suites.ts";

const sources = new Map(sourceFiles(projectRoot, "test").map(({ path, text }) => [path, text]));
const tests = [...sources.keys()].filter((path) => path.endsWith(".test.ts"));
const left = [...leftToAll, ...leftToCampaign].map(({ files }) => files);
/** Answers of `matchesGlob`, which reads its glob anew each time; a path that does not begin as the glob does is not asked about. */
const known = new Map<string, boolean>();
const matchesOne = (path: string, glob: string): boolean => {
  if (!path.startsWith(glob.slice(0, Math.max(0, glob.search(/[*!?{[(]/u))))) return false;
  const key = `${path} ${glob}`;
  const isMatch = known.get(key) ?? matchesGlob(path, glob);
  known.set(key, isMatch);
  return isMatch;
};
const matches = (path: string, globs: readonly string[]): boolean => globs.some((glob) => matchesOne(path, glob));

/** What each file of `test/` imports: a path from the root, or a package. */
const imported = new Map(
  [...sources].map(([path, text]) => [
    path,
    importsOf(text).map((one) => (one.startsWith(".") ? posix.join(posix.dirname(path), one) : one)),
  ]),
);

/** All that a test file imports, over the files of `test/` that it imports. */
const reached = (path: string, seen = new Set<string>()): ReadonlySet<string> => {
  for (const target of imported.get(path) ?? []) {
    if (seen.has(target)) continue;
    seen.add(target);
    reached(target, seen);
  }
  return seen;
};

// A pattern that named a whole folder once ran the programs in it as tests.
it("each test file is run by one command, once, and nothing else is run as a test", () => {
  const homes = (path: string) =>
    projects
      .filter(({ include, exclude }) => matches(path, include) && !matches(path, exclude))
      .map(({ name }) => name);
  const paths = readdirSync(join(projectRoot, "test"), { recursive: true, encoding: "utf8" }).map(
    (path) => `test/${path}`,
  );
  const wrong = paths.map((path) => [path, homes(path)] as const);
  expect(wrong.filter(([path, found]) => found.length !== (path.endsWith(".test.ts") ? 1 : 0))).toEqual([]);
});

it("each row of the list names a file that is there", () => {
  const rows = [...leftToAll, ...leftToCampaign, ...alone];
  expect(rows.filter(({ files }) => !tests.some((path) => matchesOne(path, files)))).toEqual([]);
});

it("a file that puts others in the place of modules shares its own with none", () => {
  const mocking = tests.filter((path) => /\bvi\.(?:mock|doMock|resetModules)\(/u.test(sources.get(path) ?? ""));
  const apart = alone.map(({ files }) => files);
  expect(mocking.filter((path) => !matches(path, apart))).toEqual([]);
});

it("npm test starts a whole server or a browser for one letter at the terminal and one on the page alone", () => {
  const whole = tests
    .filter((path) => !matches(path, left))
    .filter((path) => ["src/main.ts", "playwright-core"].some((one) => reached(path).has(one)));
  expect(whole).toEqual(["test/cli/layman.test.ts", "test/page/reply.test.ts"]);
});

it("no test or hook has a limit of its own below the suite's", () => {
  const limits = (path: string) =>
    [...(sources.get(path) ?? "").matchAll(/^\s*\}, ([\d_]{4,})\);$/gmu)].map(([, ms = ""]) =>
      Number(ms.replaceAll("_", "")),
    );
  const { testTimeout = 0, hookTimeout = 0 } = config.test ?? {};
  expect(testTimeout).toBe(hookTimeout);
  expect(tests.filter((path) => limits(path).some((ms) => ms < testTimeout))).toEqual([]);
});

/** Programs that a machine with Node and npm need not have. */
const programs = /["'/](?:python3|xmllint|pdftotext|pdfinfo|soffice|openssl|tmux|tnef)["']/u;

it("npm test asks no program for a second reading", () => {
  const asking = tests
    .filter((path) => !matches(path, left))
    .filter((path) => [path, ...reached(path)].some((one) => programs.test(sources.get(one) ?? "")));
  expect(asking).toEqual([]);
});
