import { afterAll, beforeAll, expect, it } from "vitest";
import { RunDriver } from "../e2e/support/run-driver.ts";
import { type Clients, clientsOf, importFiles } from "../e2e/support/server.ts";
import { describeWithBrowser, soon } from "./support/browser.ts";
import { journeyOn } from "./support/journey.ts";
import { type Visit, visit } from "./support/visit.ts";

const file = (path: string, text: string) => ({ path, bytes: Buffer.from(text) });
const minutes = "We zijn vandaag maar met zijn tweeën aanwezig.";
const statutes = "Het bestuur van de club bestaat uit vijf bestuursleden.";
const claim = "Twee van de vijf bestuursleden waren aanwezig.";

describeWithBrowser("a claim that says two things", () => {
  let visited: Visit;
  let clients: Clients;

  beforeAll(async () => {
    visited = await visit();
    clients = clientsOf(visited.server.url);
    await importFiles(clients, [file("notulen.txt", `${minutes}\n`), file("statuten.txt", `${statutes}\n`)], "my-case");
  });
  afterAll(async () => {
    clients?.close();
    await visited?.stop();
  });

  // A claim on two papers took one passage, and half of it fell out of the letter, which was said at the last stage.
  it("takes one more passage at a press, and the letter quotes both", async () => {
    const { page } = visited;
    const driver = await RunDriver.seeking(clients, "my-case", "Vragen om een nieuw besluit", [claim]);
    const journey = journeyOn(page);
    await page.goto(`${visited.server.url}/run/${driver.runId}`);
    const choose = async (words: string): Promise<void> => {
      const passage = page.locator("[data-passages] li.candidate", {
        has: page.locator("blockquote", { hasText: words }),
      });
      await passage.locator("[data-choose]").first().click();
      await journey.settled();
    };
    await choose("tweeën");
    await page.locator("[data-another-passage]").first().click();
    await journey.settled();
    await soon(() => page.locator("[data-passages]").count()).toBeGreaterThan(0);
    await choose("vijf bestuursleden");
    await journey.walk();
    const { runContext } = await clients.orchestrator.getRun({ runId: driver.runId });
    const said = (await page.locator("article.paper, .paper").first().innerText()).replaceAll(/\s+/gu, " ");
    expect(said).toContain(minutes);
    expect(said).toContain(statutes);
    expect(runContext?.missingInputs).toEqual([]);
    expect(visited.complaints()).toEqual([]);
  });

  // Other words for a claim let go of the passage that was chosen for it, which had to be found again.
  it("keeps its passage when it is put in other words", async () => {
    const { page } = visited;
    const driver = await RunDriver.seeking(clients, "my-case", "Vragen om een nieuw besluit", [claim]);
    const journey = journeyOn(page);
    await page.goto(`${visited.server.url}/run/${driver.runId}`);
    const passage = page.locator("[data-passages] li.candidate", {
      has: page.locator("blockquote", { hasText: "tweeën" }),
    });
    await passage.locator("[data-choose]").first().click();
    await journey.settled();
    const otherwise = page.locator("[data-claim-otherwise]").first();
    await otherwise.locator("summary").click();
    await otherwise.locator("textarea").fill("Er waren twee bestuursleden aanwezig.");
    await otherwise.locator("[data-say-otherwise]").click();
    await journey.settled();
    await soon(async () => {
      const { runContext } = await clients.orchestrator.getRun({ runId: driver.runId });
      return (runContext?.choices ?? []).map(({ holds }) => holds);
    }).toEqual([true]);
    await page.getByRole("heading", { name: "Er waren twee bestuursleden aanwezig." }).waitFor();
    expect(visited.complaints()).toEqual([]);
  });
});
