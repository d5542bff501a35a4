import { spawn } from "node:child_process";
import { packedLauncher } from "../../support/packed.ts";

/** A packed program of this checkout in a process of its own. */
export interface ServiceProcess {
  readonly url: string;
  /** Sends SIGTERM and resolves to the exit code. */
  stop(): Promise<number | null>;
  /** Ends it as a machine that loses its power does, and resolves once it is gone. */
  kill(): Promise<unknown>;
}

/** Starts one of the launchers of bin/ and resolves once it has said where it serves. Rejects with what it said instead. */
export const startProcess = async (program: string, ...args: string[]): Promise<ServiceProcess> => {
  const launcher = await packedLauncher(program);
  const child = spawn(process.execPath, [launcher, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const end = (signal: NodeJS.Signals) => () => {
    child.kill(signal);
    return ended;
  };
  const [stop, kill] = [end("SIGTERM"), end("SIGKILL")];
  return new Promise((resolve, reject) => {
    let said = "";
    const hear = (chunk: Buffer): void => {
      said += chunk.toString();
      const url = /serves at (http:\/\/127\.0\.0\.1:\d+)\n/.exec(said)?.[1];
      if (url) resolve({ url, stop, kill });
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    void ended.then((code) => reject(new Error(`${program} ended with ${code}: ${said}`)));
  });
};
