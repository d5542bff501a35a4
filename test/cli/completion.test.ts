import { execFileSync } from "node:child_process";
import { Command, Option } from "commander";
import { describe, expect, it } from "vitest";
import { placesOf } from "../../src/cli/completion/described.ts";
import { completionScript } from "../../src/cli/completion/scripts.ts";
import { createProgram } from "../../src/cli/program.ts";
import { createShell } from "../../src/cli/shell.ts";
import { cli } from "./support/cli.ts";

const deps = { start: () => Promise.reject(new Error("this test starts no server")) };

/** What bash itself offers for the last of these words, once it has read the script. */
const offeredByBash = (script: string, ...words: string[]): string[] => {
  const ask = `COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=(); _pincite; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const out = execFileSync("bash", ["--norc", "-c", `${script}\n${ask}`, "bash", "pincite", ...words]);
  return out.toString().split("\n").filter(Boolean);
};

describe("a completion in bash", async () => {
  const { out: script } = await cli(["completion", "bash"]);

  it("offers every command, and behind a group what is in it", async () => {
    const program = await createProgram(createShell(deps), deps);
    expect(offeredByBash(script, "")).toEqual(program.commands.map((one) => one.name()));
    for (const group of program.commands.filter((one) => one.commands.length > 0))
      expect(offeredByBash(script, group.name(), "")).toEqual(group.commands.map((one) => one.name()));
  });

  it.each([
    [["ru"], ["run"]],
    [
      ["run", "re"],
      ["read-back", "rewind"],
    ],
    [["run", "show", "l"], ["latest"]],
    [["--lang", "nl", "run", "--url", "run", "gu"], ["guide"]],
    [
      ["export", "latest", "--citations", ""],
      ["short", "full"],
    ],
    [["replay", "latest", "--d"], ["--data"]],
    [["run", "new", "--profile", "email-reply", "--title", "r"], []],
    [
      ["completion", ""],
      ["bash", "zsh", "fish"],
    ],
  ])("of %j offers %j", (words, offered) => {
    expect(offeredByBash(script, ...words)).toEqual(offered);
  });

  it("offers the flags of the command, and those of the program", () => {
    expect(offeredByBash(script, "page", "--")).toEqual(
      expect.arrayContaining(["--no-open", "--url", "--lang", "--help"]),
    );
  });

  it("runs nothing that a description says", () => {
    const hostile = new Command("pincite");
    hostile
      .command("a")
      .description('it\'s $(touch /tmp/x) `id` \\ "b"')
      .addOption(new Option("--f <x>", "$HOME' ; exit 3").choices(["it's", "b"]));
    const places = placesOf(hostile, (text) => text);
    expect(offeredByBash(completionScript("bash", places), "")).toEqual(["a"]);
    for (const shell of ["zsh", "fish"] as const) {
      // Between single marks nothing is run; a mark of the text's own is written as each shell has it.
      const unquoted = completionScript(shell, places).replaceAll(
        shell === "fish" ? /'(?:[^'\\]|\\.)*'/gu : /'[^']*'/gu,
        "",
      );
      expect(unquoted).not.toContain("touch");
    }
  });
});

describe("a completion in zsh and fish", () => {
  it.each(["zsh", "fish"])("of %s says what each word does, in the language of its person", async (shell) => {
    const { code, out } = await cli(["completion", shell], { env: { PINCITE_LANG: "nl" } });
    expect(code).toBe(0);
    expect(out).toContain("opnemen, terugvinden en lezen.");
    for (const word of ["read-back", "accept-restore", "latest"]) expect(out).toContain(word);
  });
});
