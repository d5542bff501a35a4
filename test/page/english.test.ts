import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { root } from "../cli/support/layman.ts";
import { describeWithBrowser, idsShown, picture, soon } from "./support/browser.ts";
import { type Journey, journeyOn } from "./support/journey.ts";
import { bytesOfFile, type Visit, violationsOn, visit } from "./support/visit.ts";

/** The same letter answered in English, with the mouse alone, from an empty Vault to the file; each screen is dark for a moment as well. */
const dossier = join(root, "demo/dossier");

/** What a person says to the letter; what is not named is not known. */
const answers: readonly (readonly [RegExp, string, string])[] = [
  [
    /nooit een schriftelijke toezegging/u,
    "wrong",
    "on 17 March 2025 Bram Verzonnen confirmed in writing that the weekly day at home on Friday stays",
  ],
];

let visited: Visit;
let journey: Journey;
const violations: string[] = [];
const dutch: string[] = [];
const ids: string[] = [];
const grounds = new Set<string>();

/** What breaks a rule on the page as it stands, on a dark screen; the screen is light again afterwards. */
const violationsInTheDark = async (name: string): Promise<string[]> => {
  const { page } = visited;
  await page.emulateMedia({ colorScheme: "dark" });
  await picture(page, `dark-${name}`);
  grounds.add(await page.evaluate(() => getComputedStyle(document.body).backgroundColor));
  const found = await violationsOn(page);
  await page.emulateMedia({ colorScheme: "light" });
  return found.map((line) => `dark, ${name}: ${line}`);
};

/** Words of the page's own that would stand there if one of its phrases had been left in Dutch. */
const ownDutch = /\b(?:Bewaar|Opzet|Gekozen|Zoek|Weglaten|Let op|Gesprek|Uw stukken|Stap)\b/u;

describeWithBrowser("a letter that is answered in English on the page", () => {
  beforeAll(async () => {
    visited = await visit();
    const { page } = visited;
    journey = journeyOn(page, async (screen) => {
      violations.push(...(await violationsOn(page)), ...(await violationsInTheDark(screen)));
      ids.push(...(await idsShown(page)).map((id) => `${screen}: ${id}`));
      const own = await page.locator("h1, h2, button, summary, nav").allTextContents();
      if (screen !== "begin")
        dutch.push(...own.filter((text) => ownDutch.test(text)).map((text) => `${screen}: ${text}`));
    });
    const { begin, drop, chooseLetter, say, answer, walk } = journey;
    await page.getByRole("link", { name: "English" }).click();
    await page.getByRole("heading", { name: "Your memos" }).waitFor();
    await begin();
    await drop(readdirSync(dossier).map((name) => join(dossier, name)));
    await chooseLetter(/vervallen thuiswerkdag/u);
    await say({ "Iris Denkbeeld": "other side", "Bram Verzonnen": "for the other side" });
    await answer(answers);
    await walk([/Ik bevestig hierbij namens de directie/u]);
  });

  afterAll(() => visited?.stop());

  it("ends with a letter that is final, and its Word file", async () => {
    const { page } = visited;
    await soon(() => page.locator("html").getAttribute("lang")).toBe("en");
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Take it as a Word file" }).click();
    expect(
      bytesOfFile(await (await download).path())
        .subarray(0, 2)
        .toString(),
    ).toBe("PK");
  });

  it("has exactly one next step at every moment, in the server's words, with the call that the server named", () => {
    expect(journey.moments.length).toBeGreaterThan(10);
    const off = journey.moments.filter(
      ({ ctas, label, serverLabel, rpc, serverRpc }) => ctas !== 1 || label !== serverLabel || rpc !== serverRpc,
    );
    expect(off).toEqual([]);
  });

  it("takes at most sixty actions, looks included, and says nothing of its own in Dutch", () => {
    expect(journey.actions.length).toBeLessThanOrEqual(60);
    expect(dutch).toEqual([]);
  });

  it("says every message by its text, and calls the lines above a letter as they are called in print", async () => {
    expect(ids).toEqual([]);
    const subject = visited.page.locator(".paper .frame-subject");
    expect(await subject.evaluate((line) => (line as HTMLElement).innerText)).toMatch(/^Subject: \S/u);
  });

  it("is read in another language than it is written in, and the letter stays in its own", async () => {
    const { page } = visited;
    const heading = page.locator("main h1");
    const english = await page.locator(".paper").innerText();
    expect(await heading.innerText()).toBe("The letter itself");
    await page.getByRole("link", { name: "Nederlands" }).click();
    await soon(() => heading.innerText()).toBe("De brief zelf");
    expect(await page.locator("html").getAttribute("lang")).toBe("nl");
    expect(await page.locator(".paper").innerText()).toBe(english);
    await page.reload();
    await soon(() => heading.innerText()).toBe("De brief zelf");
    await page.getByRole("link", { name: "English" }).click();
    await soon(() => heading.innerText()).toBe("The letter itself");
  });

  // A day's field said "page.day-form" there: its words were looked up in Dutch, which an English page never fetches.
  it("asks for a day in its own language wherever a day is asked for", async () => {
    const { page } = visited;
    await page.goto(new URL("/vault#lang=en&list=documents", page.url()).href);
    await page.getByText("Filters", { exact: true }).click();
    expect(await page.locator("[data-day]").first().getAttribute("placeholder")).toBe("dd-mm-yyyy");
    await page.getByText("How to ask", { exact: true }).click();
    expect(await idsShown(page)).toEqual([]);
  });

  it("shows the Vault and a document of it in the dark as well", async () => {
    const { page } = visited;
    await page.goto(new URL("/vault#list=documents", page.url()).href);
    await page.locator(".row-open").first().click();
    await page.locator(".reader-facts").waitFor();
    expect(await violationsInTheDark("vault")).toEqual([]);
    expect([...grounds]).toEqual(["rgb(20, 23, 26)"]);
  });

  it("breaks no rule of WCAG 2.2 A and AA that axe knows, and asks nobody else for anything", () => {
    expect(violations).toEqual([]);
    expect(visited.complaints()).toEqual([]);
  });
});
