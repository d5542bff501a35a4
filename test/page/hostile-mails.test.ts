import { create, toBinary } from "@bufbuild/protobuf";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SpanLocatorSchema } from "../../gen/pincite/span/v1/span_pb.ts";
import { tamed } from "../../src/web/vault/tame-html.ts";
import { importFiles } from "../e2e/support/server.ts";
import {
  describeWithBrowser,
  inTabs,
  openBrowser,
  openContext,
  openWatched,
  picture,
  soon,
  type Watched,
} from "./support/browser.ts";
import { elsewhere, hostileMails, payloads } from "./support/hostile-mails.ts";
import { type PageServer, startPageServer } from "./support/page-server.ts";

describe("HTML of a stranger, written anew", () => {
  it("holds plain elements without attributes and words, and nothing else", () => {
    const element =
      /<\/?(?:p|div|br|hr|span|b|strong|i|em|u|s|small|sub|sup|h[1-6]|ul|ol|li|dl|dt|dd|blockquote|pre|code|table|caption|thead|tbody|tfoot|tr|th|td|center)(?: (?:colspan|rowspan)="\d{1,2}")*>/gu;
    for (const payload of payloads) expect(tamed(payload).replaceAll(element, "")).not.toMatch(/[<>]/u);
  });

  it("keeps what a mail says, and how a table spans", () => {
    const html = '<p style="color:red">One &amp; <b onclick="x()">two</b><table><td colspan="2">three</td></table>';
    expect(tamed(html)).toBe('<p>One &amp; <b>two</b></p><table><td colspan="2">three</td></table>');
    expect(tamed("<script>gone</script>kept<style>gone</style>")).toBe("kept");
  });
});

describeWithBrowser("fifty hostile mails", () => {
  let server: PageServer;
  let browser: Browser;
  let context: BrowserContext;
  let uids: string[];

  beforeAll(async () => {
    server = await startPageServer({ withLaw: false });
    browser = await openBrowser();
    context = await openContext(browser, { viewport: { width: 1280, height: 900 }, locale: "nl-NL" });
    const items = await importFiles(server, hostileMails());
    uids = items.filter(({ path }) => path.endsWith(".eml")).map(({ docUid }) => docUid);
  });
  afterAll(async () => {
    await context?.close();
    await server?.stop();
  });

  const ran = async (page: Page): Promise<number> =>
    page.evaluate(() => (globalThis.window as { ran?: number }).ran ?? 0);
  const quiet = ({ complaints, outside }: Watched): void =>
    expect({ complaints, outside }).toEqual({ complaints: [], outside: [] });

  it("would run and fetch where nothing held them", async () => {
    // A judge that finds nothing must be one that finds something where there is something.
    const bare = await browser.newPage();
    let asked = 0;
    await bare.route(`${elsewhere}/**`, (route) => {
      asked++;
      return route.abort();
    });
    let runs = 0;
    for (const payload of payloads.slice(0, 9)) {
      await bare.setContent(`<body>${payload}</body>`, { waitUntil: "commit" }).catch(() => undefined);
      await bare.waitForTimeout(150);
      runs += (await ran(bare).catch(() => 0)) > 0 ? 1 : 0;
    }
    await bare.close();
    expect([runs >= 3, asked >= 5]).toEqual([true, true]);
  });

  it("are read in the Vault's page, and laid out, without a script run or a request elsewhere", async () => {
    expect(uids).toHaveLength(50);
    const open = () => openWatched(context, server.url, server.wayIn("/vault"));
    const tabs = await inTabs(uids, open, async ({ page }, docUid) => {
      await page.evaluate((uid) => {
        globalThis.location.hash = `#lang=nl&list=documents&doc=${uid}`;
      }, docUid);
      await page.locator(`.text-words`).first().waitFor();
      const { canonicalText } = await server.docs.getDocText({ docUid });
      const shown = (await page.locator(".text-words").allTextContents()).join("");
      expect(canonicalText!.text.startsWith(shown.slice(0, 200)) || shown === "").toBe(true);
      const facts = page.locator(".reader-facts");
      if (!(await facts.evaluate((element: HTMLDetailsElement) => element.open)))
        await facts.locator("summary").first().click();
      await page.getByRole("button", { name: "Tonen zoals het was opgemaakt" }).click();
      const frame = page.locator(".original-frame");
      await frame.waitFor();
      expect([await frame.getAttribute("sandbox"), (await frame.getAttribute("src"))!.slice(0, 5)]).toEqual([
        "",
        "blob:",
      ]);
      const inside = await (await frame.elementHandle())?.contentFrame();
      await inside?.waitForLoadState("load");
      expect(await ran(page), docUid).toBe(0);
      expect(await page.title()).toBe("Pincite Vault");
    });
    const [{ page }] = tabs as [Watched];
    await picture(page, "hostile-vault");
    // Their names stand in the lists too.
    await page.evaluate(() => {
      globalThis.location.hash = "#lang=nl&list=threads";
    });
    await page.getByRole("region", { name: "Wisselingen" }).getByRole("listitem").first().waitFor();
    await picture(page, "hostile-list");
    for (const tab of tabs) {
      expect(tab.page.url().startsWith(`${server.url}/vault`)).toBe(true);
      quiet(tab);
      await tab.page.close();
    }
  });

  it("are shown by the quote viewer without a script run or a request elsewhere", async () => {
    const open = async () => {
      const watched = await openWatched(context, server.url, server.wayIn("/test/index.html"));
      await watched.page.waitForFunction(() => "ask" in globalThis);
      return watched;
    };
    const tabs = await inTabs(uids, open, async ({ page }, docUid) => {
      const { canonicalText } = await server.docs.getDocText({ docUid });
      const characters = [...canonicalText!.text];
      const exactQuote = characters.slice(0, Math.min(characters.length, 1_500)).join("").trim();
      const bytes = [...toBinary(SpanLocatorSchema, create(SpanLocatorSchema, { docUid, exactQuote }))];
      await page.evaluate(() => globalThis.window.ask({ kind: "nothing" }));
      await page.evaluate((given) => globalThis.window.ask({ kind: "locator", bytes: given }), bytes);
      await soon(() => page.locator(".quote-words").first().textContent()).toBe(exactQuote);
      await page.waitForLoadState("networkidle");
      expect(await ran(page), docUid).toBe(0);
    });
    await picture((tabs as [Watched])[0].page, "hostile-quote");
    for (const tab of tabs) quiet(tab);
  });
});
