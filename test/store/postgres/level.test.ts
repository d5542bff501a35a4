import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { storeLevels } from "../../../src/main/shared-store.ts";
import { knownLevel, raiseLevel, readLevel } from "../../../src/store/postgres/level.ts";
import { openPostgresStore } from "../../../src/store/postgres/open.ts";
import { pgDatabase } from "../../../src/store/postgres/pg-database.ts";
import type { Store } from "../../../src/store/store.ts";
import { event, first, reasonOf } from "../../contract/store-samples.ts";
import { type Cluster, postgresPrograms, startCluster } from "../../support/postgres-cluster.ts";

let cluster: Cluster;
const clock = { now: () => 1_000_000 };

/** A program that knows levels up to this one. */
const program = (schema: string, known: number): Promise<Store> =>
  openPostgresStore({ database: pgDatabase(cluster.address()), schema, clock, known });

const raised = async (schema: string, level: number, minReader: number, known = level) => {
  const database = pgDatabase(cluster.address());
  try {
    return await raiseLevel(database, schema, { level, minReader, minWriter: level }, known);
  } finally {
    await database.close();
  }
};

const appended = async (store: Store) =>
  store.commit({ owner: "ann", stream: "run", expect: await store.head("ann", "run"), events: [event("more")] });

const has = postgresPrograms() !== undefined;
if (!has) console.warn("SKIPPED: levels of a store over PostgreSQL, which is not installed");

describe.skipIf(!has)("the level of a store that programs of two versions have open", () => {
  beforeAll(async () => {
    cluster = await startCluster();
  });
  afterAll(() => cluster.remove());

  it("are not asked of what is no address of a database", async () => {
    expect(await reasonOf(storeLevels("", false))).toBe("REQUEST_INVALID");
  });

  it("lets both write until it is raised; from then on the older one refuses, also what it had read before", async () => {
    const [older, newer] = [await program("shared", 1), await program("shared", 2)];
    await older.commit(first("ann", "run"));
    await appended(newer);
    await appended(older);
    expect(await raised("shared", 2, 1)).toEqual({ level: 2, minReader: 1, minWriter: 2 });
    expect(await reasonOf(appended(older))).toBe("UNSUPPORTED");
    expect(await reasonOf(older.commit(first("bob", "run")))).toBe("UNSUPPORTED");
    expect(await reasonOf(older.lease("ann", "turn", "older", 1_000))).toBe("UNSUPPORTED");
    expect(await older.read("ann", "run")).toHaveLength(3);
    await appended(newer);
    expect(await older.read("ann", "run")).toHaveLength(4);
    expect((await newer.verify()).damages).toEqual([]);
    for (const store of [older, newer]) await store.close();
  });

  it("refuses an older program at its start where it may not even read", async () => {
    const newer = await program("unread", 3);
    await newer.commit(first("ann", "run"));
    await raised("unread", 3, 3);
    await expect(program("unread", 2)).rejects.toMatchObject({
      reason: "UNSUPPORTED",
      facts: { level: "3", known: "2" },
    });
    await newer.close();
  });

  it("is never lowered, and raised by nobody who is too old for it", async () => {
    await (await program("never", 2)).close();
    await raised("never", 2, 1);
    expect(await raised("never", 1, 1, 2)).toEqual({ level: 2, minReader: 1, minWriter: 2 });
    await expect(raised("never", 1, 1, 1)).rejects.toMatchObject({ reason: "UNSUPPORTED" });
    const database = pgDatabase(cluster.address());
    expect(await readLevel(database, "never")).toMatchObject({ level: 2 });
    expect(await readLevel(database, "absent")).toBe(undefined);
    await database.close();
  });

  it("lets nothing land that an older program was about to write when it was raised", async () => {
    const older = await program("race", 1);
    await older.commit(first("ann", "run"));
    let isRaised = false;
    let landedAfter = 0;
    const writing = (async () => {
      for (;;) {
        const wasRaised = isRaised;
        if ((await reasonOf(appended(older))) !== "none") return;
        if (wasRaised) landedAfter++;
      }
    })();
    await raised("race", 2, 1);
    isRaised = true;
    await writing;
    expect(landedAfter).toBe(0);
    await older.close();
  });

  it("is told by the command for each store that is there, and raised to what this program knows", async () => {
    await (await program("pincite_runs", knownLevel)).close();
    const level = { level: knownLevel, minReader: knownLevel, minWriter: knownLevel, known: knownLevel };
    expect(await storeLevels(cluster.address(), false)).toEqual([{ store: "runs", ...level }]);
    expect(await storeLevels(cluster.address(), true)).toEqual([{ store: "runs", ...level }]);
  });
});
