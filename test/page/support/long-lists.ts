import type { Browser, Page } from "playwright-core";

/** A thread of so many mails, each an answer to the one before, as files. */
export const longThread = (count: number): { readonly path: string; readonly bytes: Uint8Array }[] =>
  Array.from({ length: count }, (_, at) => {
    const day = new Date(Date.UTC(2025, 0, 1, 8) + at * 3_600_000).toUTCString().replace("GMT", "+0000");
    const mail = [
      `From: Persoon ${at % 7} <persoon${at % 7}@zonnewijzer.example>`,
      "To: Team <team@zonnewijzer.example>",
      `Subject: ${at === 0 ? "" : "Re: "}Rooster`,
      `Date: ${day}`,
      `Message-ID: <rooster-${at}@zonnewijzer.example>`,
      ...(at === 0 ? [] : [`In-Reply-To: <rooster-${at - 1}@zonnewijzer.example>`]),
      "",
      `Bericht ${at}. `.repeat(1 + (at % 40)),
    ];
    return { path: `rooster-${at}.eml`, bytes: new TextEncoder().encode(mail.join("\r\n")) };
  });

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** What one task of a page's main thread took, by the clock and of the processor, in milliseconds. */
export interface MainTask {
  readonly wallMs: number;
  readonly cpuMs: number;
}

/** The tasks of renderers' main threads in a trace of Chromium. */
const mainTasks = (trace: string): MainTask[] => {
  const { traceEvents } = JSON.parse(trace) as { traceEvents: TraceEvent[] };
  const mains = new Set(
    traceEvents
      .filter(({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain")
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  return traceEvents
    .filter(({ name, ph, pid, tid }) => ph === "X" && name.endsWith("RunTask") && mains.has(`${pid} ${tid}`))
    .map(({ dur = 0, tdur = 0 }) => ({ wallMs: dur / 1_000, cpuMs: tdur / 1_000 }));
};

/** How far the wheel is turned, and how often. */
export interface Turning {
  readonly steps: number;
  /** Pixels at each step. */
  readonly step: number;
}

/** Scrolls a region by the wheel under Chromium's tracing. `atStep` is told of each step. Gives the tasks of the main thread meanwhile. */
export const tasksWhileScrolling = async (
  browser: Browser,
  page: Page,
  region: string,
  { steps, step }: Turning,
  atStep: (at: number) => Promise<void> = async () => undefined,
): Promise<MainTask[]> => {
  const box = (await page.getByRole("region", { name: region }).boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await browser.startTracing(page, { categories: ["toplevel", "disabled-by-default-devtools.timeline"] });
  for (let at = 0; at < steps; at++) {
    await page.mouse.wheel(0, step);
    await page.waitForTimeout(16);
    await atStep(at);
  }
  return mainTasks((await browser.stopTracing()).toString("utf8"));
};
