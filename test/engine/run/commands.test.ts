import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import * as api from "../../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { OrchestratorState as S, StagePhase } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ItemDecision } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { failureOf, owner, TestEngine } from "../support.ts";

const intent = (goal: string) => ({ proposal: { case: "intentSeed", value: { goal } } }) as const;
const proposeRequest = (command: object, goal: string) =>
  create(api.ProposeRequestSchema, { ...command, proposal: intent(goal), confirm: true });

const opened = async () => {
  const test = await TestEngine.open();
  return { test, run: await test.newRun() };
};

const headSeq = async (test: TestEngine, runId: string): Promise<number> =>
  (await test.parts.store.head(owner, runId)).seq;

describe("an idempotency key", () => {
  it("gives the same run when CreateRun is repeated, also after a restart", async () => {
    const { test, run } = await opened();
    expect((await test.newRun()).runId).toBe(run.runId);
    await test.restart();
    expect((await test.newRun()).runId).toBe(run.runId);
    expect((await test.newRun("create-2")).runId).not.toBe(run.runId);
  });

  it("is joined while its call is under way: one event, one answer", async () => {
    const { test, run } = await opened();
    const request = proposeRequest(run.command(), "Een doel");
    const before = await headSeq(test, run.runId);
    const answers = await Promise.all([1, 2, 3].map(() => run.engine.propose(request)));
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
    expect(await headSeq(test, run.runId)).toBe(before + 1);
  });

  it("gives the answer it gave, byte for byte, whatever has happened since and after a restart", async () => {
    const { test, run } = await opened();
    const request = proposeRequest(run.command(), "Een doel");
    const first = await run.engine.propose(request);
    await run.refresh();
    await run.advance();
    expect(await run.engine.propose(request)).toEqual(first);
    await test.restart();
    expect(await run.engine.propose(request)).toEqual(first);
    expect(await run.refresh()).toMatchObject({ state: S.SKELETON });
  });

  it("is refused for another request, before and after a restart", async () => {
    const { test, run } = await opened();
    const command = run.command();
    await run.engine.propose(proposeRequest(command, "Een doel"));
    const other = () => failureOf(run.engine.propose(proposeRequest(command, "Een ander doel")));
    expect(await other()).toMatchObject({ reason: "IDEMPOTENCY_KEY_REUSED" });
    await test.restart();
    expect(await other()).toMatchObject({ reason: "IDEMPOTENCY_KEY_REUSED" });
    const advance = create(api.AdvanceRequestSchema, command);
    expect(await failureOf(run.engine.advance(advance))).toMatchObject({ reason: "IDEMPOTENCY_KEY_REUSED" });
  });

  it("is looked at before the version: a repeated call is not stale", async () => {
    const { run } = await opened();
    const request = proposeRequest(run.command(), "Een doel");
    const first = await run.engine.propose(request);
    expect(first.runContext?.version).not.toBe(request.expectedVersion);
    expect(await run.engine.propose(request)).toEqual(first);
  });

  it("belongs to one run: another run may use it too", async () => {
    const { test, run } = await opened();
    const other = await test.newRun("create-2");
    await run.engine.propose(proposeRequest({ ...run.command(), idempotencyKey: "k" }, "Een doel"));
    await other.engine.propose(proposeRequest({ ...other.command(), idempotencyKey: "k" }, "Een ander doel"));
  });

  it("is not used up by a refusal", async () => {
    const { run } = await opened();
    const command = run.command();
    const stale = proposeRequest({ ...command, expectedVersion: "0-0" }, "Een doel");
    expect(await failureOf(run.engine.propose(stale))).toMatchObject({ reason: "RUN_VERSION_STALE" });
    await run.engine.propose(proposeRequest(command, "Een doel"));
  });
});

