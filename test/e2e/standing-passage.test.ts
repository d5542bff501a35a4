import { create } from "@bufbuild/protobuf";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PartyRole } from "../../gen/pincite/memo/v1/party_pb.ts";
import { StageProposalSchema } from "../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import { OrchestratorState } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { bindingOf, lackingWords } from "../../src/client/passages.ts";
import { RunDriver } from "./support/run-driver.ts";
import { importFiles, startTestServer, type TestServer } from "./support/server.ts";

const claim = "Het alarm stond aan op 11 juli 2026 om 18.39.";
const log = `Datum;Tijd;Gebeurtenis;Gebruiker
10-07-2026;18:32;Ingeschakeld;MO
11-07-2026;18:39;Ingeschakeld;MO
12-07-2026;09:58;Uitgeschakeld;MO
`;
const report = `Proces-verbaal van aangifte

De aangever heeft de winkel op 11 juli 2026 om 18.40 uur afgesloten. De lamp boven de deur brandde nog.
`;

const invoice = `Verhuur Salland

Huur Kia Picanto van 8 tot en met 19 juni 2026   € 258,18
Btw   € 54,22
Totaal inclusief btw: € 312,40
`;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  const encode = (text: string) => new TextEncoder().encode(text);
  await importFiles(server, [
    { path: "alarmlog.csv", bytes: encode(log) },
    { path: "aangifte.txt", bytes: encode(report) },
    { path: "factuur-huurauto.txt", bytes: encode(invoice) },
  ]);
});
afterAll(() => server.stop());

const atNeeds = async (text = claim): Promise<RunDriver> => {
  const run = await RunDriver.create(server, "", "nl");
  const parties = [{ role: PartyRole.AUTHOR, names: ["Mo Karim"], addresses: [] }];
  const intent = { goal: "De inbraak.", locale: "nl", parties };
  await run.propose(create(StageProposalSchema, { proposal: { case: "intentSeed", value: intent } }), true);
  await run.advance();
  const sections = [{ title: "Memo", claims: [{ text }] }];
  await run.propose(create(StageProposalSchema, { proposal: { case: "skeleton", value: { sections } } }), true);
  await run.advance();
  return run;
};

/** Chooses what a search in one paper finds, as a person does who looks for herself. */
const chosen = async (run: RunDriver, query: string, words: string): Promise<string> => {
  const { slots } = await server.orchestrator.listCandidates({ runId: run.runId });
  const slotId = slots[0]?.slotId ?? "";
  const found = await server.orchestrator.listCandidates({ runId: run.runId, slotIds: [slotId], query, limit: 20 });
  const passage = found.slots[0]?.candidates.find(({ locator }) => locator?.exactQuote.includes(words));
  if (!passage) throw new Error(`${words} is found`);
  const choice = { case: "binding", value: bindingOf(slotId, passage) } as const;
  await server.orchestrator.chooseEvidence({ ...run.command(), slotId, choice });
  await run.read();
  return slotId;
};

const standing = async (run: RunDriver) => {
  const { slots } = await server.orchestrator.listCandidates({ runId: run.runId, limit: 1 });
  const passage = slots[0]?.standing;
  return passage && { quote: passage.locator?.exactQuote, ...lackingWords(passage, claim) };
};

// What a search brought was told to lack the hour before it was chosen, and nowhere after.
describe("the passage that stands for a slot", () => {
  it("is none before one is chosen, and then tells what it does not say in each stage, listed or not", async () => {
    const run = await atNeeds();
    expect(await standing(run)).toBeUndefined();
    await chosen(run, "lamp deur", "De lamp");
    const lacks = { quote: "De lamp boven de deur brandde nog.", absent: ["18.39"], otherwise: [] };
    expect(await standing(run)).toEqual(lacks);
    await run.confirmAll();
    await run.advance();
    expect(await standing(run)).toEqual(lacks);
    await run.confirmAll();
    await run.advance();
    expect(await standing(run)).toEqual(lacks);
  });

  // What had been quoted before the step back was told in place of the new choice.
  it.each([OrchestratorState.EVIDENCE_NEEDS, OrchestratorState.EVIDENCE_BINDING])(
    "is another choice after a step back to stage %i",
    async (toState) => {
      const run = await atNeeds();
      await chosen(run, "lamp deur", "De lamp");
      for (let stage = 0; stage < 3; stage++) {
        await run.confirmAll();
        await run.advance();
      }
      await server.orchestrator.rewind({ ...run.command(), toState });
      await run.read();
      await chosen(run, "ingeschakeld 18:39", "18:39");
      expect((await standing(run))?.quote).toBe("11-07-2026 | 18:39 | Ingeschakeld | MO");
    },
  );

  it("lacks no hour that a row of a table has with a colon", async () => {
    const run = await atNeeds();
    await chosen(run, "ingeschakeld 18:39", "18:39");
    expect(await standing(run)).toEqual({
      quote: "11-07-2026 | 18:39 | Ingeschakeld | MO",
      absent: [],
      otherwise: [],
    });
  });
});

// A search for the sum of an invoice brought three passages without it, and the invoice's own line was said to lack it.
describe("a sum that is typed without its currency", () => {
  it("is found first by a search for it, and is said by the line that has it as a sum", async () => {
    const text = "De huurauto kostte 312,40.";
    const run = await atNeeds(text);
    const { slots } = await server.orchestrator.listCandidates({ runId: run.runId });
    const slotIds = [slots[0]?.slotId ?? ""];
    const found = await server.orchestrator.listCandidates({ runId: run.runId, slotIds, query: "312,40" });
    const [first] = found.slots[0]?.candidates ?? [];
    expect(first?.locator?.exactQuote).toBe("Totaal inclusief btw: € 312,40");
    expect(lackingWords(first!, text)).toEqual({ absent: [], otherwise: [] });
  });
});
