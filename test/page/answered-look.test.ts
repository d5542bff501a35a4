import { afterAll, beforeAll, expect, it } from "vitest";
import { OrchestratorState as State } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { cli } from "../cli/support/cli.ts";
import { RunDriver } from "../e2e/support/run-driver.ts";
import { type Clients, clientsOf, importFiles } from "../e2e/support/server.ts";
import { describeWithBrowser } from "./support/browser.ts";
import { journeyOn } from "./support/journey.ts";
import { type Visit, visit } from "./support/visit.ts";

const strand = "my-case";
const claim = "Ik hoefde de gaatjes in de slaapkamer niet te vullen.";
const opposite = "Alleen nog even de gaatjes in de slaapkamer vullen en dan is het klaar.";
const state = "Dit stuk zegt van zichzelf: “CONCEPT - niet getekend”";
const told = /Bij stap 5 zei u dat dit klopt, al: een ontkenning van stelling of bron is weg: “niet”/u;

describeWithBrowser("a look that was answered before the letter was written", () => {
  let visited: Visit;
  let clients: Clients;

  beforeAll(async () => {
    visited = await visit();
    clients = clientsOf(visited.server.url);
    await importFiles(
      clients,
      [{ path: "mail.txt", bytes: Buffer.from(`CONCEPT - niet getekend\n\n${opposite}\n`) }],
      strand,
    );
  });
  afterAll(async () => {
    clients?.close();
    await visited?.stop();
  });

  // The program knew at step 5 that the passage lacks the "niet" of its claim, and at step 6 the two stood beside each other with a plain
  // "Klopt met wat hier staat". What a paper says of itself was told at no step: an unsigned one stood for what was signed.
  it("is shown beside the sentence that rests on it, on the page and at the terminal, and not asked again; what its paper says of itself is shown at each step", async () => {
    const { page } = visited;
    const driver = await RunDriver.seeking(clients, strand, "De borg terug", [claim]);
    const journey = journeyOn(page);
    await page.goto(`${visited.server.url}/run/${driver.runId}`);
    const ofPaper = page.getByText(state).first();
    await ofPaper.waitFor();
    await page.locator("[data-choose]").first().click();
    await journey.settled();
    const shownAt = new Set<State>();
    for (let presses = 0; presses < 10 && (await driver.read()).state < State.DRAFT; presses++) {
      for (const look of await page.locator("[data-look]").all()) await look.click().then(journey.settled);
      await ofPaper.waitFor();
      shownAt.add((await driver.read()).state);
      await journey.press();
    }
    expect([...shownAt]).toEqual([State.EVIDENCE_NEEDS, State.EVIDENCE_BINDING, State.SPAN_RESOLUTION]);
    expect((await driver.read()).answeredLooks.length).toBeGreaterThan(0);
    const card = page.locator("[data-compare]");
    await card.getByText(state).waitFor();
    expect(await page.locator("[data-answered-look]").innerText()).toMatch(told);
    const { out } = await cli(["run", "go", driver.runId], {
      env: { PINCITE_URL: visited.server.url, PINCITE_LANG: "nl" },
    });
    expect(out.replaceAll(/\s+/gu, " ")).toMatch(told);
    expect(out).toContain(state);
    await journey.walk();
    expect(visited.complaints()).toEqual([]);
  });
});
