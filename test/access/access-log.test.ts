import { describe, expect, it } from "vitest";
import { AccessDeed_Outcome as Outcome } from "../../gen/pincite/audit/v1/access_entry_pb.ts";
import { AccessLog, type Noted } from "../../src/access/access-log.ts";
import { type LogFilter, LogPages } from "../../src/access/log-pages.ts";
import { LogStreams } from "../../src/access/log-streams.ts";
import { principalOf } from "../../src/engine/run/principal-of.ts";
import { openMemoryStore } from "../../src/store/memory/memory-store.ts";
import type { Store } from "../../src/store/store.ts";

const issuer = "https://login.example";
const runId = (at: number) => `run-${String(at).padStart(26, "0")}`;
const read = (at = 0, subject = "mia"): Noted => ({
  by: principalOf({ issuer, subject }, "account"),
  deed: { method: "a.B/Get", object: { case: "runId", value: runId(at) }, outcome: Outcome.DONE, reason: "" },
  folds: true,
});
const refusal = (at = 0, subject = "mia"): Noted => {
  const { deed, ...rest } = read(at, subject);
  return { ...rest, deed: { ...deed, outcome: Outcome.REFUSED, reason: "RUN_NOT_FOUND" } };
};

const opened = async () => {
  const store = await openMemoryStore({ clock: { now: () => 0 } });
  let iso = "2026-12-03T05:10:00.000Z";
  const openLog = (through: Store = store, perStream?: number, max = { done: 2_000, refused: 256 }) => {
    const log = new AccessLog({ streams: new LogStreams(through, "o", perStream), nowIso: () => iso, max });
    return { log, pages: new LogPages(log, through, "o") };
  };
  return { store, openLog, at: (next: string) => (iso = next) };
};
const any: LogFilter = { issuer: "", subject: "", object: { case: undefined }, fromIso: "", beforeIso: "" };
const listed = async (pages: LogPages, filter: Partial<LogFilter> = {}, limit = 50) => {
  const found = [];
  let place: string | undefined;
  do {
    const { rows, next } = await pages.page({ ...any, ...filter }, place, limit);
    found.push(...rows);
    place = next;
  } while (place !== undefined);
  return found;
};

