import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";

/** Folder into which pictures of the screens go (`npm run page-pictures`); undefined: none are made. */
const folder = process.env.PINCITE_PICTURES;

/** Pictures in the order in which they were made, so that a folder reads as the journey. */
let count = 0;

/**
 * Makes a picture of what is shown, wide and narrow, or of one part of it. A long page is cut: what a person sees first is what is
 * judged.
 */
export const picture = async (page: Page, name: string, prefix = "", part?: Locator): Promise<void> => {
  if (folder === undefined || folder === "") return;
  mkdirSync(folder, { recursive: true });
  const before = page.viewportSize();
  if (prefix === "") count += 1;
  const file = `${prefix || String(count).padStart(2, "0")}-${name.replaceAll(/\W+/gu, "-")}`;
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.evaluate(() => globalThis.scrollTo(0, 0));
    // A colour that is still on its way would make another picture each time.
    await (part ?? page).screenshot({ animations: "disabled", path: join(folder, `${file}-${width}.png`) });
  }
  if (before) await page.setViewportSize(before);
};
