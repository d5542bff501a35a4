import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { QuotaSchema } from "../../../gen/pincite/access/v1/sign_in_pb.ts";
import type { UsageRecord } from "../../../gen/pincite/usage/v1/usage_record_pb.ts";
import { UsageRecordSchema } from "../../../gen/pincite/usage/v1/usage_record_pb.ts";
import { Bounds } from "../../../src/access/quota/bounds.ts";
import { QuotaLedger } from "../../../src/access/quota/quota-ledger.ts";
import { DomainError } from "../../../src/error.ts";
import { openMemoryStore } from "../../../src/store/memory/memory-store.ts";
import { openPostgresStore } from "../../../src/store/postgres/open.ts";
import { pgDatabase } from "../../../src/store/postgres/pg-database.ts";
import type { Store } from "../../../src/store/store.ts";
import { DaySums, type Used } from "../../../src/usage/day-sums.ts";
import { type Cluster, postgresPrograms, startCluster } from "../../support/postgres-cluster.ts";

const issuer = "https://login.example";
const owner = "firm";
type Rows = MessageInitShape<typeof QuotaSchema>[];
const everybody = { case: "everybody", value: true } as const;
const groupA = { case: "group", value: "a" } as const;
const eachPerson = { case: "eachPerson", value: true } as const;

/** Runs whose journals a test writes, and servers over one store. */
const opened = async (rows: Rows, store?: Store) => {
  const held = store ?? (await openMemoryStore());
  const bounds = new Bounds(rows.map((row) => create(QuotaSchema, { issuer, ...row })));
  const at = { iso: "2026-11-30T23:59:00.000Z" };
  const journals = new Map<string, { sums: DaySums; isOpen: boolean; inTurn: boolean }>();
  const journal = (runId: string) => {
    const known = journals.get(runId) ?? { sums: new DaySums(), isOpen: true, inTurn: false };
    journals.set(runId, known);
    return known;
  };
  const recordOf = (runId: string): UsageRecord => create(UsageRecordSchema, { days: journal(runId).sums.days });
  let servers = 0;
  const server = (over: Store = held) =>
    new QuotaLedger({
      store: over,
      owner,
      holder: `server ${++servers}`,
      nowIso: () => at.iso,
      account: "account",
      keysOf: (who) => bounds.keysOf(who),
      runs: {
        used: async (runId) => {
          if (!journals.has(runId)) throw new DomainError("ERASED", "gone");
          return recordOf(runId);
        },
        state: async (runId) => journals.get(runId),
        all: async function* () {
          for (const runId of journals.keys()) yield { record: recordOf(runId) };
        },
      },
    });
  const by = (subject: string, ...groups: string[]) => ({
    issuer,
    subject,
    bounds: bounds.of({ issuer, subject, groups: new Set(groups) }),
  });
  const uses = (runId: string, subject: string, used: Used, iso = at.iso) =>
    journal(runId).sums.add(iso, { issuer, subject }, used);
  const usedOf = async (ledger: QuotaLedger, who: ReturnType<typeof by>) =>
    Object.fromEntries(
      (await ledger.used(who.bounds)).map((used, nth) => [
        `${who.bounds[nth]?.who.case} ${who.bounds[nth]?.measure}`,
        Number(used),
      ]),
    );
  return { store: held, at, journals, journal, server, by, uses, usedOf };
};
type Test = Awaited<ReturnType<typeof opened>>;
type By = ReturnType<Test["by"]>;
let ids = 0;
const begin = (ledger: QuotaLedger, kind: "turn" | "call", by: By, runId = "run-1") => {
  const id = `${++ids}`;
  return ledger.ask({ kind, by, runId, id }).then(() => id);
};
const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => "none",
    (error) => ({ reason: error.reason, ...error.facts }),
  );
const outcomes = async (work: readonly Promise<unknown>[]) => {
  const all = await Promise.allSettled(work);
  for (const one of all) if (one.status === "rejected") expect(one.reason).toMatchObject({ reason: "QUOTA_EXCEEDED" });
  return all.filter(({ status }) => status === "fulfilled").length;
};

