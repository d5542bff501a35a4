import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { root } from "../cli/support/layman.ts";
import { describeWithBrowser, soon } from "./support/browser.ts";
import { unexplainedOn, watchButtons } from "./support/grey-buttons.ts";
import { type Journey, journeyOn } from "./support/journey.ts";
import { picture } from "./support/pictures.ts";
import { type Visit, visit } from "./support/visit.ts";

/** A main button that does nothing says why; reply.test.ts watches it from the first screen to the last. */
const dossier = join(root, "demo/dossier");

let visited: Visit;
let journey: Journey;
describeWithBrowser("a main button that is off", () => {
  beforeAll(async () => {
    visited = await visit();
    const { page } = visited;
    await page.addInitScript(watchButtons);
    await page.reload();
    journey = journeyOn(page);
    await journey.begin();
    await journey.drop(readdirSync(dossier).map((name) => join(dossier, name)));
  });

  afterAll(() => visited?.stop());

  // The letter was ticked, and nothing said that its own button had to be pressed as well.
  it("names the letter that is ticked and not yet answered, and a press leads to what is missing", async () => {
    const { page } = visited;
    const row = page.locator(".documents tr", { has: page.locator("input:checked") });
    const title = (await row.locator("input").getAttribute("aria-label")) ?? "?";
    const why = await page.locator(".next-why").textContent();
    expect(why).toContain(title);
    expect(why).toContain("Op deze brief antwoord ik");
    await picture(page, "ticked", "failure");
    await page.locator("[data-cta]").click({ force: true });
    const focused = await page.evaluate(() => document.activeElement?.textContent);
    expect(focused).toBe("Op deze brief antwoord ik");
    await soon(() => page.locator(".run").getAttribute("data-busy")).toBe("no");
  });

  it("says so where the server is gone", async () => {
    await visited.stopServer();
    await visited.page.locator(".trouble[role=alert]").waitFor();
    await soon(() => visited.page.locator(".next-why").textContent()).toBe("De server antwoordt niet");
    expect(await unexplainedOn(visited.page)).toEqual([]);
  });
});
