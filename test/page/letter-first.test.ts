import { create } from "@bufbuild/protobuf";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { PassageCandidate } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import { PartyRole } from "../../gen/pincite/memo/v1/party_pb.ts";
import { StageProposalSchema } from "../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import { OrchestratorState as State } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { cli } from "../cli/support/cli.ts";
import { RunDriver } from "../e2e/support/run-driver.ts";
import { type Clients, clientsOf, importFiles } from "../e2e/support/server.ts";
import { chooseLeft } from "../support/choose-left.ts";
import { describeWithBrowser, picture } from "./support/browser.ts";
import { mail } from "./support/mail.ts";
import { type Visit, visit } from "./support/visit.ts";

const theirs = "Piet Verzonnen <piet@firma.example>";
const confirmed = "Uw opzegging van het lidmaatschap hebben wij verwerkt.";
const ended = "Het lidmaatschap is na uw opzegging op 31 juli 2026 geëindigd.";
const denied = "Een opzegging van het lidmaatschap hebben wij nooit verwerkt.";
const claim = "Mijn opzegging van het lidmaatschap is verwerkt.";

// A letter opened under three and a half screens of cards, nearly all of which helped its author, and its last press stood before it was in view.
describeWithBrowser("the last stage of a letter", () => {
  let visited: Visit;
  let clients: Clients;
  let driver: RunDriver;
  beforeAll(async () => {
    visited = await visit();
    clients = clientsOf(visited.server.url);
    const items = await importFiles(clients, [
      mail(theirs, "Wed, 17 Jun 2026", "Verwerkt", `Beste Els,\n\n${confirmed}`),
      mail(theirs, "Thu, 18 Jun 2026", "Einde", `Beste Els,\n\n${ended}`),
      mail(theirs, "Fri, 19 Jun 2026", "Contributie", `Beste Els,\n\n${denied}`),
    ]);
    expect(items).toHaveLength(3);
    driver = await RunDriver.create(clients, "", "nl");
    const parties = [{ role: PartyRole.OPPONENT, names: ["Piet Verzonnen"], addresses: ["piet@firma.example"] }];
    const sections = [{ title: "Feiten", claims: [{ text: claim }] }];
    for (const proposal of [
      { case: "intentSeed" as const, value: { goal: "Bevestig het einde van mijn lidmaatschap.", parties } },
      { case: "skeleton" as const, value: { sections } },
    ]) {
      await driver.propose(create(StageProposalSchema, { proposal }));
      await driver.confirmAll();
      await driver.advance();
    }
    const isRight = (passage: PassageCandidate) => passage.locator?.exactQuote === confirmed;
    for (;;) {
      await clients.orchestrator.guide(driver.command());
      await driver.read();
      if (driver.context.state === State.DRAFT) break;
      driver.context = (await chooseLeft(clients, driver.context, isRight)).context;
      await driver.confirmAll();
      await driver.advance();
    }
    await visited.page.goto(`${visited.server.url}/run/${driver.runId}`);
    await visited.page.locator("[data-uncited]").waitFor();
  });
  afterAll(async () => {
    clients?.close();
    await visited?.stop();
  });

  const topOf = async (selector: string): Promise<number> =>
    visited.page
      .locator(selector)
      .first()
      .evaluate((one) => one.getBoundingClientRect().top + globalThis.scrollY);

  it("shows the letter before everything that is compared with it, and its last press behind it", async () => {
    const { page } = visited;
    const letter = await topOf("[data-sentence]");
    expect(letter).toBeLessThan(await topOf("[data-uncited]"));
    expect(letter).toBeLessThan(await topOf("#to-compare"));
    expect(await topOf("[data-cta]")).toBeGreaterThan(await topOf("[data-uncited]"));
    expect(await page.locator("[data-uncited]").evaluate((one) => (one as HTMLDetailsElement).open)).toBe(false);
    await picture(page, "letter-first");
  });

  it("shows open what the other side denies, with no press that would put it into the letter as a proof", async () => {
    const against = visited.page.locator("[data-gainsaying]");
    expect(await against.locator("blockquote").allInnerTexts()).toEqual([expect.stringContaining(denied)]);
    expect(await against.locator("[data-put-into-letter]").count()).toBe(0);
    expect(await visited.page.locator("[data-uncited]", { hasText: denied }).count()).toBe(0);
  });

  it("says at the terminal what its papers say besides after the letter", async () => {
    const env = { PINCITE_URL: visited.server.url, PINCITE_LANG: "nl" };
    const shown = (await cli(["run", "go", driver.runId], { env })).out.replaceAll(/\s+/gu, " ");
    const [letter, besides] = [shown.indexOf(confirmed), shown.indexOf(ended)];
    const toDo = shown.indexOf("Nog één zaak om te vergelijken");
    expect(toDo).toBeGreaterThan(-1);
    expect(letter).toBeGreaterThan(toDo);
    expect(besides).toBeGreaterThan(letter);
    const against = shown.indexOf("De ander kan deze woorden tegen u gebruiken.");
    expect([letter < against, against < shown.indexOf(denied), shown.indexOf(denied) < besides]).toEqual([
      true,
      true,
      true,
    ]);
    expect(shown).toContain("Helpen ze u, zet ze dan in uw brief.");
  });

  it("puts a passage that helps into the letter by one press", async () => {
    const { page } = visited;
    await page.locator("[data-uncited] summary").click();
    await page.locator("[data-put-into-letter]").click();
    await page.locator("[data-sentence]", { hasText: ended }).waitFor();
    await driver.read();
    expect(driver.context.state).toBe(State.DRAFT);
    await page.locator("[data-uncited]").waitFor({ state: "detached" });
    expect(await page.locator("[data-sentence]", { hasText: confirmed }).count()).toBeGreaterThan(0);
  });
});
