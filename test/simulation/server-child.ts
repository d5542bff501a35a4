import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { type Clients, clientsOf } from "../e2e/support/server.ts";

const launcher = fileURLToPath(new URL("../../bin/pincite.js", import.meta.url));

/** A server in a process of its own, as `pincite serve` starts it. */
export interface ServerChild {
  readonly url: string;
  readonly clients: Clients;
  /** SIGKILL: no warning, no last write. */
  kill(): Promise<void>;
  /** SIGTERM: drains and closes. */
  stop(): Promise<void>;
}

/** Why a server did not come up, or how it went while it was used. */
export class ServerEnded extends Error {
  readonly stderr: string;
  readonly signal: NodeJS.Signals | null;
  constructor(stderr: string, code: number | null, signal: NodeJS.Signals | null) {
    super(`the server ended with ${signal ?? code}: ${stderr.slice(0, 500)}`);
    this.stderr = stderr;
    this.signal = signal;
  }
}

/** Starts one over a folder, at a free port unless one is given, with these variables beside its own, and waits for its address. Errors: ServerEnded, when it ends before it serves. */
export const startChild = (dataDir: string, port = 0, env: NodeJS.ProcessEnv = {}): Promise<ServerChild> =>
  startProgram([launcher, "serve", "--port", String(port), "--data", dataDir, "--user", "tester"], env);

/** Starts a program that serves and says where. Errors: ServerEnded, when it ends before it serves. */
export const startProgram = async (args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<ServerChild> => {
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, ...env } });
  const url = await addressOf(child);
  const clients = clientsOf(url);
  const end = (signal: NodeJS.Signals) => async (): Promise<void> => {
    const exit = child.exitCode === null && child.signalCode === null ? once(child, "exit") : undefined;
    child.kill(signal);
    await exit;
    clients.close();
  };
  return { url, clients, kill: end("SIGKILL"), stop: end("SIGTERM") };
};

const addressOf = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let [out, err] = ["", ""];
    child.stderr?.on("data", (chunk: Buffer) => (err += chunk.toString()));
    child.stdout?.on("data", (chunk: Buffer) => {
      out += chunk.toString();
      const [, url] = /serves at (http\S+)/.exec(out) ?? [];
      if (url) resolve(url);
    });
    child.on("error", reject);
    child.on("exit", (code, signal) => reject(new ServerEnded(err, code, signal)));
  });
