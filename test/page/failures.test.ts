import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openConnection } from "../../src/client/connection.ts";
import { root } from "../cli/support/layman.ts";
import { describeWithBrowser } from "./support/browser.ts";
import { type Journey, journeyOn } from "./support/journey.ts";
import { picture } from "./support/pictures.ts";
import { type Visit, violationsOn, visit } from "./support/visit.ts";

/** What goes wrong on the way to a letter, each with its screen and its way out. One run, in the order of its stages. */
const dossier = join(root, "demo/dossier");

let visited: Visit;
let page: Page;
let journey: Journey;
let runId: string;

const alert = (on: Page) => on.locator(".trouble[role=alert]");

describeWithBrowser("what goes wrong on the way to a letter", () => {
  beforeAll(async () => {
    visited = await visit();
    ({ page } = visited);
    journey = journeyOn(page);
    await journey.begin();
    await journey.drop(readdirSync(dossier).map((name) => join(dossier, name)));
    await journey.chooseLetter(/vervallen thuiswerkdag/u);
    await journey.say({});
    runId = page.url().split("/").at(-1) ?? "";
  }, 120_000);

  afterAll(() => visited?.stop());

  it("a run that is not there is told, with the way to those that are", async () => {
    const tab = await visited.tab("/run/run-01ARZ3NDEKTSV4RRFFQ69G5FAV");
    await alert(tab).waitFor();
    expect(await alert(tab).getAttribute("data-reason")).toBe("RUN_NOT_FOUND");
    expect(await tab.getByRole("link", { name: "Naar uw memo's" }).count()).toBe(1);
    await tab.close();
  });

  it("a second tab's change is shown without asking, and what was typed is still there", async () => {
    await journey.press();
    const tab = await visited.tab(`/run/${runId}`);
    await tab.locator("[data-item]").first().waitFor();
    await page.getByRole("button", { name: "Opzet veranderen" }).click();
    await page.locator(".outline-claim textarea").first().fill("Uw brief noemt geen grond.");
    await tab.locator("[data-cta]").click();
    await tab.waitForFunction(() =>
      document.querySelector("[data-cta]")?.getAttribute("data-rpc")?.endsWith("Advance"),
    );
    const version = (await tab.locator(".run").getAttribute("data-version")) ?? "";
    await page.waitForFunction(
      (seen) => document.querySelector(".run")?.getAttribute("data-version") === seen,
      version,
    );
    expect(await page.locator(".outline-claim textarea").first().inputValue()).toBe("Uw brief noemt geen grond.");
    await tab.close();
  });

  it("a version that is stale is told, shown anew, and nothing that was typed is lost", async () => {
    // The first tab hears of nothing any more, as behind a connection that stalls.
    await page.route("**/WatchRun", () => undefined);
    await page.reload();
    await page.getByRole("button", { name: "Opzet veranderen" }).click();
    await page.locator(".outline-claim textarea").first().fill("Uw brief noemt geen grond.");
    await changeElsewhere(visited.server.url, runId);
    await page.getByRole("button", { name: "Opzet bewaren" }).click();
    await alert(page).waitFor();
    expect(await alert(page).getAttribute("data-reason")).toBe("RUN_VERSION_STALE");
    await picture(page, "stale", "failure");
    expect(await page.locator(".outline-claim textarea").first().inputValue()).toBe("Uw brief noemt geen grond.");
    await page.getByRole("button", { name: "Opzet bewaren" }).click();
    await page.locator("[data-item]", { hasText: "Uw brief noemt geen grond." }).waitFor();
    expect(await alert(page).count()).toBe(0);
    await page.unroute("**/WatchRun");
    await page.reload();
    await journey.settled();
  });

  it("a search without a match says so, with other words in a field that can be changed", async () => {
    while ((await page.locator(".run").getAttribute("data-stage")) !== "3") await journey.press();
    const search = await openSearch(page, 0);
    await search.locator("input").fill('"zeppelin boven Utrecht"');
    await search.locator("button[type=submit]").click();
    await search.getByText("Niets gevonden").waitFor();
    await picture(page, "empty", "failure");
    expect(await violationsOn(page)).toEqual([]);
    expect(await search.locator("input").inputValue()).not.toBe("");
    await search.locator("input").fill("thuiswerkdag");
    await search.getByRole("button", { name: "Zoek opnieuw" }).click();
    await search.getByText(/passages gevonden/u).waitFor();
  });

  it("a search that fails says why and what to do, and can be made again", async () => {
    const searches = page.getByRole("button", { name: "Zoek iets anders" });
    const search = await openSearch(page, (await searches.count()) - 1);
    await search.locator("input").fill("goed werkgever");
    await search.locator("button[type=submit]").click();
    await search.locator("[data-outcome='3']").waitFor();
    await picture(page, "error", "failure");
    expect(await search.locator("[data-outcome]").textContent()).toMatch(/mislukte: .*wet/iu);
    expect(await search.getByRole("button", { name: "Zoek opnieuw" }).isEnabled()).toBe(true);
  });

  it("going back shows first what holds and what is asked again, and then asks exactly that", async () => {
    await page.getByRole("button", { name: "Een stap terug" }).click();
    await page.getByLabel("2. wat u stelt").check();
    await picture(page, "rewind", "failure");
    expect(await violationsOn(page)).toEqual([]);
    await page.getByRole("button", { name: "Ga terug", exact: true }).click();
    await page.waitForFunction(() => document.querySelector(".run")?.getAttribute("data-stage") === "2");
    await journey.settled();
    // Nothing was changed, so nothing is asked: the way on is open at once.
    expect(await page.locator("[data-cta]").getAttribute("data-rpc")).toMatch(/Advance$/u);
    await journey.press();
  });

  it("a server that dies is told, and the page goes on by itself once it is back and the browser is let in", async () => {
    await visited.stopServer();
    await alert(page).waitFor();
    expect(await alert(page).getAttribute("data-reason")).toBe("UPSTREAM_UNAVAILABLE");
    await picture(page, "server-gone", "failure");
    await visited.restart();
    // A new server has no sessions: it says so, with the way in.
    await page.locator("[data-reason=UNAUTHENTICATED]").waitFor();
    await picture(page, "session-gone", "failure");
    await visited.letIn(page, `/run/${runId}`);
    await journey.settled();
    expect(await page.locator(".run").getAttribute("data-stage")).toBe("3");
  });
});

/** Opens the search of a slot, by its place on the page. */
const openSearch = async (on: Page, at: number) => {
  const slot = on
    .locator("[data-item]")
    .filter({ has: on.getByRole("button", { name: "Zoek iets anders" }) })
    .nth(at);
  const id = await slot.getAttribute("data-item");
  await slot.getByRole("button", { name: "Zoek iets anders" }).click();
  return on.locator(`[data-item="${id}"] form.search`);
};

/** Changes the run as another client would: something is said to the guide. */
const changeElsewhere = async (url: string, id: string): Promise<void> => {
  const connection = openConnection(url);
  const { runContext } = await connection.orchestrator.getRun({ runId: id });
  await connection.orchestrator.guide({
    runId: id,
    userPrompt: "Is dit genoeg?",
    idempotencyKey: crypto.randomUUID(),
    expectedVersion: runContext?.version ?? "",
  });
  connection.close();
};
