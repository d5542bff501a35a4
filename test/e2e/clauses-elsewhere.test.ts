import { create } from "@bufbuild/protobuf";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PartyRole } from "../../gen/pincite/memo/v1/party_pb.ts";
import { StageProposalSchema } from "../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import { OrchestratorState } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { bindingOf } from "../../src/client/passages.ts";
import { RunDriver } from "./support/run-driver.ts";
import { importFiles, startTestServer, type TestServer } from "./support/server.ts";

const contract = `Huurovereenkomst

Artikel 5 Kosten
5.1 De huurprijs is 742,50 euro per maand.
5.2 De servicekosten zijn een voorschot van 85 euro per maand.
5.3 De kosten van de huismeester zijn in de huurprijs begrepen.

Artikel 9 Onderhoud
9.1 De huurder meldt gebreken zodra dat kan.
9.3 Herstel van kozijnen komt voor rekening van de verhuurder.
`;
const addition = `Aanvulling op de huurovereenkomst

De huismeester werkt vanaf 1 januari 2025 voor alle bewoners van het gebouw.
Artikel 5.3 van de huurovereenkomst vervalt per die datum.
`;
const own = `Date: Mon, 2 Nov 2026 10:00:00 +0100
From: Hanna Bedacht <hanna@thuis.example>
To: Verhuur <post@verhuur.example>
Subject: huismeester
Content-Type: text/plain; charset=utf-8

Volgens artikel 5.3 van de huurovereenkomst betaal ik niets voor de huismeester.
`;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  const encode = (text: string) => new TextEncoder().encode(text);
  await importFiles(server, [
    { path: "huurovereenkomst.txt", bytes: encode(contract) },
    { path: "aanvulling.txt", bytes: encode(addition) },
    { path: "huismeester.eml", bytes: encode(own) },
  ]);
});
afterAll(() => server.stop());

const atNeeds = async (...claims: string[]): Promise<RunDriver> => {
  const run = await RunDriver.create(server, "", "nl");
  const parties = [{ role: PartyRole.AUTHOR, names: ["Hanna Bedacht"], addresses: ["hanna@thuis.example"] }];
  const intent = { goal: "De kosten van de huismeester.", locale: "nl", parties };
  await run.propose(create(StageProposalSchema, { proposal: { case: "intentSeed", value: intent } }), true);
  await run.advance();
  const sections = [{ title: "Memo", claims: claims.map((text) => ({ text })) }];
  await run.propose(create(StageProposalSchema, { proposal: { case: "skeleton", value: { sections } } }), true);
  await run.advance();
  return run;
};

const listed = async (run: RunDriver) => {
  const { slots } = await server.orchestrator.listCandidates({ runId: run.runId });
  return slots.map(({ slotId, candidates, clausesElsewhere }) => ({
    slotId,
    candidates,
    said: clausesElsewhere.map(({ clause, passage }) => [clause, passage?.locator?.exactQuote]),
  }));
};

const lapses = "Artikel 5.3 van de huurovereenkomst vervalt per die datum.";

// An article was chosen as proof that an addition in the same case had put aside; it was told before the letter was final, and nowhere before.
describe("what another paper says of the clause at hand", () => {
  it("stands beside a claim that names the clause, beside the passage that stands in it and beside what was chosen of it", async () => {
    const run = await atNeeds(
      "De kosten van de huismeester zijn volgens artikel 5.3 in de huurprijs begrepen.",
      "De kosten van de huismeester zijn in de huurprijs begrepen.",
    );
    const [named, standing] = await listed(run);
    expect(named?.said.map(([, quote]) => quote)).toEqual([lapses]);
    expect(standing?.said).toEqual([["artikel 5.3", lapses]]);
    const passage = standing?.candidates.find(({ locator }) => locator?.exactQuote.includes("huurprijs begrepen"));
    if (!standing || !passage) throw new Error("the clause is listed");
    for (const { slotId } of [named, standing].flatMap((one) => one ?? [])) {
      const choice = { case: "binding", value: bindingOf(slotId, passage) } as const;
      await server.orchestrator.chooseEvidence({ ...run.command(), slotId, choice });
      await run.read();
    }
    for (const state of [OrchestratorState.EVIDENCE_BINDING, OrchestratorState.SPAN_RESOLUTION]) {
      await run.confirmAll();
      await run.advance();
      expect(run.context.state).toBe(state);
      expect((await listed(run)).map(({ said }) => said.map(([, quote]) => quote))).toEqual([[lapses], [lapses]]);
    }
  });

  it("is nothing of a clause that nobody else names", async () => {
    const run = await atNeeds(
      "De kosten van kozijnen zijn volgens artikel 9.3 voor de verhuurder, niet in de huurprijs begrepen.",
    );
    const [only] = await listed(run);
    // Whatever else is listed below the clause that the claim names.
    expect(only?.candidates.some(({ place }) => place.includes("5.3"))).toBe(true);
    expect(only?.said).toEqual([]);
    const first = only?.candidates[0];
    if (!only || !first) throw new Error("the clause is listed");
    const choice = { case: "binding", value: bindingOf(only.slotId, first) } as const;
    await server.orchestrator.chooseEvidence({ ...run.command(), slotId: only.slotId, choice });
    expect((await listed(run))[0]?.said).toEqual([]);
  });
});
