import type { Command } from "commander";

/** Gives a command its example, shown by --help. Every command has one, and a test asks for it. */
export const withExample = (command: Command, ...lines: string[]): Command =>
  command.addHelpText("after", `\nExample:\n${lines.map((line) => `  ${line}`).join("\n")}`);
