import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { openPostgresStore } from "../../../src/store/postgres/open.ts";
import { pgDatabase } from "../../../src/store/postgres/pg-database.ts";

const child = fileURLToPath(new URL("./race-child.ts", import.meta.url));
const processes = 2;
const writers = 16;
const times = 40;

export interface RaceReport {
  readonly acknowledged: number;
  /** Commits that lost to another one on the same version, and were told so. */
  readonly refused: number;
  readonly wrong: readonly string[];
}

/** Two processes with sixteen writers each append forty events each to one stream, all on the version that they saw: each version has one winner. */
export const raceOneRun = async (address: string): Promise<RaceReport> => {
  const clock = { now: () => Date.now() };
  const store = await openPostgresStore({ database: pgDatabase(address), schema: "race", clock });
  try {
    const args = [child, address, String(writers), String(times)];
    const said = await Promise.all(
      Array.from({ length: processes }, () => promisify(execFile)(process.execPath, args, { maxBuffer: 1 << 24 })),
    );
    const told = said.map(({ stdout }) => JSON.parse(stdout) as { acknowledged: string[]; refused: number });
    const acknowledged = told.flatMap((one) => one.acknowledged);
    const there = new Map<number, string>();
    for (let fromSeq = 1; ; ) {
      const page = await store.read("ann", "run", { fromSeq });
      for (const { seq, hash } of page) there.set(seq, hash);
      if (page.length === 0) break;
      fromSeq = page.at(-1)!.seq + 1;
    }
    const wrong: string[] = [];
    const asked = processes * writers * times;
    if (acknowledged.length !== asked) wrong.push(`${acknowledged.length} of ${asked} were acknowledged`);
    if (there.size !== acknowledged.length) wrong.push(`${there.size} events are there`);
    if (new Set(acknowledged).size !== acknowledged.length) wrong.push("two writers were told the same event");
    for (const one of acknowledged) {
      const [seq = "", hash] = one.split(" ");
      if (there.get(Number(seq)) !== hash) wrong.push(`event ${seq} was acknowledged and is another`);
    }
    const { damages } = await store.verify();
    return {
      acknowledged: acknowledged.length,
      refused: told.reduce((sum, one) => sum + one.refused, 0),
      wrong: [...wrong, ...damages],
    };
  } finally {
    await store.close();
  }
};
