import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { seeded } from "../store-seed.ts";
import { changeProofs, type Tally, tellLies } from "./campaign.ts";
import { demoSubjects, smallSubjects } from "./subjects.ts";

/**
 * The long run against proofs: `npm run simulate -- proof [changes] [lies] [seed]`, by default 5,000, 200 and 1; half of each on
 * the smallest memo there is, half on the demo's. With PINCITE_KEEP_PROOFS each changed file is written there, named by the check
 * that refused it, for a second reader to be held against. False if one was taken.
 */
export const simulateProof = async (given: readonly string[]): Promise<boolean> => {
  const [changeCount = 5_000, lieCount = 200, seed = 1] = given.map(Number);
  const folder = process.env.PINCITE_KEEP_PROOFS;
  let all = true;
  for (const [name, make] of Object.entries({ small: smallSubjects, demo: demoSubjects })) {
    const subjects = await make();
    const keep = keeper(folder && join(folder, name));
    const changed = await changeProofs(subjects, Math.ceil(changeCount / 2), seeded(seed), keep);
    all = told(`${name}, changed`, changed) && all;
    const lied = await tellLies(subjects, Math.ceil(lieCount / 2), seeded(seed + 1));
    all = told(`${name}, signed lies`, lied) && all;
  }
  return all;
};

const keeper = (folder: string | undefined) => {
  if (!folder) return undefined;
  mkdirSync(folder, { recursive: true });
  let count = 0;
  return (bytes: Uint8Array, broken: string | undefined): void => {
    count += 1;
    writeFileSync(join(folder, `${String(count).padStart(5, "0")}-${broken ?? "holds"}.pincite`), bytes);
  };
};

const told = (what: string, { accepted, first, idle, tried }: Tally): boolean => {
  console.log(`${what}: ${tried} tried, ${accepted.length} taken`);
  for (const [way, checks] of Object.entries(first))
    console.log(
      `  ${way}: ${Object.entries(checks)
        .map(([code, count]) => `${code || "TAKEN"} ${count}`)
        .join(", ")}`,
    );
  if (idle.length > 0) console.log(`  found nothing to change: ${idle.join(", ")}`);
  return accepted.length === 0;
};
