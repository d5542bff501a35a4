import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { ProposeRequestSchema } from "../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { OrchestratorState as S } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ItemDecision } from "../../gen/pincite/run/v1/run_context_pb.ts";
import type { RunDriver } from "./run-driver.ts";
import { gate, heldBy } from "./sample-tools.ts";
import { failureOf, TestEngine } from "./support.ts";

const words = "wij betalen uw opleiding volledig";

const atSpans = async () => {
  const test = await TestEngine.open();
  const run = await (await test.newRun()).to(S.SPAN_RESOLUTION);
  const bindingId = (await run.material()).needMap?.bindings[0]?.bindingId ?? "";
  return { test, run, bindingId, before: test.tools.ran.length };
};

/** A user's quote, to be resolved by its source. */
const quote = (run: RunDriver, bindingId: string, exactQuote: string, command: object = run.command()) => {
  const locator = { docUid: "letter-a", exactQuote };
  const spans = [{ bindingId, span: { case: "locator", value: locator } as const }];
  const proposal = { proposal: { case: "citationLedger", value: { spans } } as const };
  return create(ProposeRequestSchema, { ...command, proposal, confirm: true });
};

describe("a quote that a user proposes", () => {
  it("is resolved by its source as the user's own tool call, and confirmed in the same breath", async () => {
    const { test, run, bindingId, before } = await atSpans();
    await run.engine.propose(quote(run, bindingId, words));
    await run.refresh();
    expect(test.tools.ran.slice(before).map(({ request }) => [request.toolName, request.requestedBy])).toEqual([
      ["vault.get_spans", "user"],
    ]);
    const entry = (await run.material()).ledger?.entries.find((one) => one.bindingId === bindingId);
    expect(entry).toMatchObject({ span: { excerpt: words } });
    expect(run.context.items.find((one) => one.itemId === entry?.entryId)?.decision).toBe(ItemDecision.CONFIRM);
    expect(run.context.turnId).toBe("");
  });

  it("that its source does not have is refused, and leaves the run as it was", async () => {
    const { run, bindingId } = await atSpans();
    const items = run.context.items;
    const command = run.command();
    const failure = await failureOf(run.engine.propose(quote(run, bindingId, "wij betalen niets", command)));
    expect(failure).toMatchObject({ reason: "PROPOSAL_INVALID", message: expect.stringContaining("NOT_FOUND") });
    expect(await run.refresh()).toMatchObject({ turnId: "", items });
    const again = await failureOf(run.engine.propose(quote(run, bindingId, "wij betalen niets", command)));
    expect(again).toMatchObject({ reason: failure.reason, message: failure.message });
  });

  it("is not called wrong when its source is away", async () => {
    const { test, run, bindingId } = await atSpans();
    test.tools.instead(() => ({
      status: "ERROR",
      summary: "no answer",
      refinedQuery: "",
      reason: "The Vault is away.",
    }));
    expect(await failureOf(run.engine.propose(quote(run, bindingId, words)))).toMatchObject({
      reason: "UPSTREAM_UNAVAILABLE",
      message: "The Vault is away.",
    });
    await run.refresh();
    await run.engine.propose(quote(run, bindingId, words));
  });

  it("keeps other writers out while its source is asked, and is joined by its own key", async () => {
    const { test, run, bindingId, before } = await atSpans();
    const held = gate();
    test.tools.instead(heldBy(held));
    const request = quote(run, bindingId, words);
    const first = run.engine.propose(request);
    await held.arrived;
    const joined = run.engine.propose(request);
    await run.refresh();
    expect(await failureOf(run.rewind(S.SKELETON))).toMatchObject({ reason: "RUN_BUSY" });
    held.open();
    expect(await joined).toEqual(await first);
    expect(await run.engine.propose(request)).toEqual(await first);
    expect(test.tools.ran).toHaveLength(before + 1);
  });

  it("is refused before any source is asked in another stage or of an old version", async () => {
    const { test, run, bindingId, before } = await atSpans();
    const old = { ...run.command(), expectedVersion: "0-0" };
    expect(await failureOf(run.engine.propose(quote(run, bindingId, words, old)))).toMatchObject({
      reason: "RUN_VERSION_STALE",
    });
    await run.rewind(S.EVIDENCE_BINDING);
    expect(await failureOf(run.engine.propose(quote(run, bindingId, words)))).toMatchObject({
      reason: "PROPOSAL_WRONG_STAGE",
    });
    expect(test.tools.ran).toHaveLength(before);
  });

  it("that was cut off by a crash is ended at the next start, and its key answered", async () => {
    const { test, run, bindingId } = await atSpans();
    test.tools.instead(() => new Promise(() => undefined));
    const request = quote(run, bindingId, words);
    void run.engine.propose(request).catch(() => undefined);
    for (let tries = 0; tries < 100 && (await run.refresh()).pendingToolRequests.length === 0; tries++)
      await new Promise((resolve) => setImmediate(resolve));
    expect(await test.restart()).toBe(1);
    expect(await failureOf(run.engine.propose(request))).toMatchObject({ reason: "UPSTREAM_UNAVAILABLE" });
    await run.refresh();
    await run.engine.propose(quote(run, bindingId, words));
  });
});
