import { homedir } from "node:os";
import { join } from "node:path";
import type { Command } from "commander";
import { credentialFor } from "../../access-token.ts";
import { openConnection } from "../../client/connection.ts";
import { DomainError } from "../../error.ts";
import { defaultUrl, type Shell } from "../shell.ts";
import type { CliDeps, RunningPincite } from "../types.ts";
import { withExample } from "./example.ts";
import { openPage } from "./page.ts";
import { portOf, startUnlessStopped, untilAborted } from "./serve.ts";

/** `start`: everything a person needs to begin. */
export const addStartCommand = (program: Command, shell: Shell, deps: CliDeps): void => {
  const command = program
    .command("start")
    .option("--data <dir>", "folder of your documents and memos; made where it is absent")
    .option("--port <port>", "port on 127.0.0.1; 0: a free one", portOf, 7611)
    .option("--no-open", "only print the address")
    .description("Begin: serve on this machine, keep everything in your data folder, open the page.");
  withExample(command, "pincite start", "pincite start --data ./my-case");
  command.action((options: StartOptions) => start(shell, deps, options));
};

interface StartOptions {
  readonly data?: string;
  readonly port: number;
  readonly open: boolean;
}

const start = async (shell: Shell, deps: CliDeps, options: StartOptions): Promise<void> => {
  const { env = process.env } = deps;
  const { phrase } = shell.speech();
  const dataDir = options.data === undefined ? dataFolder(env) : shell.path(options.data);
  // Heard from here on: a signal in the middle of the start ends it in good order.
  const { stop } = shell;
  const server = await serverFor(shell, dataDir, options);
  if (stop.aborted) return await server?.stop();
  const url = server?.url ?? defaultUrl;
  shell.say(
    server
      ? phrase("screen.your-documents-and-memos-lie-in", { dataDir })
      : phrase("screen.a-server-already-runs-at", { url }),
  );
  const connection = openConnection(url, credentialFor(url, env));
  await openPage(shell, deps, connection, { page: "", open: options.open }).finally(() => connection.close());
  if (!server) return;
  shell.note(phrase("screen.the-page-in-a-browser-also-after-a-restart"));
  shell.note(phrase("screen.it-runs-until-you-press-ctrl-c"));
  await untilAborted(shell.stop);
  shell.note(phrase("screen.stopping-calls-in-flight-may-finish"));
  await server.stop();
};

/** A server of our own, or undefined where one runs at the usual port and no folder was asked for. */
const serverFor = async (
  shell: Shell,
  dataDir: string,
  { port, data }: StartOptions,
): Promise<RunningPincite | undefined> => {
  try {
    return await startUnlessStopped(shell, { dataDir, port, log: "silent", stop: shell.stop });
  } catch (error) {
    const isTaken = error instanceof DomainError && (error.reason === "ALREADY_EXISTS" || error.reason === "FENCED");
    if (isTaken && data === undefined && port === Number(new URL(defaultUrl).port)) return undefined;
    throw error;
  }
};

/** Where programs of an account keep their data (XDG Base Directory Specification). */
const dataFolder = (env: Readonly<Record<string, string | undefined>>): string =>
  join(env.XDG_DATA_HOME || join(homedir(), ".local", "share"), "pincite");
