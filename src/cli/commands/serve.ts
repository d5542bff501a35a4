import { type Command, InvalidArgumentError } from "commander";
import { DomainError } from "../../error.ts";
import type { Shell } from "../shell.ts";
import type { RunningPincite, StartOptions } from "../types.ts";
import { withExample } from "./example.ts";

/** `serve`: a server in this process until it is told to stop. */
export const addServeCommand = (program: Command, shell: Shell): void => {
  const command = program
    .command("serve")
    .description("Serve the orchestrator, the Vault and LawBot on one loopback port (gRPC, gRPC-Web, Connect).")
    .option("--port <port>", "port on 127.0.0.1; 0: a free one", portOf, 7611)
    .option("--data <dir>", "folder of the store; without it everything is in memory and gone at the end")
    .option(
      "--store <address>",
      "keep everything in a database instead, postgres://…, which several servers may share; keys stay in --data",
    )
    .option(
      "--read-only",
      "refuse every write and leave the folder untouched; found by itself where it cannot be written to",
    )
    .option("--user <name>", "who callers with the token are taken to be")
    .option("--sign-in <file>", "also take callers who signed in elsewhere, with the roles that the file gives them")
    .option("--signers <file>", "take signatures of acts by the keys in this file, OpenSSH's allowed_signers")
    .option("--prices <file>", "what models cost and from which day, for `pincite usage`")
    .option("--allow-json", "also answer JSON, for debugging with plain curl")
    .option(
      "--model <model>",
      "a model for the turns, as provider/id: each built-in profile is there again as ID-model",
    )
    .option("--endpoint <url>", "where a model server of your own answers, such as http://127.0.0.1:1234/v1")
    .action((options: ServeOptions) => serve(shell, options));
  withExample(
    command,
    "pincite serve --data ./pincite-data",
    "pincite serve --data ./pincite-data --endpoint http://127.0.0.1:1234/v1 --model qwen2.5-7b-instruct",
    "buf curl --list-services http://127.0.0.1:7611",
  );
};

interface ServeOptions {
  readonly port: number;
  readonly data?: string;
  readonly store?: string;
  readonly readOnly?: boolean;
  readonly user?: string;
  readonly signIn?: string;
  readonly signers?: string;
  readonly prices?: string;
  readonly allowJson?: boolean;
  readonly model?: string;
  readonly endpoint?: string;
}

const serve = async (shell: Shell, options: ServeOptions): Promise<void> => {
  // Heard from here on: a signal in the middle of the start ends it in good order.
  const { stop } = shell;
  const server = await startUnlessStopped(shell, {
    dataDir: options.data === undefined ? undefined : shell.path(options.data),
    port: options.port,
    ...(options.store === undefined ? {} : { store: options.store }),
    ...(options.user === undefined ? {} : { user: options.user }),
    ...(options.signIn === undefined ? {} : { signIn: shell.path(options.signIn) }),
    ...(options.signers === undefined ? {} : { signers: shell.path(options.signers) }),
    ...(options.prices === undefined ? {} : { prices: shell.path(options.prices) }),
    ...(options.readOnly ? { readOnly: true } : {}),
    allowJson: options.allowJson ?? false,
    log: "info",
    ...(options.model === undefined ? {} : { model: options.model }),
    ...(options.endpoint === undefined ? {} : { endpoint: options.endpoint }),
    stop,
  });
  if (!server) return;
  const { phrase } = shell.speech();
  shell.say(phrase("screen.pincite-serves-at", { url: server.url }));
  shell.note(phrase("screen.the-page-in-a-browser-also-after-a-restart"));
  if (options.data === undefined) shell.note(phrase("screen.nothing-is-kept-give-data-dir-to-keep-runs"));
  if (server.onlyReads) shell.note(phrase("screen.it-only-reads-what-would-change-something-is"));
  await untilAborted(stop);
  shell.note(phrase("screen.stopping-calls-in-flight-may-finish"));
  await server.stop();
};

/** A server, or undefined where it was told to stop before it had started. */
export const startUnlessStopped = async (
  { start }: Pick<Shell, "start">,
  options: StartOptions & { readonly stop: AbortSignal },
): Promise<RunningPincite | undefined> => {
  try {
    return await start(options);
  } catch (error) {
    if (options.stop.aborted && error instanceof DomainError && error.reason === "CANCELLED") return undefined;
    throw error;
  }
};

/** A port as commander parses it. */
export const portOf = (text: string): number => {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw new InvalidArgumentError("It must be a number from 0 to 65535.");
  return port;
};

/** Waits until a signal is aborted. */
export const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
