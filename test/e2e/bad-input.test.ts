import { create } from "@bufbuild/protobuf";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { IntentSeedSchema } from "../../gen/pincite/memo/v1/intent_pb.ts";
import { StageProposalSchema } from "../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import { OrchestratorState, StagePhase } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ItemDecision } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { paramsOf } from "./support/matrix-case.ts";
import { reasonOf, refusalOf } from "./support/refusal.ts";
import { key, RunDriver } from "./support/run-driver.ts";
import type { TestServer } from "./support/server.ts";
import { startSmallServer } from "./support/small-server.ts";
import { traceOf } from "./support/trace.ts";

let server: TestServer;
let docUid: string;
beforeAll(async () => {
  ({ server, docUid } = await startSmallServer());
});
afterAll(() => server.stop());

/** A sentence that says what to do names the field, or speaks of an action; an internal error never counts. */
const helps = (refusal: { message: string; fields: readonly string[] } | undefined): void => {
  expect(refusal?.message).toMatch(/\S+ \S+ \S+/);
  expect(refusal?.message).not.toMatch(/internal error|undefined|\bTypeError\b|at .*\.ts/);
};

const intent = (goal: string, referenceDate = "") =>
  create(StageProposalSchema, { proposal: { case: "intentSeed", value: { goal, referenceDate } } });

describe("an intent", () => {
  let run: RunDriver;
  beforeEach(async () => {
    run = await RunDriver.create(server);
  });

  it.each([
    ["is empty", ""],
    ["is white space", " \t\n  "],
    ["is white space of other scripts", "\u2003\u3000\u00a0"],
    ["is longer than 8,000 characters", "a".repeat(8_001)],
  ])("that %s is refused with its field, and nothing is written", async (_, goal) => {
    const before = await traceOf(server, run.runId);
    const refusal = await refusalOf(server.orchestrator.propose({ ...run.command(), proposal: intent(goal) }));
    expect(refusal?.code).toBe("InvalidArgument");
    expect(["REQUEST_INVALID", "PROPOSAL_INVALID"]).toContain(refusal?.reason);
    expect(refusal?.fields.join()).toContain("goal");
    helps(refusal);
    expect(await traceOf(server, run.runId)).toEqual(before);
  });

  it.each([
    ["8,000 emoji", "😀".repeat(8_000)],
    ["right-to-left letters and marks", "\u202eمذكرة قانونية\u202c ‏עברית"],
    ["control characters between words", "Answer\u0000 the\u0007 letter\u001b[31m"],
    ["combining marks without end", `a${"\u0301".repeat(5_000)}`],
  ])("of %s is kept character for character and passes through a turn of the model", async (_, goal) => {
    await run.propose(intent(goal), true);

    expect((await run.current("intent_seed", IntentSeedSchema))?.goal).toBe(goal);
    await run.advance();
    const turn = await refusalOf(server.orchestrator.guide({ ...run.command(), userPrompt: goal.slice(0, 2_000) }));
    expect(["", "MODEL_TURN_REJECTED"]).toContain(turn?.reason ?? "");
    expect((await run.read()).turnId).toBe("");
  });

  it.each(["2025-02-30", "2025-13-01", "0000-00-00", "9999-99-99"])("with the day %s is refused", async (day) => {
    const before = await traceOf(server, run.runId);
    const refusal = await refusalOf(server.orchestrator.propose({ ...run.command(), proposal: intent("A goal", day) }));
    expect(refusal).toMatchObject({ code: "InvalidArgument", reason: "PROPOSAL_INVALID" });
    expect(refusal?.message).toContain(day);
    expect(await traceOf(server, run.runId)).toEqual(before);
  });
});

