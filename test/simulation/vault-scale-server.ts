import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type RunDelay, runDelayOf } from "./run-delay.ts";

const launcher = fileURLToPath(new URL("../../bin/pincite.js", import.meta.url));

/** A server in a process of its own, whose memory is looked at. */
export interface WatchedServer {
  readonly url: string;
  /** Resident memory now, in MiB, all threads included. */
  memoryMiB(): number;
  /** The same by where it comes from: what the process has made, and files that it has mapped. */
  memoryParts(): string;
  /** Seconds of processor that its process has had, all threads included: what does not hang on what else the machine does. */
  processorSeconds(): number;
  /** What its threads have waited for a processor that others had. */
  runDelay(): RunDelay;
  /** The most since the last call of this function, in MiB. */
  peakMiB(): number;
  stop(): Promise<void>;
}

/** Milliseconds between two looks at its memory. */
const lookEveryMs = 50;

/** Starts one over a folder, with settings beside those of this process. Linux only: memory is read from /proc. */
export const startWatchedServer = async (dataDir: string, settings: NodeJS.ProcessEnv = {}): Promise<WatchedServer> => {
  const args = [launcher, "serve", "--port", "0", "--data", dataDir, "--user", "tester"];
  const child = spawn(process.execPath, args, {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...settings },
  });
  // Its log is read, since a full pipe would hold it up, and shown only if it does not come up.
  let log = "";
  child.stderr.on("data", (chunk: Buffer) => (log = (log + chunk.toString()).slice(-1_000)));
  const url = await new Promise<string>((resolve, reject) => {
    let said = "";
    child.stdout.on("data", (chunk: Buffer) => {
      said += chunk.toString();
      const found = /serves at (http\S+)/.exec(said)?.[1];
      if (found) resolve(found);
    });
    child.once("exit", (code) => reject(new Error(`the server ended with ${code}: ${log}`)));
  });
  const inMiB = (field: string): number => {
    const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
    return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) / 1024;
  };
  const processorSeconds = (): number => {
    // Behind the name in brackets: user and system time, the 12th and 13th field from there, in hundredths.
    const fields = readFileSync(`/proc/${child.pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    return (Number(fields[11]) + Number(fields[12])) / 100;
  };
  const memoryMiB = (): number => inMiB("VmRSS");
  let peak = 0;
  const clock = setInterval(() => (peak = Math.max(peak, memoryMiB())), lookEveryMs);
  return {
    url,
    processorSeconds,
    runDelay: () => runDelayOf(child.pid!),
    memoryMiB,
    memoryParts: () => `${inMiB("RssAnon").toFixed(0)} MiB its own, ${inMiB("RssFile").toFixed(0)} of files`,
    peakMiB: () => {
      const most = Math.max(peak, memoryMiB());
      peak = 0;
      return most;
    },
    stop: async () => {
      clearInterval(clock);
      const exit = once(child, "exit");
      child.kill("SIGTERM");
      await exit;
    },
  };
};
