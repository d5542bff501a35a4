import { afterAll, beforeAll, expect, it } from "vitest";
import { OrchestratorState as State } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { cli } from "../cli/support/cli.ts";
import { RunDriver } from "../e2e/support/run-driver.ts";
import { sayMyself } from "../e2e/support/say-myself.ts";
import { type Clients, clientsOf, importFiles } from "../e2e/support/server.ts";
import { describeWithBrowser, soon } from "./support/browser.ts";
import { journeyOn } from "./support/journey.ts";
import { type Visit, visit } from "./support/visit.ts";

const strand = "my-case";
const file = (path: string, text: string) => ({ path, bytes: Buffer.from(text) });
const [keys, weeks] = ["De drie sleutels zijn ingeleverd.", "Half maart zat Noor de hele week in Tilveld."];

describeWithBrowser("a claim that a letter need not make", () => {
  let visited: Visit;
  let clients: Clients;

  beforeAll(async () => {
    visited = await visit();
    clients = clientsOf(visited.server.url);
    await importFiles(clients, [file("sleutels.txt", `${keys}\n`), file("noor.txt", `${weeks}\n`)], strand);
  });
  afterAll(async () => {
    clients?.close();
    await visited?.stop();
  });

  // She read a late mail at the last step that took her point back, and no button there let the point go: the way was two steps back.
  it("is dropped where its sentence stands, in one press that comes back to the letter without it", async () => {
    const { page } = visited;
    const driver = await RunDriver.seeking(clients, strand, "De borg terug", [keys, weeks]);
    const journey = journeyOn(page);
    await page.goto(`${visited.server.url}/run/${driver.runId}`);
    for (const words of [keys, weeks]) {
      const passage = page.locator("[data-passages] li.candidate", {
        has: page.locator("blockquote", { hasText: words }),
      });
      await passage.locator("[data-choose]").first().click();
      await journey.settled();
    }
    for (let presses = 0; presses < 10 && (await page.locator("[data-sentence]").count()) === 0; presses++) {
      for (const look of await page.locator("[data-look]").all()) await look.click().then(journey.settled);
      await journey.press();
    }
    await sayMyself(driver, "sleutels", `In mijn aantekening staat: “${keys}”`);
    await page.locator("[data-sentence]", { hasText: "In mijn aantekening" }).waitFor();
    const sentence = page.locator("[data-sentence]", { hasText: "Tilveld" });
    await sentence.first().click();
    await page.locator(".sentence-form [data-drop-claim]").click();
    await journey.settled();
    await soon(() => sentence.count()).toBe(0);
    expect(await page.locator(".run").getAttribute("data-stage")).toBe("6");
    // What she wrote herself of the other claim stands as she wrote it.
    const mine = page.locator("[data-sentence]", { hasText: "sleutels" });
    expect(await mine.allInnerTexts()).toEqual([expect.stringContaining("In mijn aantekening staat")]);
    const context = await driver.read();
    expect([context.state, context.choices.map(({ holds }) => holds)]).toEqual([State.DRAFT, [true, false]]);
    expect(visited.complaints()).toEqual([]);
  });

  // The last need of a claim was dropped at the terminal, and the claim came back in the letter as a bare fact that the check refused.
  it("is told of and asked about where its last need was dropped, and is no bare sentence", async () => {
    const { page } = visited;
    const driver = await RunDriver.seeking(clients, strand, "De borg terug", [keys, weeks]);
    const env = { PINCITE_URL: visited.server.url, PINCITE_LANG: "nl" };
    const go = async (...words: string[]): Promise<string> => {
      const sign = (await driver.read()).version.replace(/^(\d+-[0-9a-f]{4}).*$/u, "$1");
      return (await cli(["run", "go", driver.runId, sign, ...words], { env })).out;
    };
    const told = await go("nee", "bewijsvraag:2");
    expect(told.replaceAll(/\s+/gu, " ")).toContain(`stelling 2: “${weeks}”. Deze stelling heeft geen bewijs meer.`);
    expect(told).toContain("soort:2=eigen verklaring");
    expect(told).toMatch(/--add "stelling:2=CITAAT /u);
    expect(told).toContain("nee stelling:2");

    await page.goto(`${visited.server.url}/run/${driver.runId}`);
    const bare = page.locator("[data-bare]");
    await bare.waitFor();
    expect(await bare.locator("button").count()).toBe(3);

    await go("ja", "bewijsvraag:1=1");
    for (let step = 0; step < 6 && (await driver.read()).state < State.DRAFT; step++) await go("ja");
    const drafted = await go();
    expect(drafted).not.toMatch(/zin \d+: Half maart/u);
    expect(drafted).toContain("nee stelling:2");
    const { itemId } = await sayMyself(driver, "sleutels", `In mijn aantekening staat: “${keys}”`);
    expect(itemId).toMatch(/^sentence:/u);
    const dropped = await go("nee", "stelling:2");
    expect(dropped.replaceAll(/\s+/gu, " ")).toContain(`In mijn aantekening staat: “${keys}”`);
    expect(dropped).toContain("stelling 2 staat niet meer in de brief");
    expect(dropped).not.toContain("Tilveld");
    expect((await driver.read()).state).toBe(State.DRAFT);
  });
});
