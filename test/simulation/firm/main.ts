import { postgresPrograms } from "../../support/postgres-cluster.ts";
import { seeded } from "../store-seed.ts";
import { type FirmReport, runFirm, type Unheld } from "./campaign.ts";

/** Rounds of a control. */
const controlRounds = 2;

/**
 * `npm run campaign -- firm [rounds] [seed]`, by default 20 and 36: servers over one database are killed and halted, then the same with fences
 * unheld, and with heads unheld. False if anything does not hold, or if a control does: then the judge sees nothing.
 */
export const simulateFirm = async (args: readonly string[]): Promise<boolean> => {
  const [rounds = 20, seed = 36] = args.map(Number);
  if (!postgresPrograms()) {
    console.error("PostgreSQL is not installed: apt-get install postgresql");
    return false;
  }
  const wrong = told("firm", seed, await runFirm(rounds, seeded(seed)));
  let isSeen = true;
  for (const unheld of ["fences", "heads"] satisfies Unheld[]) {
    const { doubles, ...rest } = await runFirm(controlRounds, seeded(seed), unheld);
    told(`control, ${unheld} not held`, seed, { doubles, ...rest }, 3);
    if (doubles.length === 0) {
      console.error(`the judge saw no double although ${unheld} were not held`);
      isSeen = false;
    }
  }
  return wrong === 0 && isSeen;
};

const told = (name: string, seed: number, report: FirmReport, most = 50): number => {
  const { doubles, lost, late, stale, broken, ...counts } = report;
  const kinds = { doubles, lost, late, stale, broken };
  const sums = Object.fromEntries(Object.entries(kinds).map(([kind, all]) => [kind, all.length]));
  console.log(`${name}: ${JSON.stringify({ seed, ...counts, ...sums })}`);
  for (const [kind, all] of Object.entries(kinds))
    for (const sentence of all.slice(0, most)) console.error(`  ${kind}: ${sentence.slice(0, 300)}`);
  return Object.values(kinds).reduce((sum, all) => sum + all.length, 0);
};
