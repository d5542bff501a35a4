import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Command } from "commander";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createProgram } from "../../src/cli/program.ts";
import { createShell } from "../../src/cli/shell.ts";
import { startTestServer, type TestServer } from "../e2e/support/server.ts";
import { amiss } from "./support/amiss.ts";
import { cli } from "./support/cli.ts";

const deps = {
  start: () => Promise.reject(new Error("this test starts no server")),
  stop: new AbortController().signal,
};

/** Every command as a person types it, groups and the program itself included. */
const paths = (command: Command, path: string[] = []): string[][] => [
  path,
  ...command.commands.flatMap((each) => paths(each, [...path, each.name()])),
];
const commands = paths(await createProgram(createShell(deps), deps));

/** Words of English that are no Dutch, and in no name of a command, flag or format. */
const english =
  /(?<![\p{L}\p{N}<[-])(?:the|of|and|is|are|was|were|has|have|with|which|what|for|from|to|it|its|no|not|by|be|this|that|there|where|when|who|whose|an|choices|options|loaded|known|every|each|must|than|then|give|name)(?![\p{L}\p{N}>\]-])/iu;

/** What no language changes: examples, flags, names between backquotes or quotes, and words that Dutch has as well. */
const untold = (line: string): string =>
  line
    .replace(/^ {2}(?:pincite|protoc|buf) .*$/u, "")
    .replace(/^.*(?:Gebruik|Usage): .*$/u, "")
    .replaceAll(/`[^`]*`|"[^"]*"|“[^”]*”|'[^']*'|--[a-z-]+|\([A-Z_]+\)|\p{L}+:\S*|begin\*|be\*gin/gu, "")
    // The first column of a help is the name of a command or flag.
    .replace(/^ {2}\S+(?: [<[]\S+)* {2,}/u, "")
    .replaceAll(/(?<!\p{L})(?:of|is|was|van|over|in|name|open)(?!\p{L})/giu, "");

const englishLines = (text: string): string[] => text.split("\n").filter((line) => english.test(untold(line)));

const told = async (argv: readonly string[], env: Readonly<Record<string, string>>): Promise<string> => {
  const { out, err } = await cli(argv, { env: { PINCITE_LANG: "nl", ...env } });
  return `${out}\n${err}`;
};

/** Commands that nobody answers, with a token of their own: one of them makes another token. */
const alone = {
  PINCITE_URL: "http://127.0.0.1:1",
  PINCITE_TOKEN_FILE: join(mkdtempSync(join(tmpdir(), "pincite-tree-")), "token"),
};
afterAll(() => rmSync(dirname(alone.PINCITE_TOKEN_FILE), { recursive: true, force: true }));

const startsServer = (path: readonly string[]): boolean => ["start", "serve", "demo"].includes(path[0] ?? "");

describe("the command line in Dutch", () => {
  it.each(commands.map((path) => [path.join(" ") || "pincite", path] as const))("of %s", async (_name, path) => {
    const lines = [
      ...(await told([...path, "--help"], alone)).split("\n"),
      ...(startsServer(path) ? "" : await told(path, alone)).split("\n"),
      ...(await told([...path, "--flauwekul"], alone)).split("\n"),
    ];
    expect(lines.filter((line) => englishLines(line).length > 0)).toEqual([]);
  });

  it("can tell English from Dutch", async () => {
    const { out } = await cli(["receipt", "verify", "--help"], { env: { PINCITE_LANG: "en" } });
    expect(englishLines(out).length).toBeGreaterThan(3);
  });
});

describe("an answer in Dutch", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  it.each(amiss)("to %s", async (line) => {
    expect(englishLines(await told(line.split(" "), { PINCITE_URL: server.url }))).toEqual([]);
  });
});
