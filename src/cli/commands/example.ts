import type { Command } from "commander";

/** Gives a command its example, shown by --help. Every command has an example, and a test checks that it does. */
export const withExample = (command: Command, ...lines: string[]): Command =>
  command.addHelpText("after", ({ command: shown }) => {
    // The heading is said as the other headings of the help are.
    const { styleTitle = (title: string) => title } = shown.configureHelp();
    return `\n${styleTitle("Example:")}\n${lines.map((line) => `  ${line}`).join("\n")}`;
  });
