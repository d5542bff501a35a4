import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium, type Page } from "playwright-core";
import { builtPage } from "../../page/support/built-page.ts";

/** Debian's, else the one that is named. */
const executablePath = process.env.PINCITE_CHROMIUM ?? "/usr/bin/chromium";

/** Whether there is a browser to open the page in. */
export const hasBrowser = existsSync(executablePath);

/** The page that checks proofs, as it is shipped and opened from a disk, as somebody has it who was sent it. */
export interface PageVerifier {
  readonly page: Page;
  /** Addresses that the page asked for, its own among them. */
  readonly asked: readonly string[];
  /** Chooses a file and gives the first check that failed; undefined: all hold. */
  firstBroken(bytes: Uint8Array): Promise<string | undefined>;
  close(): Promise<void>;
}

export const openPageVerifier = async (locale = "en-GB"): Promise<PageVerifier> => {
  const file = join(builtPage(), "../verify/verify.html");
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  const page = await browser.newPage({ locale });
  const asked: string[] = [];
  page.on("request", (request) => void asked.push(request.url()));
  await page.goto(pathToFileURL(file).href);
  const firstBroken = async (bytes: Uint8Array): Promise<string | undefined> => {
    const file = { name: "memo.pincite", mimeType: "application/octet-stream", buffer: Buffer.from(bytes) };
    await page.setInputFiles("#file", file);
    const verdict = page.locator('#verdict[data-state="holds"], #verdict[data-state="broken"]');
    // Longer than any proof takes here, on a machine that does other things beside.
    await verdict.waitFor({ timeout: 180_000 });
    const broken = (await verdict.getAttribute("data-broken")) ?? "";
    return broken === "" ? undefined : broken;
  };
  return { page, asked, firstBroken, close: () => browser.close() };
};
