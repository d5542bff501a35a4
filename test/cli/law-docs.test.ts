import { readFileSync } from "node:fs";
import type { Command } from "commander";
import { describe, expect, it } from "vitest";
import { createProgram } from "../../src/cli/program.ts";
import { createShell } from "../../src/cli/shell.ts";
import { fetchLimits } from "../../src/lawbot/fetch/fetch-limits.ts";
import { dutch } from "../../src/lawbot/nl/dutch.ts";

const page = readFileSync(new URL("../../docs/law.md", import.meta.url), "utf8");
const commands = [...page.matchAll(/^```sh\n(.*?)^```/gms)].flatMap(([, block = ""]) => block.trim().split("\n"));
const words = (line: string): string[] =>
  [...line.matchAll(/"([^"]*)"|(\S+)/g)].map((match) => match[1] ?? match[2] ?? "");

/** The tree of commands without anything behind it. */
const inert = async (): Promise<Command> => {
  const silent = { write: () => true };
  const deps = { start: () => Promise.reject(new Error("no server")), stdout: silent, stderr: silent };
  const program = await createProgram(createShell(deps), deps);
  const disarm = (command: Command): void => {
    command.action(() => undefined);
    command.commands.forEach(disarm);
  };
  for (const command of program.commands)
    for (const each of [command, ...command.commands]) if (each.commands.length === 0) disarm(each);
  return program;
};

describe("the page about getting law", () => {
  it.each(commands)("shows a command that exists: %s", async (line) => {
    await expect((await inert()).parseAsync(words(line).slice(1), { from: "user" })).resolves.toBeDefined();
  });

  it("names every host that is spoken to, and the limits as they are", () => {
    for (const host of dutch.services?.flatMap(({ hosts }) => hosts) ?? []) expect(page).toContain(host);
    const mebibytes = (bytes: number) => String(bytes / 1024 / 1024);
    expect(page).toContain(
      `a text of ${mebibytes(fetchLimits.textBytesMax)} MiB (${mebibytes(fetchLimits.registerBytesMax)} for a register, ${mebibytes(fetchLimits.namesBytesMax)} for WTI, ${mebibytes(fetchLimits.rulingBytesMax)} for a ruling)`,
    );
    expect(fetchLimits.fileMs).toBe(4 * 60_000);
    expect(fetchLimits.silenceMs).toBe(30_000);
    expect(fetchLimits.waitsMax).toBe(2);
    expect(fetchLimits.waitMsMax).toBe(60_000);
    expect(dutch.services?.map(({ requestGapMs }) => requestGapMs)).toEqual([500, 500]);
  });
});
