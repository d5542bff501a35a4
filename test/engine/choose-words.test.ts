import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { ChooseEvidenceRequestSchema } from "../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { OrchestratorState as S } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ItemDecision, SlotKind } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { dyingStore } from "./dying-store.ts";
import { replayed } from "./replay/support.ts";
import type { RunDriver } from "./run-driver.ts";
import { gate, heldBy } from "./sample-tools.ts";
import { failureOf, TestEngine } from "./support.ts";

const words = "wij betalen uw opleiding volledig";

/** A run among quotes, one slot of which is bound to a whole paper. */
const atSpans = async (change: Parameters<typeof TestEngine.open>[0] = {}) => {
  const test = await TestEngine.open(change);
  const run = await (await test.newRun()).to(S.SPAN_RESOLUTION);
  const bound = (await run.material()).needMap?.bindings.find(
    ({ slotKind, evidence }) =>
      slotKind === SlotKind.QUOTE &&
      evidence?.evidence.case === "document" &&
      evidence.evidence.value.evidenceId === "vault:letter-a",
  );
  if (!bound) throw new Error("a slot is bound to the letter");
  return { test, run, slotId: bound.slotId, before: test.tools.ran.length };
};

const choosing = (
  run: RunDriver,
  slotId: string,
  exactQuote: string,
  { docUid = "letter-a", command = run.command() }: { readonly docUid?: string; readonly command?: object } = {},
) =>
  create(ChooseEvidenceRequestSchema, {
    ...command,
    slotId,
    choice: {
      case: "binding",
      value: {
        slotId,
        evidence: { evidence: { case: "document", value: { evidenceId: `vault:${docUid}` } } },
        locator: { docUid, exactQuote },
      },
    },
  });

const { signal } = new AbortController();
const quotesOf = async (run: RunDriver, slotId: string) =>
  ((await run.material()).proposals.ledger?.entries ?? []).flatMap((entry) =>
    entry.slotId === slotId && entry.span ? [entry.span.excerpt] : [],
  );

describe("words that a person chooses of a bound paper", () => {
  it("are resolved by their source in her name and put forward, undecided, and a replay comes to the same", async () => {
    const { test, run, slotId, before } = await atSpans();
    await run.engine.choose(choosing(run, slotId, words), signal);
    await run.refresh();
    expect(test.tools.ran.slice(before).map(({ request }) => [request.toolName, request.requestedBy])).toEqual([
      ["vault.get_spans", "user"],
    ]);
    expect(await quotesOf(run, slotId)).toEqual([words]);
    expect(run.context).toMatchObject({ turnId: "", choices: [{ slotId, holds: true }] });
    const [item] = run.context.items.filter((one) => one.slotId === slotId);
    expect(item?.decision).toBe(ItemDecision.UNSPECIFIED);
    expect((await replayed(test, run.runId)).difference).toBeUndefined();
  });

  it("are kept over a step back and taken back with their quote", async () => {
    const { test, run, slotId } = await atSpans();
    await run.engine.choose(choosing(run, slotId, words), signal);
    await run.refresh();
    await run.rewind(S.EVIDENCE_BINDING);
    await run.to(S.SPAN_RESOLUTION);
    expect(await quotesOf(run, slotId)).toEqual([words]);
    expect((await replayed(test, run.runId)).difference).toBeUndefined();
    const other = await atSpans();
    await other.run.engine.choose(choosing(other.run, other.slotId, words), signal);
    await other.run.refresh();
    const back = { ...other.run.command(), slotId: other.slotId, choice: { case: "withdrawn", value: true } as const };
    await other.run.engine.choose(create(ChooseEvidenceRequestSchema, back), signal);
    await other.run.refresh();
    expect(other.run.context.choices).toEqual([]);
    expect(await quotesOf(other.run, other.slotId)).toEqual([]);
  });

  it("that the source does not have are refused, and nothing is chosen", async () => {
    const { run, slotId } = await atSpans();
    const failure = await failureOf(run.engine.choose(choosing(run, slotId, "wij betalen helemaal niets"), signal));
    expect(failure).toMatchObject({ reason: "PROPOSAL_INVALID" });
    expect(await run.refresh()).toMatchObject({ turnId: "", choices: [] });
  });

  it("of another paper than the one that is bound are refused before any source is asked", async () => {
    const { test, run, slotId, before } = await atSpans();
    const other = choosing(run, slotId, words, { docUid: "letter-b" });
    expect(await failureOf(run.engine.choose(other, signal))).toMatchObject({ reason: "PROPOSAL_INVALID" });
    expect(test.tools.ran).toHaveLength(before);
  });

  it("are chosen by one of two clients at once, and a key that repeats gets its answer", async () => {
    const { test, run, slotId, before } = await atSpans();
    const held = gate();
    test.tools.instead(heldBy(held));
    const request = choosing(run, slotId, words);
    const first = run.engine.choose(request, signal);
    await held.arrived;
    const command = { ...run.command(), idempotencyKey: "another client" };
    const second = run.engine.choose(choosing(run, slotId, words, { command }), signal);
    expect(["RUN_BUSY", "RUN_VERSION_STALE"]).toContain((await failureOf(second)).reason);
    held.open();
    expect(await run.engine.choose(request, signal)).toEqual(await first);
    expect(test.tools.ran).toHaveLength(before + 1);
  });
});

const points = (["before", "after"] as const).flatMap((when) => [1, 2, 3, 4].map((at) => ({ when, at })));

describe("a crash at any commit of such a choice", () => {
  it.each(points)("$when commit $at leaves all of it or nothing, and a run that goes on", async ({ when, at }) => {
    const { store, dieAt, heal } = await dyingStore();
    const { test, run, slotId } = await atSpans({ store });
    const request = choosing(run, slotId, words);
    dieAt(at, when);
    await failureOf(run.engine.choose(request, signal));
    heal();
    await test.restart();
    const { choices, turnId } = await run.refresh();
    expect(turnId).toBe("");
    expect(await quotesOf(run, slotId)).toEqual(choices.length > 0 ? [words] : []);
    if (choices.length === 0) await run.engine.choose(choosing(run, slotId, words), signal);
    await run.refresh();
    expect(await quotesOf(run, slotId)).toEqual([words]);
    await run.to(S.DRAFT);
  });
});
