import { toBinary } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { Principal_Kind } from "../../../gen/pincite/audit/v1/audit_meta_pb.ts";
import { ToolReceiptSchema } from "../../../gen/pincite/receipt/v1/receipt_pb.ts";
import { OrchestratorState as S } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import {
  ToolDecision,
  ToolResultStatus,
  ToolResultStatusSchema,
} from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import { holds } from "../../../src/engine/read/audit.ts";
import { payloadTypes, signStatement } from "../../../src/proof/statement.ts";
import { verifyReceipt } from "../../../src/proof/verify-receipt.ts";
import { sha256Hex } from "../../../src/sha256.ts";
import { crypto } from "../../proof/support.ts";
import { letters } from "../../run/sample-content.ts";
import { fixedSigner } from "../../support/receipt-signer.ts";
import { auditOf, receiptsOf, ring } from "../audit-fixture.ts";
import { nothing } from "../sample-tools.ts";
import { final, tools, vaultSearch } from "../scripted-model.ts";
import { failureOf, owner, TestEngine } from "../support.ts";

const search = (query: string) => ({ params: { case: "vaultSearch", value: { query } } }) as const;

/** A run in EVIDENCE_NEEDS. */
const begun = async () => {
  const test = await TestEngine.open();
  return { test, audit: auditOf(test), run: await (await test.newRun()).to(S.EVIDENCE_NEEDS) };
};

