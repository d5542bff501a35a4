import { type Command, Option } from "commander";

/** Methods whose answers a command gives out, by command. */
const methodsOf = new WeakMap<Command, ReadonlySet<string>>();

/**
 * Lets a command give what it read as it came: `--output proto` writes the answers of these methods, encoded. The answers of a
 * list's pages one after the other are the encoding of one answer with all rows.
 */
export const givesMessage = (command: Command, ...methods: readonly string[]): void => {
  const about = "text for people, or proto: the server's answer as an encoded message, for programs";
  command.addOption(new Option("--output <form>", about).choices(["text", "proto"]));
  methodsOf.set(command, new Set(methods));
};

/** The methods whose answers are asked for in place of text; undefined: text is. */
export const askedMethods = (command: Command): ReadonlySet<string> | undefined =>
  command.opts<{ output?: string }>().output === "proto" ? methodsOf.get(command) : undefined;
