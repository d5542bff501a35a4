import { create, toBinary } from "@bufbuild/protobuf";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { OrchestratorState as S } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { PendingToolRequest_WaitsFor as WaitsFor } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { SpanResolution_Outcome } from "../../gen/pincite/span/v1/span_pb.ts";
import { ResolveOutputSchema, SpansOutputSchema } from "../../gen/pincite/tool/v1/tool_output_pb.ts";
import { LawbotSearchParamsSchema, ToolDecision, ToolResultStatus } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import { ToolSpecSchema } from "../../gen/pincite/tool/v1/tool_service_pb.ts";
import { catalogueOf } from "../../src/tool/catalogue.ts";
import { letterCandidate, letters, spanOf } from "../run/sample-content.ts";
import { final, tools } from "./scripted-model.ts";
import { failureOf } from "./support.ts";
import { clientTool, eventsOf, found, foundType, officeLookup, valuesOf, waitingRun } from "./waiting-tools.ts";

const { OK, EMPTY, ERROR } = ToolResultStatus;
const delivered = { output: found(), outputType: foundType };

/** A run whose turn waits for the client. */
const waiting = async (...more: Parameters<typeof waitingRun>) => {
  const { test, run } = await waitingRun(...more);
  test.model.say(tools({ ...officeLookup(), slotId: "slot:1" }), final());
  await run.guide();
  return { test, run, id: run.pending().requestId };
};

