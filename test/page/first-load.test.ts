import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openConnection } from "../../src/client/connection.ts";
import { describeWithBrowser, soon } from "./support/browser.ts";
import { journeyOn, runIdOn } from "./support/journey.ts";
import { type Visit, violationsOn, visit } from "./support/visit.ts";

/** Bytes of script that a browser may have to fetch before a page stands, compressed as the server sends them. */
const bytesMax = 200_000;

/** Opens an address afresh, waits until it stands, and counts the script that the server sent for it. */
const scriptsOf = async (page: Page, path: string, standing: string): Promise<number> => {
  await page.goto(new URL(path, page.url()).href);
  await page.locator(standing).first().waitFor();
  return page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter(({ name }) => name.endsWith(".js"))
      .reduce((bytes, entry) => bytes + (entry as PerformanceResourceTiming).encodedBodySize, 0),
  );
};

let visited: Visit;
let run: string;

describeWithBrowser("a page that is opened for the first time", () => {
  beforeAll(async () => {
    visited = await visit();
    await journeyOn(visited.page).begin();
    run = new URL(visited.page.url()).pathname;
  });

  afterAll(() => visited?.stop());

  it("speaks the language of the browser, or the one that is chosen", async () => {
    const { page } = visited;
    const begin = async (): Promise<string | null> => page.locator("[data-cta]").textContent();
    await page.goto(new URL("/", page.url()).href);
    await page.locator("form.new-run").waitFor();
    expect([await begin(), await page.locator("html").getAttribute("lang")]).toEqual(["Begin", "nl"]);
    await soon(() => page.locator("h1").textContent()).toBe("Uw memo's");
    await page.getByRole("link", { name: "English" }).click();
    await page.getByRole("heading", { name: "Your memos" }).waitFor();
    await soon(() => page.getByLabel("Language of the memo").inputValue()).toBe("en");
    expect(await page.locator(".choices label").first().textContent()).not.toMatch(/brief|geschil/iu);
    expect(await violationsOn(page)).toEqual([]);
  });

  // A paper that comes late is put into the Vault, and nothing led back from there.
  it("leads to the Vault from a memo, and back to it", async () => {
    const { page } = visited;
    await page.goto(new URL(`${run}#lang=nl`, page.url()).href);
    await page.getByRole("link", { name: "De Kluis openen" }).click();
    await page.getByRole("link", { name: "Terug naar het memo" }).click();
    await page.locator(".run").waitFor();
    expect(new URL(page.url()).pathname).toBe(run);
  });

  it("begins a memo in a case that was named there", async () => {
    const { page, server } = visited;
    await page.goto(new URL("/#lang=nl", page.url()).href);
    await page.getByLabel("Zaak", { exact: true }).selectOption({ label: "een andere zaak…" });
    await page.getByLabel("Naam van de zaak").fill("Mijn tweede zaak");
    await page.getByLabel("Naam van de zaak").press("Enter");
    await page.locator("form.new-run").getByRole("radio").first().check();
    await page.locator("[data-cta]").click();
    await page.locator(".run").waitFor();
    const connection = openConnection(server.url);
    const runId = runIdOn(page);
    expect((await connection.orchestrator.getRun({ runId })).runContext?.strandId).toBe("mijn-tweede-zaak");
    connection.close();
  });

  it.each([
    ["the list of memos", () => "/", "form.new-run"],
    ["a memo at its first step, with its Dutch", () => run, ".drop"],
    ["the Vault", () => "/vault", "main"],
  ])("loads no more compressed script than is told: %s", async (name, path, standing) => {
    const bytes = await scriptsOf(visited.page, path(), standing);
    console.log(`${name}: ${(bytes / 1000).toFixed(1)} kB of compressed script`);
    // A page without script is one that did not load.
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThanOrEqual(bytesMax);
  });
});
