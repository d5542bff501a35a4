import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { secondCodes } from "../proof-second/compare.ts";
import { seeded } from "../store-seed.ts";
import { changeProofs, type Subjects, type Tally, tellLies } from "./campaign.ts";
import { hasBrowser, openPageVerifier, type PageVerifier } from "./in-browser.ts";
import { demoSubjects, smallSubjects } from "./subjects.ts";

/**
 * The long run against proofs: `npm run campaign -- proof [changes] [lies] [seed] [every]`, by default 5,000, 200, 1 and 10. Changes
 * go in equal parts to the smallest memo there is, the demo's, and both redacted; lies to the two whole ones. Each changed file is
 * judged by this program and by docs/verify-proof.py, one in so many by the page in Chromium too; each lie by all three. False if
 * one was taken, or if two of them name another first check where docs/proof.md promises the same.
 */
export const simulateProof = async (given: readonly string[]): Promise<boolean> => {
  const [changeCount = 5_000, lieCount = 200, seed = 1, every = 10] = given.map(Number);
  const page = hasBrowser ? await openPageVerifier() : undefined;
  if (!page) console.log("no Chromium here: the page is left out");
  const makers: Readonly<Record<string, () => Promise<Subjects>>> = {
    small: () => smallSubjects(),
    demo: () => demoSubjects(),
    "small redacted": () => smallSubjects(true),
    "demo redacted": () => demoSubjects(true),
  };
  let all = true;
  for (const [name, make] of Object.entries(makers)) {
    const subjects = await make();
    await page?.page.fill("#key", subjects.key.keyId);
    const changed = await judged(subjects.key.keyId, page, every, (seen) =>
      changeProofs(subjects, Math.ceil(changeCount / 4), seeded(seed), seen),
    );
    all = told(`${name}, changed`, changed) && all;
    // What a part of the record can be made to say is not for these checks: RULES is left out of a redacted one.
    if (name.endsWith("redacted")) continue;
    const lied = await judged(subjects.key.keyId, page, 1, (seen) =>
      tellLies(subjects, Math.ceil(lieCount / 2), seeded(seed + 1), seen),
    );
    // Lies about rules are what the second reader says that it leaves.
    all = told(`${name}, signed lies`, { ...lied, second: { ...lied.second, others: [] } }) && all;
    console.log(
      `  the second reader names another check, or none, for ${lied.second.others.length}${pairsOf(lied.second)}`,
    );
  }
  await page?.close();
  return all;
};

/** Which checks stand against which, and how often. */
const pairsOf = ({ others }: Beside): string => {
  const pairs = Map.groupBy(others, (line) => line.slice(line.indexOf(": ")));
  return [...pairs].map(([pair, lines]) => `${pair} (${lines.length})`).join("");
};

/** What another verifier made of the files: how many it judged, and those that it judges otherwise. */
interface Beside {
  readonly tried: number;
  readonly others: readonly string[];
}

interface Judged extends Tally {
  readonly second: Beside;
  readonly page: Beside;
}

type Campaign = (seen: (bytes: Uint8Array, broken: string | undefined) => Promise<void>) => Promise<Tally>;

/** Runs a campaign and has its files judged by the second reader, and one in so many by the page. */
const judged = async (
  keyId: string,
  page: PageVerifier | undefined,
  every: number,
  campaign: Campaign,
): Promise<Judged> => {
  const folder = mkdtempSync(join(tmpdir(), "pincite-proofs-"));
  const ours = new Map<string, string>();
  const inPage: string[] = [];
  let opened = 0;
  try {
    const tally = await campaign(async (bytes, broken = "holds") => {
      const name = String(ours.size + 1).padStart(5, "0");
      ours.set(name, broken);
      writeFileSync(join(folder, name), bytes);
      if (!page || ours.size % every !== 0) return;
      opened += 1;
      const here = (await page.firstBroken(bytes)) ?? "holds";
      if (here !== broken) inPage.push(`${name}: ours ${broken}, the page ${here}`);
    });
    const theirs = secondCodes(folder, keyId);
    const others = [...ours]
      .filter(([name, broken]) => theirs.get(name) !== broken && !(broken === "RULES" && theirs.get(name) === "holds"))
      .map(([name, broken]) => `${name}: ours ${broken}, the second ${theirs.get(name)}`);
    keep(folder, [...others, ...inPage]);
    return { ...tally, second: { tried: ours.size, others }, page: { tried: opened, others: inPage } };
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/** With PINCITE_KEEP_PROOFS the files that were judged otherwise stay there. */
const keep = (folder: string, lines: readonly string[]): void => {
  const kept = process.env.PINCITE_KEEP_PROOFS;
  if (!kept || lines.length === 0) return;
  mkdirSync(kept, { recursive: true });
  for (const line of lines) {
    const [name = ""] = line.split(":");
    copyFileSync(join(folder, name), join(mkdtempSync(join(kept, "proof-")), name));
  }
};

const told = (what: string, { accepted, first, idle, page, second, tried }: Judged): boolean => {
  console.log(
    `${what}: ${tried} tried, ${accepted.length} taken; ${second.tried} judged by the second reader, ${second.others.length} otherwise; ${page.tried} by the page, ${page.others.length} otherwise`,
  );
  for (const [way, checks] of Object.entries(first)) {
    const counts = Object.entries(checks).map(([code, count]) => `${code || "TAKEN"} ${count}`);
    console.log(`  ${way}: ${counts.join(", ")}`);
  }
  for (const line of [...second.others, ...page.others].slice(0, 20)) console.log(`  ${line}`);
  if (idle.length > 0) console.log(`  found nothing to change: ${idle.join(", ")}`);
  return accepted.length + second.others.length + page.others.length === 0;
};
