import { randomUUID } from "node:crypto";
import { resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import type { Command } from "commander";
import { serverUrl } from "#kit/url.ts";
import type { Connection } from "../client/connection.ts";
import { DomainError } from "../error.ts";
import { plain } from "./text/plain.ts";
import type { CliDeps, StartPincite } from "./types.ts";

/** Where a server is looked for when neither --url nor PINCITE_URL says. 7611 is article 7:611 BW. */
export const defaultUrl = "http://127.0.0.1:7611";

/** What every command is given: where to write, where files are, how to reach a server. */
export interface Shell {
  readonly start: StartPincite;
  /** One line of the command's answer, made safe for a terminal. */
  say(line?: string): void;
  /** One line beside the answer: progress and advice, on standard error. */
  note(line: string): void;
  /** One line beside the answer that the next such line takes the place of; an empty one clears it. Only where `isWatched`. */
  redraw(line: string): void;
  /** Bytes as they are, for `--raw`. */
  write(bytes: Uint8Array): void;
  /** A path of the command line as an absolute one. */
  path(relative: string): string;
  /** A fresh idempotency key: one command is one intention, and running it again is another. */
  newKey(): string;
  /** A person's answer to a question; undefined where nobody can be asked. */
  ask(question: string): Promise<string | undefined>;
  /** Whether a person sees standard error as it is written. */
  readonly isWatched: boolean;
  /** Aborted when the person wants to stop. */
  readonly stop: AbortSignal;
  /** Runs with a connection to the server that the command's --url names, and closes it whatever happens. */
  connected<T>(command: Command, body: (connection: Connection) => Promise<T>): Promise<T>;
}

/** The shell of one command line. */
export const createShell = (deps: CliDeps): Shell => {
  const env = deps.env ?? process.env;
  const stdout = deps.stdout ?? quietPipe(process.stdout);
  const stderr = deps.stderr ?? process.stderr;
  let stop = deps.stop;
  return {
    start: deps.start,
    say: (line = "") => void stdout.write(`${plain(line)}\n`),
    note: (line) => void stderr.write(`${plain(line)}\n`),
    // CR and EL (ECMA-48): back to the margin, and what stood there is erased.
    redraw: (line) => void stderr.write(`\r\u001b[K${plain(line)}`),
    write: (bytes) => void stdout.write(bytes),
    path: (relative) => resolve(deps.cwd ?? process.cwd(), relative),
    newKey: randomUUID,
    ask: deps.ask ?? askAtTerminal,
    isWatched: stderr.isTTY === true,
    // Listening to SIGINT is what keeps it from ending the process, so only a command that waits for it may begin to.
    get stop() {
      stop ??= stopOfProcess();
      return stop;
    },
    connected: async (command, body) => {
      const url = urlOf(command, env);
      const { openConnection } = await import("../client/connection.ts");
      const connection = openConnection(url);
      try {
        return await body(connection);
      } finally {
        connection.close();
      }
    },
  };
};

const askAtTerminal = async (question: string): Promise<string | undefined> => {
  const { stdin: input, stderr: output } = process;
  if (!input.isTTY || !output.isTTY) return undefined;
  const terminal = createInterface({ input, output });
  try {
    return await terminal.question(question);
  } finally {
    terminal.close();
  }
};

/** --url before PINCITE_URL before the default. Errors: REQUEST_INVALID, which names the one that is no address. */
const urlOf = (command: Command, env: Readonly<Record<string, string | undefined>>): string => {
  const given = command.optsWithGlobals<{ url?: string }>().url;
  const url = given ?? (env.PINCITE_URL || defaultUrl);
  if (serverUrl(url)) return url;
  const setting = given === undefined ? "PINCITE_URL" : "--url";
  throw new DomainError("REQUEST_INVALID", `${setting}: the address of a server looks like ${defaultUrl}`, { setting });
};

/** SIGINT and SIGTERM as a signal. The first one stops in good order; the listener then goes, so a second one ends at once. */
const stopOfProcess = (): AbortSignal => {
  const stop = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => stop.abort());
  return stop.signal;
};

/** Standard output whose reader may leave, as `head` does: the rest of the answer is then wanted by nobody. */
const quietPipe = (stdout: NodeJS.WriteStream): NodeJS.WriteStream =>
  stdout.once("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.exit(0);
  });