describe("a version", () => {
  it("that is not the current one is refused, with the current one", async () => {
    const { run } = await opened();
    const old = run.context.version;
    await run.propose({ case: "intentSeed", value: { goal: "Een doel" } });
    const late = await failureOf(
      run.engine.advance(create(api.AdvanceRequestSchema, { ...run.command(), expectedVersion: old })),
    );
    expect(late).toMatchObject({ reason: "RUN_VERSION_STALE", facts: { current_version: run.context.version } });
  });

  it("lets one of two writers through who both read the same", async () => {
    const { run } = await opened();
    const both = await Promise.allSettled(
      ["Een doel", "Een ander doel"].map((goal) => run.engine.propose(proposeRequest(run.command(), goal))),
    );
    expect(both.map((one) => one.status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(both.find((one) => one.status === "rejected")?.reason).toMatchObject({ reason: "RUN_VERSION_STALE" });
  });

  it("may be left out of a pin, and a pin then meets whatever stands", async () => {
    const { run } = await opened();
    run.context.version = "";
    await run.pin("vault:letter-a");
    expect((await run.material()).evidenceSet?.entries).toMatchObject([{ pinned: true, toolResultIds: [] }]);
  });
});

describe("a confirmation", () => {
  it("of a proposal that is no longer the one shown is refused", async () => {
    const { run } = await opened();
    await run.propose({ case: "intentSeed", value: { goal: "Een doel" } });
    const shown = run.digestOf("proposal");
    await run.propose({ case: "intentSeed", value: { goal: "Een ander doel" } });
    const items = [{ itemId: "intent", decision: ItemDecision.CONFIRM }];
    const request = create(api.ConfirmRequestSchema, { ...run.command(), proposalDigest: shown, items });
    expect(await failureOf(run.engine.confirm(request))).toMatchObject({
      reason: "PROPOSAL_SUPERSEDED",
      facts: { current_digest: run.digestOf("proposal") },
    });
  });

  it("of nothing is refused, and so is a stage left early", async () => {
    const { run } = await opened();
    const items = [{ itemId: "intent", decision: ItemDecision.CONFIRM }];
    const request = create(api.ConfirmRequestSchema, { ...run.command(), proposalDigest: "0".repeat(64), items });
    expect(await failureOf(run.engine.confirm(request))).toMatchObject({ reason: "NOTHING_PROPOSED" });
    expect(await failureOf(run.advance())).toMatchObject({ reason: "MISSING_INPUTS" });
  });
});

describe("a run", () => {
  it("of nobody's is not found", async () => {
    const { run } = await opened();
    const request = create(api.AdvanceRequestSchema, { ...run.command(), runId: "run-nobodys" });
    expect(await failureOf(run.engine.advance(request))).toMatchObject({ reason: "RUN_NOT_FOUND" });
  });

  it("needs a profile that exists and a day of the calendar", async () => {
    const { run } = await opened();
    const ask = (more: object) =>
      failureOf(
        run.engine.create(create(api.CreateRunRequestSchema, { idempotencyKey: "x", profileId: "sample", ...more })),
      );
    expect(await ask({ profileId: "none" })).toMatchObject({ reason: "PROFILE_UNKNOWN" });
    expect(await ask({ referenceDate: "2025-02-30" })).toMatchObject({ reason: "REQUEST_INVALID" });
  });

  it("stands where it stood after a restart", async () => {
    const { test, run } = await opened();
    await run.to(S.DRAFT);
    const before = run.context;
    await test.restart();
    expect(await run.refresh()).toEqual(before);
    expect(before).toMatchObject({ state: S.DRAFT, phase: StagePhase.OPEN });
  });

  it("takes a pin while a new intent waits after a rewind", async () => {
    const { test, run } = await opened();
    await run.to(S.EVIDENCE_BINDING);
    await run.rewind(S.INTENT_SEED);
    await run.propose({ case: "intentSeed", value: { goal: "Een ander doel" } });
    await run.pin("vault:letter-b");
    await test.restart();
    expect((await run.refresh()).state).toBe(S.INTENT_SEED);
  });
});
