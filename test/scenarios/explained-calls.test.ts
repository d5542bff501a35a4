import { fromBinary } from "@bufbuild/protobuf";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EvidenceSearchResultSchema } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import { OrchestratorState as S } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { NextAction_Kind } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { type ToolRequest, type ToolResult, ToolResultStatus } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import type { ExplainToolCallResponse } from "../../gen/pincite/tool/v1/tool_service_pb.ts";
import { explainToolCall } from "../../src/engine/read/explain.ts";
import { pendingCalls } from "../../src/engine/read/pending.ts";
import type { RunDriver } from "../engine/run-driver.ts";
import { type DemoCase, openDemoCase } from "./demo-case.ts";

// The demo's case over the real Vault and LawBot, written by the embedded model while a person agrees; then every one of
// its tool calls is explained from the record, and held against the memo that came of it.

let demo: DemoCase;
let run: RunDriver;
let calls: { request: ToolRequest; result: ToolResult; explained: ExplainToolCallResponse }[];
beforeAll(async () => {
  demo = await openDemoCase();
  run = await demo.test.newRun();
  await run.propose({ case: "intentSeed", value: { goal: "Antwoorden op de brief." } }, { confirm: true });
  await run.advance();
  const text = "De teamleider heeft op 17 maart 2025 toegezegd dat de thuiswerkdag op vrijdag blijft gelden.";
  const sections = [{ title: "Feiten", claims: [{ text, claimKind: "promise" }] }];
  await run.propose({ case: "skeleton", value: { sections } }, { confirm: true });
  await run.advance();
  await run.tool("vault.search", { params: { case: "vaultSearch", value: { query: "olifantenpad" } } });
  for (let step = 0; step < 20 && run.context.state < S.DRAFT; step++) {
    const kind = run.context.nextAction?.kind;
    if (kind === NextAction_Kind.ADVANCE) await run.advance();
    else if (kind === NextAction_Kind.CONFIRM) await run.confirm();
    else if (kind === NextAction_Kind.CHOOSE) await run.chooseFirst();
    else await run.guide({ userPrompt: "Ga verder." });
  }
  await run.guide({ userPrompt: "Schrijf de brief." });
  await run.confirm();
  await run.advance();
  const { runs, tools } = demo.test.engine;
  const recorded = (await demo.test.views.toolCalls(run.runId, undefined, 1_000)).rows;
  calls = await Promise.all(
    recorded.map(async ({ request, result }) => {
      if (!request || !result) throw new Error("a call without a result in a finished run");
      return { request, result, explained: await explainToolCall(runs, tools, request.id) };
    }),
  );
});
afterAll(() => demo.close());

const usesOf = (resultId: string, kind: string): string[] =>
  (calls.find(({ result }) => result.id === resultId)?.explained.uses ?? [])
    .filter((use) => use.kind === kind)
    .map((use) => use.subjectId);

describe("the tool calls of a finished memo", () => {
  it("are explained, each in six sentences, with result, output and receipt as recorded", () => {
    expect(calls.length).toBeGreaterThanOrEqual(3);
    for (const { request, result, explained } of calls) {
      expect(explained.answers).toHaveLength(6);
      expect(explained).toMatchObject({ request, result, tool: { name: request.toolName, layer: "built-in" } });
      expect(explained.receiptRef?.digest).toMatch(/^[0-9a-f]{64}$/);
      expect(explained.authority).toMatchObject({ policy: "ALLOW", byGrant: false });
    }
  });

  it("account for every binding, ledger entry and sentence that names a tool result", async () => {
    const { needMap, ledger, draft } = await run.material();
    const named = (needMap?.bindings ?? []).flatMap(({ toolResultIds, slotId }) =>
      toolResultIds.map((id) => [id, slotId] as const),
    );
    expect(named.length).toBeGreaterThan(0);
    for (const [id, slotId] of named) expect(usesOf(id, "binding")).toContain(slotId);
    const entries = (ledger?.entries ?? []).filter(({ toolResultId }) => toolResultId !== "");
    expect(entries.length).toBeGreaterThan(0);
    for (const { entryId, toolResultId } of entries) {
      expect(usesOf(toolResultId, "citation_ledger")).toContain(entryId);
      const citing = (draft?.sections ?? [])
        .flatMap(({ sentences }) => sentences)
        .filter(({ entryIds }) => entryIds.includes(entryId));
      for (const { sentenceId } of citing) expect(usesOf(toolResultId, "draft_text")).toContain(sentenceId);
    }
  });

  it("name every turn of the model that was shown what they brought", () => {
    // What a binding points at is looked up in the model's name on the way on, and no model is shown that turn.
    const onTheWay = "Resolve the sentences that the bindings point at to exact characters.";
    const asked = calls.filter(({ request }) => request.requestedBy === "llm" && request.reason !== onTheWay);
    expect(asked.length).toBeGreaterThan(0);
    for (const { request, result } of asked) expect(usesOf(result.id, "turn")).toContain(request.turnId);
  });

  it("rest nothing on a search that found nothing", () => {
    const empty = calls.filter(({ result }) => result.status === ToolResultStatus.EMPTY);
    expect(empty.length).toBeGreaterThan(0);
    const kinds = empty.flatMap(({ explained }) => explained.uses.map((use) => use.kind));
    expect(kinds.filter((kind) => kind !== "turn")).toEqual([]);
  });

  it("are told without a word of the evidence", async () => {
    for (const { result, explained } of calls) {
      if (result.outputRef?.kind !== EvidenceSearchResultSchema.typeName) continue;
      const output = fromBinary(EvidenceSearchResultSchema, await demo.test.views.content(result.outputRef.digest));
      const told = explained.answers.join("\n");
      for (const { title, snippet } of output.candidates) {
        if (title.length > 12) expect(told).not.toContain(title);
        if (snippet.length > 12) expect(told).not.toContain(snippet);
      }
    }
  });

  it("leave nothing that waits", async () => {
    expect((await pendingCalls(demo.test.engine.runs, "", undefined, 50)).rows).toEqual([]);
  });
});
