import { create } from "@bufbuild/protobuf";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { WorkflowProfileSchema } from "../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { ToolContextSchema } from "../../gen/pincite/model/v1/model_call_pb.ts";
import { OrchestratorState } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { effectiveBudget } from "../../src/model/budget.ts";
import { guardrails } from "../../src/model/prompt/system-prompt.ts";
import { answerSchema } from "../../src/model/providers/answer-schema.ts";
import { buildModelRequest } from "../../src/model/request.ts";
import { anyContext } from "./contexts.ts";
import { sha256 } from "./turns.ts";

const digest = (letter: string) => ({
  kind: "pincite.memo.v1.IntentSeed",
  digest: letter.repeat(64),
  version: 1,
  sizeBytes: 1n,
});
const profile = create(WorkflowProfileSchema);
const build = (
  context: Parameters<typeof buildModelRequest>[0]["context"],
  shown: Parameters<typeof buildModelRequest>[0]["shown"] = [],
) =>
  buildModelRequest({
    context,
    runId: "run-1",
    turnId: "turn:1",
    step: 1,
    nonce: "nonce-9",
    budget: effectiveBudget(profile),
    shown,
    sha256,
  });

const sample = (state: OrchestratorState) => fc.sample(anyContext(state), { numRuns: 1, seed: 3 })[0]!;

describe("a model request", () => {
  it("carries the three guardrails verbatim in every stage, with task, contract and nonce", () => {
    expect(guardrails).toEqual([
      "Do not claim you searched or found evidence unless a ToolResult exists.",
      "If evidence is unknown, ask for a tool request or a user pin.",
      "In SKELETON, do not request evidence or binding.",
    ]);
    for (const state of [1, 2, 3, 4, 5, 6] as OrchestratorState[]) {
      const { request } = build(sample(state));
      for (const line of guardrails) expect(request.systemPrompt.split("\n")).toContain(line);
      expect(request.systemPrompt).toContain("nonce-9");
    }
  });

  it("shows nothing at the beginning of a line that is not its own", () => {
    fc.assert(
      fc.property(anyContext(OrchestratorState.EVIDENCE_NEEDS), (context) => {
        const { request } = build(context);
        const own =
          /^(#{1} (Where the run stands|Profile|Intent|Outline|Evidence needs|Evidence of this run|Bindings|Citation ledger|Draft|Conversation|Earlier tool results of this run, without their contents|Tool results of this turn|What the user's short message is about: your last reply|The user says)$|- | {2}|TOOL_CONTEXT_(START|END)$|Tool: |Workspace: |Result:$|$)/;
        const strange = request.prompt.split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/).filter((line) => !own.test(line));
        expect(strange).toEqual([]);
        const starts = request.prompt.split("\n").filter((line) => line === "TOOL_CONTEXT_START").length;
        expect(starts).toBe(context.toolContexts.length);
      }),
      { numRuns: 60 },
    );
  });

  it("lists every artifact once in its manifest, those the caller forgot as well", () => {
    const context = sample(OrchestratorState.EVIDENCE_NEEDS);
    context.run!.current = [{ role: "skeleton", ref: digest("b"), confirmed: true }] as never;
    context.toolContexts = [create(ToolContextSchema, { result: { id: "toolres:01A", outputRef: digest("c") } })];
    const { manifest } = build(context, [
      { ref: digest("a") as never, reason: "intent", shownChars: 5 },
      { ref: digest("a") as never, reason: "intent", shownChars: 9 },
    ]);
    expect(manifest.entries.map((entry) => [entry.ref?.digest[0], entry.reason, entry.shownChars])).toEqual([
      ["a", "intent", 9],
      ["c", "tool-result", 0],
      ["b", "outline", 0],
    ]);
    expect(manifest.promptSha256).toMatch(/^[0-9a-f]{64}$/);
  });

  it("asks with a closed schema that names this turn's nonce, tools and labels only", () => {
    const context = { ...sample(OrchestratorState.EVIDENCE_NEEDS), allowedTools: ["vault.search"], finalOnly: false };
    const schema = JSON.parse(build(context).request.answerSchema);
    const [tool, final] = schema.oneOf;
    expect(tool.properties.nonce).toEqual({ const: "nonce-9" });
    const item = tool.properties.tool.properties.requests.items.oneOf;
    expect(item).toHaveLength(1);
    expect(item[0].properties.toolName).toEqual({ const: "vault.search" });
    expect(item[0].properties.params.properties.vaultSearch.properties.query).toEqual({
      type: "string",
      maxLength: 400,
    });
    expect(Object.keys(final.properties.final.properties.proposal.properties)).toEqual(["evidenceNeeds"]);
    expect(final.properties.final.properties.nextAction.enum).toEqual([
      "Review evidence checklist",
      "Advance to binding",
      "Rewind",
    ]);
    expect(final.properties.final.required).toEqual(["nextAction"]);
    const open: string[] = [];
    JSON.stringify(schema, (_key, value) => {
      if (value?.type === "object" && value.additionalProperties !== false)
        open.push(JSON.stringify(value).slice(0, 60));
      return value;
    });
    expect(open).toEqual([]);
  });

  it("lets a final answer suggest the searches of the stage, at the step limit too", () => {
    const question = { state: OrchestratorState.EVIDENCE_NEEDS, nonce: "n", allowedTools: [], requestsMax: 8 };
    const finalOf = (searches: string[]) =>
      JSON.parse(answerSchema({ ...question, finalOnly: true, searches })).properties.final.properties;
    const { suggestedSearches } = finalOf(["vault.search"]);
    expect(suggestedSearches.maxItems).toBe(5);
    const names = suggestedSearches.items.oneOf.map(
      (one: { properties: { toolName: unknown } }) => one.properties.toolName,
    );
    expect(names).toEqual([{ const: "vault.search" }]);
    expect(finalOf([])).not.toHaveProperty("suggestedSearches");
  });

  it("offers no tools in the schema when only a final answer is accepted", () => {
    const schema = JSON.parse(
      build({ ...sample(OrchestratorState.EVIDENCE_NEEDS), finalOnly: true }).request.answerSchema,
    );
    expect(schema.properties.final).toBeDefined();
    expect(JSON.stringify(schema)).not.toContain("vaultSearch");
  });
});

describe("the budget of a turn", () => {
  it("has the defaults where the profile says nothing, and keeps what it says within the limits", () => {
    expect(effectiveBudget(profile)).toEqual({
      toolSteps: 3,
      requestsPerStep: 8,
      stepChars: 2000,
      turnChars: 6000,
      providerTimeoutMs: 120_000,
      outputBytes: 262_144,
    });
    const asked = create(WorkflowProfileSchema, { budget: { toolSteps: 99, stepChars: 1, turnChars: 1e9 } });
    expect(effectiveBudget(asked)).toMatchObject({ toolSteps: 8, stepChars: 500, turnChars: 60_000 });
  });
});
