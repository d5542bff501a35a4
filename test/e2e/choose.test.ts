import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CitationLedgerSchema } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { OrchestratorState, RunLifecycle, StagePhase } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { NextAction_Kind } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { reasonOf } from "./support/refusal.ts";
import { RunDriver } from "./support/run-driver.ts";
import { importFiles, type TestServer } from "./support/server.ts";
import { proposalFor, quote } from "./support/small-case.ts";
import { startSmallServer } from "./support/small-server.ts";

const { EVIDENCE_NEEDS, EVIDENCE_BINDING, SPAN_RESOLUTION, DRAFT } = OrchestratorState;

let server: TestServer;
let docUid: string;
beforeAll(async () => {
  ({ server, docUid } = await startSmallServer());
});
afterAll(() => server.stop());

const atNeeds = async (): Promise<RunDriver> =>
  (await RunDriver.create(server)).park(docUid, EVIDENCE_NEEDS, StagePhase.OPEN);

/** The first passage laid before a person for the run's first quote. */
const offered = async (run: RunDriver) => {
  const { slots, version } = await server.orchestrator.listCandidates({ runId: run.runId });
  const [slot] = slots.filter(({ candidates }) => candidates.length > 0);
  const passage = slot?.candidates[0];
  if (!slot || !passage) throw new Error("a passage is offered");
  return { slotId: slot.slotId, passage, version };
};

const bindingOf = ({ slotId, passage }: Awaited<ReturnType<typeof offered>>) => ({
  slotId,
  evidence: { evidence: { case: "document" as const, value: { evidenceId: passage.evidence?.evidenceId ?? "" } } },
  ...(passage.locator ? { locator: passage.locator } : {}),
});

const choose = (run: RunDriver, at: Awaited<ReturnType<typeof offered>>, command = run.command()) =>
  server.orchestrator.chooseEvidence({
    ...command,
    slotId: at.slotId,
    choice: { case: "binding", value: bindingOf(at) },
  });

describe("a long chat that is pointed at by hand, over the wire", () => {
  // Of more than 200 sentences those that were least like the claim were left out, and nothing said so.
  it("comes in parts, in which each message stands once and in its order", async () => {
    const sent = Array.from({ length: 450 }, (_, at) => `Bericht ${at + 1}`);
    const lines = sent.map(
      (words, at) => `${String(1 + Math.floor(at / 30)).padStart(2, "0")}-03-2026 09:00 - Ada: ${words}`,
    );
    const [item] = await importFiles(server, [
      { path: "WhatsApp-chat met Ada.txt", bytes: Buffer.from(lines.join("\n")) },
    ]);
    const run = await atNeeds();
    const { slotId } = await offered(run);
    const part = async (partNumber: number) => {
      const sought = { runId: run.runId, slotIds: [slotId], evidenceId: `vault:${item?.docUid}`, partNumber };
      const [slot] = (await server.orchestrator.listCandidates(sought)).slots;
      return { count: slot?.partCount, words: (slot?.candidates ?? []).map(({ locator }) => locator?.exactQuote) };
    };
    const parts = [await part(1), await part(2), await part(3)];
    expect(parts.map(({ count }) => count)).toEqual([3, 3, 3]);
    expect(parts.map(({ words }) => words.length)).toEqual([200, 200, 50]);
    expect(parts.flatMap(({ words }) => words)).toEqual(sent);
    expect((await part(4)).words).toEqual([]);
  });
});

