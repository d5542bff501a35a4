import { create } from "@bufbuild/protobuf";
import { afterAll, beforeAll, expect, it } from "vitest";
import { StageProposalSchema } from "../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import { OrchestratorState as State } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { AssertionAnswer } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { cli } from "../cli/support/cli.ts";
import { RunDriver } from "../e2e/support/run-driver.ts";
import { type Clients, clientsOf, importFiles } from "../e2e/support/server.ts";
import { describeWithBrowser } from "./support/browser.ts";
import { mail } from "./support/mail.ts";
import { type Visit, visit } from "./support/visit.ts";

const theirs = "Piet Verzonnen <piet@firma.example>";
const taken = "Punt 2 van die brief trekken wij in: de verhuiskosten hoeft u niet terug te betalen.";

// A letter argued on at length against a point that the other side had withdrawn in a later mail, which it quoted in another paragraph.
describeWithBrowser("what the other side wrote later of the answered letter", () => {
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
        "Eindafrekening",
        "Geachte mevrouw Zandstra,\n\nU hebt geen recht op een bonus.\n\nU bent binnen drie jaar vertrokken. U moet de verhuiskosten terugbetalen.\n\nHoogachtend,\nPiet Verzonnen",
      ),
      mail(
        "Els Buur <els@buurt.example>",
        "Mon, 8 Dec 2025",
        "Hoi",
        "De brief van 5 december 2025 over de verhuiskosten las ik.",
      ),
      mail(theirs, "Tue, 9 Dec 2025", "Herzien", `Wij lazen onze brief van 5 december 2025 opnieuw. ${taken}`),
      mail(theirs, "Wed, 10 Dec 2025", "Parkeren", "De verhuiskosten van de kast zijn betaald."),
    ]);
    driver = await RunDriver.answering(clients, letter!.docUid);
  });
  afterAll(async () => {
    clients?.close();
    await visited?.stop();
  });

  const env = () => ({ PINCITE_URL: visited.server.url, PINCITE_LANG: "nl" });

  it("stands beside what it is about, also of the same paragraph, where the letter is answered", async () => {
    const { letterLater } = await clients.orchestrator.getRun({ runId: driver.runId, withLetterLater: true });
    expect(letterLater.map(({ partId, words }) => [partId, words])).toEqual([
      ["assertion:2", taken],
      ["assertion:3", taken],
    ]);
    const { page } = visited;
    await page.goto(`${visited.server.url}/run/${driver.runId}`);
    await page.locator("[data-written-later]").first().waitFor();
    expect(await page.locator("fieldset:has([data-written-later]) legend").allInnerTexts()).toEqual([
      expect.stringContaining("drie jaar"),
      expect.stringContaining("verhuiskosten"),
    ]);
    const shown = (await cli(["run", "go", driver.runId], { env: env() })).out.replaceAll(/\s+/gu, " ");
    expect(shown).toContain(`In een later stuk van 9 december 2025, “Herzien”, schrijft de ander: “${taken}”`);
  });

  it("stands beside the answers that the letter gives, with the press that leaves one out", async () => {
    const answers = [
      { assertionId: "assertion:1", answer: AssertionAnswer.WRONG },
      { assertionId: "assertion:3", answer: AssertionAnswer.WRONG },
    ];
    await driver.propose(create(StageProposalSchema, { proposal: { case: "skeleton", value: { answers } } }));
    const { page } = visited;
    await page.locator("[data-item] [data-written-later]").waitFor();
    while (driver.context.state < State.DRAFT) {
      await driver.confirmAll();
      await driver.advance();
      await clients.orchestrator.guide(driver.command());
      await driver.read();
    }
    const block = page.locator("[data-later-in-draft]");
    await block.waitFor();
    expect(await block.locator("q").allInnerTexts()).toEqual([expect.stringContaining("verhuiskosten")]);
    const shown = (await cli(["run", "go", driver.runId], { env: env() })).out.replaceAll(/\s+/gu, " ");
    expect(shown).toMatch(/schreef later over wat uw brief beantwoordt.*Punt 2.*Uw brief zegt hierover: stelling:2:/u);
    await block.locator("[data-drop-claim]").click();
    await block.waitFor({ state: "detached" });
  });
});
