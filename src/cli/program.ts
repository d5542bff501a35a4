import { type Argument, Command, CommanderError, Help, type Option } from "commander";
import type { Speech } from "../messages/speech.ts";
import { itemIdTyped } from "../messages/speech.ts";
import { version } from "../version.ts";
import { exitCodes, failureOf } from "./exit-code.ts";
import { createShell, defaultUrl, type Shell } from "./shell.ts";
import { addTree, loadTree } from "./tree.ts";
import type { CliDeps } from "./types.ts";
import { namesNothing, whatNext } from "./what-next.ts";

/**
 * Runs one command line, without the program's own name in front, and resolves to its exit code (see exitCodes). Never
 * rejects for what a server or a person did; a fault of this program itself is thrown with its stack.
 */
export const runCli = async (argv: readonly string[], deps: CliDeps): Promise<number> => {
  const shell = createShell(deps, argv);
  try {
    const program = await createProgram(shell, deps, argv);
    if (namesNothing(argv)) {
      program.parseOptions([...argv]);
      await whatNext(shell, program);
      return exitCodes.ok;
    }
    // Screens in Dutch name an item by a Dutch word; here it becomes the id again, whichever command it is typed for.
    await program.parseAsync(argv.map(itemIdTyped), { from: "user" });
    return exitCodes.ok;
  } catch (error) {
    // --help and --version end that way too, with 0.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
    const failure = await failureOf(error, shell.speech());
    for (const line of failure.lines) shell.note(line);
    return failure.exitCode;
  }
};

/** The tree of commands, as far as a command line needs it; without one, the whole tree. */
export const createProgram = async (shell: Shell, deps: CliDeps, argv?: readonly string[]): Promise<Command> => {
  const program = new Command("pincite")
    .description("Legal memos in which every claim is pinned to the exact words of a source.")
    .version(version, "-V, --version", "print the version")
    .option("--url <url>", `server to speak to (else PINCITE_URL, else ${defaultUrl})`)
    .option("--lang <tag>", "language to speak in, nl or en (else PINCITE_LANG, else the run's, else the terminal's)")
    .addHelpText("after", shell.speech().sentence(firstLook));
  prepare(program, shell, deps);
  await loadTree(addTree(program, shell, deps), shell, deps, argv);
  return program;
};

/** What stands below the list of commands. */
const firstLook =
  "\nFirst look:\n  pincite start         begin: your own folder, in your browser\n  pincite demo          a whole case, offline, with its own server\n\nExit codes: 0 done, 1 the run's state forbids it, 2 the command line is wrong, 3 not there,\n4 somebody was first or a turn is under way, 5 no server, 6 a fault to look at.";

/** Set before any command is added, because commander hands these settings down to a command when it is added. */
const prepare = (program: Command, shell: Shell, deps: CliDeps): void => {
  const stdout = deps.stdout ?? process.stdout;
  const speech = shell.speech();
  const { sentence } = speech;
  program
    .exitOverride()
    .showHelpAfterError(sentence("(--help says how it is used)"))
    .configureHelp(helpIn(speech))
    .configureOutput({
      writeOut: (text) => void stdout.write(text),
      writeErr: (text) => shell.note(complaintIn(speech, text.trimEnd())),
    });
};

/** A complaint of commander about the command line; the arguments it names are named as the help names them. */
const complaintIn = ({ sentence, usage }: Speech, text: string): string => {
  const named = text.replace(
    /(?<=argument ')(?<name>[a-z-]+)(?=')/u,
    (name) => /<(?<said>[^>]*)>/u.exec(usage(`<${name}>`))?.groups?.said ?? name,
  );
  return usage(sentence(named));
};

/** Help in the words of a language, with what commander adds to them. An empty default says nothing and is left out. */
const helpIn = ({ sentence, usage, phrase }: Speech): Partial<Help> => {
  const help = new Help();
  const said = <T extends Option | Argument>(one: T): T =>
    Object.assign(Object.create(one) as T, {
      description: sentence(one.description),
      defaultValue: one.defaultValue === "" ? undefined : one.defaultValue,
    });
  const added = (text: string): string =>
    text.replace(
      /\((?:choices: (?<choices>.*?))?(?:, )?(?:default: (?<value>[^)]*))?\)$/u,
      (whole, choices: string | undefined, value: string | undefined) =>
        choices === undefined && value === undefined
          ? whole
          : `(${[choices && phrase("record.choices", { choices }), value && phrase("record.default", { value })].filter(Boolean).join(", ")})`,
    );
  return {
    styleTitle: sentence,
    commandUsage: (command) => usage(help.commandUsage(command)),
    subcommandTerm: (command) => usage(help.subcommandTerm(command)),
    optionTerm: (option) => usage(help.optionTerm(option)),
    argumentTerm: (argument) => /<(?<said>.*)>/u.exec(usage(`<${help.argumentTerm(argument)}>`))?.groups?.said ?? "",
    commandDescription: (command) => sentence(help.commandDescription(command)),
    subcommandDescription: (command) => sentence(help.subcommandDescription(command)),
    optionDescription: (option) => added(help.optionDescription(said(option))),
    argumentDescription: (argument) => added(help.argumentDescription(said(argument))),
  };
};
