import type { Command } from "commander";

/** Gives a command its example, shown by --help. Every command has an example, and a test checks that it does. */
export const withExample = (command: Command, ...lines: string[]): Command =>
  command.addHelpText("after", `\nExample:\n${lines.map((line) => `  ${line}`).join("\n")}`);
