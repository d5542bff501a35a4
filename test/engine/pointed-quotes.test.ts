import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { Principal_Kind } from "../../gen/pincite/audit/v1/audit_meta_pb.ts";
import type { EvidenceRef } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import { AdvanceRequestSchema } from "../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { OrchestratorState as S } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ItemDecision, SlotKind } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { placedSlots } from "../../src/run/build/needs.ts";
import { replayed } from "./replay/support.ts";
import { final } from "./scripted-model.ts";
import { failureOf, TestEngine } from "./support.ts";

const words = "wij betalen uw opleiding volledig";

/** A run in EVIDENCE_BINDING whose quote slot is bound and pointed into. */
const pointed = async (exactQuote: string, docUid?: string) => {
  const test = await TestEngine.open();
  const run = await (await test.newRun()).to(S.EVIDENCE_BINDING);
  await run.settle();
  const bindings = ((await run.material()).needMap?.bindings ?? []).map(({ slotId, slotKind, evidence, reason }) => {
    const ref = evidence?.evidence;
    const isLetter =
      slotKind === SlotKind.QUOTE && ref?.case === "document" && ref.value.evidenceId === "vault:letter-a";
    const bound = { slotId, reason, ...(evidence ? { evidence: asProposed(evidence) } : {}) };
    return isLetter ? { ...bound, locator: { docUid: docUid ?? "letter-a", exactQuote } } : bound;
  });
  return { test, run, bindings, before: test.tools.ran.length };
};

/** As a client names it: what the kernel fills in is left out. */
const asProposed = ({ evidence }: EvidenceRef) => {
  if (evidence.case === "search")
    return { evidence: { case: "search", value: { toolResultId: evidence.value.toolResultId } } } as const;
  if (evidence.case === "document")
    return { evidence: { case: "document", value: { evidenceId: evidence.value.evidenceId } } } as const;
  return { evidence };
};

describe("a binding that points at a sentence", () => {
  it("has it put forward as a quote on entering the next stage, by a recorded call of whoever pointed", async () => {
    const { test, run, bindings, before } = await pointed(words);
    await run.propose({ case: "needMap", value: { bindings } });
    await run.confirm();
    await run.advance();
    expect(run.context).toMatchObject({ state: S.SPAN_RESOLUTION, turnId: "" });
    const calls = test.tools.ran.slice(before).map(({ request }) => [request.toolName, request.requestedBy]);
    expect(calls).toEqual([["vault.get_spans", "user"]]);
    const { needMap, proposals } = await run.material();
    const binding = needMap?.bindings.find(({ locator }) => locator);
    expect(binding?.locatedBy?.kind).toBe(Principal_Kind.USER);
    const entry = proposals.ledger?.entries.find(({ bindingId }) => bindingId === binding?.bindingId);
    expect(entry).toMatchObject({ span: { excerpt: words }, toolResultId: expect.stringMatching(/^toolres:/) });
    const report = await replayed(test, run.runId);
    expect(report.difference).toBeUndefined();
    // Put forward, never confirmed by itself.
    expect(run.context.items.find(({ itemId }) => itemId === entry?.entryId)?.decision).toBe(ItemDecision.UNSPECIFIED);
  });

  it("is looked up in the model's name where the model pointed, and derived again by a replay", async () => {
    const test = await TestEngine.open();
    const run = await (await test.newRun()).to(S.EVIDENCE_BINDING);
    const { needs } = await run.material();
    const slotId = placedSlots(needs).find(({ slot }) => slot.kind === SlotKind.QUOTE && slot.source === "vault")?.slot
      .slotId;
    const evidence = { document: { evidenceId: "vault:letter-a" } };
    const locator = { docUid: "letter-a", exactQuote: words };
    test.model.say(final({ proposal: { needMap: { bindings: [{ slotId, evidence, locator }] } } }));
    await run.guide({ userPrompt: "Koppel." });
    await run.confirm();
    // The other slots as the sample case binds them; engines of the tests mint the same ids.
    const others = (await pointed(words)).bindings.filter((one) => one.slotId !== slotId);
    await run.propose({ case: "needMap", value: { bindings: others } }, { confirm: true });
    await run.confirm();
    const before = test.tools.ran.length;
    await run.advance();
    const calls = test.tools.ran.slice(before).map(({ request }) => [request.toolName, request.requestedBy]);
    expect(calls).toEqual([["vault.get_spans", "llm"]]);
    expect((await run.material()).proposals.ledger?.entries.map(({ span }) => span?.excerpt)).toContain(words);
    expect((await replayed(test, run.runId)).difference).toBeUndefined();
  });

  it("goes on without a quote where the source does not have the words, or is away", async () => {
    const { run, bindings } = await pointed("wij betalen helemaal niets");
    await run.propose({ case: "needMap", value: { bindings } });
    await run.confirm();
    await run.advance();
    expect(run.context).toMatchObject({ state: S.SPAN_RESOLUTION, turnId: "" });
    const away = await pointed(words);
    await away.run.propose({ case: "needMap", value: { bindings: away.bindings } });
    await away.run.confirm();
    away.test.tools.instead(() => ({ status: "ERROR", summary: "no answer", refinedQuery: "", reason: "Away." }));
    await away.run.advance();
    expect(away.run.context).toMatchObject({ state: S.SPAN_RESOLUTION, turnId: "" });
  });

  it("is refused where it points into another document, or at no words", async () => {
    const other = await pointed(words, "letter-z");
    const refused = { reason: "PROPOSAL_INVALID" };
    expect(await failureOf(other.run.propose({ case: "needMap", value: { bindings: other.bindings } }))).toMatchObject(
      refused,
    );
    const empty = await pointed(" ");
    expect(await failureOf(empty.run.propose({ case: "needMap", value: { bindings: empty.bindings } }))).toMatchObject(
      refused,
    );
  });

  it("gives the same answer to the same key, and asks its source once", async () => {
    const { test, run, bindings, before } = await pointed(words);
    await run.propose({ case: "needMap", value: { bindings } });
    await run.confirm();
    const command = run.command();
    const first = await run.engine.advance(create(AdvanceRequestSchema, command));
    expect(await run.engine.advance(create(AdvanceRequestSchema, command))).toEqual(first);
    expect(test.tools.ran).toHaveLength(before + 1);
  });
});
