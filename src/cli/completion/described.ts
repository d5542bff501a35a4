import type { Command, Option } from "commander";

/** A word that may be typed, with what it does. */
export interface Word {
  readonly word: string;
  readonly about: string;
}

/** A flag: its spellings, and whether the next word is its value. */
export interface Flag {
  readonly spellings: readonly string[];
  readonly about: string;
  readonly takesValue: boolean;
  /** Values that it may have; empty: any. */
  readonly choices: readonly string[];
}

/** What may be typed behind the words of a command. */
export interface Place {
  /** Words of the command, such as `run show`; empty for the program itself. */
  readonly path: string;
  readonly commands: readonly Word[];
  readonly flags: readonly Flag[];
  /** Words that a command without commands may be given in place of an argument; empty: a run, a file, words of one's own. */
  readonly values: readonly string[];
}

/** Every place of a program's command line, outer before inner. `say` puts a description in the person's language. */
export const placesOf = (program: Command, say: (english: string) => string): Place[] => {
  const shared = program.options.filter(({ long }) => long !== "--version").map((option) => flagOf(option, say));
  const walk = (command: Command, path: string): Place[] => [
    {
      path,
      commands: command.commands.map((one) => ({ word: one.name(), about: firstLine(say(one.description())) })),
      flags: [...own(command, say), ...(command === program ? [] : shared), help(say)],
      values: [
        ...command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []),
        ...(command.registeredArguments.some((one) => one.name() === "run") ? ["latest"] : []),
      ],
    },
    ...command.commands.flatMap((one) => walk(one, `${path} ${one.name()}`.trim())),
  ];
  return walk(program, "");
};

const own = (command: Command, say: (english: string) => string): Flag[] =>
  command.options.map((option) => flagOf(option, say));

const help = (say: (english: string) => string): Flag => ({
  spellings: ["--help", "-h"],
  about: say("display help for command"),
  takesValue: false,
  choices: [],
});

const flagOf = (option: Option, say: (english: string) => string): Flag => ({
  spellings: [option.long, option.short].filter((one) => one !== undefined && one !== null),
  about: firstLine(say(option.description)),
  takesValue: option.required || option.optional,
  choices: option.argChoices ?? [],
});

/** One line of a description: a shell shows no more. */
const firstLine = (text: string): string => text.split("\n")[0] ?? "";
