import { Command } from "commander";
import { describe, expect, it } from "vitest";
import { createProgram } from "../../src/cli/program.ts";
import { createShell } from "../../src/cli/shell.ts";
import { addTree } from "../../src/cli/tree.ts";
import { version } from "../../src/version.ts";
import { cli } from "./support/cli.ts";

const deps = {
  start: () => Promise.reject(new Error("this test starts no server")),
  stop: new AbortController().signal,
};
const shell = createShell(deps);
const names = (command: Command): string[] => command.commands.map((each) => each.name());

/** The commands that a command line loads below a group. */
const loadedFor = async (...argv: string[]): Promise<Record<string, string[]>> => {
  const { commands } = await createProgram(shell, deps, argv);
  return Object.fromEntries(
    commands.filter((each) => each.commands.length > 0).map((each) => [each.name(), names(each)]),
  );
};

describe("the tree of commands", () => {
  it("finds in each file the commands that it says are there", async () => {
    for (const [group, parts] of addTree(new Command(), shell, deps))
      for (const { names: told, load } of parts) {
        const parent = new Command(group.name());
        (await load())(parent, shell, deps);
        expect({ [group.name()]: names(parent) }).toEqual({ [group.name()]: told });
      }
  });

  it("loads the file of the command that is typed and no other", async () => {
    const readers = ["new", "list", "show", "watch"];
    expect(await loadedFor("run", "list")).toEqual({ run: readers });
    expect(await loadedFor("--url", "run", "run", "--url", "http://127.0.0.1:1", "list")).toEqual({ run: readers });
    expect(await loadedFor("--lang", "nl", "run", "list")).toEqual({ run: readers });
    expect(await loadedFor("--url=x", "law", "search", "run", "list")).toEqual({ law: ["cite", "search"] });
    expect(await loadedFor("serve", "--port", "0")).toEqual({});
  });

  it("loads a whole group where its help is meant, or a word that it does not have", async () => {
    const { run } = await loadedFor("run");
    expect(run?.length).toBeGreaterThan(10);
    for (const argv of [
      ["run", "--help"],
      ["help", "run"],
      ["help", "run", "list"],
      ["run", "nonsense"],
    ])
      expect(await loadedFor(...argv)).toEqual({ run });
  });

  it("is listed at once, without a file of any group", async () => {
    expect(await loadedFor("--help")).toEqual({});
    const { out } = await cli(["--help"]);
    for (const word of ["vault", "law", "run", "tool", "keys", "proto"])
      expect(out).toMatch(new RegExp(`^  ${word} `, "m"));
  });
});

describe("pincite --version", () => {
  it("prints the version of the package and ends well", async () => {
    const { default: manifest } = await import("../../package.json", { with: { type: "json" } });
    expect(manifest.version).toBe(version);
    for (const flag of ["--version", "-V"]) expect(await cli([flag])).toMatchObject({ code: 0, out: `${version}\n` });
  });
});
