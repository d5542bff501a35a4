import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openInstallation } from "../../../src/installation.ts";
import { openAnchor } from "../../../src/main/anchors.ts";
import { checkShared } from "../../../src/main/check-shared.ts";
import { holdTo, openSharedStore } from "../../../src/main/shared-store.ts";
import { emptyHead, type Head } from "../../../src/store/store.ts";
import { event, text } from "../../contract/store-samples.ts";
import { type Cluster, postgresPrograms, startCluster } from "../../support/postgres-cluster.ts";

describe.skipIf(!postgresPrograms())("the drill of a restore", () => {
  let cluster: Cluster;
  let folder: string;
  const had = process.env.PINCITE_ANCHOR_DIR;
  beforeAll(async () => {
    cluster = await startCluster();
    folder = mkdtempSync(join(tmpdir(), "pincite-drill-"));
    process.env.PINCITE_ANCHOR_DIR = join(folder, "state");
  });
  afterAll(async () => {
    if (had === undefined) delete process.env.PINCITE_ANCHOR_DIR;
    else process.env.PINCITE_ANCHOR_DIR = had;
    await cluster.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  const at = (name: string) => cluster.address().replace("/postgres?", `/${name}?`);
  const said = async (name: string, statement: string): Promise<void> => {
    const client = new pg.Client({ connectionString: at(name) });
    client.on("error", () => undefined);
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  /** Writes some events as the server of the folder, which keeps how far the database is. */
  const written = async (count: number, after: Head = emptyHead): Promise<Head> => {
    const store = await openSharedStore(at("postgres"), "runs", folder);
    let head = after;
    for (let n = 0; n < count; n++) {
      const blobs = [text(`artifact ${head.seq}`)];
      head = (await store.commit({ owner: "ann", stream: "run", expect: head, events: [event("one")], blobs })).head;
    }
    await holdTo(await openAnchor(folder, "runs", openInstallation(folder), () => undefined, true), store);
    await store.close();
    return head;
  };

  it("reads a database that was put back beside the one in use, and says what it lacks and what is damaged", async () => {
    const head = await written(3);
    await said("template1", "CREATE DATABASE restored TEMPLATE postgres");
    await written(2, head);
    const [now] = await checkShared(folder, at("postgres"));
    expect(now).toMatchObject({ store: "runs", events: 5, blobs: 5, damages: [], kept: 5, standing: 5 });
    const found = await checkShared(folder, at("restored"));
    expect(found.map(({ store }) => store)).toEqual(["runs", "vault", "law"]);
    expect(found[0]).toMatchObject({ events: 3, blobs: 3, damages: [], kept: 5, standing: 3 });
    const first = "SELECT key FROM pincite_runs.entry WHERE position('ann!'::bytea in key) = 1 ORDER BY key LIMIT 1";
    await said("restored", `DELETE FROM pincite_runs.entry WHERE key = (${first})`);
    const [damaged] = await checkShared(folder, at("restored"));
    expect(damaged?.damages).not.toEqual([]);
    // And the server of the folder knows what it knew.
    expect((await checkShared(folder, at("postgres")))[0]).toMatchObject({ kept: 5, standing: 5, damages: [] });
  });
});
