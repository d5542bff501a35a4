import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { importFiles } from "../e2e/support/server.ts";
import { bigPdf } from "./support/big-pdf.ts";
import {
  describeWithBrowser,
  openBrowser,
  openContext,
  openWatched,
  picture,
  soon,
  type Watched,
} from "./support/browser.ts";
import { longThread, tasksWhileScrolling } from "./support/long-lists.ts";
import { type PageServer, startPageServer } from "./support/page-server.ts";

const messageCount = 500;
const pageCount = 400;
/** Longest frame that nobody sees as a stop, in milliseconds. */
const frameMaxMs = 50;

describeWithBrowser("long lists and long texts", () => {
  let server: PageServer;
  let browser: Browser;
  let watched: Watched;
  let page: Page;
  let reportUid: string;

  beforeAll(async () => {
    server = await startPageServer({ withLaw: false });
    browser = await openBrowser();
    await importFiles(server, longThread(messageCount));
    const [report] = await importFiles(server, [{ path: "rapport.pdf", bytes: await bigPdf(pageCount) }]);
    reportUid = report!.docUid;
    const context = await openContext(browser, { viewport: { width: 1440, height: 900 }, locale: "nl-NL" });
    watched = await openWatched(context, server.url, server.wayIn("/vault"));
    page = watched.page;
  });
  afterAll(async () => {
    await watched?.page.context().close();
    await server?.stop();
  });

  /** Scrolls by the wheel, and gives how many rows were in the page at most and what the tasks of its main thread took of the processor. */
  const scrolled = async (region: string, steps: number, step: number) => {
    const rows = page.getByRole("region", { name: region }).locator(":scope > ul > li");
    let rowsMax = 0;
    const tasks = await tasksWhileScrolling(browser, page, region, { steps, step }, async (at) => {
      if (at % 5 === 0) rowsMax = Math.max(rowsMax, await rows.count());
    });
    // Told, not held: what a machine that does other things measures says little.
    const longest = (kind: "cpuMs" | "wallMs") => Math.max(0, ...tasks.map((task) => task[kind])).toFixed(1);
    const over = tasks.filter(({ cpuMs }) => cpuMs > frameMaxMs).length;
    console.log(
      `${region}: ${tasks.length} tasks, ${over} over ${frameMaxMs} ms of processor; longest ${longest("cpuMs")} ms of processor, ${longest("wallMs")} ms by the clock`,
    );
    return { rowsMax, taskCount: tasks.length };
  };

  it(`keeps the page small in a thread of ${messageCount} messages, to the last of them`, async () => {
    await page
      .getByRole("button", { name: /Rooster/ })
      .first()
      .click();
    const region = `${messageCount} berichten`;
    await page.getByRole("region", { name: region }).getByRole("listitem").first().waitFor();
    const { rowsMax, taskCount } = await scrolled(region, 60, 800);
    expect(taskCount).toBeGreaterThan(50);
    expect(rowsMax).toBeLessThan(60);
    await page.getByRole("region", { name: region }).evaluate((element) => {
      element.scrollTop = element.scrollHeight;
    });
    const rows = page.getByRole("region", { name: region }).getByRole("listitem");
    await soon(() => rows.last().getAttribute("aria-posinset")).toBe(String(messageCount));
  });

  it(`keeps the page small in a PDF of ${pageCount} pages, to its last words`, async () => {
    await page.evaluate((uid) => {
      globalThis.location.hash = `#lang=nl&doc=${uid}`;
    }, reportUid);
    const region = "Tekst van het document";
    await page.getByRole("region", { name: region }).locator(".text-words").first().waitFor();
    const facts = await page.locator(".facts").innerText();
    expect(facts).toContain(String(pageCount));
    // What a program wrote as D:20250310090000Z is a day to a reader.
    expect(facts).toMatch(/\b\d{1,2} \p{Ll}+ \d{4}\b/u);
    expect(facts).not.toMatch(/D:\d/u);
    const { rowsMax, taskCount } = await scrolled(region, 60, 4_000);
    expect(taskCount).toBeGreaterThan(50);
    await picture(page, "long-text");
    expect(rowsMax).toBeLessThan(60);
    const { canonicalText } = await server.docs.getDocText({ docUid: reportUid });
    const place = page.getByRole("region", { name: region });
    await soon(async () => {
      await place.evaluate((element) => {
        element.scrollTop = element.scrollHeight;
      });
      const last = (await place.locator(".text-words").last().textContent()) ?? "";
      return last !== "" && canonicalText!.text.endsWith(last);
    }).toBe(true);
    await soon(() => place.innerText()).toContain(`Blad ${pageCount}`);
  });

  it("goes from a search to the passage that was found", async () => {
    await page.getByRole("searchbox").fill("kenmerk317");
    await page.keyboard.press("Enter");
    await page
      .getByRole("region", { name: /gevonden$/ })
      .getByRole("button")
      .first()
      .click();
    await page.locator('.text-block[data-sought="true"]', { hasText: "Kenmerk317" }).first().waitFor();
    await picture(page, "long-text-found");
    expect([watched.complaints, watched.outside]).toEqual([[], []]);
  });
});
