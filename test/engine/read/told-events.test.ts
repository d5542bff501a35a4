import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { RunEventSchema } from "../../../gen/pincite/journal/v1/run_event_pb.ts";
import { ToldEvents } from "../../../src/engine/read/told-events.ts";

/** A journal of one run that answers when it is let, as it stood when it was asked. */
const journal = () => {
  const state = { seq: 0, reads: 0 };
  const held: (() => void)[] = [];
  const events = async (_run: string, fromSeq: number) => {
    state.reads += 1;
    const last = state.seq;
    await new Promise<void>((resolve) => held.push(resolve));
    const count = Math.max(0, last - fromSeq + 1);
    return Array.from({ length: count }, (_, n) => ({
      seq: fromSeq + n,
      hash: "a".repeat(64),
      event: create(RunEventSchema, {}),
    }));
  };
  /** Lets all reads end that were begun, and those that they bring. */
  const letAll = async (): Promise<void> => {
    for (let turn = 0; turn < 5; turn += 1) {
      for (const resolve of held.splice(0)) resolve();
      await new Promise(setImmediate);
    }
  };
  return { state, letAll, told: new ToldEvents({ events }) };
};

const seqs = (pages: readonly (readonly { seq: number }[])[]) => pages.map((page) => page.map(({ seq }) => seq));

describe("events as watchers are told them", () => {
  it("are read once for all watchers that stand at the same event", async () => {
    const { state, letAll, told } = journal();
    state.seq = 3;
    const asked = Promise.all(Array.from({ length: 64 }, () => told.after("run", 1)));
    await letAll();
    expect(seqs(await asked)).toEqual(Array.from({ length: 64 }, () => [2, 3]));
    expect(state.reads).toBe(1);
    expect(seqs([await told.after("run", 1)])).toEqual([[2, 3]]);
    expect(state.reads).toBe(1);
  });

  it("are missed by nobody whose wish met a reading from before the commit", async () => {
    const { state, letAll, told } = journal();
    const early = told.after("run", 0);
    state.seq = 1;
    const late = told.after("run", 0);
    await letAll();
    expect(seqs([await early, await late])).toEqual([[], [1]]);
  });

  it("are asked for again once there was none, and after a failure", async () => {
    const { state, letAll, told } = journal();
    const none = told.after("run", 0);
    await letAll();
    expect(await none).toEqual([]);
    state.seq = 1;
    const one = told.after("run", 0);
    await letAll();
    expect(seqs([await one])).toEqual([[1]]);

    let failures = 1;
    const failing = new ToldEvents({
      events: async () => {
        if (failures-- > 0) throw new Error("damaged");
        return [];
      },
    });
    await expect(failing.after("run", 0)).rejects.toThrow("damaged");
    expect(await failing.after("run", 0)).toEqual([]);
  });

  it("are taken from their commit, also while a reading from before it goes on", async () => {
    const { state, letAll, told } = journal();
    const early = told.after("run", 0);
    const committed = [1, 2].map((seq) => ({ seq, hash: "b".repeat(64), event: create(RunEventSchema, {}) }));
    for (let watcher = 0; watcher < 3; watcher += 1) told.committed("run", committed);
    const page = await told.after("run", 0);
    expect(seqs([page])).toEqual([[1, 2]]);
    told.committed("run", committed);
    expect(await told.after("run", 0)).toBe(page);
    await letAll();
    expect(await early).toEqual([]);
    expect(await told.after("run", 0)).toBe(page);
    expect(state.reads).toBe(1);
  });

  it("are read where a commit could not say them, and of the run that was asked for", async () => {
    const { state, letAll, told } = journal();
    state.seq = 1;
    told.committed("run", []);
    told.committed("another", [{ seq: 1, hash: "b".repeat(64), event: create(RunEventSchema, {}) }]);
    const asked = told.after("run", 0);
    await letAll();
    expect((await asked).map(({ version }) => version)).toEqual([`1-${"a".repeat(16)}`]);
  });
});