describe("a tool that a client runs", () => {
  it("waits for the client and never runs here [S72, S79]", async () => {
    const { test, run, id } = await waiting();
    expect(run.pending(id)).toMatchObject({ waitsFor: WaitsFor.CLIENT, clientExecuted: true, started: false });
    for (const confirmed of [false, true])
      expect(await failureOf(run.execute(id, { confirmed }))).toMatchObject({
        reason: "TOOL_REFUSED",
        message: expect.stringContaining("SubmitToolResult"),
      });
    const shown = { toolName: "office.lookup", paramsDigest: run.pending(id).paramsDigest };
    expect(await failureOf(run.decide(id, ToolDecision.ALLOW, shown))).toMatchObject({ reason: "TOOL_REFUSED" });
    expect(test.tools.ran).toEqual([]);
  });

  it("has what the client delivers recorded as it came, as the client's, and the turn goes on with it", async () => {
    const { test, run, id } = await waiting();
    const { result, evidenceSet, continuedTurn } = await run.submit(id, { ...delivered, summary: "1 letter" });
    expect(result).toMatchObject({ status: OK, executor: "client", summary: "1 letter", requestId: id });
    const stored = await test.engine.runs.reader.bytes(result?.outputRef?.digest ?? "");
    expect(Buffer.from(stored).equals(Buffer.from(delivered.output))).toBe(true);
    expect(evidenceSet?.entries).toMatchObject([{ slotIds: ["slot:1"], toolResultIds: [result?.id] }]);
    expect(continuedTurn?.suspended).toBe(false);
    expect(test.model.asked[1]?.context?.toolContexts).toMatchObject([{ result: { executor: "client" } }]);
    expect(test.tools.ran).toEqual([]);
  });

  it("has one result: a second delivery is refused, the same one again is answered again [S79]", async () => {
    const { run, id } = await waiting();
    const same = { ...delivered, idempotencyKey: "submit", expectedVersion: run.context.version };
    const first = await run.submit(id, same);
    expect(await run.submit(id, same)).toEqual(first);
    for (const status of [OK, EMPTY])
      expect(await failureOf(run.submit(id, { ...delivered, status, expectedVersion: "" }))).toMatchObject({
        reason: "ALREADY_EXISTS",
      });
    expect(await failureOf(run.submit(id, { ...same, summary: "other" }))).toMatchObject({
      reason: "IDEMPOTENCY_KEY_REUSED",
    });
  });

  it("has one result when two clients deliver at once", async () => {
    const { test, run, id } = await waiting();
    const both = ["a", "b"].map((summary) => run.submit(id, { ...delivered, summary, expectedVersion: "" }));
    const settled = await Promise.allSettled(both);
    expect(settled.map((one) => one.status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(await valuesOf(test, run.runId, "toolFinished")).toHaveLength(1);
    expect(await valuesOf(test, run.runId, "turnResumed")).toHaveLength(1);
  });

  it("is still waited for after a restart [S76]", async () => {
    const { test, run, id } = await waiting();
    const before = run.pending(id);
    await test.restart();
    await run.refresh();
    expect(run.pending(id)).toEqual(before);
    expect((await run.submit(id, delivered)).continuedTurn?.suspended).toBe(false);
  });

  it("may say that it found nothing or that it failed", async () => {
    const nothing = await waiting();
    expect((await nothing.run.submit(nothing.id, { status: EMPTY, refinedQuery: "ander woord" })).result).toMatchObject(
      {
        status: EMPTY,
        refinedQuery: "ander woord",
      },
    );
    const failed = await waiting();
    expect((await failed.run.submit(failed.id, { status: ERROR })).result).toMatchObject({
      status: ERROR,
      reason: expect.stringContaining("failed"),
    });
  });

  it("can be declined instead, and then takes nothing", async () => {
    const { run, id } = await waiting();
    const { result, continuedTurn } = await run.decide(id, ToolDecision.DENY, { reason: "Niet nodig." });
    expect(result?.reason).toBe("Niet nodig.");
    expect(continuedTurn?.suspended).toBe(false);
    expect(await failureOf(run.submit(id, { ...delivered, expectedVersion: "" }))).toMatchObject({
      reason: "ALREADY_EXISTS",
    });
  });

  it("is not one that the server runs", async () => {
    const { run } = await waitingRun();
    const { request } = await run.requestTool("vault.search", {
      params: { case: "vaultSearch", value: { query: "x" } },
    });
    const failure = await failureOf(run.submit(request?.id ?? "", delivered));
    expect(failure).toMatchObject({ reason: "TOOL_REFUSED", message: expect.stringContaining("ExecuteToolRequest") });
  });

  it("can be asked for by the user, with parameters of its own message and nothing else", async () => {
    const { run } = await waitingRun();
    const opaque = (typeName: string, value: Uint8Array) =>
      ({ params: { case: "opaque", value: { typeName, value } } }) as const;
    const good = toBinary(LawbotSearchParamsSchema, create(LawbotSearchParamsSchema, { query: "x" }));
    for (const bad of [
      opaque("pincite.tool.v1.GetSpansParams", good),
      opaque(LawbotSearchParamsSchema.typeName, new Uint8Array([255])),
    ])
      expect(await failureOf(run.requestTool("office.lookup", bad))).toMatchObject({ reason: "REQUEST_INVALID" });
    await run.requestTool("office.lookup", opaque(LawbotSearchParamsSchema.typeName, good));
    expect(run.pending().waitsFor).toBe(WaitsFor.CLIENT);
    expect((await run.submit(run.pending().requestId, delivered)).result?.status).toBe(OK);
  });
});

describe("what a client delivers", () => {
  const unknownField = Buffer.concat([Buffer.from(found()), Buffer.from([0xfa, 0x3e, 0x01, 0x78])]);
  const refusals: readonly [string, Parameters<Awaited<ReturnType<typeof waiting>>["run"]["submit"]>[1]][] = [
    ["bytes that are not the message", { output: new Uint8Array([255, 255]), outputType: foundType }],
    ["a field that the message does not have", { output: unknownField, outputType: foundType }],
    ["another message than the tool's", { output: found(), outputType: "pincite.tool.v1.SpansOutput" }],
    ["an output without its type", { output: found() }],
    ["OK without an output", { status: OK }],
    ["an output of what failed", { ...delivered, status: ERROR }],
    [
      "evidence that no source knows",
      { ...delivered, output: found({ candidates: [{ evidenceId: "vault:nowhere" }] }) },
    ],
    ["evidence of a scheme of its own", { ...delivered, output: found({ candidates: [{ evidenceId: "client:1" }] }) }],
    [
      "more evidence than is taken at once",
      {
        ...delivered,
        output: found({ candidates: Array.from({ length: 201 }, (_, n) => ({ evidenceId: `vault:${n}` })) }),
      },
    ],
    ["a status that is none", { ...delivered, status: ToolResultStatus.REFUSED }],
  ];

  it.each(refusals)("is refused: %s; nothing is recorded, and it can be delivered again", async (_, more) => {
    const { test, run, id } = await waiting();
    expect(await failureOf(run.submit(id, more))).toMatchObject({ reason: "REQUEST_INVALID" });
    expect(await valuesOf(test, run.runId, "toolFinished")).toEqual([]);
    expect((await run.submit(id, delivered)).result?.status).toBe(OK);
  });

  it("is taken in the source's words: what the client writes about a document does not enter the evidence", async () => {
    const { run, id } = await waiting();
    const { evidenceId } = letterCandidate(letters[0]!);
    const forged = { evidenceId, title: "CANARY", snippet: "CANARY", sourceDigest: "0".repeat(64) };
    const { evidenceSet } = await run.submit(id, { ...delivered, output: found({ candidates: [forged] }) });
    expect(evidenceSet?.entries.map((one) => one.candidate)).toEqual([letterCandidate(letters[0]!)]);
  });

  it.each([
    ["passages", ResolveOutputSchema, { items: [{ asked: "x", passages: [{ docUid: "nowhere" }] }] }],
    [
      "spans",
      SpansOutputSchema,
      { answers: [{ resolution: { outcome: SpanResolution_Outcome.EXACT, spans: [{ docUid: "nowhere" }] } }] },
    ],
  ] as const)("names no unknown document in its %s either", async (_, schema, message) => {
    const catalogue = catalogueOf(
      [create(ToolSpecSchema, { ...clientTool, outputType: schema.typeName })],
      new Map([[LawbotSearchParamsSchema.typeName, LawbotSearchParamsSchema]]),
    );
    const { test, run } = await waitingRun();
    Object.assign(test.parts, { catalogue });
    test.model.say(tools(officeLookup()), final());
    await run.guide();
    const output = toBinary(schema as never, create(schema as never, message as never));
    const more = { output, outputType: schema.typeName };
    expect(await failureOf(run.submit(run.pending().requestId, more))).toMatchObject({ reason: "REQUEST_INVALID" });
  });

  it("never makes a quote verified: the source is asked for it", async () => {
    const spec = create(ToolSpecSchema, {
      ...clientTool,
      outputType: SpansOutputSchema.typeName,
      states: [S.SPAN_RESOLUTION],
    });
    const { test, run } = await waitingRun();
    Object.assign(test.parts, {
      catalogue: catalogueOf(
        [...test.engine.runs.catalogue.specs.filter((one) => one.name !== spec.name), spec],
        new Map([[LawbotSearchParamsSchema.typeName, LawbotSearchParamsSchema]]),
      ),
    });
    await run.to(S.SPAN_RESOLUTION);
    test.model.say(tools(officeLookup()), final());
    await run.guide();
    const letter = letters[0]!;
    const span = spanOf(letter, letter.quotes[0] ?? "");
    const output = create(SpansOutputSchema, {
      answers: [{ resolution: { outcome: SpanResolution_Outcome.EXACT, spans: [span] } }],
    });
    const { result } = await run.submit(run.pending().requestId, {
      output: toBinary(SpansOutputSchema, output),
      outputType: SpansOutputSchema.typeName,
    });
    const binding = (await run.material()).needMap?.bindings.find(
      ({ evidence }) =>
        evidence?.evidence.case === "document" && evidence.evidence.value.evidenceId === `vault:${letter.docUid}`,
    );
    const resolved = { toolResultId: result?.id ?? "", answerIndex: 0, spanIndex: 0 };
    const spans = [{ bindingId: binding?.bindingId ?? "", span: { case: "resolved", value: resolved } as const }];
    const failure = await failureOf(run.propose({ case: "citationLedger", value: { spans } }));
    expect(failure).toMatchObject({ reason: "PROPOSAL_INVALID" });
  });

  it("is refused or recorded, whatever the bytes, and never anything else", async () => {
    const { test, run } = await waitingRun();
    const params = create(LawbotSearchParamsSchema, { query: "x" });
    const value = { typeName: LawbotSearchParamsSchema.typeName, value: toBinary(LawbotSearchParamsSchema, params) };
    const mutated = fc
      .tuple(fc.nat(found().length - 1), fc.nat(255))
      .map(([at, byte]) => Uint8Array.from(found(), (old, index) => (index === at ? byte : old)));
    await fc.assert(
      fc.asyncProperty(fc.oneof(mutated, fc.uint8Array({ minLength: 1, maxLength: 60 })), async (output) => {
        const { request } = await run.requestTool("office.lookup", { params: { case: "opaque", value } });
        const id = request?.id ?? "";
        try {
          const { result } = await run.submit(id, { output, outputType: foundType });
          const message = await test.engine.runs.reader.bytes(result?.outputRef?.digest ?? "");
          expect(Buffer.from(message).equals(Buffer.from(output))).toBe(true);
        } catch (error) {
          expect(error).toMatchObject({ reason: "REQUEST_INVALID" });
          await run.decide(id, ToolDecision.DENY);
        }
      }),
      { numRuns: 40 },
    );
    expect((await eventsOf(test, run.runId)).length).toBeGreaterThan(80);
  });
});
