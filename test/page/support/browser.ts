import { existsSync } from "node:fs";
import { AxeBuilder } from "@axe-core/playwright";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import english from "../../../messages/en.json" with { type: "json" };

/** Debian's. */
export const chromiumPath = "/usr/bin/chromium";

/** A describe block that needs a browser; without one it is skipped, and says so on the console. */
export const describeWithBrowser = (name: string, body: () => void): void => {
  if (existsSync(chromiumPath)) return void describe(name, body);
  console.warn(`SKIPPED: "${name}" needs a browser at ${chromiumPath}`);
  describe.skip(name, () => it(`needs ${chromiumPath}`, () => undefined));
};

let opened: Browser | undefined;

/**
 * The browser that all files of a worker share; it ends with the worker. Each has contexts of its own, which know nothing of each other,
 * and closes those. Chromium's own sandbox cannot be made by root, which is who runs containers.
 */
export const openBrowser = async (): Promise<Browser> => {
  if (!opened?.isConnected())
    opened = await chromium.launch({
      executablePath: chromiumPath,
      args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
    });
  return opened;
};

/** How long a page may take for what a test waits for, in milliseconds: the machine may do other things too. */
const patienceMs = 120_000;

/** A context of a browser whose pages have the time they need, and where no colour is on its way when axe looks at it. */
export const openContext = async (browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> => {
  const context = await browser.newContext({ reducedMotion: "reduce", ...options });
  context.setDefaultTimeout(patienceMs);
  return context;
};

/** What went on in a page that must not. */
export interface Watched {
  readonly page: Page;
  /** Errors and warnings of the console, uncaught errors, dialogues that a script opened. */
  readonly complaints: string[];
  /** Addresses outside the server that something asked for. */
  readonly outside: string[];
}

/** A page of the browser that is let in, at an address of the server, and watched from before its first script. */
export const openWatched = async (context: BrowserContext, origin: string, wayIn: string): Promise<Watched> => {
  const page = await context.newPage();
  const watched: Watched = { page, complaints: [], outside: [] };
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) watched.complaints.push(message.text());
  });
  page.on("pageerror", (error) => watched.complaints.push(String(error)));
  page.on("dialog", (dialog) => {
    watched.complaints.push(`a dialogue: ${dialog.message()}`);
    void dialog.dismiss();
  });
  context.on("request", (request) => {
    if (!request.url().startsWith(`${origin}/`) && !/^(?:blob:|data:,$|about:)/.test(request.url()))
      watched.outside.push(request.url());
  });
  await page.goto(`${origin}${wayIn}`);
  await page.waitForURL((url) => !url.pathname.startsWith("/session"));
  return watched;
};

/** Keeps a picture of the page as it stands, where PINCITE_LOOKS names a folder: for a person to look at, and in no document. */
export const picture = async (page: Page, name: string): Promise<void> => {
  const folder = process.env.PINCITE_LOOKS;
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` });
};

/**
 * What axe finds against the rules of some tags. Its half megabyte of script is put into a document once. A page without frames is
 * judged where it stands; otherwise axe opens a tab of its own to put the frames' answers together, which takes as long again.
 */
export const violationsOf = async (page: Page, tags: string[]) => {
  const isAlone = page.frames().length === 1;
  const isThere = isAlone && (await page.evaluate("'axe' in globalThis"));
  const axe = new AxeBuilder({ page, ...(isThere ? { axeSource: ";" } : {}) }).withTags(tags).setLegacyMode(isAlone);
  return (await axe.analyze()).violations;
};

/** Axe's rules up to WCAG 2.2 AA and good practice; the names of what is broken, with where. */
export const accessFaults = async (page: Page): Promise<string[]> => {
  const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
  const violations = await violationsOf(page, tags);
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
};

/** Ids of messages that a page shows in the place of their texts: in its words, or in what a field is called or asks for. */
export const idsShown = async (page: Page): Promise<string[]> => {
  const shown = await page.evaluate(() => {
    const named = [...document.querySelectorAll("[placeholder], [aria-label], [title], [alt]")];
    const words = ["placeholder", "aria-label", "title", "alt"].flatMap((name) =>
      named.map((one) => one.getAttribute(name)),
    );
    return [document.body.textContent, ...words].join("\n");
  });
  return [...new Set(shown.match(/[a-z][a-z0-9-]*\.[a-z0-9-]+/gu))].filter((id) => id in english);
};

/** Tabs that are worked side by side: one waits for its server or its drawing while another goes on. */
const lanes = 3;

/** Does something with each of many things, in some tabs side by side; each tab is opened by `open`. Gives the tabs, still open. */
export const inTabs = async <T>(
  things: readonly T[],
  open: () => Promise<Watched>,
  work: (tab: Watched, thing: T) => Promise<void>,
): Promise<Watched[]> => {
  const left = [...things];
  const tabs: Watched[] = [];
  const lane = async (): Promise<void> => {
    const tab = await open();
    tabs.push(tab);
    for (let thing = left.shift(); thing !== undefined; thing = left.shift()) await work(tab, thing);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return tabs;
};

/** Waits until what a page shows is as expected: on a machine that does other things too that may take a while. */
export const soon = <T>(shown: () => T) => expect.poll(shown, { timeout: 60_000 });
