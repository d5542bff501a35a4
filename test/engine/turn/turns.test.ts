import { fromBinary } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import {
  ContextManifestSchema,
  ModelAttemptSchema,
  PromptPart_Text,
} from "../../../gen/pincite/model/v1/model_call_pb.ts";
import { OrchestratorState as S } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ItemDecision } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { ToolResultStatus } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import { final, lawSearch, tools, vaultSearch } from "../scripted-model.ts";
import { owner, TestEngine } from "../support.ts";

/** A run that stands in EVIDENCE_NEEDS with nothing found yet; slot 1 wants a quote of the Vault. */
const atNeeds = async (change: Parameters<typeof TestEngine.open>[0] = {}) => {
  const test = await TestEngine.open(change);
  const run = await (await test.newRun()).to(S.EVIDENCE_NEEDS);
  return { test, run };
};

/** All artifacts of a kind, decoded, in order. */
const recorded = async (test: TestEngine, runId: string, kind: string) => {
  const { rows } = await test.views.artifacts(runId, kind, undefined, 1_000);
  return Promise.all(rows.map(({ ref }) => test.parts.store.getBlob(owner, ref?.digest ?? "")));
};

describe("a turn", () => {
  it("runs what the model may read, shows it the result, and records its proposal as the model's", async () => {
    const { test, run } = await atNeeds();
    test.model.say(tools(vaultSearch("opleiding", "slot:1")), final({ message: "There are two letters." }));
    const { conversationLog, toolRequestLog, toolResultLog } = await run.guide({ userPrompt: "Zoek de toezegging." });

    expect(test.tools.ran.map(({ request }) => request.toolName)).toEqual(["vault.search"]);
    expect(toolRequestLog?.requests).toMatchObject([
      { toolName: "vault.search", requestedBy: "llm", slotId: "slot:1" },
    ]);
    expect(toolResultLog?.results).toMatchObject([{ status: ToolResultStatus.OK, executor: "server" }]);
    expect(conversationLog?.entries.map((one) => one.text)).toEqual(["Zoek de toezegging.", "There are two letters."]);
    expect(run.context).toMatchObject({ turnId: "", slots: [{ candidateCount: 2 }, {}, {}, {}, {}] });
    const [first, second] = test.model.asked;
    expect(first?.prompt).not.toContain("TOOL_CONTEXT_START");
    expect(second?.prompt).toMatch(
      /TOOL_CONTEXT_START\nTool: vault\.search\n[\s\S]*CANARY-SNIPPET[\s\S]*TOOL_CONTEXT_END/,
    );
  });

  it("uses a nonce of its own in each step", async () => {
    const { test, run } = await atNeeds();
    test.model.say(tools(vaultSearch("opleiding")), final());
    await run.guide();
    expect(new Set(test.model.asked.map((one) => one.nonce)).size).toBe(2);
  });

  it("takes only a final answer once its tool steps are used up", async () => {
    const { test, run } = await atNeeds();
    const search = tools(vaultSearch("opleiding"));
    test.model.say(search, search, search, final());
    await run.guide();
    expect(test.model.asked.map((one) => one.context?.finalOnly)).toEqual([false, false, false, true]);
    expect(test.tools.ran).toHaveLength(3);
  });

  it("is refused when it goes on asking for tools at the limit", async () => {
    const { test, run } = await atNeeds();
    const search = tools(vaultSearch("opleiding"));
    test.model.say(search, search, search, search);
    await expect(run.guide()).rejects.toMatchObject({ reason: "MODEL_TURN_REJECTED" });
    expect(test.tools.ran).toHaveLength(3);
  });

  it("lists every artifact it showed in the manifest of the step", async () => {
    const { test, run } = await atNeeds();
    test.model.say(tools(vaultSearch("opleiding", "slot:1")), final());
    await run.guide({ userPrompt: "Zoek." });
    const manifests = (await recorded(test, run.runId, ContextManifestSchema.typeName)).map((bytes) =>
      fromBinary(ContextManifestSchema, bytes),
    );
    const kinds = manifests.map(({ entries }) => new Set(entries.map((one) => one.ref?.kind.split(".").at(-1))));
    const always = [
      "UserPrompt",
      "WorkflowProfile",
      "IntentSeed",
      "MessageSkeleton",
      "EvidenceNeeds",
      "ConversationEntry",
    ];
    expect([...(kinds[0] ?? [])]).toEqual(expect.arrayContaining(always));
    expect([...(kinds[1] ?? [])]).toEqual(expect.arrayContaining([...always, "EvidenceSet", "EvidenceSearchResult"]));
    for (const { ref } of manifests.flatMap((one) => one.entries))
      expect(await test.parts.store.blobSize(owner, ref?.digest ?? "")).toBe(Number(ref?.sizeBytes));
  });

  it("keeps both texts as they were sent, and names each part of them with its range [S49, S69]", async () => {
    const { test, run } = await atNeeds();
    test.model.say(tools(vaultSearch("opleiding", "slot:1")), final());
    await run.guide({ userPrompt: "Zoek \u{1F50E} dit." });
    const manifests = (await recorded(test, run.runId, ContextManifestSchema.typeName)).map((bytes) =>
      fromBinary(ContextManifestSchema, bytes),
    );
    expect(manifests).toHaveLength(2);
    for (const [at, { systemPrompt, prompt, parts }] of manifests.entries()) {
      const sent = test.model.asked[at];
      const textOf = async (digest = "") => new TextDecoder().decode(await test.parts.store.getBlob(owner, digest));
      expect(await textOf(systemPrompt?.digest)).toBe(sent?.systemPrompt);
      expect(await textOf(prompt?.digest)).toBe(sent?.prompt);
      const whole = (text: PromptPart_Text): string => {
        const characters = [...((text === PromptPart_Text.PROMPT ? sent?.prompt : sent?.systemPrompt) ?? "")];
        return parts
          .filter((part) => part.text === text)
          .map(({ start, end }) => characters.slice(start, end).join(""))
          .join("\n\n");
      };
      expect(whole(PromptPart_Text.SYSTEM_PROMPT)).toBe(sent?.systemPrompt);
      expect(whole(PromptPart_Text.PROMPT)).toBe(sent?.prompt);
      const said = parts.find(({ name }) => name === "The user says");
      expect([...(sent?.prompt ?? "")].slice(said?.start, said?.end).join("")).toBe(
        "# The user says\n  | Zoek \u{1F50E} dit.",
      );
    }
  });

  it("lists the proposed bindings it showed, confirmed or not", async () => {
    const { test, run } = await atNeeds();
    await run.settle();
    await run.advance();
    const { needs } = await run.material();
    const evidenceId = needs?.sections[0]?.claims[0]?.required[0]?.candidates[0]?.evidenceId ?? "";
    const evidence = { evidence: { case: "document", value: { evidenceId } } } as const;
    const { proposal } = await run.propose({ case: "needMap", value: { bindings: [{ slotId: "slot:1", evidence }] } });
    await run.guide();
    expect(test.model.asked.at(-1)?.context?.needMap?.bindings).toHaveLength(1);
    const [manifest] = (await recorded(test, run.runId, ContextManifestSchema.typeName)).map((bytes) =>
      fromBinary(ContextManifestSchema, bytes),
    );
    expect(manifest?.entries.map((one) => one.ref?.digest)).toContain(proposal?.digest);
  });

  it("can propose, and neither confirm nor advance", async () => {
    const test = await TestEngine.open();
    const run = await test.newRun();
    await run.settle();
    await run.advance();
    const sections = [{ title: "Feiten", claims: [{ text: "Er is een toezegging.", claimKind: "promise" }] }];
    test.model.say(final({ message: "Confirmed, yes.", proposal: { skeleton: { sections } } }));
    await run.guide({ userPrompt: "Ja, akkoord, ga door." });
    expect(run.context.state).toBe(S.SKELETON);
    expect(run.context.items).toMatchObject([{ itemId: "claim:1", decision: ItemDecision.UNSPECIFIED }]);
    expect((await run.material()).skeleton).toBeUndefined();
  });

  it("stores what the model said, as it said it, with every attempt", async () => {
    const { test, run } = await atNeeds();
    test.model.say(tools(vaultSearch("opleiding")), final());
    await run.guide();
    const attempts = (await recorded(test, run.runId, ModelAttemptSchema.typeName)).map((bytes) =>
      fromBinary(ModelAttemptSchema, bytes),
    );
    expect(attempts).toMatchObject([
      { step: 0, rejectReason: "", inputTokens: 10, model: "scripted" },
      { step: 1, rejectReason: "" },
    ]);
    const raw = await test.parts.store.getBlob(owner, attempts[0]?.rawOutput?.digest ?? "");
    expect(JSON.parse(new TextDecoder().decode(raw))).toMatchObject({ nonce: attempts[0]?.nonce });
  });

  it("offers no more tools than the call allows", async () => {
    const { test, run } = await atNeeds();
    test.model.say(tools(lawSearch("goed werkgever")));
    await expect(run.guide({ allowedTools: ["vault.search", "vault.import"] })).rejects.toMatchObject({
      facts: { model_reason: "tool_call_unknown_tool" },
    });
    expect(test.model.asked[0]?.context?.allowedTools).toEqual(["vault.search"]);
    expect(test.tools.ran).toEqual([]);
  });

  it("offers no tools at all when they are to be skipped", async () => {
    const { test, run } = await atNeeds();
    await run.guide({ skipTools: true });
    expect(test.model.asked[0]?.context).toMatchObject({ allowedTools: [], finalOnly: true });
  });

  it("resolves no quotes in a step without tools, as raw text can never yield evidence", async () => {
    const test = await TestEngine.open();
    const run = await (await test.newRun()).to(S.SPAN_RESOLUTION);
    const { needMap } = await run.material();
    const before = test.tools.ran.length;
    const locator = { docUid: "letter-a", exactQuote: "wij betalen uw opleiding volledig" };
    const spans = [{ bindingId: needMap?.bindings[0]?.bindingId, locator }];
    test.model.say(final({ proposal: { citationLedger: { spans } } }));
    await expect(run.guide({ skipTools: true })).rejects.toMatchObject({ reason: "MODEL_TURN_REJECTED" });
    expect(test.tools.ran).toHaveLength(before);
  });

  it("has the quotes a model proposes resolved by their source, and leaves them to be confirmed", async () => {
    const test = await TestEngine.open();
    const run = await (await test.newRun()).to(S.SPAN_RESOLUTION);
    const { needMap } = await run.material();
    const locator = { docUid: "letter-a", exactQuote: "wij betalen uw opleiding volledig" };
    test.model.say(
      final({ proposal: { citationLedger: { spans: [{ bindingId: needMap?.bindings[0]?.bindingId, locator }] } } }),
    );
    const { toolRequestLog } = await run.guide();
    expect(toolRequestLog?.requests.map((one) => one.toolName)).toEqual(["vault.get_spans"]);
    const quote = (await run.material()).proposals.ledger?.entries[0];
    expect(quote).toMatchObject({ span: { excerpt: locator.exactQuote, startChar: 30 } });
    expect(run.context.items.find((one) => one.itemId === quote?.entryId)?.decision).toBe(ItemDecision.UNSPECIFIED);
  });
});
