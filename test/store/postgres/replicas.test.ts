import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callsKey } from "../../../src/store/postgres/call-rows.ts";
import { openPostgresStore } from "../../../src/store/postgres/open.ts";
import { pgDatabase } from "../../../src/store/postgres/pg-database.ts";
import { emptyHead, type Store, type StoredEvent } from "../../../src/store/store.ts";
import { opensOnce } from "../../access/support/invitations.ts";
import { event, first, reasonOf, take } from "../../contract/store-samples.ts";
import { type Cluster, postgresPrograms, startCluster } from "../../support/postgres-cluster.ts";

let cluster: Cluster;
let opened = 0;
let nowMs = 1_000_000;
const clock = { now: () => nowMs };

const pair = async (): Promise<[Store, Store]> => {
  const schema = `pair${++opened}`;
  const open = () => openPostgresStore({ database: pgDatabase(cluster.address()), schema, clock });
  return Promise.all([open(), open()]);
};

/** Appends one event where the stream stands, again as long as another was first. */
const appended = async (store: Store, stream: string, body: string): Promise<number> => {
  for (;;) {
    const expected = await store.head("ann", stream);
    try {
      return (await store.commit({ owner: "ann", stream, expect: expected, events: [event(body)] })).head.seq;
    } catch (error) {
      if ((error as { reason?: string }).reason !== "RUN_VERSION_STALE") throw error;
    }
  }
};

/** What each of them is told that begins one stream at once with the others. */
const begun = (stores: readonly Store[]): Promise<string[]> =>
  Promise.all(stores.map((store) => reasonOf(store.commit(first("ann", "run")))));

const has = postgresPrograms() !== undefined;
if (!has) console.warn("SKIPPED: two replicas over PostgreSQL, which is not installed (apt-get install postgresql)");

