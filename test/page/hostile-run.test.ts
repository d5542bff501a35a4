import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { newFolder } from "../support/new-folder.ts";
import { describeWithBrowser, soon } from "./support/browser.ts";
import { hostileMails } from "./support/hostile-mails.ts";
import { type Journey, journeyOn } from "./support/journey.ts";
import { type Visit, visit } from "./support/visit.ts";

/** Fifty hostile mails are the papers of a case; one of them is the letter that is answered. */
let visited: Visit;
let journey: Journey;
let folder: string;

const ran = (): Promise<number> => visited.page.evaluate(() => (globalThis.window as { ran?: number }).ran ?? 0);

describeWithBrowser("fifty hostile mails as the papers of a memo", () => {
  beforeAll(async () => {
    folder = newFolder("hostile");
    for (const { path, bytes } of hostileMails()) writeFileSync(join(folder, path), bytes);
    visited = await visit();
    journey = journeyOn(visited.page);
    await journey.begin();
    await journey.drop(hostileMails().map(({ path }) => join(folder, path)));
  });

  afterAll(() => visited?.stop());

  it("stand in the table as what they are called, and nothing of them runs", async () => {
    const titles = await visited.page.locator(".documents tbody tr").allTextContents();
    expect(titles.length).toBeGreaterThanOrEqual(50);
    expect(titles.some((title) => title.includes("<script>"))).toBe(true);
    expect(await ran()).toBe(0);
  });

  it("one is answered and taken apart up to what has to be shown, and nothing of it runs", async () => {
    const { page } = visited;
    await journey.chooseLetter(/Hostile 0/u);
    expect(await ran()).toBe(0);
    await journey.say({});
    for (let presses = 0; presses < 12 && (await page.locator(".run").getAttribute("data-stage")) !== "3"; presses++)
      await journey.press();
    await soon(() => page.locator(".run").getAttribute("data-stage")).toBe("3");
    await page.locator(".conversation > summary").click();
    await page.locator(".conversation .speaker").first().waitFor();
    expect(await ran()).toBe(0);
    expect(await page.title()).not.toContain("<");
  });

  it("no request left, no dialogue opened, and the console said nothing", () =>
    expect(visited.complaints()).toEqual([]));
});
