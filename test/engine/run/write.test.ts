import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import * as api from "../../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { OrchestratorState as S } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ToolResultStatus } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import { Engine } from "../../../src/engine/engine.ts";
import { Decision, decideAdvance, supersedeSuspended } from "../../../src/run/decide.ts";
import type { Commit } from "../../../src/store/store.ts";
import { RunDriver } from "../run-driver.ts";
import { failureOf, owner, TestEngine } from "../support.ts";

const intent = (goal: string) => ({ proposal: { case: "intentSeed", value: { goal } } }) as const;

/** Two engines over one store, as two processes would have: neither is told what the other does. */
const twoEngines = async () => {
  const test = await TestEngine.open();
  const run = await test.newRun();
  const other = new Engine(test.parts);
  return { test, run, other, there: new RunDriver(() => other, run.context, "there") };
};

/** Lets `work` write to the run between the next load of it and the commit that rests on that load. */
const inBetween = (engine: Engine, work: () => Promise<unknown>, times = 1): void => {
  const { store } = engine.runs.parts;
  const commit = store.commit.bind(store);
  let left = times;
  engine.runs.parts.store.commit = async (change: Commit) => {
    if (left > 0 && change.events?.length) {
      left--;
      engine.runs.parts.store.commit = commit;
      await work();
      if (left > 0) inBetween(engine, work, left);
    }
    return commit(change);
  };
};

describe("a run that another process writes to", () => {
  it("is loaded as the store has it, not as it was remembered", async () => {
    const { run, other, there } = await twoEngines();
    await other.runs.load(run.runId);
    await run.propose({ case: "intentSeed", value: { goal: "Een doel" } }, { confirm: true });
    const here = await run.engine.runs.load(run.runId);
    expect(await other.runs.load(run.runId)).toMatchObject({ head: here.head, snapshot: here.snapshot });
    expect((await there.refresh()).version).toBe(run.context.version);
  });

  it("is decided on again when the commit comes too late and no version was expected", async () => {
    const { test, run, there } = await twoEngines();
    await run.to(S.EVIDENCE_NEEDS);
    there.context = run.context;
    inBetween(test.engine, () => there.pin("vault:letter-b"));
    run.context.version = "";
    await run.pin("vault:letter-a");
    const { evidenceSet } = await run.material();
    expect(evidenceSet?.entries.map((one) => one.candidate?.evidenceId)).toEqual(["vault:letter-b", "vault:letter-a"]);
    expect((await test.parts.store.verify()).damages).toEqual([]);
  });

  it("is not decided on again for a caller who saw a version: who is told the one there is", async () => {
    const { test, run, there } = await twoEngines();
    const seen = run.context.version;
    inBetween(test.engine, () => there.propose(intent("Hun doel").proposal));
    const request = create(api.ProposeRequestSchema, { ...run.command(), proposal: intent("Ons doel") });
    const late = await failureOf(run.engine.propose(request));
    await run.refresh();
    expect(late).toMatchObject({
      reason: "RUN_VERSION_STALE",
      facts: { current_version: run.context.version, expected_version: seen },
    });
  });

  it("is given up after five times, with nothing of it stored", async () => {
    const { test, run, there } = await twoEngines();
    await run.to(S.EVIDENCE_NEEDS);
    there.context = run.context;
    let turn = 0;
    inBetween(test.engine, () => (turn++ % 2 === 0 ? there.pin("vault:letter-b") : there.unpin("vault:letter-b")), 9);
    run.context.version = "";
    const late = run.engine.pin(
      create(api.PinEvidenceRequestSchema, { ...run.command(), evidenceId: "vault:letter-a" }),
      new AbortController().signal,
    );
    expect(await failureOf(late)).toMatchObject({ reason: "RUN_VERSION_STALE" });
    expect((await run.material()).evidenceSet?.entries.some((e) => e.candidate?.evidenceId === "vault:letter-a")).toBe(
      false,
    );
  });
});

describe("a write", () => {
  it("that decides nothing writes nothing, and tells of the run as it is", async () => {
    const test = await TestEngine.open();
    const { runId } = await test.newRun();
    const { runs } = test.engine;
    const before = await test.parts.store.head(owner, runId);
    const key = { scope: "some/key", payloadDigest: "digest" };
    const seq = await runs.write(runId, { as: runs.user, key }, () => ({ answer: (run) => run.head.seq }));
    expect(seq).toBe(before.seq);
    expect(await test.parts.store.head(owner, runId)).toEqual(before);
    expect(await test.parts.store.idempotency(owner, key.scope)).toBeUndefined();
  });

  it("names who it is made for in its events", async () => {
    const test = await TestEngine.open();
    const run = await test.newRun();
    await run.propose({ case: "intentSeed", value: { goal: "Een doel" } }, { confirm: true });
    const { runs } = test.engine;
    const as = { ...runs.user, name: "somebody-else" };
    await runs.write(run.runId, { as }, (input) => ({ decision: decideAdvance(input), answer: () => undefined }));
    const [last] = (await runs.events(run.runId, 1, 100)).slice(-1);
    expect(last?.event.actor?.name).toBe("somebody-else");
  });

  it("asks its guard before the version is looked at, and neither is asked after a decision", async () => {
    const test = await TestEngine.open();
    const { runId } = await test.newRun();
    const { runs } = test.engine;
    const guard = () => {
      throw new Error("not now");
    };
    const decide = () => {
      throw new Error("decided");
    };
    await expect(runs.write(runId, { as: runs.user, expected: "0-0", guard }, decide)).rejects.toThrow("not now");
    expect(await failureOf(runs.write(runId, { as: runs.user, expected: "0-0" }, decide))).toMatchObject({
      reason: "RUN_VERSION_STALE",
    });
  });

  it("has its answer asked for once, with the head its events are stored under", async () => {
    const test = await TestEngine.open();
    const run = await test.newRun();
    await run.propose({ case: "intentSeed", value: { goal: "Een doel" } }, { confirm: true });
    const { runs } = test.engine;
    const asked: string[] = [];
    await runs.write(run.runId, { as: runs.user, key: { scope: "a/key", payloadDigest: "d" } }, (input) => ({
      decision: decideAdvance(supersedeSuspended(new Decision(input)).input),
      answer: ({ head }) => asked.push(head.hash),
      record: () => new Uint8Array([asked.length]),
    }));
    expect(asked).toEqual([(await test.parts.store.head(owner, run.runId)).hash]);
    expect((await test.parts.store.idempotency(owner, "a/key"))?.answer).toEqual(new Uint8Array([1]));
  });
});

describe("a tool result that two processes bring", () => {
  it("is recorded once; who comes too late is told of the one there is", async () => {
    const { test, run, other } = await twoEngines();
    await run.to(S.EVIDENCE_NEEDS);
    const { request } = await run.requestTool("vault.search", {
      params: { case: "vaultSearch", value: { query: "x" } },
    });
    const there = new RunDriver(() => other, run.context, "there");
    const answers = await Promise.all([run.execute(request?.id ?? ""), there.execute(request?.id ?? "")]);
    const results = answers.map(({ toolResultLog }) => toolResultLog?.results[0]);
    expect(results[1]).toEqual(results[0]);
    expect(results[0]?.status).toBe(ToolResultStatus.OK);
    const finished = (await test.engine.runs.events(run.runId, 1, 100)).filter(
      ({ event }) => event.event.case === "toolFinished",
    );
    expect(finished).toHaveLength(1);
  });
});