describe("the receipt of a tool call", () => {
  it("S58: states who asked for what, why it might, what came back and which sources it named", async () => {
    const { audit, run } = await begun();
    const { request, result } = await run.tool("vault.search", search("opleiding"), "slot:1");
    const { receipt } = await audit.receipts.get(request.id);
    expect(receipt).toMatchObject({
      runId: run.runId,
      toolName: "vault.search",
      requestId: request.id,
      paramsDigest: request.paramsDigest,
      resultId: result.id,
      status: ToolResultStatus.OK,
      executor: "server",
      state: S.EVIDENCE_NEEDS,
      requestedBy: { kind: Principal_Kind.USER, name: owner },
      turnId: "",
      serverVersion: "0.0.0-test",
    });
    expect(receipt.output).toEqual(result.outputRef);
    expect(receipt.request?.kind).toBe("pincite.tool.v1.ToolRequest");
    expect(receipt.sources.map(({ evidenceId }) => evidenceId)).toEqual(letters.map((l) => `vault:${l.docUid}`).sort());
    expect(receipt.receiptId).toMatch(/^receipt:01\d{24}$/);
    expect(receipt.timeIso).toBe(result.createdAtIso);
  });

  it("S58: names each verified excerpt by its hash and holds no word of it", async () => {
    const { audit, run } = await begun();
    await run.to(S.SPAN_RESOLUTION);
    await run.settle();
    const all = await receiptsOf(audit, run.runId);
    const spans = all.find(({ receipt }) => receipt?.toolName === "vault.get_spans")?.receipt;
    const quotes = letters.flatMap((letter) => letter.quotes);
    const hashes = quotes.map((quote) => sha256Hex(Buffer.from(quote)));
    const named = spans?.sources.flatMap(({ excerptSha256 }) => excerptSha256) ?? [];
    expect(named.length).toBeGreaterThan(0);
    for (const hash of named) expect(hashes).toContain(hash);
    for (const { receipt } of all) {
      const text = Buffer.from(toBinary(ToolReceiptSchema, receipt!)).toString("utf8");
      for (const quote of quotes) expect(text).not.toContain(quote.slice(0, 12));
    }
  });

  it.each([
    ["OK", "opleiding", undefined],
    ["EMPTY", nothing, undefined],
    ["ERROR", "opleiding", { status: "ERROR", summary: "it failed", refinedQuery: "", reason: "Ask again." } as const],
  ])("S58, S87: is minted when a call ends %s", async (status, query, instead) => {
    const { audit, run, test } = await begun();
    if (instead) test.tools.instead(() => instead);
    const { request } = await run.tool("vault.search", search(query));
    const { receipt, statement } = await audit.receipts.get(request.id);
    expect(ToolResultStatusSchema.value[receipt.status]?.localName).toBe(status);
    expect(holds(verifyReceipt(statement, ring, crypto).checks)).toBe(true);
  });

  it("S58: names the model and its turn where a model asked", async () => {
    const { audit, run, test } = await begun();
    test.model.say(tools(vaultSearch("opleiding")), final());
    const { turnId } = await run.guide({ userPrompt: "Zoek." });
    const [entry] = await receiptsOf(audit, run.runId);
    expect(entry?.receipt).toMatchObject({
      ...{ turnId, policy: "ALLOW", decision: ToolDecision.UNSPECIFIED, decisionEventSha256: "" },
      requestedBy: { kind: Principal_Kind.MODEL },
    });
  });

  it("S59: stands in a chain without gaps, in the order in which the calls ended", async () => {
    const { audit, run } = await begun();
    for (const query of ["opleiding", nothing, "brief"]) await run.tool("vault.search", search(query));
    const all = await receiptsOf(audit, run.runId);
    expect(all.map(({ receipt }) => receipt?.number)).toEqual([1, 2, 3]);
    expect(all.map(({ receipt }) => receipt?.previousSha256)).toEqual(["", all[0]?.ref?.digest, all[1]?.ref?.digest]);
  });

  it("S59: is listed by pages, and each is found by its id, its digest, its request and its result", async () => {
    const { audit, run } = await begun();
    for (const query of ["opleiding", nothing, "brief"]) await run.tool("vault.search", search(query));
    const page = await audit.receipts.list(run.runId, undefined, 2);
    const rest = await audit.receipts.list(run.runId, page.next, 2);
    expect([...page.rows, ...rest.rows].map(({ receipt }) => receipt?.number)).toEqual([1, 2, 3]);
    expect(rest.next).toBeUndefined();
    const [one] = page.rows;
    const { receiptId = "", requestId = "", resultId = "" } = one?.receipt ?? {};
    for (const id of [receiptId, one?.ref?.digest ?? "", requestId, resultId])
      expect((await audit.receipts.get(id)).receipt.receiptId).toBe(receiptId);
  });

  it.each(["receipt:01Z", "toolreq:01Z", "toolres:01Z", "f".repeat(64), "run-1", "\u001b[31m"])(
    "S61: is refused as not found for %j",
    async (id) => {
      const { audit, run } = await begun();
      await run.tool("vault.search", search("opleiding"));
      const { reason, message } = await failureOf(audit.receipts.get(id));
      expect(reason).toBe("RECEIPT_NOT_FOUND");
      expect(message).not.toContain("\u001b");
    },
  );

  it("is not there before the call has ended, and that is what is said", async () => {
    const { audit, run } = await begun();
    const { request } = await run.requestTool("vault.search", search("opleiding"));
    const { reason, message } = await failureOf(audit.receipts.get(request?.id ?? ""));
    expect(reason).toBe("RECEIPT_NOT_FOUND");
    expect(message).toContain("has not ended");
  });

  it("survives a restart byte for byte, and the chain goes on", async () => {
    const { audit, run, test } = await begun();
    const { request } = await run.tool("vault.search", search("opleiding"));
    const before = await audit.receipts.get(request.id);
    await test.restart();
    const again = auditOf(test);
    expect((await again.receipts.get(request.id)).statement).toEqual(before.statement);
    await run.tool("vault.search", search("brief"));
    const [, next] = await receiptsOf(again, run.runId);
    expect(next?.receipt).toMatchObject({ number: 2, previousSha256: before.ref.digest });
  });

  it("is the same bytes when the same calls end at the same times", async () => {
    const digests = async () => {
      const { audit, run } = await begun();
      await run.tool("vault.search", search("opleiding"));
      return (await receiptsOf(audit, run.runId)).map(({ ref }) => ref?.digest);
    };
    expect(await digests()).toEqual(await digests());
  });
});

