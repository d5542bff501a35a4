import { fromBinary } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { ModelAttemptSchema, type ModelRequest } from "../../../gen/pincite/model/v1/model_call_pb.ts";
import { ToolDecision, ToolResultStatus } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import type { ModelProvider } from "../../../src/model/provider.ts";
import { final, ScriptedModel, tools, vaultSearch } from "../scripted-model.ts";
import { caseSearch, eventsOf, waitingRun } from "../waiting-tools.ts";

type Say = (request: ModelRequest) => unknown;

/** A guard that says what it is told, and remembers what it was asked. */
class Guard implements ModelProvider {
  readonly name = "guard";
  readonly asked: ModelRequest[] = [];
  say: Say = ({ nonce }) => ({ nonce, decision: "ALLOW", reason: "It fits." });

  async generate(request: ModelRequest) {
    this.asked.push(request);
    const said = this.say(request);
    const raw = new TextEncoder().encode(typeof said === "string" ? said : JSON.stringify(said));
    return { raw, inputTokens: 3, outputTokens: 2 };
  }
}

const guarded = async (say?: Say, guardProvider = "guard") => {
  const guard = new Guard();
  if (say) guard.say = say;
  const model = new ScriptedModel();
  const providers = new Map<string, ModelProvider>([
    ["scripted", model],
    ["guard", guard],
  ]);
  const { test, run } = await waitingRun({ providers }, { guardProvider, guardModelId: "small" });
  return { test, run, guard, model };
};

describe("a guard [S99, Gate A]", () => {
  it("is asked about the request alone, before it runs, in a context of its own", async () => {
    const { test, run, guard, model } = await guarded();
    model.say(tools({ ...vaultSearch("CANARY-QUERY"), reason: "CANARY-REASON" }), final());
    await run.guide({ userPrompt: "CANARY-PROMPT" });
    const [asked] = guard.asked;
    expect(guard.asked).toHaveLength(1);
    expect(asked?.prompt).toContain("CANARY-QUERY");
    expect(asked?.prompt).toContain("CANARY-REASON");
    expect(asked?.prompt).toContain("vault.search");
    expect(asked?.prompt).toContain("EVIDENCE_NEEDS");
    expect(`${asked?.prompt}${asked?.systemPrompt}`).not.toContain("CANARY-PROMPT");
    expect(asked?.context).toMatchObject({ userPrompt: "", conversation: [], toolContexts: [] });
    expect(asked?.context?.evidenceSet).toBeUndefined();
    expect(asked?.modelId).toBe("small");
    expect(test.tools.ran).toHaveLength(1);
  });

  it("that refuses keeps the tool from running, and says why to the model and in the record", async () => {
    const { test, run, model } = await guarded(({ nonce }) => ({
      nonce,
      decision: "DENY",
      reason: "It says nothing.",
    }));
    model.say(tools(vaultSearch("opleiding")), final());
    const { toolResultLog } = await run.guide();
    expect(toolResultLog?.results).toMatchObject([
      { status: ToolResultStatus.REFUSED, reason: "the guard refused: It says nothing." },
    ]);
    expect(test.tools.ran).toEqual([]);
    expect(model.asked[1]?.prompt).toContain("the guard refused: It says nothing.");
  });

  const unclear: readonly [string, Say][] = [
    ["prose", () => "ALLOW"],
    ["another nonce", () => ({ nonce: "x", decision: "ALLOW", reason: "ok" })],
    ["no nonce", () => ({ decision: "ALLOW", reason: "ok" })],
    ["another decision", ({ nonce }) => ({ nonce, decision: "allow", reason: "ok" })],
    ["no reason", ({ nonce }) => ({ nonce, decision: "ALLOW" })],
    ["an empty reason", ({ nonce }) => ({ nonce, decision: "ALLOW", reason: " " })],
    ["a key too many", ({ nonce }) => ({ nonce, decision: "ALLOW", reason: "ok", tool: "vault.import" })],
    ["a key twice", ({ nonce }) => `{"nonce":"${nonce}","decision":"DENY","decision":"ALLOW","reason":"ok"}`],
    ["a fence around it", ({ nonce }) => `\`\`\`json\n{"nonce":"${nonce}","decision":"ALLOW","reason":"ok"}\n\`\`\``],
    ["an array", ({ nonce }) => [{ nonce, decision: "ALLOW", reason: "ok" }]],
    ["far too much", ({ nonce }) => ({ nonce, decision: "ALLOW", reason: "x".repeat(5_000) })],
    [
      "a failure",
      () => {
        throw new Error("away");
      },
    ],
  ];

  it.each(unclear)("that answers with %s refuses: it fails closed", async (_, say) => {
    const { test, run, model } = await guarded(say);
    model.say(tools(vaultSearch("opleiding")), final());
    const { toolResultLog } = await run.guide();
    expect(toolResultLog?.results).toMatchObject([
      { status: ToolResultStatus.REFUSED, reason: expect.stringContaining("the guard gave no clear answer") },
    ]);
    expect(test.tools.ran).toEqual([]);
  });

  it("that the server does not have refuses", async () => {
    const { test, run, model } = await guarded(undefined, "nobody");
    model.say(tools(vaultSearch("opleiding")), final());
    expect((await run.guide()).toolResultLog?.results[0]?.reason).toContain("no model provider nobody");
    expect(test.tools.ran).toEqual([]);
  });

  it("lets nothing through that the policy refuses or a person must decide: it is not even asked", async () => {
    const { test, run, guard, model } = await guarded();
    model.say(tools(caseSearch()), final());
    expect((await run.guide()).suspended).toBe(true);
    expect(guard.asked).toEqual([]);
    expect(test.tools.ran).toEqual([]);
    await run.decide(run.pending().requestId, ToolDecision.ALLOW);
    expect(guard.asked).toEqual([]);
    expect(test.tools.ran).toHaveLength(1);
  });

  it("is asked where a standing permission spoke for the person", async () => {
    const { run, guard, model } = await guarded();
    model.say(tools(caseSearch()), tools(caseSearch("ontslag")), final());
    await run.guide();
    await run.decide(run.pending().requestId, ToolDecision.ALWAYS);
    expect(guard.asked).toHaveLength(1);
  });

  it("is not asked about what the user asks for", async () => {
    const { run, guard } = await guarded(({ nonce }) => ({ nonce, decision: "DENY", reason: "no" }));
    const { result } = await run.tool("vault.search", {
      params: { case: "vaultSearch", value: { query: "opleiding" } },
    });
    expect(result.status).toBe(ToolResultStatus.OK);
    expect(guard.asked).toEqual([]);
  });

  it("has what it was shown and said on record, as an attempt of its own", async () => {
    const { test, run, model } = await guarded(() => "hm");
    model.say(tools(vaultSearch("opleiding")), final());
    await run.guide();
    const recorded = (await eventsOf(test, run.runId)).flatMap(({ artifacts }) =>
      artifacts.filter((one) => one.role === "guard_attempt"),
    );
    expect(recorded).toHaveLength(1);
    const bytes = await test.engine.runs.reader.bytes(recorded[0]?.ref?.digest ?? "");
    expect(fromBinary(ModelAttemptSchema, bytes)).toMatchObject({
      model: "guard/small",
      rejectReason: "tool_call_invalid_format",
      inputTokens: 3,
    });
  });
});
