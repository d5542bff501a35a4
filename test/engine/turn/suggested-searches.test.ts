import { describe, expect, it } from "vitest";
import type { EvidenceNeeds } from "../../../gen/pincite/memo/v1/evidence_needs_pb.ts";
import { EvidenceNeedsSchema } from "../../../gen/pincite/memo/v1/evidence_needs_pb.ts";
import { OrchestratorState as S } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ToolResultStatus } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import { replayed } from "../replay/support.ts";
import { type Ask, final, lawSearch, vaultSearch } from "../scripted-model.ts";
import { failureOf, scriptedProfile, TestEngine } from "../support.ts";

const atNeeds = async (change: Parameters<typeof TestEngine.open>[0] = {}) => {
  const test = await TestEngine.open(change);
  const run = await (await test.newRun()).to(S.EVIDENCE_NEEDS);
  return { test, run };
};

/** Ends the turn with these searches left to a person. */
const suggest = (...searches: readonly Ask[]) =>
  final({ suggestedSearches: searches.map((one) => ({ reason: "Fewer words find more.", ...one })) });

const needsOf = (test: TestEngine, runId: string): Promise<EvidenceNeeds | undefined> =>
  test.engine.runs
    .load(runId)
    .then(({ snapshot }) => test.engine.runs.reader.maybe(EvidenceNeedsSchema, snapshot.needs));

const suggestedIn = async (test: TestEngine, runId: string) =>
  ((await needsOf(test, runId))?.sections ?? [])
    .flatMap(({ claims }) => claims)
    .flatMap(({ claimId, suggestedSearches }) => suggestedSearches.map((one) => ({ claimId, ...one })));

describe("searches that a model suggests", () => {
  it("stand with the claim of their slot, with an id and the model's reason, and nothing of them runs", async () => {
    const { test, run } = await atNeeds();
    test.model.say(suggest(vaultSearch("opleiding", "slot:1"), lawSearch("7:611", "slot:4")));
    await run.guide();
    expect(await suggestedIn(test, run.runId)).toMatchObject([
      { claimId: "claim:1", slotId: "slot:1", toolName: "vault.search", requestedBy: "llm", requiresUserConfirm: true },
      { claimId: "claim:3", slotId: "slot:4", toolName: "lawbot.search", reason: "Fewer words find more." },
    ]);
    expect(test.tools.ran).toEqual([]);
    expect(run.context.pendingToolRequests).toEqual([]);
  });

  it("are the newest for each slot", async () => {
    const { test, run } = await atNeeds();
    test.model.say(
      suggest(vaultSearch("een", "slot:1"), vaultSearch("twee", "slot:2")),
      suggest(vaultSearch("drie", "slot:1")),
    );
    await run.guide();
    await run.guide();
    const queries = (await suggestedIn(test, run.runId)).map(({ params: all }) =>
      all?.params.case === "vaultSearch" ? all.params.value.query : "",
    );
    expect(queries.toSorted()).toEqual(["drie", "twee"]);
  });

  it("are run by a person with one call, recorded as the person's own, and then suggested no more", async () => {
    const { test, run } = await atNeeds();
    test.model.say(suggest(vaultSearch("opleiding", "slot:1")));
    await run.guide();
    const [suggested] = await suggestedIn(test, run.runId);
    const id = suggested?.id ?? "";
    const key = "run-it";
    const { toolResultLog, evidenceSet } = await run.execute(id, { runId: run.runId, idempotencyKey: key });
    expect(toolResultLog?.results).toMatchObject([{ status: ToolResultStatus.OK }]);
    expect(evidenceSet?.entries[0]?.slotIds).toEqual(["slot:1"]);
    expect(test.tools.ran).toHaveLength(1);
    expect(await suggestedIn(test, run.runId)).toEqual([]);
    const events = await test.engine.runs.events(run.runId, 1, 1_000);
    const asked = events.flatMap(({ event }) => (event.event.case === "toolRequested" ? [event.event.value] : []));
    expect(asked).toMatchObject([{ requestedBy: "user", toolName: "vault.search", slotId: "slot:1", policy: "ALLOW" }]);
    // The same call again gives the recorded answer, another one finds nothing suggested.
    const again = await run.execute(id, { runId: run.runId, idempotencyKey: key });
    expect(again.toolResultLog?.results[0]?.id).toBe(toolResultLog?.results[0]?.id);
    expect(test.tools.ran).toHaveLength(1);
    const late = run.execute(id, { runId: run.runId, idempotencyKey: "another" });
    expect((await failureOf(late)).reason).toBe("TOOL_REQUEST_NOT_FOUND");
  });

  it("are asked of the policy again when they are run: in a later stage it may refuse", async () => {
    const { test, run } = await atNeeds();
    test.model.say(suggest(vaultSearch("opleiding", "slot:1")));
    await run.guide();
    const [suggested] = await suggestedIn(test, run.runId);
    await run.to(S.SPAN_RESOLUTION);
    const call = run.execute(suggested?.id ?? "", { runId: run.runId, idempotencyKey: "late" });
    expect((await failureOf(call)).reason).toMatch(/^(?:TOOL_REFUSED|TOOL_REQUEST_NOT_FOUND)$/u);
  });

  it.each([
    ["a tool that is none of the stage", { toolName: "vault.import", params: { vaultImport: {} }, slotId: "slot:1" }],
    ["a tool that does not search", { toolName: "vault.get_spans", params: { vaultGetSpans: {} }, slotId: "slot:1" }],
    [
      "parameters of another tool",
      { toolName: "vault.search", params: { lawbotSearch: { query: "x" } }, slotId: "slot:1" },
    ],
    ["a slot that is none of the run's", vaultSearch("opleiding", "slot:99")],
    ["no slot", vaultSearch("opleiding")],
  ])("with %s are refused with the whole answer, and nothing is suggested", async (_, ask) => {
    const { test, run } = await atNeeds();
    test.model.say(suggest(ask), suggest(ask), suggest(ask));
    await run.guide().catch(() => undefined);
    expect(await suggestedIn(test, run.runId)).toEqual([]);
    expect(test.tools.ran).toEqual([]);
  });

  it("that would leave for another machine are refused: what leaves is composed when it is asked for", async () => {
    const remote = scriptedProfile({ remoteLawbot: "https://law.example.com" });
    const { test, run } = await atNeeds({ profiles: [remote] });
    test.model.say(suggest(lawSearch("7:611", "slot:4")));
    await run.guide().catch(() => undefined);
    expect(await suggestedIn(test, run.runId)).toEqual([]);
  });

  it("come to the same when the run is played again from its record", async () => {
    const { test, run } = await atNeeds();
    test.model.say(suggest(vaultSearch("opleiding", "slot:1")));
    await run.guide();
    const [suggested] = await suggestedIn(test, run.runId);
    await run.execute(suggested?.id ?? "", { runId: run.runId, idempotencyKey: "run-it" });
    expect(await replayed(test, run.runId)).toMatchObject({ difference: undefined, taken: [] });
  });

  it("cannot be run without saying of which run, or without a key", async () => {
    const { test, run } = await atNeeds();
    test.model.say(suggest(vaultSearch("opleiding", "slot:1")));
    await run.guide();
    const [{ id } = { id: "" }] = await suggestedIn(test, run.runId);
    for (const wrong of [{ idempotencyKey: "a" }, { runId: run.runId }])
      expect((await failureOf(run.execute(id, wrong))).reason).toBe("REQUEST_INVALID");
  });
});
