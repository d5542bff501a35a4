import { describe, expect, it } from "vitest";
import { OrchestratorState as S } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { usageSpace } from "../../../src/engine/run/kept-spaces.ts";
import { RunUsage } from "../../../src/engine/run/run-usage.ts";
import { eraseRun } from "../erase-run.ts";
import { final } from "../scripted-model.ts";
import { TestEngine } from "../support.ts";

const counting = ({ parts, engine }: TestEngine) => new RunUsage(parts.store, parts.owner, engine.runs.reader);

const issuer = "https://login.example";

/** An engine whose clock and caller a test sets. */
const opened = async () => {
  const at = { ms: Date.UTC(2026, 10, 30, 23, 30, 0), subject: "mia" };
  const signedIn = () => (at.subject === "" ? undefined : { issuer, subject: at.subject });
  const test = await TestEngine.open({ clock: { now: () => (at.ms += 10) }, signedIn });
  return { at, test, usage: counting(test) };
};
const short = (days: readonly { day: string; subject: string; model: string; [name: string]: unknown }[]) =>
  days.map(({ day, subject, model, turns, modelCalls, inputTokens, toolCalls }) =>
    [day, subject, model, turns, modelCalls, Number(inputTokens), toolCalls].join(" "),
  );

describe("what was used in a run", () => {
  it("is whose turn it was, on the day in UTC on which it was: what is December in Amsterdam already may be November still", async () => {
    const { at, test, usage } = await opened();
    const run = await test.newRun();
    test.model.say(final());
    await run.guide();
    at.subject = "max";
    at.ms = Date.UTC(2026, 11, 1, 0, 0, 1);
    test.model.say(final());
    await run.guide();
    const { days } = await usage.ofRun(run.runId);
    expect(short(days)).toEqual([
      "2026-11-30 mia  1 0 0 0",
      "2026-11-30 mia scripted 0 1 10 0",
      "2026-12-01 max  1 0 0 0",
      "2026-12-01 max scripted 0 1 10 0",
    ]);
  });

  it("counts a tool for whoever asked", async () => {
    const { test, usage } = await opened();
    const run = await (await test.newRun()).to(S.EVIDENCE_NEEDS);
    await run.tool("vault.search", { params: { case: "vaultSearch", value: { query: "een" } } });
    const { days } = await usage.ofRun(run.runId);
    expect(short(days)).toEqual(["2026-11-30 mia  0 0 0 1"]);
  });

  it("goes on from where it was counted, kept or remembered, and comes to the same as counted from the beginning", async () => {
    const { at, test, usage } = await opened();
    const run = await test.newRun();
    const all = async (of: RunUsage) => {
      const found = [];
      for await (const { record } of of.all(test.engine.runs.index.runIds())) found.push(record);
      return found[0];
    };
    for (const subject of ["mia", "", "max", "mia"]) {
      at.subject = subject;
      at.ms += 20 * 3_600_000;
      test.model.say(final());
      await run.guide();
      await all(usage);
    }
    const kept = await test.engine.runs.index.get(usageSpace, run.runId);
    expect(kept?.seq).toBeGreaterThan(7);
    const [remembered, fromKept] = [await all(usage), await all(counting(test))];
    await test.parts.store.commit({ owner: test.parts.owner, records: [usageSpace.drop(run.runId)] });
    const anew = await all(counting(test));
    expect(remembered).toEqual(anew);
    expect(fromKept).toEqual(anew);
    expect(anew?.days.filter(({ model }) => model === "").map(({ subject }) => subject)).toEqual([
      "mia",
      "tester",
      "max",
      "mia",
    ]);
  });

  it("is counted anew where what was kept is of another journal", async () => {
    const { test, usage } = await opened();
    const run = await test.newRun();
    test.model.say(final());
    await run.guide();
    const right = await usage.ofRun(run.runId);
    const wrong = { ...right, headHash: "0".repeat(64), days: [] };
    await test.parts.store.commit({ owner: test.parts.owner, records: [usageSpace.set(run.runId, wrong)] });
    expect(await counting(test).ofRun(run.runId)).toEqual(right);
  });

  it("is on disk with the commit that ends a turn, a suspended one too, or a call, before anybody asked for it", async () => {
    const { at, test } = await opened();
    const { index } = test.engine.runs;
    const run = await (await test.newRun()).to(S.EVIDENCE_NEEDS);
    await run.tool("vault.search", { params: { case: "vaultSearch", value: { query: "een" } } });
    const afterCall = await index.get(usageSpace, run.runId);
    expect(short(afterCall?.days ?? [])).toEqual(["2026-11-30 mia  0 0 0 1"]);
    at.subject = "max";
    test.model.say(final());
    await run.guide();
    const { head } = await test.engine.runs.load(run.runId);
    const afterTurn = await index.get(usageSpace, run.runId);
    expect(afterTurn).toMatchObject({ seq: head.seq, headHash: head.hash });
    expect(short(afterTurn?.days ?? [])).toEqual([
      "2026-11-30 max  1 0 0 0",
      "2026-11-30 max scripted 0 1 10 0",
      "2026-11-30 mia  0 0 0 1",
    ]);
    await test.parts.store.commit({ owner: test.parts.owner, records: [usageSpace.drop(run.runId)] });
    expect(await counting(test).ofRun(run.runId)).toEqual(afterTurn);
  });

  it("is counted on by another server from what the first one's turn left on disk", async () => {
    const { test } = await opened();
    const run = await test.newRun();
    test.model.say(final());
    await run.guide();
    await test.restart();
    test.model.say(final());
    await run.guide();
    const { head } = await test.engine.runs.load(run.runId);
    const kept = await test.engine.runs.index.get(usageSpace, run.runId);
    expect(kept).toMatchObject({ seq: head.seq });
    expect(short(kept?.days ?? [])).toEqual(["2026-11-30 mia  2 0 0 0", "2026-11-30 mia scripted 0 2 20 0"]);
  });

  it("goes with a run that is erased, also where a question that began before comes to its end after", async () => {
    const { test, usage } = await opened();
    const run = await test.newRun();
    test.model.say(final(), final(), final());
    for (let turn = 0; turn < 3; turn++) await run.guide();
    const { store, owner } = test.parts;
    await store.commit({ owner, records: [usageSpace.drop(run.runId)] });
    const asking = usage.all(test.engine.runs.index.runIds());
    const first = await asking[Symbol.asyncIterator]().next();
    // As many events as a question keeps.
    expect(first.value?.record.seq).toBeGreaterThanOrEqual(8);
    await eraseRun(test.engine, run.runId);
    for await (const _ of asking);
    expect(await test.engine.runs.index.get(usageSpace, run.runId)).toBeUndefined();
    const left = [];
    for await (const one of usage.all(test.engine.runs.index.runIds())) left.push(one);
    expect(left).toEqual([]);
  });
});