describe("three passages and a choice, over the wire", () => {
  it("lays whole sentences before a person, with what stands around them and why", async () => {
    const run = await atNeeds();
    const { passage, version } = await offered(run);
    expect(version).toBe(run.context.version);
    expect(passage).toMatchObject({
      evidence: { evidenceId: `vault:${docUid}` },
      locator: { exactQuote: quote },
      after: "Nobody objected.",
    });
    const words = [...quote];
    expect(passage.marked.map(({ startChar, endChar }) => words.slice(startChar, endChar).join(""))).toContain(
      "delivered",
    );
    expect(await reasonOf(server.orchestrator.listCandidates({ runId: run.runId, query: "board" }))).toBe(
      "REQUEST_INVALID",
    );
    expect(await reasonOf(server.orchestrator.listCandidates({ runId: run.runId, slotIds: ["slot:99"] }))).toBe(
      "ITEM_UNKNOWN",
    );
  });

  it("lists the sentences of one paper in their order, to point at", async () => {
    const run = await atNeeds();
    const { slotId } = await offered(run);
    const { orchestrator } = server;
    const asked = { runId: run.runId, slotIds: [slotId], evidenceId: `vault:${docUid}` };
    const [of] = (await orchestrator.listCandidates(asked)).slots;
    const places = of?.candidates.map(({ startChar }) => startChar) ?? [];
    expect(places.length).toBeGreaterThan(1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(of?.sure).toBe(false);
    expect(await reasonOf(orchestrator.listCandidates({ ...asked, slotIds: [] }))).toBe("REQUEST_INVALID");
    const none = await orchestrator.listCandidates({ ...asked, evidenceId: `vault:${"0".repeat(64)}` });
    expect(none.slots[0]?.candidates).toEqual([]);
  });

  it("takes a memo to its end with a choice for its one quote, a press for the binding and one for the quote", async () => {
    const run = await atNeeds();
    await choose(run, await offered(run));
    await run.read();
    expect(run.context.choices).toMatchObject([{ holds: true, chosenBy: { name: "tester" } }]);
    await run.confirmAll();
    await run.advance();
    expect(run.context).toMatchObject({ state: EVIDENCE_BINDING, phase: StagePhase.PROPOSED });
    await run.confirmAll();
    await run.advance();
    expect(run.context).toMatchObject({ state: SPAN_RESOLUTION, phase: StagePhase.PROPOSED });
    await run.confirmAll();
    await run.advance();
    expect(run.context.state).toBe(DRAFT);
    await run.propose(await proposalFor(DRAFT, { driver: run, docUid }));
    await run.confirmAll();
    await run.advance();
    expect(run.context.lifecycle).toBe(RunLifecycle.FINALISED);
  });

  // The guide's own turn put its quotes in the place of those that a person had pointed at.
  it("keeps the words that a person pointed at, whatever the guide would quote", async () => {
    const run = await atNeeds();
    const at = await offered(run);
    const asked = { runId: run.runId, slotIds: [at.slotId], evidenceId: `vault:${docUid}` };
    const [of] = (await server.orchestrator.listCandidates(asked)).slots;
    const other = of?.candidates.find(({ locator }) => locator?.exactQuote !== quote);
    if (!other) throw new Error("the paper has another sentence");
    await choose(run, { ...at, passage: other });
    await run.read();
    await run.confirmAll();
    await run.advance();
    await run.confirmAll();
    await run.advance();
    expect(run.context.state).toBe(SPAN_RESOLUTION);
    await server.orchestrator.guide({ ...run.command(), userPrompt: "" });
    await run.read();
    const ledger = await run.current("proposal", CitationLedgerSchema);
    expect(ledger?.entries.map(({ span }) => span?.excerpt)).toEqual([other.locator?.exactQuote]);
    // Whoever goes back and points at another sentence of the same paper has that one quoted.
    await run.rewind(EVIDENCE_BINDING);
    await choose(run, at);
    await run.read();
    await run.confirmAll();
    await run.advance();
    const again = await run.current("proposal", CitationLedgerSchema);
    expect(again?.entries.map(({ span }) => span?.excerpt)).toEqual([quote]);
  });

  // A paper that was bound whole had its sentence picked by the guide, by the words it shares.
  it("has the words of a paper that was bound whole chosen where quotes are put forward", async () => {
    const run = await atNeeds();
    const { slotId } = await offered(run);
    await server.orchestrator.pinEvidence({ ...run.command(), evidenceId: `vault:${docUid}`, slotId });
    await run.read();
    await run.confirmAll();
    await run.advance();
    await server.orchestrator.guide({ ...run.command(), userPrompt: "" });
    await run.read();
    await run.confirmAll();
    await run.advance();
    await server.orchestrator.guide({ ...run.command(), userPrompt: "" });
    await run.read();
    expect(run.context).toMatchObject({
      state: SPAN_RESOLUTION,
      nextAction: { kind: NextAction_Kind.CHOOSE, subjectId: slotId, label: "Confirm quotes", possible: true },
    });
    const { slots } = await server.orchestrator.listCandidates({ runId: run.runId, slotIds: [slotId] });
    const [best, next] = slots[0]?.candidates ?? [];
    expect(best).toMatchObject({ evidence: { evidenceId: `vault:${docUid}` }, locator: { exactQuote: quote } });
    if (!next) throw new Error("the paper has another sentence");
    const version = run.context.version;
    await choose(run, { slotId, passage: next, version });
    await run.read();
    // Another choice takes the place of the one before, and its quote with it.
    if (best) await choose(run, { slotId, passage: best, version });
    await run.read();
    const ledger = await run.current("proposal", CitationLedgerSchema);
    expect(ledger?.entries.map(({ span }) => span?.excerpt)).toEqual([quote]);
    // A turn of the guide puts nothing in its place.
    await server.orchestrator.guide({ ...run.command(), userPrompt: "" });
    await run.read();
    await run.confirmAll();
    await run.advance();
    expect(run.context.state).toBe(DRAFT);
  });
});
