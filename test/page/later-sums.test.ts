import { create } from "@bufbuild/protobuf";
import { afterAll, beforeAll, expect, it } from "vitest";
import { StageProposalSchema } from "../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import { OrchestratorState as State } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { cli } from "../cli/support/cli.ts";
import { RunDriver } from "../e2e/support/run-driver.ts";
import { type Clients, clientsOf, importFiles } from "../e2e/support/server.ts";
import { describeWithBrowser } from "./support/browser.ts";
import { mail } from "./support/mail.ts";
import { type Visit, visit } from "./support/visit.ts";

const theirs = "Piet Verzonnen <piet@firma.example>";
const paid = "In aanvulling op onze brief van 5 december 2025 hebben wij vandaag € 600,00 aan u overgemaakt.";
const demand = "Ik verzoek u € 1.500,00 binnen 14 dagen te betalen.";

// A letter demanded the whole sum of which a later mail of the other side had paid a part: nothing was said of it at the sum.
describeWithBrowser("another sum in a later paper", () => {
  let visited: Visit;
  let clients: Clients;
  let driver: RunDriver;
  beforeAll(async () => {
    visited = await visit();
    clients = clientsOf(visited.server.url);
    const [letter] = await importFiles(clients, [
      mail(
        theirs,
        "Fri, 5 Dec 2025",
        "Afwijzing",
        "Geachte mevrouw Zandstra,\n\nU vraagt ons € 1.500,00 te betalen. Wij wijzen dat verzoek af.\n\nHoogachtend,\nPiet Verzonnen",
      ),
      // A reminder of other months that named the sum before the letter did stood against the demand.
      mail(
        theirs,
        "Thu, 4 Dec 2025",
        "Aanmaning",
        "De termijn van € 1.500,00 is niet ontvangen. Wij verhogen dit bedrag met € 15,00 administratiekosten.",
      ),
      mail(theirs, "Wed, 3 Dec 2025", "Vraag", "U vroeg ons om € 1.500,00."),
      mail("Els Buur <els@buurt.example>", "Mon, 8 Dec 2025", "Hoi", "Wil jij mij € 20,00 betalen?"),
      mail(theirs, "Tue, 9 Dec 2025", "Betaling", `${paid} Daarmee is het klaar.`),
      mail(theirs, "Wed, 10 Dec 2025", "Parkeren", "Een kaart voor de kast kost € 7,00."),
    ]);
    driver = await RunDriver.answering(clients, letter!.docUid);
    const sections = [{ title: "Verzoek", claims: [{ text: demand, claimKind: "request" }] }];
    await driver.propose(create(StageProposalSchema, { proposal: { case: "skeleton", value: { sections } } }));
  });
  afterAll(async () => {
    clients?.close();
    await visited?.stop();
  });

  const shown = async () =>
    (await cli(["run", "go", driver.runId], { env: { PINCITE_URL: visited.server.url, PINCITE_LANG: "nl" } })).out
      .replaceAll(/\s+/gu, " ")
      .trim();
  const said = `Een later stuk van 9 december 2025, “Betaling”, noemt een ander bedrag: “${paid}” Klopt uw eis dan nog?`;

  it("stands beside the demand in the outline, and no sum that is of something else or of somebody else", async () => {
    const { page } = visited;
    await page.goto(`${visited.server.url}/run/${driver.runId}`);
    await page.locator("[data-item] [data-written-later]").waitFor();
    expect(await page.locator("[data-item] [data-written-later]").allInnerTexts()).toEqual([said]);
    expect(await shown()).toContain(said);
  });

  it("stands beside the draft's demand, with the press that changes it", async () => {
    while (driver.context.state < State.DRAFT) {
      await driver.confirmAll();
      await driver.advance();
      await clients.orchestrator.guide(driver.command());
      await driver.read();
    }
    const block = visited.page.locator("[data-later-in-draft]");
    await block.waitFor();
    expect(await block.innerText()).toContain(said);
    expect(await block.locator("[data-claim-otherwise]").count()).toBe(1);
    expect(await shown()).toContain(said);
  });
});
