import type { Page } from "playwright-core";

/** What was measured at each opening of a run, in milliseconds. */
export interface PaintTimes {
  /** From the moment at which the page asked for the run to the frame that shows its stage. */
  readonly paintedMs: readonly number[];
  /** The same call, its answer read whole, and the next frame, by a script that draws nothing. */
  readonly floorMs: readonly number[];
}

/** Where the browser keeps when a stage was painted. */
interface Marked {
  stagePaintedAt?: number;
}

/** Opens the run that a tab shows again and again, each time as a whole page whose files the browser has. */
export const paintedStage = async (page: Page, times: number): Promise<PaintTimes> => {
  // The opening that fetched its files has to be over: nobody opens a run again while it is being opened.
  await page.waitForLoadState("load");
  await page.locator(".run[data-stage] h1").waitFor();
  await page.addInitScript(markPaint);
  const paintedMs: number[] = [];
  const floorMs: number[] = [];
  for (let at = 0; at < times; at++) {
    const asked = page.waitForRequest(/OrchestratorService\/GetRun/u);
    await page.reload();
    const request = await asked;
    await page.waitForFunction(() => (globalThis as Marked).stagePaintedAt !== undefined);
    paintedMs.push(await page.evaluate(sinceAsked));
    const call = {
      url: request.url(),
      method: request.method(),
      headers: Object.entries(request.headers()).filter(([name]) => /^(?:content-type|connect-)/u.test(name)),
      body: [...(request.postDataBuffer() ?? [])],
    };
    floorMs.push(await page.evaluate(bareCall, call));
  }
  return { paintedMs, floorMs };
};

/** Notes the time of the first frame after the stage's heading stands. Runs in the browser, before the page's scripts. */
const markPaint = (): void => {
  const watch = new MutationObserver(() => {
    if (document.querySelector(".run[data-stage] h1") === null) return;
    watch.disconnect();
    // A task after an animation frame comes once that frame was handed over to be painted.
    requestAnimationFrame(() =>
      setTimeout(() => {
        (globalThis as Marked).stagePaintedAt = performance.now();
      }),
    );
  });
  watch.observe(document, { childList: true, subtree: true });
};

/** In the browser: from the start of the call to the painted frame. */
const sinceAsked = (): number => {
  const [asked] = performance.getEntriesByType("resource").filter(({ name }) => name.includes("/GetRun"));
  return ((globalThis as Marked).stagePaintedAt ?? Number.NaN) - (asked?.startTime ?? Number.NaN);
};

interface Call {
  readonly url: string;
  readonly method: string;
  readonly headers: [string, string][];
  readonly body: number[];
}

const bareCall = async ({ url, method, headers, body }: Call): Promise<number> => {
  const started = performance.now();
  const answer = await fetch(url, { method, headers, ...(body.length > 0 ? { body: new Uint8Array(body) } : {}) });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`the bare call was refused: ${answer.status}`);
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  return performance.now() - started;
};
