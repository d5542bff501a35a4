import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { root } from "../cli/support/layman.ts";
import { describeWithBrowser, picture } from "./support/browser.ts";
import { journeyOn } from "./support/journey.ts";
import { type Visit, violationsOn, visit } from "./support/visit.ts";

/** The demo's letter, answered on a dark screen, across a restart of the server. */
const dossier = join(root, "demo/dossier");

let visited: Visit;
const violations: string[] = [];
const grounds = new Set<string>();

describeWithBrowser("a dark screen", () => {
  beforeAll(async () => {
    visited = await visit();
    const { page } = visited;
    await page.emulateMedia({ colorScheme: "dark" });
    const journey = journeyOn(page, async (screen) => {
      await picture(page, `dark-${screen}`);
      grounds.add(await page.evaluate(() => getComputedStyle(document.body).backgroundColor));
      violations.push(...(await violationsOn(page)).map((line) => `${screen}: ${line}`));
    });
    await journey.begin();
    await journey.drop(readdirSync(dossier).map((name) => join(dossier, name)));
    await journey.chooseLetter(/vervallen thuiswerkdag/u);
    await journey.say({ "Iris Denkbeeld": "werkgever", "Bram Verzonnen": "namens de werkgever" });
    await journey.answer([
      [/nooit een schriftelijke toezegging/u, "onjuist", "op 17 maart 2025 is dat schriftelijk bevestigd"],
    ]);
    await journey.walk([/Ik bevestig hierbij namens de directie/u]);
  }, 360_000);

  afterAll(() => visited?.stop());

  it("is dark, and every screen of a letter reads well on it", () => {
    expect([...grounds]).toEqual(["rgb(20, 23, 26)"]);
    expect(violations).toEqual([]);
  });

  it("shows the Vault and a document of it as well", async () => {
    const { page } = visited;
    await page.goto(new URL("/vault#list=documents", page.url()).href);
    await page.locator(".row-open").first().click();
    await page.locator(".reader-facts").waitFor();
    await picture(page, "dark-vault");
    expect(await violationsOn(page)).toEqual([]);
  });
});
