import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { root } from "../cli/support/layman.ts";
import { describeWithBrowser, soon } from "./support/browser.ts";
import { type Journey, journeyOn } from "./support/journey.ts";
import { picture } from "./support/pictures.ts";
import { type Visit, violationsOn, visit } from "./support/visit.ts";

/** A main button that does nothing says why, on every screen of a run and at every moment in between. */
const dossier = join(root, "demo/dossier");

let visited: Visit;
let journey: Journey;
const violations: string[] = [];

/** Keeps each moment of a main button that is off and whose description says nothing, over all pages of a tab. */
const watchButtons = (): void => {
  const look = (): void => {
    for (const button of document.querySelectorAll<HTMLElement>("[data-cta]")) {
      const isOff = button.matches(":disabled, [aria-disabled=true]");
      const describing = document.getElementById(button.getAttribute("aria-describedby") ?? "");
      if (!isOff || (describing?.textContent ?? "").trim() !== "") continue;
      const stage = document.querySelector(".run")?.getAttribute("data-stage") ?? "beginning";
      const met = new Set(JSON.parse(sessionStorage.getItem("unexplained") ?? "[]"));
      sessionStorage.setItem("unexplained", JSON.stringify([...met.add(`${stage}: ${button.textContent}`)]));
    }
  };
  const options = { subtree: true, childList: true, attributes: true, characterData: true };
  new MutationObserver(look).observe(document, options);
};

const unexplained = (): Promise<unknown> =>
  visited.page.evaluate(() => JSON.parse(sessionStorage.getItem("unexplained") ?? "[]"));

describeWithBrowser("a main button that is off", () => {
  beforeAll(async () => {
    visited = await visit();
    const { page } = visited;
    await page.addInitScript(watchButtons);
    await page.reload();
    journey = journeyOn(page, async () => void violations.push(...(await violationsOn(page))));
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

  it("has a reason beside it from the first screen to the last", async () => {
    await journey.chooseLetter(/vervallen thuiswerkdag/u);
    await journey.say({});
    await journey.answer([]);
    await journey.walk();
    expect(await unexplained()).toEqual([]);
    expect(violations).toEqual([]);
  });

  it("says so where the server is gone", async () => {
    await visited.stopServer();
    await visited.page.locator(".trouble[role=alert]").waitFor();
    await soon(() => visited.page.locator(".next-why").textContent()).toBe("De server antwoordt niet");
    expect(await unexplained()).toEqual([]);
  });
});
