import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { openLawBot } from "../../src/lawbot/lawbot.ts";
import { OpenLaw } from "../../src/lawbot/open-law.ts";
import { indexEntries } from "../../src/lawbot/sections.ts";
import type { IndexEntry } from "../../src/search/full-text-index.ts";
import { openFullTextIndex } from "../../src/search/sqlite-index.ts";
import { openMemoryStore } from "../../src/store/memory/memory-store.ts";
import { sharedData } from "../support/shared-data.ts";
import { median, timed } from "./measure.ts";
import type { BenchRow } from "./row.ts";

const rounds = 40;
const builds = 5;
/** Unmeasured, before: a server that has just started compiles, and both sides are to be compared as they run for hours. */
const warmBuilds = 3;
const warmRounds = 60;
/** One query of each kind, in words that stand in the loaded laws. */
const queries: readonly (readonly [kind: string, ours: string, fts5: string])[] = [
  ["rare", "huurcommissie", "huurcommissie"],
  ["mid", "huurprijs", "huurprijs"],
  ["common", "werkgever", "werkgever"],
  ["and-2", "+werknemer +loon", "werknemer AND loon"],
  ["phrase", '"goed werkgever"', '"goed werkgever"'],
];

/**
 * P11 and P12 on every law at hand, loaded together: LawBot's search beside FTS5 over the same sections. Our side chooses
 * the version of each law for the day, and answers 20 hits with snippets, addresses and links, and how many there are; the
 * day is the same all along, as it mostly is. No rows without the data.
 */
export const benchLawSearch = async (): Promise<BenchRow[]> => {
  const folder = sharedData("law-bwb-2012");
  if (!folder) return [];
  const clock = { now: () => Date.UTC(2013, 0, 1) };
  const options = {
    store: await openMemoryStore(),
    owner: "bench",
    indexFile: ":memory:",
    clock,
    tokenKey: new Uint8Array(32),
  };
  const lawbot = await openLawBot(options);
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".xml"));
  for (const name of names)
    await lawbot.importer.importFile({ path: name, validFrom: "2012-10-01" }, readFileSync(join(folder, name)));
  const entries: IndexEntry[] = [];
  for (const version of lawbot.versions.all()) {
    const about = { jurisdiction: lawbot.jurisdiction, names: lawbot.versions.namesOf(version.lawId) };
    entries.push(...indexEntries(new OpenLaw(version, await lawbot.store.text(version), about)));
  }
  const rows = [buildRow(entries, names.length)];
  const database = plainIndex(entries);
  for (const query of queries) rows.push(...(await searchRows(query, lawbot, database)));
  lawbot.close();
  return rows;
};

/** Both built in turns, so that neither alone pays for compilation or for a busy machine. */
const buildRow = (entries: readonly IndexEntry[], laws: number): BenchRow => {
  const [mine, floor]: [number[], number[]] = [[], []];
  for (let build = -warmBuilds; build < builds; build++) {
    const plainMs = timedSync(() => plainIndex(entries).close());
    const index = openFullTextIndex(":memory:");
    const ourMs = timedSync(() => index.put(entries));
    index.close();
    if (build < 0) continue;
    floor.push(plainMs);
    mine.push(ourMs);
  }
  const [ourMs, plainMs] = [median(mine), median(floor)];
  const rate = (ms: number) => `${((entries.length / ms) * 1_000).toFixed(0)} sections/s`;
  return {
    id: "P12-law",
    what: `index build in memory, ${entries.length} sections of ${laws} laws, texts for snippets packed`,
    figure: rate(ourMs),
    floor: `${rate(plainMs)} (FTS5)`,
    ratio: plainMs / ourMs,
    target: "≥ 0.6× of FTS5",
  };
};

const plainIndex = (entries: readonly IndexEntry[]): DatabaseSync => {
  const database = new DatabaseSync(":memory:");
  database.exec("CREATE VIRTUAL TABLE plain USING fts5(id UNINDEXED, title, body)");
  const insert = database.prepare("INSERT INTO plain VALUES (?, ?, ?)");
  database.exec("BEGIN");
  for (const { id, title, body } of entries) insert.run(id, title, body);
  database.exec("COMMIT");
  return database;
};

const searchRows = async (
  [kind, ours, fts5]: (typeof queries)[number],
  lawbot: Awaited<ReturnType<typeof openLawBot>>,
  database: DatabaseSync,
): Promise<BenchRow[]> => {
  const bare = database.prepare("SELECT rowid, rank FROM plain WHERE plain MATCH ? ORDER BY rank LIMIT 20");
  const shown = database.prepare(
    "SELECT id, title, rank, snippet(plain, 2, '', '', '…', 32) FROM plain WHERE plain MATCH ? ORDER BY rank LIMIT 20",
  );
  const count = database.prepare("SELECT count(*) FROM plain WHERE plain MATCH ?");
  const [mine, bareFloor, shownFloor]: [number[], number[], number[]] = [[], [], []];
  for (let round = -warmRounds; round < rounds; round++) {
    const bareMs = timedSync(() => bare.all(fts5));
    const shownMs = timedSync(() => [shown.all(fts5), count.get(fts5)]);
    const ourMs = await timed(() =>
      lawbot.search.search({ text: ours, day: "2013-01-01", knownOn: "", lawIds: [], limit: 20, offset: 0 }),
    );
    if (round < 0) continue;
    bareFloor.push(bareMs);
    shownFloor.push(shownMs);
    mine.push(ourMs);
  }
  const row = (what: string, floor: readonly number[]): BenchRow => ({
    id: "P11-law",
    what: `law search on one day, ${kind}: 20 hits with snippets and total; floor: ${what}`,
    figure: `${median(mine).toFixed(3)} ms`,
    floor: `${median(floor).toFixed(3)} ms`,
    ratio: median(mine) / median(floor),
    target: "≤ 1.3× of FTS5",
  });
  return [row("FTS5 rowids by rank", bareFloor), row("FTS5 with snippet and total", shownFloor)];
};

const timedSync = (work: () => unknown): number => {
  const start = performance.now();
  work();
  return performance.now() - start;
};
