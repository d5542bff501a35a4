import { randomUUID } from "node:crypto";
import { resolve } from "node:path";
import type { Interface } from "node:readline/promises";
import type { Command } from "commander";
import { serverUrl } from "#kit/url.ts";
import { credentialFor } from "../access-token.ts";
import type { Connection } from "../client/connection.ts";
import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";
import { type Speech, speechOf } from "../messages/speech.ts";
import { askedMethods } from "./proto/output.ts";
import { plain } from "./text/plain.ts";
import type { CliDeps, StartPincite } from "./types.ts";

/** Address of the server when neither --url nor PINCITE_URL gives one. Port 7611 stands for article 7:611 BW. */
export const defaultUrl = "http://127.0.0.1:7611";

/** Everything that a command is given: where to write, where files are, how to reach a server. */
export interface Shell {
  readonly start: StartPincite;
  /** Writes one line of the command's answer, made safe for a terminal. Nothing where the encoded answer is asked for instead. */
  say(line?: string): void;
  /** Writes one line beside the answer: progress and advice, on standard error. */
  note(line: string): void;
  /** Writes one line beside the answer, which the next such line replaces; an empty line clears it. Only where `isWatched`. */
  redraw(line: string): void;
  /** Writes bytes as they are, for `--raw`. */
  write(bytes: Uint8Array): void;
  /**
   * The program's words to the person: in the language of --lang or PINCITE_LANG, else in that of the run that was last at hand,
   * else in that of the terminal (LC_ALL, LC_MESSAGES or LANG), and in English for any language but Dutch.
   */
  speech(run?: { readonly locale: string }): Speech;
  /** Makes a path of the command line absolute. */
  path(relative: string): string;
  /** Makes a fresh idempotency key: one command is one intention, and running the command again is another intention. */
  newKey(): string;
  /** Asks a person a question and returns the answer; undefined where nobody can be asked. */
  ask(question: string): Promise<string | undefined>;
  /** Asks for what must not be seen while it is typed. */
  askInSecret(question: string): Promise<string | undefined>;
  /** Lets a person edit a file and resolves when they are done. Errors: REQUEST_INVALID where there is no editor or it failed. */
  edit(path: string): Promise<void>;
  /** True when a person sees standard error as it is written. */
  readonly isWatched: boolean;
  /** The signal that is aborted when the person wants to stop. */
  readonly stop: AbortSignal;
  /** Runs `body` with a connection to the server that the command's --url names; closes the connection whatever happens. */
  connected<T>(command: Command, body: (connection: Connection) => Promise<T>): Promise<T>;
}

/** The shell of one command line. */
export const createShell = (deps: CliDeps, argv: readonly string[] = []): Shell => {
  const env = deps.env ?? process.env;
  const asked = langOf(argv) ?? (env.PINCITE_LANG || undefined);
  let tag = env.LC_ALL || env.LC_MESSAGES || env.LANG;
  const stdout = deps.stdout ?? quietPipe(process.stdout);
  const stderr = deps.stderr ?? process.stderr;
  let stop = deps.stop;
  let isMute = false;
  const shell: Shell = {
    start: deps.start,
    say: (line = "") => void (isMute || stdout.write(`${plain(line)}\n`)),
    note: (line) => void stderr.write(`${plain(line)}\n`),
    // CR and EL (ECMA-48): the cursor returns to the margin, and the old line is erased.
    redraw: (line) => void stderr.write(`\r\u001b[K${plain(line)}`),
    write: (bytes) => void stdout.write(bytes),
    speech: (run) => {
      if (run) tag = run.locale;
      return speechOf(asked ?? tag);
    },
    path: (relative) => resolve(deps.cwd ?? process.cwd(), relative),
    newKey: randomUUID,
    ask: deps.ask ?? askAtTerminal,
    askInSecret: deps.ask ?? ((question) => askAtTerminal(question, true)),
    edit: deps.edit ?? (async (path) => (await import("./editor.ts")).openEditor(path, env)),
    isWatched: stderr.isTTY === true,
    // A listener on SIGINT keeps the signal from ending the process, so only a command that waits for it may add a listener.
    get stop() {
      stop ??= stopOfProcess();
      return stop;
    },
    connected: async (command, body) => {
      const url = urlOf(command, env);
      const { openConnection } = await import("../client/connection.ts");
      const { watchVersions } = await import("./watch-versions.ts");
      const watching = watchVersions(env, (runId, seen, now) => shell.note(wentBack(shell.speech(), runId, seen, now)));
      const methods = askedMethods(command);
      const collected = methods && (await import("./proto/collect.ts")).collectAnswers(methods);
      const connection = openConnection(url, credentialFor(url, env), [
        watching,
        ...(collected ? [collected.interceptor] : []),
      ]);
      isMute = collected !== undefined;
      try {
        const done = await body(connection);
        if (collected?.answers.length === 0) throw new DomainError("REQUEST_INVALID", noMessage);
        for (const answer of collected?.answers ?? []) shell.write(answer);
        return done;
      } finally {
        isMute = false;
        connection.close();
      }
    },
  };
  return shell;
};

const noMessage = "what was asked for here is no single message of the server: leave --output proto out";

const wentBack = ({ phrase }: Speech, runId: string, seen: string, now: string): string =>
  phrase("screen.stood-at-when-you-last-saw-it-and-stands-at", { runId, seen, now });

/** The language that --lang asks for. It is read before the command line is, because the help is said in it too. */
const langOf = (argv: readonly string[]): string | undefined => {
  const at = argv.findIndex((word) => word === "--lang" || word.startsWith("--lang="));
  return at < 0 ? undefined : argv[at]?.slice("--lang=".length) || argv[at + 1];
};

const askAtTerminal = async (question: string, isSecret = false): Promise<string | undefined> => {
  const { stdin: input, stderr: output } = process;
  if (!input.isTTY || !output.isTTY) return undefined;
  const { createInterface } = await import("node:readline/promises");
  if (!isSecret) return answerOf(createInterface({ input, output }), question);
  const { Writable } = await import("node:stream");
  output.write(question);
  try {
    const unseen = new Writable({ write: (_piece, _encoding, done) => done() });
    return await answerOf(createInterface({ input, output: unseen, terminal: true }), "");
  } finally {
    output.write("\n");
  }
};

const answerOf = async (terminal: Interface, question: string): Promise<string> => {
  try {
    return await terminal.question(question);
  } finally {
    terminal.close();
  }
};

/** The server's address: --url, else PINCITE_URL, else the default. Errors: REQUEST_INVALID, naming the setting at fault. */
const urlOf = (command: Command, env: Readonly<Record<string, string | undefined>>): string => {
  const given = command.optsWithGlobals<{ url?: string }>().url;
  const url = given ?? (env.PINCITE_URL || defaultUrl);
  if (serverUrl(url)) return url;
  const setting = given === undefined ? "PINCITE_URL" : "--url";
  throw new DomainError(
    "REQUEST_INVALID",
    worded("command-error.the-address-of-a-server-looks-like", { setting, defaultUrl }),
    { setting },
  );
};

/**
 * Turns SIGINT and SIGTERM into an abort signal. The first signal stops the command in good order; its listener then goes,
 * so a second signal ends the process at once.
 */
const stopOfProcess = (): AbortSignal => {
  const stop = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => stop.abort());
  return stop.signal;
};

/** Ends the process when the reader of standard output leaves, as `head` does: nobody then wants the rest of the answer. */
const quietPipe = (stdout: NodeJS.WriteStream): NodeJS.WriteStream =>
  stdout.once("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.exit(0);
  });