describe("bounds on what is used", () => {
  it("let in as many turns as the bound says of 64 at once, and count each once when it has ended", async () => {
    const test = await opened([
      { who: eachPerson, turns: 5n },
      { who: everybody, turns: 7n },
    ]);
    const ledger = test.server();
    const [mia, max] = [test.by("mia"), test.by("max")];
    const runOf = (n: number) => {
      test.journal(`run-${n}`);
      return `run-${n}`;
    };
    expect(await outcomes(Array.from({ length: 64 }, (_, n) => begin(ledger, "turn", mia, runOf(n))))).toBe(5);
    expect(await outcomes(Array.from({ length: 64 }, (_, n) => begin(ledger, "turn", max, runOf(n + 64))))).toBe(2);
    expect(await test.usedOf(ledger, max)).toEqual({ "subject turns": 2, "everybody turns": 7 });
  });

  it("say which bound, whose, how much, and when it starts anew", async () => {
    const test = await opened([{ who: groupA, turns: 1n }]);
    const ledger = test.server();
    test.journal("run-1");
    await begin(ledger, "turn", test.by("mia", "a"));
    const facts = { reason: "QUOTA_EXCEEDED", quota: "turns", whose: "a", bound: "1", used: "1" };
    expect(await reasonOf(begin(ledger, "turn", test.by("max", "a")))).toEqual({
      ...facts,
      anew: "2026-12-01T00:00:00.000Z",
    });
    // Of another group, and of none, nobody is kept from anything.
    expect(await reasonOf(begin(ledger, "turn", test.by("lea", "b")))).toBe("none");
  });

  it("count a turn by what its journal says, one that came to nothing not at all, and tokens for the groups of then", async () => {
    const test = await opened([{ who: groupA, turns: 9n, tokens: 1_000n }]);
    const ledger = test.server();
    const mia = test.by("mia", "a");
    test.journal("run-1");
    const nothing = await begin(ledger, "turn", mia);
    await ledger.ask({ kind: "settle", runId: "run-1", id: nothing });
    expect(await test.usedOf(ledger, mia)).toEqual({ "group turns": 0, "group tokens": 0 });
    const turn = await begin(ledger, "turn", mia);
    test.uses("run-1", "mia", { turns: 1, inputTokens: 700n, outputTokens: 100n });
    await ledger.ask({ kind: "settle", runId: "run-1", id: turn });
    // It waited, and goes on when nobody is held to it any more.
    test.uses("run-1", "mia", { inputTokens: 300n });
    await ledger.ask({ kind: "settle", runId: "run-1", id: "" });
    expect(await test.usedOf(ledger, mia)).toEqual({ "group turns": 1, "group tokens": 1_100 });
    expect(await reasonOf(begin(ledger, "turn", mia))).toMatchObject({ quota: "tokens", used: "1100", bound: "1000" });
    expect(await reasonOf(ledger.ask({ kind: "check", by: mia, measure: "tokens" }))).toMatchObject({
      quota: "tokens",
    });
  });

  it("pass a bound of tokens by what the turns under way use, and by no turn more", async () => {
    const test = await opened([{ who: everybody, tokens: 10n }]);
    const ledger = test.server();
    const mia = test.by("mia");
    const under = ["run-1", "run-2", "run-3"];
    for (const runId of under) test.journal(runId);
    const begun = await Promise.all(under.map((runId) => begin(ledger, "turn", mia, runId)));
    for (const [nth, runId] of under.entries()) {
      test.uses(runId, "mia", { turns: 1, outputTokens: 10n });
      await ledger.ask({ kind: "settle", runId, id: begun[nth] ?? "" });
    }
    expect(await test.usedOf(ledger, mia)).toEqual({ "everybody tokens": 30 });
    expect(await outcomes([begin(ledger, "turn", mia)])).toBe(0);
  });

  it("start anew with the month in UTC, and count a turn over midnight in the months in which it used something", async () => {
    const test = await opened([{ who: eachPerson, turns: 1n, tokens: 100n }]);
    const ledger = test.server();
    const mia = test.by("mia");
    test.journal("run-1");
    const turn = await begin(ledger, "turn", mia);
    test.uses("run-1", "mia", { turns: 1, inputTokens: 60n });
    test.at.iso = "2026-12-01T00:00:01.000Z";
    test.uses("run-1", "mia", { inputTokens: 5n });
    await ledger.ask({ kind: "settle", runId: "run-1", id: turn });
    expect(await test.usedOf(ledger, mia)).toEqual({ "subject turns": 0, "subject tokens": 5 });
    expect(await reasonOf(begin(ledger, "turn", mia))).toBe("none");
    test.at.iso = "2026-11-30T23:59:59.999Z";
    expect(await test.usedOf(ledger, mia)).toEqual({ "subject turns": 1, "subject tokens": 60 });
  });

  it("find after a restart what was under way when a server was killed, and what was used before a bound was named", async () => {
    const test = await opened([
      { who: eachPerson, turns: 3n },
      { who: groupA, turns: 9n },
    ]);
    const mia = test.by("mia", "a");
    test.uses("run-0", "mia", { turns: 1 });
    const killed = test.server();
    test.journal("run-1");
    await begin(killed, "turn", mia);
    test.uses("run-1", "mia", { turns: 1, outputTokens: 4n });
    const next = test.server();
    test.at.iso = "2026-11-30T23:59:30.000Z";
    // Of the group nobody knows what its members used before.
    expect(await test.usedOf(next, mia)).toEqual({ "subject turns": 2, "group turns": 1 });
    await begin(next, "turn", mia);
    expect(await reasonOf(begin(next, "turn", mia))).toMatchObject({ used: "3", bound: "3" });
  });

  it("keep what an erased run used, and nothing that names it", async () => {
    const test = await opened([{ who: eachPerson, turns: 2n, openRuns: 2 }]);
    const ledger = test.server();
    const mia = test.by("mia");
    for (const runId of ["run-1", "run-2"]) {
      await ledger.ask({ kind: "run", by: mia, runId, isThere: false });
      test.journal(runId);
    }
    const turn = await begin(ledger, "turn", mia);
    test.uses("run-1", "mia", { turns: 1 });
    await ledger.ask({ kind: "settle", runId: "run-1", id: turn });
    await begin(ledger, "turn", mia);
    expect(await reasonOf(ledger.ask({ kind: "run", by: mia, runId: "run-3", isThere: false }))).toMatchObject({
      quota: "openRuns",
      used: "2",
    });
    test.journals.delete("run-1");
    await test.store.commit({ owner, erase: [{ scope: "run-1" }] });
    test.at.iso = "2026-11-30T23:59:50.000Z";
    expect(await test.usedOf(ledger, mia)).toEqual({ "subject turns": 1, "subject openRuns": 1 });
    await ledger.ask({ kind: "run", by: mia, runId: "run-3", isThere: false });
    for (const space of ["quota-hold", "quota-run", "quota-open-run"])
      expect((await test.store.list(owner, space)).filter(({ key }) => key.startsWith("run-1"))).toEqual([]);
  });

  it("let in as many open runs as the bound says of 64 at once, and more once one is finalised", async () => {
    const test = await opened([{ who: groupA, openRuns: 3 }]);
    const ledger = test.server();
    const mia = test.by("mia", "a");
    const open = (n: number) => {
      const runId = `run-${n}`;
      return ledger.ask({ kind: "run", by: mia, runId, isThere: false }).then(() => test.journal(runId));
    };
    expect(await outcomes(Array.from({ length: 64 }, (_, n) => open(n)))).toBe(3);
    test.journal("run-0").isOpen = false;
    expect(await outcomes([open(64), open(65)])).toBe(1);
  });

  it("count bytes of papers, and refuse the next import once there are none left", async () => {
    const test = await opened([{ who: groupA, paperBytes: 100n }]);
    const ledger = test.server();
    const mia = test.by("mia", "a");
    const check = () => reasonOf(ledger.ask({ kind: "check", by: mia, measure: "paperBytes" }));
    await ledger.ask({ kind: "papers", by: mia, bytes: 99n });
    expect(await check()).toBe("none");
    await ledger.ask({ kind: "papers", by: mia, bytes: 50n });
    expect(await check()).toMatchObject({ quota: "paperBytes", used: "149" });
  });
});

const has = postgresPrograms() !== undefined;
if (!has) console.warn("SKIPPED: bounds over PostgreSQL, which is not installed (apt-get install postgresql)");

describe.skipIf(!has)("bounds that two servers over one database hold to", () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster();
  });
  afterAll(() => cluster.remove());

  it("let in together what one bound says, 64 at once at each", async () => {
    const clock = { now: () => Date.now() };
    const open = () => openPostgresStore({ database: pgDatabase(cluster.address()), schema: "quota", clock });
    const stores = await Promise.all([open(), open()]);
    const test = await opened([{ who: everybody, turns: 21n }], stores[0]);
    const servers = stores.map((store) => test.server(store));
    const asked = servers.flatMap((server, at) =>
      Array.from({ length: 64 }, (_, n) => {
        const runId = `run-${at}-${n}`;
        test.journal(runId);
        return begin(server, "turn", test.by(`person-${n}`), runId);
      }),
    );
    expect(await outcomes(asked)).toBe(21);
    for (const server of servers) expect(await test.usedOf(server, test.by("mia"))).toEqual({ "everybody turns": 21 });
    for (const store of stores) await store.close();
  });
});
