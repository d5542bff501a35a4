import { Argument, type Command } from "commander";
import type { Shell } from "../shell.ts";
import { withExample } from "./example.ts";

/** `completion`: a script by which a shell ends words of this program's command line. */
export const addCompletionCommand = (program: Command, shell: Shell): void => {
  const command = program
    .command("completion")
    .addArgument(new Argument("<shell>").choices(["bash", "zsh", "fish"]))
    .description(
      "Print a script by which your shell ends words of a command for you; its first line says where it goes.",
    );
  withExample(command, "pincite completion bash > ~/.local/share/bash-completion/completions/pincite");
  command.action(async (name: "bash" | "zsh" | "fish") => {
    const { placesOf } = await import("../completion/described.ts");
    const { completionScript } = await import("../completion/scripts.ts");
    shell.write(Buffer.from(completionScript(name, placesOf(program, shell.speech().sentence))));
  });
};
