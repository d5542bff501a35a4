import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { OrchestratorState } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { newFolder } from "../support/new-folder.ts";
import { reasonOf } from "./support/refusal.ts";
import { RunDriver } from "./support/run-driver.ts";
import { startTestServer, type TestServer } from "./support/server.ts";
import { proposalFor } from "./support/small-case.ts";

const { INTENT_SEED } = OrchestratorState;

let folder: string;
let server: TestServer;
beforeEach(async () => {
  folder = newFolder("watch");
  server = await startTestServer(folder);
});
afterEach(() => server.stop());

/** Stops the server under whoever watches, and starts another over the same folder. */
const restart = async (): Promise<void> => {
  await server.stop();
  server = await startTestServer(folder);
};

/** A watcher that comes back after every cut with the last cursor it saw. */
class Watcher<T extends { readonly cursor: string }> {
  readonly seen: T[] = [];
  connections = 0;
  #stop = new AbortController();
  readonly #open: (cursor: string, signal: AbortSignal) => AsyncIterable<T>;
  readonly #done: Promise<void>;

  constructor(open: (cursor: string, signal: AbortSignal) => AsyncIterable<T>) {
    this.#open = open;
    this.#done = this.#run();
  }

  async #run(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      this.connections += 1;
      // Every connection is cut after a few messages, at a place that differs from one to the next.
      let left = 1 + (this.connections % 4);
      const cut = new AbortController();
      const signal = AbortSignal.any([cut.signal, this.#stop.signal]);
      try {
        for await (const one of this.#open(this.seen.at(-1)?.cursor ?? "", signal)) {
          this.seen.push(one);
          left -= 1;
          if (left === 0) break;
        }
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      cut.abort();
    }
  }

  /** Waits until what was seen is enough, or fails with how far it came. */
  async until(enough: (seen: readonly T[]) => boolean): Promise<void> {
    await expect.poll(() => enough(this.seen), { timeout: 60_000, interval: 20 }).toBe(true);
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#done;
  }
}

const goals = async (run: RunDriver, count: number): Promise<void> => {
  for (let n = 0; n < count; n += 1) await run.propose(await proposalFor(INTENT_SEED, { docUid: "" }));
};

const onThisServer = (run: RunDriver): RunDriver => new RunDriver(server, run.context);

describe("WatchRun", () => {
  it("tells every event once and in order across reconnections and a restart while writes go on", async () => {
    let run = await RunDriver.create(server);
    const { runId } = run;
    const watcher = new Watcher((cursor, signal) => server.orchestrator.watchRun({ runId, cursor }, { signal }));
    await goals(run, 12);
    await restart();
    run = onThisServer(run);
    await goals(run, 12);
    const { eventCount } = await run.read();
    await watcher.until((seen) => seen.length >= eventCount);
    await watcher.stop();
    expect(watcher.seen.map(({ seq }) => seq)).toEqual(Array.from({ length: eventCount }, (_, n) => n + 1));
    expect(watcher.seen.at(-1)?.version).toBe(run.context.version);
    expect(watcher.connections).toBeGreaterThan(8);
    console.log(`WatchRun: ${eventCount} events over ${watcher.connections} connections and one restart`);
  });

  it("ends with SERVER_DRAINING when the server stops, so that nobody takes the end for the run's end", async () => {
    const run = await RunDriver.create(server);
    const watch = async () => {
      for await (const _ of server.orchestrator.watchRun({ runId: run.runId }));
    };
    const artifacts = async () => {
      for await (const _ of server.artifacts.watchArtifacts({}));
    };
    const ends = Promise.all([reasonOf(watch()), reasonOf(artifacts())]);
    // Both have been told what there is, and wait.
    await goals(run, 1);
    const drained = server.drain();
    expect(await ends).toEqual(["SERVER_DRAINING", "SERVER_DRAINING"]);
    await drained;
  });

  it("refuses a cursor of another run and one of WatchArtifacts", async () => {
    const [one, other] = [await RunDriver.create(server), await RunDriver.create(server)];
    const cursorOf = async (messages: AsyncIterable<{ cursor: string }>) => {
      for await (const { cursor } of messages) return cursor;
      return "";
    };
    const watch = async (cursor: string) => {
      for await (const _ of server.orchestrator.watchRun({ runId: one.runId, cursor })) return;
    };
    expect(await reasonOf(watch(await cursorOf(server.orchestrator.watchRun({ runId: other.runId }))))).toBe(
      "CURSOR_INVALID",
    );
    expect(await reasonOf(watch(await cursorOf(server.artifacts.watchArtifacts({}))))).toBe("CURSOR_INVALID");
    expect(await reasonOf(watch("made up"))).toBe("CURSOR_INVALID");
  });
});

describe("WatchArtifacts", () => {
  it("tells every artifact of all runs in order of appearance across reconnections and a restart", async () => {
    let runs = await Promise.all(Array.from({ length: 3 }, () => RunDriver.create(server)));
    const watcher = new Watcher((cursor, signal) => server.artifacts.watchArtifacts({ cursor }, { signal }));
    await Promise.all(runs.map((run) => goals(run, 8)));
    await restart();
    runs = runs.map(onThisServer);
    await Promise.all(runs.map((run) => goals(run, 8)));
    const told = (runId: string) =>
      watcher.seen.flatMap(({ artifacts }) =>
        artifacts.filter((one) => one.runId === runId).map(({ ref }) => ref?.digest),
      );
    // A run's profile, and for each proposal the user's words and one intent. The list tells the same in the same order, but
    // what was recorded again, as equal words are, once: where it was recorded last.
    await watcher.until(() => runs.every(({ runId }) => told(runId).length >= 33));
    await watcher.stop();
    for (const { runId } of runs) {
      const { artifacts } = await server.artifacts.listArtifacts({ runId, pageSize: 1000 });
      const digests = told(runId);
      expect(digests.filter((one, at) => digests.lastIndexOf(one) === at)).toEqual(
        artifacts.map(({ ref }) => ref?.digest),
      );
    }
    expect(new Set(watcher.seen.map(({ cursor }) => cursor)).size).toBe(watcher.seen.length);
    console.log(
      `WatchArtifacts: ${watcher.seen.length} messages over ${watcher.connections} connections and one restart`,
    );
  });
});
