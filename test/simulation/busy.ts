import { loadavg } from "node:os";
import { Worker } from "node:worker_threads";
import { usualLimits } from "../../src/confined/reading-limits.ts";
import { createReader } from "../../src/vault/parse/reader.ts";
import { sharedData } from "../support/shared-data.ts";
import { readTarGz } from "../support/tar.ts";
import { filesBelow } from "../vault/support/data-files.ts";

/** Limits that nothing meets: what is refused with these is refused for what it is. */
const noLimits = { ...usualLimits, processorMsMin: 1e9, msMin: 1e9, heapMiB: 4_000, growthMiB: 1e6 };

interface Given {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** Mails and papers of the shared data, as far as it is there: so many of each set. */
const papers = (each: number): Given[] => {
  const mails = ["email-enron/enron.tar.gz", "email-spamassassin/spamassassin.tar.gz"].flatMap((name) => {
    const path = sharedData(name);
    return path === undefined ? [] : readTarGz(path).filter((one) => one.path.endsWith(".eml"));
  });
  const folders = [
    ["pdf-text", ".pdf"],
    ["docx-mammoth", ".docx"],
    ["docx-python-docx", ".docx"],
    ["msg-poi", ".msg"],
  ].flatMap(([name = "", suffix = ""]) => {
    const folder = sharedData(name);
    return folder === undefined ? [] : filesBelow(folder, suffix).slice(0, each);
  });
  const step = Math.max(1, Math.floor(mails.length / each));
  return [...mails.filter((_, n) => n % step === 0).slice(0, each), ...folders];
};

/** What became of each file, in order: "" for one that is read, else why it is not. */
const outcomes = async (files: readonly Given[], limits: typeof usualLimits): Promise<string[]> => {
  const reader = createReader(limits);
  const told: string[] = [];
  for (const { path, bytes } of files) {
    let last = "";
    for await (const unit of reader.read({ path, mediaType: "", bytes }, "2026-01-02T00:00:00.000Z").units)
      last = unit.made === undefined ? unit.refusal : "";
    told.push(last);
  }
  await reader.close();
  return told;
};

const loop = "for (;;) Math.sqrt(Math.random());";

/**
 * `npm run campaign -- busy [loops] [files]`: reads mails and papers beside so many busy loops, by the limits of an import and without any. False where a
 * file is refused beside them that is read without limits.
 */
export const simulateBusy = async ([loops = 8, each = 467]: readonly number[]): Promise<boolean> => {
  const files = papers(each);
  if (files.length === 0) {
    console.warn("SKIPPED: the campaign of a busy machine needs ../shared/data, which is not beside this checkout");
    return true;
  }
  const quiet = await outcomes(files, noLimits);
  const beside = Array.from({ length: loops }, () => new Worker(loop, { eval: true }));
  const started = performance.now();
  const busy = await outcomes(files, usualLimits);
  const seconds = (performance.now() - started) / 1000;
  const load = loadavg()[0] ?? 0;
  await Promise.all(beside.map((one) => one.terminate()));
  const lost = files.flatMap(({ path }, n) => (busy[n] === quiet[n] ? [] : [`${path}: ${busy[n] || "read"}`]));
  for (const one of lost) console.error(one);
  const read = quiet.filter((reason) => reason === "").length;
  console.log(
    `${files.length} files, ${read} read without limits; beside ${loops} busy loops ${busy.filter((reason) => reason === "").length} in ${seconds.toFixed(0)} s, ${lost.length} told otherwise; load ${load.toFixed(1)}`,
  );
  return lost.length === 0;
};
