import { DatabaseSync } from "node:sqlite";
import type { FullTextIndex } from "../../src/search/full-text-index.ts";
import { seeded } from "../span/sample-source.ts";
import { sharedData } from "../support/shared-data.ts";
import { drawKnownItems, type KnownItem, knownItemCorpus, topOf } from "../vault/support/known-items.ts";
import { importAll, openTestVault } from "../vault/vault-fixture.ts";
import type { BenchRow } from "./row.ts";

const asked = 500;
const sizes = [3, 5, 8] as const;

interface Item extends KnownItem {
  readonly words: readonly string[];
}

/**
 * P24: a mail that somebody remembers some words of one sentence of, among three corpora in one strand. The peer is
 * SQLite's FTS5 (porter, bm25, words joined by OR) over the same canonical texts, asked the same. The first half of the
 * mails was looked at while weights were chosen, the second was not: each half has rows of its own.
 */
export const benchKnownItem = async (): Promise<BenchRow[]> => {
  if (sharedData("email-enron") === undefined) return [];
  const { index, items, texts, close } = await opened();
  const peer = peerOf(texts);
  const rows: BenchRow[] = [];
  const halves = [
    ["seen", items.filter((_, at) => at % 2 === 0)],
    ["unseen", items.filter((_, at) => at % 2 === 1)],
  ] as const;
  for (const [half, some] of halves) {
    for (const how of ["in a row", "at random"] as const) {
      for (const size of sizes) {
        const random = seeded(size * 31 + how.length);
        const queries = some.flatMap((item) => {
          const words = drawn(item.words, size, how, random);
          return words === undefined ? [] : [{ docUid: item.docUid, words }];
        });
        const own = share(queries, ({ words }) => topByIndex(index, words.join(" ")));
        const floor = share(queries, ({ words }) => peer(words));
        rows.push(
          percentRow(
            `${size} words ${how}, ${half}: their mail among the first ${topOf} (${queries.length} mails)`,
            own,
            floor,
            how,
          ),
        );
      }
    }
    rows.push(typoRow(index, some, half));
  }
  await close();
  return rows;
};

const opened = async () => {
  const { vault } = await openTestVault();
  await importAll(vault, knownItemCorpus());
  const strand = await vault.strand("");
  await strand.ensureIndexed();
  const texts = new Map<string, string>();
  for (const docUid of strand.catalogue.docUids())
    texts.set(docUid, (await strand.sources.source(strand.record(docUid))).text);
  const random = seeded(14);
  const drawnItems = await drawKnownItems(strand, [...texts.values()], {
    count: asked,
    shuffled: (all) => shuffled(all, random),
    fits: (sentence) => {
      const { length } = wordsOf(sentence);
      return length >= 8 && length <= 40;
    },
  });
  const items = drawnItems.map((item): Item => ({ ...item, words: wordsOf(item.sentence) }));
  return { index: strand.index, items, texts, close: () => vault.close() };
};

const wordsOf = (sentence: string): string[] => sentence.match(/\p{L}[\p{L}\p{N}']*/gu) ?? [];

/** So many words of a sentence: those from some word on, or any of them in any order. */
const drawn = (words: readonly string[], size: number, how: string, random: () => number): string[] | undefined => {
  if (words.length < size) return undefined;
  if (how !== "in a row") return shuffled(words, random).slice(0, size);
  const from = Math.floor(random() * (words.length - size + 1));
  return words.slice(from, from + size);
};

const share = <Asked extends { docUid: string }>(
  queries: readonly Asked[],
  top: (one: Asked) => readonly string[],
): number => queries.filter((one) => top(one).includes(one.docUid)).length / queries.length;

const topByIndex = (index: FullTextIndex, text: string): string[] => {
  try {
    return index.search({ text, limit: topOf, offset: 0 }).hits.map(({ id }) => id);
  } catch {
    // Words that are none to us, such as a lone apostrophe: nothing is found.
    return [];
  }
};

const peerOf = (texts: ReadonlyMap<string, string>): ((words: readonly string[]) => string[]) => {
  const db = new DatabaseSync(":memory:");
  db.exec("CREATE VIRTUAL TABLE mail USING fts5 (id UNINDEXED, body, tokenize = 'porter unicode61')");
  const insert = db.prepare("INSERT INTO mail (id, body) VALUES (?, ?)");
  for (const [id, text] of texts) insert.run(id, text);
  const find = db.prepare(`SELECT id FROM mail WHERE mail MATCH ? ORDER BY rank LIMIT ${topOf}`);
  return (words) =>
    find.all(words.map((word) => `"${word.replaceAll('"', "")}"`).join(" OR ")).map(({ id }) => String(id));
};

const percent = (part: number): string => `${(part * 100).toFixed(1)} %`;

const percentRow = (what: string, own: number, floor: number, how: string): BenchRow => ({
  id: "P24",
  what,
  figure: percent(own),
  floor: `${percent(floor)} (FTS5)`,
  ratio: own / floor,
  target: how === "in a row" ? "≥ 8 points above at 3 and 5" : "not below",
});

const letters = "abcdefghijklmnopqrstuvwxyz";

/** The longest word of the sentence with a letter changed, swapped or gone: found, or the word offered. */
const typoRow = (index: FullTextIndex, items: readonly Item[], half: string): BenchRow => {
  const random = seeded(99);
  let [tried, met] = [0, 0];
  for (const { docUid, words } of items) {
    const [word = ""] = words.filter((one) => /^[a-z]{5,}$/i.test(one)).sort((a, b) => b.length - a.length);
    if (word === "") continue;
    for (const kind of ["changed", "swapped", "gone"]) {
      const typed = misspelt(word.toLowerCase(), kind, random);
      if (typed === word.toLowerCase()) continue;
      tried++;
      const { hits, suggestion } = index.search({ text: typed, limit: 20, offset: 0 });
      if (hits.some(({ id }) => id === docUid) || suggestion.split(" ").includes(word.toLowerCase())) met++;
    }
  }
  return {
    id: "P24",
    what: `one letter wrong in the longest word, ${half}: found or offered (${tried} words)`,
    figure: percent(met / tried),
    floor: "2 % before",
    ratio: met / tried,
    target: "≥ 90 %",
  };
};

const misspelt = (word: string, kind: string, random: () => number): string => {
  const at = Math.floor(random() * (word.length - 1));
  if (kind === "changed") return word.slice(0, at) + letters[Math.floor(random() * 26)] + word.slice(at + 1);
  if (kind === "swapped") return word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2);
  return word.slice(0, at) + word.slice(at + 1);
};

const shuffled = <T>(from: readonly T[], random: () => number): T[] => {
  const left = [...from];
  for (let at = left.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [left[at], left[other]] = [left[other] as T, left[at] as T];
  }
  return left;
};