describe("CreateRun", () => {
  const countRuns = async () => (await server.orchestrator.listRuns({ pageSize: 1000 })).runs.length;

  it.each([
    ["an unknown profile", { profileId: "no-such-profile" }, "PROFILE_UNKNOWN"],
    ["a day that does not exist", { referenceDate: "2025-02-30" }, "REQUEST_INVALID"],
    ["something that is no day", { referenceDate: "yesterday" }, "REQUEST_INVALID"],
    ["a language it does not write", { locale: "fr" }, "REQUEST_INVALID"],
    ["no key", { idempotencyKey: "" }, "REQUEST_INVALID"],
    ["a title that is too long", { title: "t".repeat(201) }, "REQUEST_INVALID"],
    ["a strand that no Vault can have", { strandId: "../other" }, "REQUEST_INVALID"],
  ])("with %s is refused and creates nothing", async (_, change, reason) => {
    const before = await countRuns();
    const refusal = await refusalOf(server.orchestrator.createRun({ idempotencyKey: key(), ...change }));
    expect(refusal?.reason).toBe(reason);
    helps(refusal);
    expect(await countRuns()).toBe(before);
  });
});

describe("a name of something that is not there", () => {
  const digest = "0".repeat(64);
  const runId = "run-01J00000000000000000000000";
  const head = () => ({ runId, idempotencyKey: key(), expectedVersion: "1-0" });
  const items = [{ itemId: "intent", decision: ItemDecision.CONFIRM }];

  const calls: Record<string, [reason: string, call: () => Promise<unknown>]> = {
    GetRun: ["RUN_NOT_FOUND", () => server.orchestrator.getRun({ runId })],
    Propose: ["RUN_NOT_FOUND", () => server.orchestrator.propose({ ...head(), proposal: intent("A goal") })],
    Confirm: ["RUN_NOT_FOUND", () => server.orchestrator.confirm({ ...head(), proposalDigest: digest, items })],
    Advance: ["RUN_NOT_FOUND", () => server.orchestrator.advance(head())],
    Rewind: ["RUN_NOT_FOUND", () => server.orchestrator.rewind({ ...head(), toState: 1 })],
    Guide: ["RUN_NOT_FOUND", () => server.orchestrator.guide(head())],
    PinEvidence: ["RUN_NOT_FOUND", () => server.orchestrator.pinEvidence({ ...head(), evidenceId: "vault:x" })],
    UnpinEvidence: ["RUN_NOT_FOUND", () => server.orchestrator.unpinEvidence({ ...head(), evidenceId: "vault:x" })],
    RequestTool: [
      "RUN_NOT_FOUND",
      () => server.tools.requestTool({ ...head(), toolName: "vault.search", params: paramsOf("vault.search", "") }),
    ],
    ListConversation: ["RUN_NOT_FOUND", () => server.orchestrator.listConversation({ runId })],
    ListToolCalls: ["RUN_NOT_FOUND", () => server.tools.listToolCalls({ runId })],
    ListArtifacts: ["RUN_NOT_FOUND", () => server.artifacts.listArtifacts({ runId })],
    ExecuteToolRequest: [
      "TOOL_REQUEST_NOT_FOUND",
      () => server.orchestrator.executeToolRequest({ requestId: "toolreq:01J00000000000000000000000" }),
    ],
    GetArtifact: ["ARTIFACT_NOT_FOUND", () => server.artifacts.getArtifact({ digest })],
    GetLineage: ["ARTIFACT_NOT_FOUND", () => server.artifacts.getLineage({ digest })],
    GetDocText: ["DOCUMENT_NOT_FOUND", () => server.docs.getDocText({ docUid: digest })],
    GetLawText: ["NO_LAW_LOADED", () => server.laws.getLawText({ lawId: "BWBR0005290" })],
    WatchRun: [
      "RUN_NOT_FOUND",
      async () => {
        for await (const _ of server.orchestrator.watchRun({ runId })) return;
      },
    ],
    StreamArtifact: [
      "ARTIFACT_NOT_FOUND",
      async () => {
        for await (const _ of server.artifacts.streamArtifact({ digest })) return;
      },
    ],
  };

  it.each(Object.entries(calls))("is told by %s, with what to do", async (_, [reason, call]) => {
    const refusal = await refusalOf(call());
    expect(refusal?.reason).toBe(reason);
    helps(refusal);
  });

  it("inside a run is told too, and changes nothing", async () => {
    const run = await (await RunDriver.create(server)).park(
      docUid,
      OrchestratorState.EVIDENCE_NEEDS,
      StagePhase.PROPOSED,
    );
    const before = await traceOf(server, run.runId);
    const tool = paramsOf("vault.search", "");
    const propose = (value: object) => {
      const proposal = create(StageProposalSchema, { proposal: { case: "evidenceNeeds", value } });
      return server.orchestrator.propose({ ...run.command(), proposal });
    };
    const shown = run.decisions().proposalDigest;
    const unknown = [{ itemId: "slot:999", decision: ItemDecision.CONFIRM }];
    const expected: [string, () => Promise<unknown>][] = [
      ["PROPOSAL_INVALID", () => propose({ dropSlotIds: ["slot:999"] })],
      ["PROPOSAL_INVALID", () => propose({ links: [{ slotId: "slot:1", evidenceId: "vault:unknown" }] })],
      ["PROPOSAL_INVALID", () => propose({ add: [{ claimId: "claim:999", description: "x", kind: 1 }] })],
      ["ITEM_UNKNOWN", () => server.orchestrator.confirm({ ...run.command(), proposalDigest: shown, items: unknown })],
      [
        "PROPOSAL_SUPERSEDED",
        () => server.orchestrator.confirm({ ...run.command(), proposalDigest: digest, items: unknown }),
      ],
      [
        "EVIDENCE_NOT_FOUND",
        () => server.orchestrator.pinEvidence({ ...run.command(), evidenceId: `vault:${digest}` }),
      ],
      [
        "EVIDENCE_NOT_FOUND",
        () => server.orchestrator.pinEvidence({ ...run.command(), evidenceId: "law:BWBR0000000@2025-01-01" }),
      ],
      ["REQUEST_INVALID", () => server.orchestrator.pinEvidence({ ...run.command(), evidenceId: "file:/etc/passwd" })],
      [
        "ITEM_UNKNOWN",
        () => server.orchestrator.pinEvidence({ ...run.command(), evidenceId: `vault:${docUid}`, slotId: "slot:999" }),
      ],
      ["PIN_NOT_FOUND", () => server.orchestrator.unpinEvidence({ ...run.command(), evidenceId: `vault:${digest}` })],
      ["REQUEST_INVALID", () => server.tools.requestTool({ ...run.command(), toolName: "shell.exec", params: tool })],
      [
        "REQUEST_INVALID",
        () => server.tools.requestTool({ ...run.command(), toolName: "lawbot.search", params: tool }),
      ],
      [
        "RUN_VERSION_STALE",
        () => server.orchestrator.advance({ ...run.command(), expectedVersion: "1-0000000000000000" }),
      ],
      ["RUN_VERSION_STALE", () => server.orchestrator.advance({ ...run.command(), expectedVersion: "nonsense" })],
    ];
    for (const [reason, call] of expected) expect(await reasonOf(call())).toBe(reason);
    expect(await traceOf(server, run.runId)).toEqual(before);
  });

  it("is refused by RequestTool too: a slot that the run does not have is not on record as served", async () => {
    const run = await (await RunDriver.create(server)).park(
      docUid,
      OrchestratorState.EVIDENCE_NEEDS,
      StagePhase.PROPOSED,
    );
    const before = await traceOf(server, run.runId);
    const params = paramsOf("vault.search", "");
    const call = server.tools.requestTool({ ...run.command(), toolName: "vault.search", params, slotId: "slot:999" });
    expect(await reasonOf(call)).toBe("ITEM_UNKNOWN");
    expect(await traceOf(server, run.runId)).toEqual(before);
  });
});
