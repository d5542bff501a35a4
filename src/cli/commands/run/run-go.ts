import type { Command } from "commander";
import { goOn } from "../../go/go-on.ts";
import type { Shell } from "../../shell.ts";
import { type SignOption, signHelp, signingWith } from "../../signing.ts";
import { withExample } from "../example.ts";

/** `run go`: leads through a whole run, one question at a time. */
export const addGoCommand = (run: Command, shell: Shell): void => {
  const go = run
    .command("go")
    .argument("<run>")
    .argument("[answer...]", "what you say to what was shown, as it stands there; nothing: show it")
    .option("--sign <key>", signHelp)
    .description("Lead through the run: show what comes next and ask about it, one question at a time.");
  withExample(
    go,
    "pincite run go latest",
    'pincite run go latest 1=right "2=wrong: it was promised on 17 March"',
    "pincite run go latest law-date:9=2015-05-12",
    'pincite run go latest "paper=~/Downloads/mail of 3 May.eml"',
    "pincite run go latest yes 87-868f seen binding:7 no binding:4",
    'pincite run go latest 120-4c75 mend=sentence:3 "sentence:4=I ask you to answer."',
  );
  go.action((named: string, words: string[], options: SignOption, command: Command) =>
    shell.connected(command, (connection) => goOn({ shell, connection, ...signingWith(shell, options) }, named, words)),
  );
};
