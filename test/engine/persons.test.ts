import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import * as api from "../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { OrchestratorState as S } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { openMemoryStore } from "../../src/store/memory/memory-store.ts";
import { replayed } from "./replay/support.ts";
import { RunDriver } from "./run-driver.ts";
import { final, tools, vaultSearch } from "./scripted-model.ts";
import { failureOf, TestEngine } from "./support.ts";

const propose = (run: RunDriver, idempotencyKey: string, goal: string) =>
  run.engine.propose(
    create(api.ProposeRequestSchema, {
      ...{ ...run.command(), idempotencyKey, expectedVersion: "" },
      proposal: { proposal: { case: "intentSeed", value: { goal } } },
    }),
  );

/** One store of one tenant, opened by one person after another. */
const opened = async (owner: string) => {
  const store = await openMemoryStore();
  const counters = { id: 0, now: Date.UTC(2026, 0, 5) };
  const ids = { next: () => `01${String(++counters.id).padStart(24, "0")}` };
  const clock = { now: () => (counters.now += 1_000) };
  const as = (user: string) => TestEngine.open({ store, owner, user, ids, clock });
  return { store, as };
};

const actors = async (test: TestEngine, runId: string): Promise<string[]> =>
  (await test.engine.runs.events(runId, 1, 1_000)).map(({ event }) => event.actor?.name ?? "");

describe("the configured user", () => {
  it("changes who acts, not what is there", async () => {
    const { store, as } = await opened("t0123456789abcdef");
    const noor = await as("noor");
    const run = await noor.newRun();
    await run.propose({ case: "intentSeed", value: { goal: "Een doel" } }, { confirm: true });
    const sam = await as("sam");
    const { rows } = await sam.views.runs(undefined, 10);
    expect(rows.map((one) => one.runId)).toEqual([run.runId]);
    const same = new RunDriver(() => sam.engine, run.context, "sam");
    expect(await same.refresh()).toEqual(run.context);
    await same.advance();
    expect(await actors(sam, run.runId)).toEqual(["noor", "noor", "sam"]);
    expect(same.context.owner?.name).toBe("noor");
    const second = await sam.newRun();
    expect(second.runId).not.toBe(run.runId);
    expect(second.context.owner?.name).toBe("sam");
    expect(await store.owners()).toEqual(["t0123456789abcdef"]);
  });

  it("has idempotency keys of their own", async () => {
    const { as } = await opened("t0123456789abcdef");
    const noor = await as("noor");
    const run = await noor.newRun();
    const first = await propose(run, "same", "Een doel");
    const sam = new RunDriver(
      (
        (test) => () =>
          test.engine
      )(await as("sam")),
      run.context,
    );
    const other = await propose(sam, "same", "Een ander doel");
    expect(other.proposal?.digest).not.toBe(first.proposal?.digest);
    expect(await propose(run, "same", "Een doel")).toEqual(first);
    expect(await propose(sam, "same", "Een ander doel")).toEqual(other);
    expect(await failureOf(propose(sam, "same", "Een doel"))).toMatchObject({ reason: "IDEMPOTENCY_KEY_REUSED" });
  });

  it("of a store from before there were tenants finds the answers to the keys they used", async () => {
    const { store, as } = await opened("noor");
    const noor = await as("noor");
    const run = await noor.newRun();
    await propose(run, "old", "Een doel");
    // As 0.1.0 wrote it, by run and key alone: SHA-256 of "3:old".
    const scope = `${run.runId}/d090ca88f35dbbe9e3343788282cc26e5e2288a2d3e614d980e0e45a6448031f`;
    expect((await store.idempotency("noor", scope))?.answer).toBeDefined();
    const sam = new RunDriver(
      (
        (test) => () =>
          test.engine
      )(await as("sam")),
      run.context,
    );
    expect((await propose(sam, "old", "Een ander doel")).proposal).toBeDefined();
  });

  it("stands in the journal, so that a run of two people comes out again byte for byte", async () => {
    const { as } = await opened("t0123456789abcdef");
    const noor = await as("noor");
    const run = await (await noor.newRun()).to(S.EVIDENCE_NEEDS);
    const sam = await as("sam");
    sam.model.say(tools(vaultSearch("opleiding", "slot:1")), final());
    const theirs = new RunDriver(() => sam.engine, run.context, "sam");
    await theirs.guide();
    await theirs.pin("vault:letter-a");
    const again = await as("noor");
    await new RunDriver(() => again.engine, theirs.context, "again").pin("vault:letter-b");
    expect(new Set(await actors(again, run.runId))).toEqual(
      new Set(["noor", "sam", expect.stringContaining("scripted")]),
    );
    const report = await replayed(again, run.runId);
    expect(report).toMatchObject({ difference: undefined, taken: [], derived: report.events });
  });
});