describe.skipIf(!has)("two replicas over one database", () => {
  beforeAll(async () => {
    cluster = await startCluster();
  });
  afterAll(() => cluster.remove());

  it("lay the tables out once where eight servers start at once on a database that has none", async () => {
    for (let round = 0; round < 10; round++) {
      const schema = `many${round}`;
      const open = () => openPostgresStore({ database: pgDatabase(cluster.address()), schema, clock });
      const stores = await Promise.all(Array.from({ length: 8 }, open));
      expect((await begun(stores)).toSorted()).toEqual([...Array(7).fill("RUN_VERSION_STALE"), "none"]);
      for (const store of stores) await store.close();
    }
  });

  it("give one winner for each event of one stream", async () => {
    const stores = await pair();
    const writers = stores.flatMap((store, at) =>
      Array.from({ length: 4 }, async (_, writer) => {
        const seqs: number[] = [];
        for (let n = 0; n < 10; n++) seqs.push(await appended(store, "run", `${at}.${writer}.${n}`));
        return seqs;
      }),
    );
    const seqs = (await Promise.all(writers)).flat();
    expect(seqs.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 80 }, (_, n) => n + 1));
    for (const store of stores) expect((await store.head("ann", "run")).seq).toBe(80);
    const { damages, events } = await stores[0].verify();
    expect({ damages, events }).toEqual({ damages: [], events: 80 });
    for (const store of stores) await store.close();
  });

  it("let in together what one limit says, also where both are asked at once, and forget keys that are idle", async () => {
    const [one, other] = await pair();
    const windows = [{ key: "run", max: 30, windowMs: 60_000 }];
    const ask = () =>
      [one, other].flatMap((store) => Array.from({ length: 40 }, () => store.countCall("ann", windows, nowMs)));
    const waits = await Promise.all(ask());
    expect(waits.filter((wait) => wait === 0)).toHaveLength(30);
    expect(await one.countCall("ann", windows, nowMs)).toBe(60_000);
    nowMs += 60_000;
    expect((await Promise.all(ask())).filter((wait) => wait === 0)).toHaveLength(30);
    for (let n = 0; n < 600; n++) await one.countCall("bob", [{ key: `run ${n}`, max: 1, windowMs: 10 }], nowMs);
    nowMs += 60_000;
    await other.countCall("bob", [{ key: "run 0", max: 1, windowMs: 10 }], nowMs);
    const at = callsKey("bob", "run 0");
    const database = pgDatabase(cluster.address());
    const [row] = await database.query(`SELECT value FROM pair${opened}.entry WHERE key = $1`, [Buffer.from(at)]);
    await database.close();
    // One of 600 is left in its row.
    expect((row!.value as Buffer).length).toBeLessThan(60);
    for (const store of [one, other]) await store.close();
  });

  it("read at once what the other has committed, and word a refusal by what it was refused for", async () => {
    const [one, other] = await pair();
    await one.commit(first("ann", "run"));
    expect((await other.head("ann", "run")).seq).toBe(1);
    const { head } = await other.commit({
      owner: "ann",
      stream: "run",
      expect: await other.head("ann", "run"),
      events: [event("b")],
    });
    // What this one remembers of the stream is older.
    const stale = one.commit({ owner: "ann", stream: "run", expect: emptyHead, events: [event("c")] });
    await expect(stale).rejects.toMatchObject({ reason: "RUN_VERSION_STALE", facts: { seq: "2", hash: head.hash } });
    expect((await one.commit({ owner: "ann", stream: "run", expect: head, events: [event("c")] })).head.seq).toBe(3);
    await one.close();
    await other.close();
  });

  it("take one command once, whichever is asked", async () => {
    const [one, other] = await pair();
    const command = { owner: "ann", idempotency: { key: "k", payloadDigest: "p", answer: new Uint8Array([1]) } };
    const outcomes = await Promise.all([one, other, one, other].map((store) => reasonOf(store.commit(command))));
    expect(outcomes.toSorted()).toEqual(["ALREADY_EXISTS", "ALREADY_EXISTS", "ALREADY_EXISTS", "none"]);
    await one.close();
    await other.close();
  });

  it("refuse a holder whose lease the other has taken over, and every commit under its fence", async () => {
    const [one, other] = await pair();
    const fence = await one.lease("ann", "turn", "one", 1_000);
    expect(await reasonOf(other.lease("ann", "turn", "other", 1_000))).toBe("FENCED");
    nowMs += 1_000;
    const next = await other.lease("ann", "turn", "other", 1_000);
    expect(next.value).toBeGreaterThan(fence.value);
    expect(await reasonOf(one.commit(first("ann", "run", { fence })))).toBe("FENCED");
    expect(await reasonOf(one.pack("ann", "run", fence))).toBe("FENCED");
    expect(await reasonOf(other.commit(first("ann", "run", { fence: next, release: true })))).toBe("none");
    expect((await one.lease("ann", "turn", "one", 1_000)).value).toBeGreaterThan(next.value);
    await one.close();
    await other.close();
  });

  it("show watchers what the other commits, in order and each once", async () => {
    const [one, other] = await pair();
    const waiting: Promise<StoredEvent[]> = take(
      other.watch("ann", { after: 0n, signal: new AbortController().signal }),
      20,
    );
    for (let n = 0; n < 20; n++) await appended(n % 2 ? one : other, "run", String(n));
    expect((await waiting).map(({ position }) => Number(position))).toEqual(
      Array.from({ length: 20 }, (_, n) => n + 1),
    );
    await one.close();
    await other.close();
  });

  it("lose nothing that was acknowledged when the database is killed, and tell what became of the rest", async () => {
    const [one, other] = await pair();
    const acknowledged: string[] = [];
    let isOver = false;
    const writing = [one, other].map(async (store, at) => {
      for (let n = 0; !isOver; n++) {
        const commit = first("ann", `run-${at}-${n}`, { id: `c${at}-${n}` });
        const reason = await reasonOf(store.commit(commit));
        if (reason === "none") acknowledged.push(commit.stream!);
        // An unknown outcome is told once the database is back.
        else expect([reason, typeof (await settled(store, commit))]).toEqual(["STORE_UNAVAILABLE", "boolean"]);
      }
    });
    for (let time = 0; time < 3; time++) {
      await new Promise((resolve) => setTimeout(resolve, 300));
      await cluster.crash();
    }
    isOver = true;
    await Promise.all(writing);
    expect(acknowledged.length).toBeGreaterThan(0);
    for (const stream of acknowledged) expect((await one.head("ann", stream)).seq).toBe(1);
    expect((await other.verify()).damages).toEqual([]);
    await one.close();
    await other.close();
  });

  it("let in one of two who open one invitation at once, one at each", async () => {
    const [one, other] = await pair();
    await opensOnce([one, other], 10);
    await one.close();
    await other.close();
  });

  it("say that the database is away while it is, and go on when it is back", async () => {
    const [one, other] = await pair();
    await one.commit(first("ann", "run"));
    await cluster.stop();
    expect(await reasonOf(one.head("ann", "run"))).toBe("STORE_UNAVAILABLE");
    expect(await reasonOf(other.lease("ann", "turn", "other", 1_000))).toBe("STORE_UNAVAILABLE");
    expect(one.healthy).toBe(true);
    await cluster.start();
    expect((await other.head("ann", "run")).seq).toBe(1);
    expect(await reasonOf(one.lease("ann", "turn", "one", 1_000))).toBe("none");
    await one.close();
    await other.close();
  });
});

/** Whether a commit was done, asked until the database answers. */
const settled = async (store: Store, commit: Parameters<Store["commit"]>[0]): Promise<boolean> => {
  for (;;)
    try {
      return (await store.outcome(commit)) !== undefined;
    } catch (error) {
      if ((error as { reason?: string }).reason !== "STORE_UNAVAILABLE") throw error;
    }
};
