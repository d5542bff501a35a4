import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { BlockCipher } from "../../src/block-cipher.ts";
import type { FullTextIndex, IndexEntry } from "../../src/search/full-text-index.ts";
import { openFullTextIndex } from "../../src/search/sqlite-index.ts";
import type { BenchRow } from "./row.ts";
import { mailCorpus } from "./search-corpus.ts";
import { queryClasses } from "./search-queries.ts";

const documents = 20_000;
/** Documents a transaction: what a mail import commits at a time. */
const batchSize = 64;
const rounds = 15;
/** How often each file is opened. */
const openings = 7;
const pageSize = 20;

/**
 * P11 and P12 over real mail on disk. The peer is FTS5 as node:sqlite brings it, with title, body and people in its own
 * table: plain ranked rowids, and the same with a snippet and the number of all matches, which is what this index
 * answers. Our side carries a filter by kind and one by date in every query; the peer carries none. Beside them the same
 * index whose pieces are not encrypted: what encryption costs.
 */
export const benchSearch = async (): Promise<BenchRow[]> => {
  const entries = await mailCorpus(documents);
  if (entries.length === 0) return [];
  const dir = mkdtempSync(join(tmpdir(), "pincite-bench-search-"));
  try {
    // Both sides once unmeasured on a part, so that neither pays for compilation.
    const warm = build(dir, entries.slice(0, 2_000));
    warm.db.close();
    warm.index.close();
    const { db, index, plain, own } = build(dir, entries);
    const clear = clearly(() => buildClear(dir, entries));
    const rows = [
      ...buildRows(entries, plain, own),
      sealedBuildRow(dir, entries),
      ...latencyRows(entries, db, index),
      ...sealedRows(entries, index, clear),
      openingRow(join(dir, `own-${entries.length}.db`), join(dir, "clear.db")),
    ];
    index.close();
    clearly(() => clear.close());
    db.close();
    return rows;
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
};

interface Built {
  readonly seconds: number;
  readonly bytes: number;
}

/** Builds both side by side, batch by batch, so that a busy machine slows both alike. */
const build = (dir: string, entries: readonly IndexEntry[]) => {
  const [plainFile, ownFile] = [join(dir, `plain-${entries.length}.db`), join(dir, `own-${entries.length}.db`)];
  const db = new DatabaseSync(plainFile);
  db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -32768");
  db.exec("CREATE VIRTUAL TABLE mail USING fts5 (title, body, people)");
  const insert = db.prepare("INSERT INTO mail (title, body, people) VALUES (?, ?, ?)");
  const index = openFullTextIndex(ownFile);
  let [plainSeconds, ownSeconds] = [0, 0];
  for (let at = 0; at < entries.length; at += batchSize) {
    const batch = entries.slice(at, at + batchSize);
    plainSeconds += seconds(() => {
      db.exec("BEGIN");
      for (const { title, body, people } of batch) insert.run(title, body, people.join(" "));
      db.exec("COMMIT");
    });
    ownSeconds += seconds(() => {
      index.put(batch);
      index.watermark = batch.at(-1)?.id ?? "";
    });
  }
  plainSeconds += seconds(() => db.exec("PRAGMA wal_checkpoint(TRUNCATE)"));
  // Closed within the time: what is left for later would not be built yet.
  ownSeconds += seconds(() => index.close());
  const plain: Built = { seconds: plainSeconds, bytes: statSync(plainFile).size };
  const own: Built = { seconds: ownSeconds, bytes: statSync(ownFile).size };
  return { db, index: openFullTextIndex(ownFile), plain, own };
};

const seconds = (work: () => void): number => {
  const start = performance.now();
  work();
  return (performance.now() - start) / 1000;
};

const buildRows = (entries: readonly IndexEntry[], plain: Built, own: Built): BenchRow[] => {
  const text = entries.reduce((sum, { title, body }) => sum + Buffer.byteLength(title) + Buffer.byteLength(body), 0);
  const what = `${entries.length} messages, ${(text / 1e6).toFixed(0)} MB of text`;
  const rate = ({ seconds }: Built): string => `${(entries.length / seconds).toFixed(0)} docs/s`;
  const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
  return [
    {
      id: "P12",
      what: `index build, ${what}, batches of ${batchSize}, against plain FTS5`,
      figure: rate(own),
      floor: rate(plain),
      ratio: plain.seconds / own.seconds,
      target: "≥ 0.6×",
    },
    {
      id: "P12",
      what: "index file, texts for snippets included, against the text",
      figure: megabytes(own.bytes),
      floor: `${megabytes(text)} (plain FTS5 ${megabytes(plain.bytes)})`,
      ratio: own.bytes / text,
      target: "≤ 1.2×",
    },
  ];
};

const latencyRows = (
  entries: readonly IndexEntry[],
  db: DatabaseSync,
  index: ReturnType<typeof openFullTextIndex>,
): BenchRow[] => {
  const bare = db.prepare(`SELECT rowid, rank FROM mail WHERE mail MATCH ? ORDER BY rank LIMIT ${pageSize}`);
  const shown = db.prepare(
    `SELECT rowid, rank, snippet(mail, 1, '', '', '…', 32) FROM mail WHERE mail MATCH ? ORDER BY rank LIMIT ${pageSize}`,
  );
  const count = db.prepare("SELECT count(*) FROM mail WHERE mail MATCH ?");
  const from = entries[0]?.date ?? "";
  return queryClasses(entries).flatMap(({ name, queries, fresh, plainOf }) => {
    const own = (query: string): unknown =>
      index.search({ text: query, kinds: ["thread"], from, limit: pageSize, offset: 0 });
    const calls = [
      own,
      (query: string) => bare.all(plainOf(query)),
      (query: string) => [shown.all(plainOf(query)), count.get(plainOf(query))],
    ];
    const [figure, floor, shownFloor] = medians(queries, calls, rounds) as [number, number, number];
    // After the others, so that the code is warm and only what the queries ask for is not.
    const [firstOwn, , firstShown] = medians(fresh, calls, 1) as [number, number, number];
    const row = (what: string, against: number, measured = figure): BenchRow => ({
      id: "P11",
      what: `search p50, ${name}: 20 hits with snippets, total and two filters; floor: ${what}`,
      figure: `${measured.toFixed(3)} ms`,
      floor: `${against.toFixed(3)} ms`,
      ratio: measured / against,
      target: "≤ 1.3×",
    });
    return [
      row("FTS5 rowids by rank", floor),
      row("FTS5 with snippet and total", shownFloor),
      row("FTS5 with snippet and total, both asked for the first time", firstShown, firstOwn),
    ];
  });
};

/** Runs work on an index that is not encrypted; the cipher is as it was behind it. */
const clearly = <T>(work: () => T): T => {
  const { seal, open } = BlockCipher.prototype;
  Object.assign(BlockCipher.prototype, {
    seal: (bytes: Uint8Array) => bytes,
    open: (stored: unknown) => (stored instanceof Uint8Array ? stored : undefined),
  });
  try {
    return work();
  } finally {
    Object.assign(BlockCipher.prototype, { seal, open });
  }
};

const buildClear = (dir: string, entries: readonly IndexEntry[]): FullTextIndex => {
  const file = join(dir, "clear.db");
  const index = openFullTextIndex(file);
  for (let at = 0; at < entries.length; at += batchSize) index.put(entries.slice(at, at + batchSize));
  index.close();
  return openFullTextIndex(file);
};

/** P12 once more, in processor time: an index is built beside itself without encryption, batch by batch and each first in turn. */
const sealedBuildRow = (dir: string, entries: readonly IndexEntry[]): BenchRow => {
  const sealed = openFullTextIndex(join(dir, "sealed-built.db"));
  const clear = clearly(() => openFullTextIndex(join(dir, "clear-built.db")));
  const took = [0, 0];
  const sides = [
    (work: (index: FullTextIndex) => void) => work(sealed),
    (work: (index: FullTextIndex) => void) => clearly(() => work(clear)),
  ];
  const both = (work: (index: FullTextIndex) => void, first: number): void => {
    for (const side of [first, 1 - first]) {
      const before = process.cpuUsage();
      sides[side]?.(work);
      const { user, system } = process.cpuUsage(before);
      took[side] = (took[side] ?? 0) + (user + system) / 1e6;
    }
  };
  for (let at = 0; at < entries.length; at += batchSize)
    both((index) => index.put(entries.slice(at, at + batchSize)), (at / batchSize) % 2);
  both((index) => index.close(), 0);
  const [own = 0, plain = 1] = took;
  return {
    id: "P12",
    what: `processor time of building an index of ${entries.length}; floor: the same index, not encrypted`,
    figure: `${own.toFixed(2)} s`,
    floor: `${plain.toFixed(2)} s`,
    ratio: own / plain,
    target: "≤ 1.3×",
  };
};

/** P11 once more, in processor time: the index beside itself without encryption, the two in turn. */
const sealedRows = (entries: readonly IndexEntry[], index: FullTextIndex, clear: FullTextIndex): BenchRow[] => {
  return queryClasses(entries).map(({ name, queries }): BenchRow => {
    const ask = (one: FullTextIndex): void => {
      for (const text of queries)
        one.search({ text, kinds: ["thread"], from: entries[0]?.date ?? "", limit: pageSize, offset: 0 });
    };
    const sides = [() => ask(index), () => clearly(() => ask(clear))];
    const [sealed, plain] = processorMedians(sides).map((one) => one / queries.length) as [number, number];
    return {
      id: "P11",
      what: `processor time of a search, ${name}; floor: the same index, not encrypted`,
      figure: `${sealed.toFixed(3)} ms`,
      floor: `${plain.toFixed(3)} ms`,
      ratio: sealed / plain,
      target: "≤ 1.3×",
    };
  });
};

/** What the first search after an opening costs, which holds the whole file to its checks: each beside the other. */
const openingRow = (file: string, clearFile: string): BenchRow => {
  const openAndAsk = (one: string): void => {
    const index = openFullTextIndex(one);
    index.search({ text: "meeting schedule", kinds: ["thread"], from: "", limit: pageSize, offset: 0 });
    index.close();
  };
  const sides = [() => openAndAsk(file), () => clearly(() => openAndAsk(clearFile))];
  const [sealed, plain] = processorMedians(sides, openings) as [number, number];
  return {
    id: "P11",
    what: `processor time of opening an index of ${documents} and its first search; floor: the same, not encrypted`,
    figure: `${sealed.toFixed(0)} ms`,
    floor: `${plain.toFixed(0)} ms`,
    ratio: sealed / plain,
    target: "≤ 1.3×",
  };
};

/** Median milliseconds of processor that each work takes; the works take turns. */
const processorMedians = (works: readonly (() => void)[], count = 2 * rounds): number[] => {
  const times = works.map((): number[] => []);
  for (let round = -3; round < count; round++)
    works.forEach((work, number) => {
      const before = process.cpuUsage();
      work();
      const { user, system } = process.cpuUsage(before);
      if (round >= 0) times[number]?.push((user + system) / 1000);
    });
  return times.map((some) => some.sort((a, b) => a - b)[some.length >> 1] ?? 0);
};

/** Median milliseconds of each call over all queries; the calls take turns, so that a busy machine slows all of them. */
const medians = (
  queries: readonly string[],
  calls: readonly ((query: string) => unknown)[],
  count: number,
): number[] => {
  const times = calls.map((): number[] => []);
  for (let round = count > 1 ? -3 : 0; round < count; round++) {
    for (const query of queries) {
      calls.forEach((call, number) => {
        const start = performance.now();
        call(query);
        if (round >= 0) times[number]?.push(performance.now() - start);
      });
    }
  }
  return times.map((some) => some.sort((a, b) => a - b)[some.length >> 1] ?? 0);
};
