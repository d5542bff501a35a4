import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newFolder } from "../../support/new-folder.ts";
import { type Cluster, postgresPrograms, startCluster } from "../../support/postgres-cluster.ts";
import { type CutWay, openCutWay } from "./cuts.ts";

const has = postgresPrograms() !== undefined;
if (!has) console.warn("SKIPPED: cut connections to PostgreSQL, which is not installed (apt-get install postgresql)");

describe.skipIf(!has)("a way to the database on which commits are cut off", () => {
  let cluster: Cluster;
  let way: CutWay;
  beforeAll(async () => {
    cluster = await startCluster();
    way = await openCutWay(cluster.address(), newFolder("cuts"));
    await said(["CREATE TABLE noted (name text)"], false);
  });
  afterAll(async () => {
    await way.close();
    await cluster.remove();
  });

  /** Says statements one after the other; whether all of them were answered. */
  const said = async (statements: readonly (string | [string, string])[], pipeline: boolean): Promise<boolean> => {
    const client = new pg.Client({ connectionString: way.address, pipeline });
    client.on("error", () => undefined);
    try {
      await client.connect();
      const say = (one: (typeof statements)[number]) =>
        typeof one === "string" ? client.query(one) : client.query(one[0], [one[1]]);
      if (pipeline) await Promise.all(statements.map(say));
      else for (const one of statements) await say(one);
      return true;
    } catch {
      return false;
    } finally {
      await client.end().catch(() => undefined);
    }
  };

  const isThere = async (name: string): Promise<boolean> => {
    const client = new pg.Client({ connectionString: cluster.address() });
    await client.connect();
    const { rows } = await client.query("SELECT name FROM noted WHERE name = $1", [name]);
    await client.end();
    return rows.length > 0;
  };

  const insert = (name: string): [string, string] => ["INSERT INTO noted VALUES ($1)", name];

  for (const pipeline of [false, true])
    for (const cut of ["request", "answer"] as const) {
      const how = pipeline ? "all said at once" : "said one after the other";
      it(`leaves the client without an answer, and the database ${cut === "answer" ? "with" : "without"} what it was to write: ${how}`, async () => {
        const [alone, together] = [`${cut} ${pipeline} alone`, `${cut} ${pipeline} together`];
        for (const [name, statements] of [
          [alone, [insert(alone)]],
          [together, ["BEGIN", insert(together), "COMMIT"]],
        ] as const) {
          const isCut = way.next(cut, 10_000);
          expect(await said(statements, pipeline)).toBe(false);
          expect(await isCut).toBe(true);
          await delay(100);
          expect(await isThere(name)).toBe(cut === "answer");
        }
      });
    }

  it("passes on all else, reads and what is rolled back too", async () => {
    const isCut = way.next("answer", 500);
    expect(
      await said([["SELECT name FROM noted WHERE name = $1", "x"], "BEGIN", insert("rolled back"), "ROLLBACK"], true),
    ).toBe(true);
    expect(await isCut).toBe(false);
    expect(await isThere("rolled back")).toBe(false);
    expect(await said([insert("passed on")], false)).toBe(true);
    expect(await isThere("passed on")).toBe(true);
  });
});
