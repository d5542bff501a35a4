import "./support/mark-english.ts";

import { rmSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Command } from "commander";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createProgram } from "../../src/cli/program.ts";
import { createShell } from "../../src/cli/shell.ts";
import { startTestServer, type TestServer } from "../e2e/support/server.ts";
import { newFolder } from "../support/new-folder.ts";
import { amiss } from "./support/amiss.ts";
import { cli } from "./support/cli.ts";
import { unmarked } from "./support/marked.ts";

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

const told = async (argv: readonly string[], env: Readonly<Record<string, string>>): Promise<string> => {
  const { out, err } = await cli(argv, { env: { PINCITE_LANG: "nl", ...env } });
  return `${out}\n${err}`;
};

/** Commands that nobody answers, with a token of their own: one of them makes another token. */
const alone = {
  PINCITE_URL: "http://127.0.0.1:1",
  PINCITE_TOKEN_FILE: join(newFolder("tree"), "token"),
};
afterAll(() => rmSync(dirname(alone.PINCITE_TOKEN_FILE), { recursive: true, force: true }));

const startsServer = (path: readonly string[]): boolean => ["start", "serve", "demo"].includes(path[0] ?? "");

describe("the command line in a language that marks every message", () => {
  it.each(commands.map((path) => [path.join(" ") || "pincite", path] as const))("of %s", async (_name, path) => {
    const shown = [
      await told([...path, "--help"], alone),
      startsServer(path) ? "" : await told(path, alone),
      await told([...path, "--flauwekul"], alone),
    ];
    expect(unmarked(shown.join("\n"))).toEqual([]);
  });

  it("can tell what is not marked", async () => {
    const { out } = await cli(["receipt", "verify", "--help"], { env: { PINCITE_LANG: "en" } });
    expect(unmarked(out).length).toBeGreaterThan(3);
  });
});

describe("an answer in that language", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  it.each(amiss)("to %s", async (line) => {
    expect(unmarked(await told(line.split(" "), { PINCITE_URL: server.url }))).toEqual([]);
  });
});
