import { chromium } from "playwright-core";
import { chromiumPath } from "../../page/support/browser.ts";
import { rulingPage } from "./ruling-page.ts";

/** A browser that prints rulings as somebody does who opened their page. Stop it when done. */
export interface RulingPrinter {
  /** The page of a ruling as PDF, A4, with the browser's own head and foot; made from the publisher's XML by `rulingPage`. */
  print(xml: string, ecli: string): Promise<Uint8Array>;
  close(): Promise<void>;
}

export const openRulingPrinter = async (): Promise<RulingPrinter> => {
  const browser = await chromium.launch({ executablePath: chromiumPath, args: ["--no-sandbox"] });
  const tab = await browser.newPage();
  // Under its own address, which a browser prints below each page; nothing is asked of anybody.
  let body = "";
  await tab.route("**/*", (route) => route.fulfill({ contentType: "text/html; charset=utf-8", body }));
  const print = async (xml: string, ecli: string) => {
    body = rulingPage(xml);
    await tab.goto(`https://uitspraken.rechtspraak.nl/details?id=${ecli}`);
    const margin = { top: "15mm", bottom: "15mm" };
    return new Uint8Array(await tab.pdf({ format: "A4", displayHeaderFooter: true, margin }));
  };
  return { print, close: () => browser.close() };
};
