import type { Page } from "playwright-core";

/** What was painted of a run's page. */
export interface Painted {
  readonly frames: number;
  /** Frames with none or several of the buttons that say what comes next. */
  readonly otherwise: number;
}

/** Counts, in every frame that a run's page paints from now on, the buttons that say what comes next. */
export const watchCtas = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const painted = { frames: 0, otherwise: 0 };
    Object.assign(globalThis, { painted });
    const count = (): void => {
      requestAnimationFrame(count);
      if (document.querySelector(".run") === null) return;
      painted.frames++;
      if (document.querySelectorAll("[data-cta]").length !== 1) painted.otherwise++;
    };
    requestAnimationFrame(count);
  });
};

/** What was painted since the page was last loaded. */
export const paintedOn = (page: Page): Promise<Painted> =>
  page.evaluate(() => (globalThis as unknown as { readonly painted: Painted }).painted);
