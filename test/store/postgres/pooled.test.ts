import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPostgresStore } from "../../../src/store/postgres/open.ts";
import { pgDatabase } from "../../../src/store/postgres/pg-database.ts";
import { emptyHead, type Store } from "../../../src/store/store.ts";
import { event, reasonOf } from "../../contract/store-samples.ts";
import { type Bouncer, hasBouncer, startBouncer } from "../../support/pgbouncer.ts";
import { type Cluster, startCluster } from "../../support/postgres-cluster.ts";

let cluster: Cluster;
let bouncer: Bouncer;

const has = hasBouncer();
if (!has) console.warn("SKIPPED: PgBouncer, which is not installed (apt-get install postgresql pgbouncer)");

describe.skipIf(!has)(
  "two replicas through PgBouncer in transaction mode; as a role without advisory locks, notifying and settings",
  () => {
    let stores: Store[];
    beforeAll(async () => {
      cluster = await startCluster();
      bouncer = await startBouncer(cluster);
      const { address } = bouncer;
      const open = () => openPostgresStore({ database: pgDatabase(address), schema: "pooled", clock: Date });
      stores = await Promise.all([open(), open()]);
    });
    afterAll(async () => {
      for (const store of stores ?? []) await store.close();
      bouncer?.stop();
      await cluster.remove();
    });

    it("give each version one winner under many writers, and hear of each event once and in order", async () => {
      const [a, b] = stores as [Store, Store];
      const enough = new AbortController();
      const seen: number[] = [];
      const heard = (async () => {
        for await (const { seq } of b.watch("ann", { after: 0n, signal: enough.signal }))
          if (seen.push(seq) === 160) return;
      })();
      let won = 0;
      const writer = async (store: Store, name: number): Promise<void> => {
        for (let left = 10; left > 0; ) {
          const expected = await store.head("ann", "run");
          const reason = await reasonOf(
            store.commit({ owner: "ann", stream: "run", expect: expected, events: [event(`${name}/${left}`)] }),
          );
          if (reason === "RUN_VERSION_STALE") continue;
          expect(reason).toBe("none");
          left -= 1;
          won += 1;
        }
      };
      await Promise.all(Array.from({ length: 16 }, (_, name) => writer(name % 2 ? a : b, name)));
      await heard;
      enough.abort();
      expect(won).toBe(160);
      expect(seen).toEqual(Array.from({ length: 160 }, (_, at) => at + 1));
      expect((await a.head("ann", "run")).seq).toBe(160);
    });

    it("hold leases, large files, erasures and moments, and find no damage", async () => {
      const [a, b] = stores as [Store, Store];
      const fence = await a.lease("ann", "turn", "a", 60_000);
      expect(await reasonOf(b.lease("ann", "turn", "b", 60_000))).toBe("FENCED");
      const large = new Uint8Array(3 * 1024 * 1024).map((_, at) => at * 7);
      await a.commit({ owner: "ann", stream: "doc", expect: emptyHead, events: [event("doc")], blobs: [large], fence });
      const [digest] = await b.artifactsOf("ann", "doc");
      expect(Buffer.compare(await b.getBlob("ann", digest!), large)).toBe(0);
      const moment = b.moment();
      let items = 0;
      for await (const _ of moment.contents()) items += 1;
      await moment.close();
      expect(items).toBeGreaterThan(160);
      await b.commit({ owner: "ann", erase: [{ scope: "doc", expect: await b.head("ann", "doc") }] });
      expect(await reasonOf(a.getBlob("ann", digest!))).toBe("ERASED");
      expect((await a.verify()).damages).toEqual([]);
    });
  },
);
