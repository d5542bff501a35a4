import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { describeWithBrowser, soon } from "./support/browser.ts";
import { type Visit, violationsOn, visit } from "./support/visit.ts";

/** A memo is begun in English with the keys alone, on a screen as wide as a telephone. */
let visited: Visit;
let page: Page;

/** Presses of the Tab key before it is said that something cannot be reached. */
const tabsMax = 120;

/** Goes on with Tab until the element is reached, and tells whether every stop on the way could be seen to have the focus. */
const reach = async (selector: string): Promise<void> => {
  for (let tabs = 0; tabs < tabsMax; tabs++) {
    await page.keyboard.press("Tab");
    const at = await page.evaluate((wanted) => {
      const active = document.activeElement;
      if (active === null || active === document.body) return { isThere: false, isSeen: true };
      const drop = active.closest(".drop");
      const { outlineStyle, outlineWidth } = getComputedStyle(active);
      const hasOutline = outlineStyle !== "none" && Number.parseFloat(outlineWidth) > 0;
      // The field for files is drawn by its label, which has the accent as its border while the field has the focus.
      const isSeen = drop ? getComputedStyle(drop).borderTopColor === "rgb(26, 90, 138)" : hasOutline;
      return { isThere: active.matches(wanted), isSeen };
    }, selector);
    expect(at.isSeen).toBe(true);
    if (at.isThere) return;
  }
  throw new Error(`${selector} is not reached with the Tab key`);
};

const settled = () => page.waitForFunction(() => document.querySelector(".run")?.getAttribute("data-busy") === "no");

const stage = (number: string) =>
  page.waitForFunction((wanted) => document.querySelector(".run")?.getAttribute("data-stage") === wanted, number);

const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

describeWithBrowser("a memo by the keyboard alone, in English, 390 px wide", () => {
  const wide: string[] = [];
  const violations: string[] = [];
  const seen = async (name: string): Promise<void> => {
    if ((await overflow()) > 0) wide.push(name);
    violations.push(...(await violationsOn(page)));
  };

  beforeAll(async () => {
    visited = await visit();
    ({ page } = visited);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.locator("form.new-run").waitFor();
    await seen("list");
    await reach("a[lang='en']");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Your memos" }).waitFor();
    await reach("form.new-run input[type=radio]");
    await page.keyboard.press("Space");
    await reach("[data-cta]");
    await page.keyboard.press("Enter");
    await page.locator(".run").waitFor();
    await settled();
    await seen("empty");
    await reach("textarea");
    await page.keyboard.type("Answer the letter of 9 December about the day at home.");
    await reach("[data-cta]");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() =>
      document.querySelector("[data-cta]")?.getAttribute("data-rpc")?.endsWith("Advance"),
    );
    await settled();
    await page.keyboard.press("Enter");
    await stage("2");
    await settled();
    await seen("outline");
  });

  afterAll(() => visited?.stop());

  it("says what comes next in English, in the server's words", async () => {
    await soon(() => page.locator("[data-cta]").textContent()).toMatch(
      /^(?:Approve skeleton|Advance to evidence needs)$/u,
    );
    await soon(() => page.locator("html").getAttribute("lang")).toBe("en");
    expect(await page.locator("main").innerText()).not.toMatch(/\b(?:het|een|niet|wat|uw)\b/iu);
  });

  it("begins a new stage at its heading", async () => {
    await soon(() => page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
  });

  it("reaches the way back, and leaves it again", async () => {
    await reach("[data-rewind]");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.activeElement?.id === "rewind-title");
    await seen("rewind");
    await reach(".rewind button.quiet");
    await page.keyboard.press("Enter");
    await soon(() => page.locator(".rewind").count()).toBe(0);
  });

  it("runs over the edge of the screen nowhere", () => expect(wide).toEqual([]));

  it("breaks no rule of WCAG 2.2 A and AA that axe knows, and the console says nothing", () => {
    expect(violations).toEqual([]);
    expect(visited.complaints()).toEqual([]);
  });
});
