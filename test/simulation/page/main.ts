import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../../cli/support/layman.ts";
import type { Moment } from "../../page/support/journey.ts";
import { type Visit, violationsOn, visit } from "../../page/support/visit.ts";
import { folderIn, journeys, type PageJourney } from "./journeys.ts";
import { paintedOn, watchCtas } from "./watch-ctas.ts";

/** A large mailbox is read for as long as it takes, on a machine that does other things too. */
const patienceMs = 240_000;

/**
 * Walks whole memos on the page, in Chromium over a real server and from an empty Vault, and prints for each what was done.
 * Holds where each ends with a Word file, one button says what comes next in every frame, its words and its call are the
 * server's, and axe, the console and the network have nothing to tell. A number names one journey, from 1; else all.
 */
export const simulatePage = async ([number]: string[]): Promise<boolean> => {
  let held = true;
  const folder = mkdtempSync(join(tmpdir(), "pincite-journeys-"));
  for (const [at, journey] of journeys.entries()) {
    if (number !== undefined && Number(number) !== at + 1) continue;
    const visited = await visit();
    try {
      const { holds, lines } = await reportOf(journey, visited, folder);
      held &&= holds;
      process.stdout.write(`${at + 1} ${journey.name}: ${holds ? "held" : "DID NOT HOLD"}\n`);
      for (const line of lines) process.stdout.write(`  ${line}\n`);
    } catch (error) {
      held = false;
      process.stdout.write(`${at + 1} ${journey.name}: DID NOT HOLD\n  ${String(error)}\n`);
    } finally {
      await visited.stop();
    }
  }
  rmSync(folder, { recursive: true, force: true });
  return held;
};

const reportOf = async (planned: PageJourney, visited: Visit, parent: string) => {
  const { page } = visited;
  const begun = performance.now();
  const violations: string[] = [];
  visited.context.setDefaultTimeout(patienceMs);
  await page.setViewportSize({ width: planned.width, height: 900 });
  await watchCtas(page);
  await page.reload();
  const { journey, lines, held } = await planned.walk({ page, folder: folderIn(parent, planned), root }, async () => {
    violations.push(...(await violationsOn(page)));
  });
  const painted = await paintedOn(page);
  const download = page.waitForEvent("download");
  await page.locator("[data-cta]").click();
  const file = (await download).suggestedFilename();
  const wrong = journey.moments.filter((moment) => !isServers(moment));
  const complaints = visited.complaints().filter((line) => !planned.expected?.test(line));
  return {
    holds: held && painted.otherwise === 0 && file.endsWith(".docx") && [wrong, complaints, violations].every(isEmpty),
    lines: [
      `${journey.actions.length} actions, ${journey.actions.filter((one) => one === "look").length} of them looks`,
      `${journey.moments.length} moments, ${wrong.length} without exactly one button in the server's words and with its call`,
      `${painted.frames} frames of the run's page, ${painted.otherwise} without exactly one such button`,
      `${violations.length} violations of WCAG that axe knows; ${complaints.length} complaints of the console or the network`,
      `ends with ${file}, after ${Math.round((performance.now() - begun) / 1000)} s`,
      ...lines,
      ...wrong.map((moment) => JSON.stringify(moment)),
      ...violations,
      ...complaints,
    ],
  };
};

const isServers = ({ ctas, label, serverLabel, rpc, serverRpc }: Moment): boolean =>
  ctas === 1 && label === serverLabel && rpc === serverRpc;

const isEmpty = (list: readonly unknown[]): boolean => list.length === 0;