describe("the log of access", () => {
  it("keeps one entry for ten thousand reads of one object by one person in an hour, and one more in the next", async () => {
    const { openLog, at } = await opened();
    const { log, pages } = openLog();
    await Promise.all(Array.from({ length: 5_000 }, () => log.note(read())));
    for (let n = 0; n < 5_000; n++) await log.note(read());
    expect(await log.streams.end()).toBe(1);
    at("2026-12-03T06:00:00.000Z");
    await log.note(read());
    await log.note(read());
    expect((await listed(pages)).map(({ timeIso }) => timeIso)).toEqual([
      "2026-12-03T06:00:00.000Z",
      "2026-12-03T05:10:00.000Z",
    ]);
  });

  it("counts ten thousand refusals in one entry, exactly, with as many events as a number has digits in binary", async () => {
    const { openLog } = await opened();
    const { log, pages } = openLog();
    for (let n = 0; n < 10_000; n++) await log.note(refusal());
    expect((await listed(pages)).map(({ deed }) => [deed?.reason, deed?.count])).toEqual([["RUN_NOT_FOUND", 10_000]]);
    expect(await log.streams.end()).toBeLessThan(20);
    await listed(pages);
    expect(await log.streams.end()).toBeLessThan(20);
  });

  it("counts together what one person is refused beyond so many different things, and nobody else's", async () => {
    const { openLog } = await opened();
    const { log, pages } = openLog(undefined, undefined, { done: 4, refused: 3 });
    for (let n = 0; n < 100; n++) await log.note(refusal(n));
    await Promise.all(Array.from({ length: 50 }, (_, n) => log.note(read(n, "tom"))));
    await log.note(refusal(99, "eli"));
    const told = (await listed(pages)).map(({ by, deed }) => [by?.subject, deed?.object.value ?? "", deed?.count]);
    expect(told.filter(([subject]) => subject === "mia").toReversed()).toEqual([
      ["mia", runId(0), 1],
      ["mia", runId(1), 1],
      ["mia", runId(2), 1],
      ["mia", "", 97],
    ]);
    expect(told.filter(([subject]) => subject === "tom")).toHaveLength(5);
    expect(told.filter(([subject]) => subject === "eli")).toEqual([["eli", runId(99), 1]]);
  });

  it("goes on where another process or an earlier one stopped, with one entry for all of them", async () => {
    const { openLog, at } = await opened();
    const [first, second] = [openLog(), openLog()];
    at("2026-12-03T04:59:59.000Z");
    await first.log.note(read());
    at("2026-12-03T05:10:00.000Z");
    await Promise.all(
      Array.from({ length: 200 }, (_, n) => (n % 2 ? first : second).log.note(n % 4 > 1 ? read() : refusal(1))),
    );
    await Promise.all([first.log.flush(), second.log.flush()]);
    const third = openLog();
    await third.log.note(read());
    await third.log.note(refusal(1));
    const found = await listed(third.pages);
    expect(
      found
        .filter(({ timeIso }) => timeIso > "2026-12-03T05")
        .map(({ deed }) => [deed?.reason, deed?.count].join(" "))
        .sort(),
    ).toEqual([" 1", "RUN_NOT_FOUND 101"]);
    expect(found).toHaveLength(3);
  });

  it("keeps each thing that was taken out, and writes down what an hour counted when the next begins", async () => {
    const { openLog, at } = await opened();
    const { log } = openLog();
    for (let n = 0; n < 3; n++) await log.note({ ...read(), folds: false });
    for (let n = 0; n < 7; n++) await log.note(refusal());
    at("2026-12-03T07:00:00.000Z");
    await log.note(read(5));
    const other = openLog();
    const found = await listed(other.pages);
    expect(found.map(({ deed, timeIso }) => [timeIso.slice(11, 13), deed?.outcome, deed?.count])).toEqual([
      ["07", Outcome.DONE, 1],
      ["05", Outcome.REFUSED, 7],
      ["05", Outcome.DONE, 1],
      ["05", Outcome.DONE, 1],
      ["05", Outcome.DONE, 1],
    ]);
  });

  it("goes through as many streams as it fills, and is listed page by page by person, object and time", async () => {
    const { openLog, at, store } = await opened();
    const { log } = openLog(undefined, 7);
    for (let n = 0; n < 30; n++) {
      at(`2026-12-03T05:${String(n).padStart(2, "0")}:00.000Z`);
      await log.note(read(n, n % 3 === 0 ? "tom" : "mia"));
    }
    await Promise.all(Array.from({ length: 20 }, (_, n) => log.note(read(100 + n))));
    expect((await store.head("o", "access-log-8")).seq).toBe(1);
    const { pages } = openLog(undefined, 7);
    const numbers = (found: Awaited<ReturnType<typeof listed>>) =>
      found.map(({ deed }) => Number(deed?.object.value?.slice(4)));
    expect(numbers(await listed(pages, {}, 4)).toSorted((a, b) => a - b)).toEqual([
      ...Array.from({ length: 30 }, (_, n) => n),
      ...Array.from({ length: 20 }, (_, n) => 100 + n),
    ]);
    expect(numbers(await listed(pages, { subject: "tom" }, 3))).toEqual([27, 24, 21, 18, 15, 12, 9, 6, 3, 0]);
    expect(await listed(pages, { issuer: "https://other.example" })).toEqual([]);
    expect(numbers(await listed(pages, { object: { case: "runId", value: runId(4) } }))).toEqual([4]);
    const times = { fromIso: "2026-12-03T05:10:00.000Z", beforeIso: "2026-12-03T05:13:00.000Z" };
    expect(numbers(await listed(pages, times))).toEqual([12, 11, 10]);
  });

  it("forgets nothing of what it could not write, and does not take it for written", async () => {
    const { store, openLog } = await opened();
    let isAway = true;
    const away = new Proxy(store, {
      get: (of, name) => {
        if (name === "commit" && isAway) return () => Promise.reject(new Error("away"));
        return Reflect.get(of, name).bind(of);
      },
    });
    const { log, pages } = openLog(away);
    await expect(log.note(refusal())).rejects.toThrow("away");
    isAway = false;
    await log.note(refusal());
    await log.note(refusal());
    expect((await listed(pages)).map(({ deed }) => deed?.count)).toEqual([2]);
  });
});
