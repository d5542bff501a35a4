import type { Command } from "commander";
import { describe, expect, it } from "vitest";
import { createProgram } from "../../src/cli/program.ts";
import { createShell } from "../../src/cli/shell.ts";
import { cli } from "./support/cli.ts";

const deps = {
  start: () => Promise.reject(new Error("this test starts no server")),
  stop: new AbortController().signal,
};

/** Every command without commands of its own, as a person types it. */
const leaves = (command: Command, path: string[] = []): string[][] =>
  command.commands.length === 0 ? [path] : command.commands.flatMap((each) => leaves(each, [...path, each.name()]));

const commands = leaves(await createProgram(createShell(deps), deps));

describe("help", () => {
  it.each(commands.map((path) => [path.join(" "), path] as const))(
    "of `%s` shows an example of it",
    async (name, path) => {
      const { code, out } = await cli([...path, "--help"]);
      expect(code).toBe(0);
      expect(out).toContain(`Example:\n  pincite ${name}`);
    },
  );

  it("covers the commands that the documentation names", () => {
    const names = commands.map((path) => path.join(" "));
    for (const name of [
      "serve",
      "demo",
      "vault import",
      "law cite",
      "run guide",
      "artifact lineage",
      "export",
      "proto export",
    ]) {
      expect(names).toContain(name);
    }
  });
});

describe("a wrong command line", () => {
  it.each([
    [["run", "nonsense"]],
    [["nonsense"]],
    [["run", "show"]],
    [["serve", "--port", "99999"]],
    [["export", "x", "--format", "exe"]],
  ])("%j exits with 2 and says how to get help", async (argv) => {
    const { code, err, out } = await cli(argv);
    expect(code).toBe(2);
    expect(err).toContain("help");
    expect(out).toBe("");
  });
});