describe("a receipt checked by its server", () => {
  const namesOf = (checks: readonly { name: string }[]) => checks.map(({ name }) => name);
  const failedOf = (checks: readonly { name: string; passed: boolean }[]) =>
    namesOf(checks.filter(({ passed }) => !passed));

  it("passes every check, by id and as a statement, for each receipt of a whole run", async () => {
    const { audit, run } = await begun();
    await run.to(S.DRAFT);
    for (const { receipt } of await receiptsOf(audit, run.runId)) {
      const { statement } = await audit.receipts.get(receipt?.receiptId ?? "");
      for (const asked of [
        { case: "id", value: receipt?.receiptId ?? "" },
        { case: "statement", value: statement },
      ] as const) {
        const checks = await audit.check(asked);
        expect(failedOf(checks)).toEqual([]);
        expect(namesOf(checks)).toEqual([
          ...["payload_type", "signature", "key", "payload"],
          ...["run", "number", "previous", "request", "result", "output"],
        ]);
      }
    }
  });

  it("fails where the run holds no such receipt, though its key signed it", async () => {
    const { audit, run } = await begun();
    const { request } = await run.tool("vault.search", search("opleiding"));
    const { receipt } = await audit.receipts.get(request.id);
    const payload = toBinary(ToolReceiptSchema, { ...receipt, number: 2, status: ToolResultStatus.EMPTY });
    const forged = signStatement(payloadTypes.toolReceipt, payload, fixedSigner());
    expect(failedOf(await audit.check({ case: "statement", value: forged }))).toEqual(["run", "number", "result"]);
  });

  it("says nothing of a run that is not the caller's, whether it exists or not", async () => {
    const { audit, run, test } = await begun();
    const { request } = await run.tool("vault.search", search("opleiding"));
    const { statement } = await audit.receipts.get(request.id);
    const stranger = auditOf(await TestEngine.open({ store: test.parts.store, owner: "stranger" }));
    expect(namesOf(await stranger.check({ case: "statement", value: statement }))).toEqual([
      ...["payload_type", "signature", "key", "payload"],
    ]);
    for (const id of [request.id, statement.signatures[0]?.keyId ?? "", run.runId])
      expect((await failureOf(stranger.receipts.get(id))).reason).toBe("RECEIPT_NOT_FOUND");
    expect((await failureOf(stranger.receipts.list(run.runId, undefined, 10))).reason).toBe("RUN_NOT_FOUND");
    expect((await failureOf(stranger.events(run.runId, undefined, 10))).reason).toBe("RUN_NOT_FOUND");
    expect((await failureOf(stranger.telemetry.counts(run.runId))).reason).toBe("RUN_NOT_FOUND");
  });

  it("is asked for with neither id nor statement: refused", async () => {
    const { audit } = await begun();
    expect((await failureOf(audit.check({ case: undefined }))).reason).toBe("REQUEST_INVALID");
    expect((await failureOf(audit.check({ case: "id", value: "" }))).reason).toBe("REQUEST_INVALID");
  });
});

describe("the events of a run", () => {
  it("S59: are those of its journal with their hashes, by pages", async () => {
    const { audit, run, test } = await begun();
    await run.tool("vault.search", search("opleiding"));
    const seen = [];
    for (let after: string | undefined; ; ) {
      const { rows, next } = await audit.events(run.runId, after, 3);
      seen.push(...rows);
      after = next;
      if (next === undefined) break;
    }
    const stored = await test.parts.store.read(owner, run.runId);
    expect(seen.map(({ seq, hash }) => [seq, hash])).toEqual(stored.map(({ seq, hash }) => [seq, hash]));
    expect(seen.map(({ eventType }) => eventType)).toContain("tool_finished");
    expect(seen.at(-1)?.event).toBeDefined();
  });
});
