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
import { median } from "./measure.ts";
import type { BenchRow } from "./row.ts";

const rounds = 40;
/** One query of each kind, in words that stand in the loaded laws. */
const queries: readonly (readonly [kind: string, ours: string, fts5: string])[] = [
  ["rare", "huurcommissie", "huurcommissie"],
  ["mid", "huurprijs", "huurprijs"],
  ["common", "werkgever", "werkgever"],
  ["and-2", "+werknemer +loon", "werknemer AND loon"],
  ["phrase", '"goed werkgever"', '"goed werkgever"'],
];

/** P11 and P12 on every law at hand, loaded together: LawBot's search beside bare FTS5 over the same sections. No rows without the data. */
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
  const [database, plainMs] = plainIndex(entries);
  const ourMs = timedSync(() => openFullTextIndex(":memory:").put(entries));
  const rate = (ms: number) => (entries.length / ms) * 1_000;
  const what = `index build, ${entries.length} sections of ${names.length} laws`;
  const built = {
    id: "P12-law",
    what,
    figure: `${rate(ourMs).toFixed(0)} sections/s`,
    floor: `${rate(plainMs).toFixed(0)} sections/s (FTS5)`,
    ratio: plainMs / ourMs,
    target: "≥ 0.6× of FTS5",
  };
  const found: BenchRow[] = [];
  for (const query of queries) found.push(await searchRow(query, lawbot, database));
  lawbot.close();
  return [built, ...found];
};

const plainIndex = (entries: readonly IndexEntry[]): [DatabaseSync, number] => {
  const database = new DatabaseSync(":memory:");
  database.exec("CREATE VIRTUAL TABLE plain USING fts5(id UNINDEXED, title, body)");
  const insert = database.prepare("INSERT INTO plain VALUES (?, ?, ?)");
  const ms = timedSync(() => {
    database.exec("BEGIN");
    for (const { id, title, body } of entries) insert.run(id, title, body);
    database.exec("COMMIT");
  });
  return [database, ms];
};

const searchRow = async (
  [kind, ours, fts5]: (typeof queries)[number],
  lawbot: Awaited<ReturnType<typeof openLawBot>>,
  database: DatabaseSync,
): Promise<BenchRow> => {
  const statement = database.prepare(
    "SELECT id, snippet(plain, 2, '', '', '…', 24) FROM plain WHERE plain MATCH ? ORDER BY rank LIMIT 20",
  );
  const [mine, floor]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    floor.push(timedSync(() => statement.all(fts5)));
    const start = performance.now();
    await lawbot.search.search({ text: ours, day: "2013-01-01", knownOn: "", lawIds: [], limit: 20, offset: 0 });
    mine.push(performance.now() - start);
  }
  const [figure, peer] = [median(mine), median(floor)];
  return {
    id: "P11-law",
    what: `law search on one day, ${kind}`,
    figure: `${figure.toFixed(2)} ms`,
    floor: `${peer.toFixed(2)} ms (FTS5)`,
    ratio: figure / peer,
    target: "≤ 1.3× of FTS5",
  };
};

const timedSync = (work: () => unknown): number => {
  const start = performance.now();
  work();
  return performance.now() - start;
};
