import { postgresPrograms, startCluster } from "../../support/postgres-cluster.ts";
import { seeded } from "../store-seed.ts";
import { type FirmReport, runFirm, type Unheld } from "./campaign.ts";
import { raceOneRun } from "./race.ts";

/** Rounds of a control; a SIGTERM ends the faults of what is under way, which is judged all the same. */
const controlRounds = 2;
const controlCrashes = 12;
/** A database that says done at once and writes its log later, at most every ten seconds. */
const hasty = ["synchronous_commit=off", "wal_writer_delay=10s"];

/**
 * `npm run campaign -- firm [rounds] [seed] [crashes] [turns]`, by default 40, 36, 60 and 2,000: two processes race on one run; servers over one database are killed and halted
 * so many times and the database half as often again, under fifty turns a round; then, smaller, the same with fences unheld, and with heads unheld. False if anything does not hold, or if a control does: then the judge sees nothing.
 */
export const simulateFirm = async (args: readonly string[]): Promise<boolean> => {
  const [rounds = 40, seed = 36, crashes = Math.ceil(rounds * 1.5), turnsLeast = rounds * 50] = args.map(Number);
  if (!postgresPrograms()) {
    console.error("PostgreSQL is not installed: apt-get install postgresql");
    return false;
  }
  const race = await raced();
  const extent = { rounds, crashes, turnsLeast };
  const wrong = told("firm", seed, await runFirm(extent, seeded(seed)));
  let isSeen = true;
  for (const unheld of ["fences", "heads"] satisfies Unheld[]) {
    const { doubles, ...rest } = await runFirm(
      { rounds: controlRounds, crashes: 0, turnsLeast: 0 },
      seeded(seed),
      unheld,
    );
    told(`control, ${unheld} not held`, seed, { doubles, ...rest }, 3);
    if (doubles.length === 0) {
      console.error(`the judge saw no double although ${unheld} were not held`);
      isSeen = false;
    }
  }
  return race && wrong === 0 && isSeen;
};

/**
 * `npm run campaign -- database [kills] [seed]`, by default 60 and 36: the same servers under the same load while their database is killed so many times, and
 * before each kill the connection is cut at a commit on its way there and at one on its way back; then, smaller, with servers that take a write for done without asking, and over a database that answers before it has written. False if anything
 * was lost or done twice, or if a control lost nothing.
 */
export const simulateDatabase = async ([kills = "60", seed = "36"]: readonly string[]): Promise<boolean> => {
  if (!postgresPrograms()) {
    console.error("PostgreSQL is not installed: apt-get install postgresql");
    return false;
  }
  const extent = { rounds: 0, crashes: Number(kills), turnsLeast: 0 };
  const wrong = told("database", Number(seed), await runFirm(extent, seeded(Number(seed))));
  const small = { ...extent, crashes: controlCrashes };
  const controls = {
    "outcomes not asked for": await runFirm(small, seeded(Number(seed)), "outcomes"),
    "answers before it has written": await runFirm({ ...small, settings: hasty }, seeded(Number(seed))),
  };
  for (const [name, report] of Object.entries(controls)) {
    told(`control, ${name}`, Number(seed), report, 3);
    if (report.lost.length === 0) console.error(`the judge saw nothing lost: ${name}`);
  }
  return wrong === 0 && Object.values(controls).every(({ lost }) => lost.length > 0);
};

const raced = async (): Promise<boolean> => {
  const cluster = await startCluster();
  try {
    const { wrong, ...counts } = await raceOneRun(cluster.address());
    console.log(`one run, two processes of sixteen writers: ${JSON.stringify({ ...counts, wrong: wrong.length })}`);
    for (const sentence of wrong.slice(0, 20)) console.error(`  ${sentence}`);
    return wrong.length === 0;
  } finally {
    await cluster.remove();
  }
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
