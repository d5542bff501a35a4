import { expect, it } from "vitest";
import { OrchestratorState } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { Engine } from "../../../src/engine/engine.ts";
import { openMemoryStore } from "../../../src/store/memory/memory-store.ts";
import type { Store } from "../../../src/store/store.ts";
import { TestEngine } from "../support.ts";

/** A store that tells which streams were read. */
const counted = async () => {
  const store = await openMemoryStore();
  const streams: string[] = [];
  const read: Store["read"] = (of, stream, ...rest) => {
    streams.push(stream);
    return store.read(of, stream, ...rest);
  };
  const proxy = new Proxy(store, {
    get: (target, name) => {
      if (name === "read") return read;
      const value = Reflect.get(target, name) as unknown;
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  return { store: proxy, streams };
};

it("knows what a run recorded from its commits, as a new start reads it from the journal", async () => {
  const { store, streams } = await counted();
  const test = await TestEngine.open({ store });
  const run = await test.newRun();
  await run.to(OrchestratorState.DRAFT);
  const known = await test.engine.runs.recorded.of(run.runId);
  expect(streams).not.toContain(run.runId);
  const read = await new Engine(test.parts).runs.recorded.of(run.runId);
  expect(streams).toContain(run.runId);
  expect(known).toEqual(read);
  expect(known.recorded.length).toBeGreaterThan(10);
});

it("reads what another server committed in between", async () => {
  const test = await TestEngine.open();
  const run = await test.newRun();
  const other = new Engine(test.parts);
  await other.runs.recorded.of(run.runId);
  await run.to(OrchestratorState.EVIDENCE_NEEDS);
  const [known, read] = [await other.runs.recorded.of(run.runId), await test.engine.runs.recorded.of(run.runId)];
  expect(known).toEqual(read);
});
