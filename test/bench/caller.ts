import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** A run at which Advance is the next step. */
export interface ReadyRun {
  readonly runId: string;
  readonly version: string;
}

/** A run to be watched by `atOnce` streams, from behind a cursor, until each was told so many events. */
export interface Watched {
  readonly runId: string;
  readonly each: number;
  readonly cursor: string;
}

/** So many calls to make: an Advance of each run, an artifact for each digest, events to watch, or an empty health check. */
export interface Order {
  readonly url: string;
  readonly protocol: "connect" | "grpc";
  readonly count: number;
  /** 1: one after the other, and the median of their times is told. */
  readonly atOnce: number;
  readonly runs?: readonly ReadyRun[];
  readonly digests?: readonly string[];
  readonly watch?: Watched;
}

/** What came of it, as the caller saw it. */
export interface Outcome {
  /** Of watched events: from the first one told to the last. */
  readonly callsPerSecond: number;
  readonly p50Ms: number;
}

/** And what it cost this process, the server's. */
export interface Measured extends Outcome {
  readonly cpuMicrosPerCall: number;
}

/** A client in a process of its own. */
export class Caller {
  readonly #child: ChildProcess;

  constructor() {
    const script = fileURLToPath(new URL("caller-child.ts", import.meta.url));
    this.#child = fork(script, { execArgv: ["--no-warnings"] });
  }

  /** Carries an order out. */
  async call(order: Order): Promise<Measured> {
    await idle();
    const before = process.cpuUsage();
    this.#child.send(order);
    const ended = once(this.#child, "exit").then(() => {
      throw new Error("the client of the bench ended; what it printed says why");
    });
    const [outcome] = (await Promise.race([once(this.#child, "message"), ended])) as [Outcome];
    const { user, system } = process.cpuUsage(before);
    return { ...outcome, cpuMicrosPerCall: (user + system) / order.count };
  }

  stop(): void {
    this.#child.kill();
  }
}

/** Waits until this process rests: the store goes on compacting what the preparations wrote. At most ten seconds. */
const idle = async (): Promise<void> => {
  for (let i = 0; i < 50; i++) {
    const before = process.cpuUsage();
    await new Promise((resolve) => setTimeout(resolve, 200));
    const { user, system } = process.cpuUsage(before);
    if (user + system < 10_000) return;
  }
};
