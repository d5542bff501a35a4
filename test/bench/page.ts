import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { openConnection } from "../../src/client/connection.ts";
import { root } from "../cli/support/layman.ts";
import { importFiles } from "../e2e/support/server.ts";
import { bigPdf } from "../page/support/big-pdf.ts";
import { journeyOn } from "../page/support/journey.ts";
import { longThread, type MainTask, tasksWhileScrolling } from "../page/support/long-lists.ts";
import { type Visit, visit } from "../page/support/visit.ts";
import { paintedStage } from "./page-paint.ts";
import type { BenchRow } from "./row.ts";
import { serve } from "./serve.ts";

const messageCount = 500;
const pageCount = 400;
/** Times that each screen of a run is opened. */
const openings = 8;

/**
 * The page in Debian's Chromium, against a whole server on loopback: from asking for a run to its stage on the screen, and the
 * longest task of the page's main thread while a long thread and a long text are scrolled.
 */
export const benchPage = async (): Promise<BenchRow[]> => {
  if (!existsSync("/usr/bin/chromium")) {
    process.stderr.write("page: skipped, since it needs a browser at /usr/bin/chromium.\n");
    return [];
  }
  // Beside what drives the browser, a server would wait for each message about the browser's own doings.
  const visited = await visit(serve);
  try {
    const painted = await overAWholeRun(visited);
    return [painted, ...(await whileScrolling(visited))];
  } finally {
    await visited.stop();
  }
};

/** The demo's memo from its first screen to its last; each is opened some times in a tab beside it. */
const overAWholeRun = async ({ page, tab }: Visit): Promise<BenchRow> => {
  const ours: number[] = [];
  const floor: number[] = [];
  const screens: string[] = [];
  const measure = async (screen: string): Promise<void> => {
    const path = new URL(page.url()).pathname;
    if (screen === "begin") return;
    const beside = await tab(path);
    const { paintedMs, floorMs } = await paintedStage(beside, openings);
    ours.push(...paintedMs);
    floor.push(...floorMs);
    screens.push(screen);
    await beside.close();
  };
  const journey = journeyOn(page, measure);
  const dossier = join(root, "demo/dossier");
  await journey.begin();
  await journey.drop(readdirSync(dossier).map((name) => join(dossier, name)));
  await journey.chooseLetter(/vervallen thuiswerkdag/u);
  await journey.say({ "Iris Denkbeeld": "werkgever", "Bram Verzonnen": "namens de werkgever" });
  await journey.answer([[/nooit een schriftelijke toezegging/u, "onjuist", "op 17 maart 2025 is dat bevestigd"]]);
  await journey.walk();
  const [ms, bare] = [p95(ours), p95(floor)];
  return {
    id: "page",
    what: `GetRun to painted stage, p95 of ${ours.length} openings of ${screens.length} screens of a run; floor: the same call and an empty frame`,
    figure: `${ms.toFixed(0)} ms (p50 ${p50(ours).toFixed(0)})`,
    floor: `${bare.toFixed(0)} ms (p50 ${p50(floor).toFixed(0)})`,
    ratio: ms / bare,
    target: "≤ 100 ms",
  };
};

const whileScrolling = async ({ server, context, tab }: Visit): Promise<BenchRow[]> => {
  const browser = context.browser()!;
  const connection = openConnection(server.url);
  await importFiles(connection, longThread(messageCount), "long");
  const [report] = await importFiles(connection, [{ path: "rapport.pdf", bytes: await bigPdf(pageCount) }], "long");
  connection.close();
  const page = await tab("/vault#lang=nl&strand=long");
  await page
    .getByRole("button", { name: /Rooster/u })
    .first()
    .click();
  const thread = `${messageCount} berichten`;
  await page.getByRole("region", { name: thread }).getByRole("listitem").first().waitFor();
  const inThread = await tasksWhileScrolling(browser, page, thread, { steps: 60, step: 800 });
  await page.evaluate((uid) => {
    globalThis.location.hash = `#lang=nl&strand=long&doc=${uid}`;
  }, report!.docUid);
  const text = "Tekst van het document";
  await page.getByRole("region", { name: text }).locator(".text-words").first().waitFor();
  const inText = await tasksWhileScrolling(browser, page, text, { steps: 60, step: 4_000 });
  const plain = await plainRegion(page);
  const onPlain = await tasksWhileScrolling(browser, page, plain, { steps: 60, step: 800 });
  await page.close();
  return [
    rowOf(`scrolling a thread of ${messageCount} messages`, inThread, onPlain),
    rowOf(`scrolling the text of a PDF of ${pageCount} pages`, inText, onPlain),
  ];
};

/** Takes the page's own region away and puts one beside it that does nothing: as many plain lines as scrolling needs. */
const plainRegion = async (page: Page): Promise<string> => {
  const name = "Kale regels";
  await page.evaluate((label) => {
    const region = document.createElement("section");
    region.setAttribute("aria-label", label);
    // Rules of the page's own content allow no inline style in markup, and this is none.
    region.style.cssText = "height:700px;overflow:auto;white-space:pre";
    region.textContent = Array.from({ length: 20_000 }, (_, at) => `Regel ${at}`).join("\n");
    document.body.replaceChildren(region);
  }, name);
  return name;
};

const rowOf = (what: string, ours: readonly MainTask[], floor: readonly MainTask[]): BenchRow => {
  const longest = (tasks: readonly MainTask[], kind: keyof MainTask) => Math.max(0, ...tasks.map((one) => one[kind]));
  const told = (tasks: readonly MainTask[]): string =>
    `${longest(tasks, "wallMs").toFixed(1)} ms (processor ${longest(tasks, "cpuMs").toFixed(1)})`;
  return {
    id: "page",
    what: `${what}: longest task of the main thread of ${ours.length}; floor: 20,000 plain lines`,
    figure: told(ours),
    floor: told(floor),
    ratio: longest(ours, "wallMs") / longest(floor, "wallMs"),
    target: "≤ 50 ms",
  };
};

const quantile = (figures: readonly number[], part: number): number =>
  figures.toSorted((a, b) => a - b)[Math.min(figures.length - 1, Math.floor(figures.length * part))] ?? 0;

const p95 = (figures: readonly number[]): number => quantile(figures, 0.95);
const p50 = (figures: readonly number[]): number => quantile(figures, 0.5);
