import { describe, expect, it } from "vitest";
import { Principal_Kind } from "../../gen/pincite/audit/v1/audit_meta_pb.ts";
import { ToolDecision, ToolResultStatus } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import { holds } from "../../src/engine/read/audit.ts";
import { auditOf, receiptsOf } from "./audit-fixture.ts";
import { dyingStore } from "./dying-store.ts";
import { final, tools, vaultSearch } from "./scripted-model.ts";
import { owner, type TestEngine } from "./support.ts";
import { caseSearch, clientTool, found, foundType, importParams, officeLookup, waitingRun } from "./waiting-tools.ts";

const { ALLOW, ALWAYS, DENY } = ToolDecision;

/** Hashes of the run's decisions as the journal has them, oldest first. */
const decisions = async ({ parts: { store } }: TestEngine, runId: string): Promise<string[]> =>
  (await store.read(owner, runId)).flatMap(({ type, hash }) => (type === "toolDecided" ? [hash] : []));

/** A run in which the user asked for an import, which waits for a decision. */
const withImport = async () => {
  const { test, run } = await waitingRun();
  const { request } = await run.requestTool("vault.import", importParams());
  return { test, run, id: request?.id ?? "" };
};

/** The receipt of a call, which the server must find sound. */
const receiptOf = async (test: TestEngine, id: string) => {
  const audit = auditOf(test);
  expect(holds(await audit.check({ case: "id", value: id }))).toBe(true);
  return (await audit.receipts.get(id)).receipt;
};

describe("the receipt of a call that a person decided about", () => {
  it("S58, S87: names the person and the event of a refusal that stands in the same commit", async () => {
    const { test, run, id } = await withImport();
    await run.decide(id, DENY, { reason: "Niet nu." });
    const [hash] = await decisions(test, run.runId);
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(await receiptOf(test, id)).toMatchObject({
      status: ToolResultStatus.REFUSED,
      policy: "ASK",
      decision: DENY,
      decidedBy: { kind: Principal_Kind.USER, name: owner, asserted: true },
      decisionEventSha256: hash,
    });
  });

  it("S58: names the person and the event of an approval that was committed before", async () => {
    const { test, run, id } = await withImport();
    await run.decide(id, ALLOW);
    const [hash] = await decisions(test, run.runId);
    expect(await receiptOf(test, id)).toMatchObject({ policy: "ASK", decision: ALLOW, decisionEventSha256: hash });
  });

  it("S58: names the decision behind a standing permission, long after it was given", async () => {
    const { test, run } = await waitingRun();
    test.model.say(tools(caseSearch("goed werkgever")), final());
    await run.guide();
    await run.decide(run.pending().requestId, ALWAYS);
    const [hash] = await decisions(test, run.runId);
    await test.restart();
    test.model.say(tools(caseSearch("opleiding")), final());
    await run.guide();
    const last = (await receiptsOf(auditOf(test), run.runId)).at(-1)?.receipt;
    expect(await receiptOf(test, last?.requestId ?? "")).toMatchObject({
      decision: ALWAYS,
      decidedBy: { name: owner },
      decisionEventSha256: hash,
    });
  });

  it("S58: survives a restart between the decision and the end", async () => {
    const { test, run } = await waitingRun();
    test.model.say(tools(officeLookup(), caseSearch()), final());
    await run.guide();
    const office = run.context.pendingToolRequests.find(({ toolName }) => toolName === clientTool.name);
    await run.decide(run.pending().requestId, ALLOW);
    await test.restart();
    await run.submit(office?.requestId ?? "", { output: found(), outputType: foundType });
    expect(await receiptOf(test, office?.requestId ?? "")).toMatchObject({
      ...{ executor: "client", status: ToolResultStatus.OK, decision: ToolDecision.UNSPECIFIED },
    });
    const numbers = (await receiptsOf(auditOf(test), run.runId)).map(({ receipt }) => receipt?.number ?? 0);
    expect(numbers).toEqual(numbers.map((_, at) => at + 1));
  });
});

describe("the receipt of a call that nobody ran, or that was cut off", () => {
  it("S58: is minted when a model's request is refused for asking too often", async () => {
    const { test, run } = await waitingRun({}, { toolCallsPerMinute: 1 });
    test.model.say(tools(vaultSearch("een")), tools(vaultSearch("twee")), final());
    await run.guide();
    const statuses = (await receiptsOf(auditOf(test), run.runId)).map(({ receipt }) => receipt?.status);
    expect(statuses).toContain(ToolResultStatus.REFUSED);
  });

  it("S58: is minted by recovery for a call of which nobody knows whether it acted, once", async () => {
    const { test, run, id } = await withImport();
    test.tools.instead(() => new Promise(() => undefined));
    void run.decide(id, ALLOW).catch(() => undefined);
    while (test.tools.ran.length === 0) await new Promise((resolve) => setImmediate(resolve));
    await test.restart();
    const [hash] = await decisions(test, run.runId);
    const receipt = await receiptOf(test, id);
    expect(receipt).toMatchObject({
      status: ToolResultStatus.OUTCOME_UNKNOWN,
      decision: ALLOW,
      decisionEventSha256: hash,
    });
    await run.refresh();
    await run.decide(id, ToolDecision.ACKNOWLEDGE);
    expect(await receiptOf(test, id)).toEqual(receipt);
  });

  it.each(["before", "after"] as const)(
    "S59: is there for each call that ended and for no other, wherever the process dies %s a commit",
    async (when) => {
      for (let at = 1; at <= 6; at++) {
        const { store, dieAt, heal } = await dyingStore();
        const { test, run } = await waitingRun({ store });
        const { request } = await run.requestTool("vault.import", importParams());
        const id = request?.id ?? "";
        dieAt(at, when);
        await run.decide(id, ALLOW).catch(() => undefined);
        await run.requestTool("vault.import", importParams("b.txt")).catch(() => undefined);
        heal();
        await test.restart();
        await run.refresh();
        await run.tool("vault.search", { params: { case: "vaultSearch", value: { query: "na" } } });
        const ended = (await store.read(owner, run.runId)).filter(({ type }) => type === "toolFinished").length;
        const all = await receiptsOf(auditOf(test), run.runId);
        expect(all.map(({ receipt }) => receipt?.number)).toEqual(Array.from({ length: ended }, (_, n) => n + 1));
        for (const { receipt } of all) await receiptOf(test, receipt?.receiptId ?? "");
      }
    },
  );
});
