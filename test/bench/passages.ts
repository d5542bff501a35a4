import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { sha256Hex } from "../../src/sha256.ts";
import { chunkText } from "../../src/span/chunk.ts";
import { sharedData } from "../support/shared-data.ts";
import { file, importAll, openTestVault, utf8 } from "../vault/vault-fixture.ts";
import type { BenchRow } from "./row.ts";

interface Agreements {
  readonly documents: readonly {
    readonly text: string;
    readonly spans: readonly (readonly [start: number, end: number])[];
    readonly annotation_sets: readonly {
      readonly annotations: Record<string, { readonly spans: readonly number[] }>;
    }[];
  }[];
  readonly labels: Record<string, { readonly hypothesis: string }>;
}

/** A stretch of a text, UTF-16 units, half-open. */
interface Stretch {
  readonly start: number;
  readonly end: number;
}

const depths = [1, 3, 5] as const;

/** Of so many claims, at each depth, how often a stretch of the evidence was shown, and in how many characters. */
interface Score {
  readonly found: number[];
  readonly chars: number[];
}

const ways = ["vault", "chunks", "sentences", "marked sentences"] as const;
type Scores = Record<(typeof ways)[number], Score>;

/**
 * P23: passages that the Vault shows for a claim (`ResolveIds` with the claim as its query), against a plain BM25 over the
 * same chunks, over sentences, and over the very sentences that lawyers marked, each at no more characters than the Vault
 * shows. Agreements at even places of the file were looked at while this was built, those at odd places were not.
 */
export const benchPassages = async (): Promise<BenchRow[]> => {
  const path = sharedData("spans-contract-nli/dev.json.gz");
  if (!path) return [];
  const data = JSON.parse(gunzipSync(readFileSync(path)).toString()) as Agreements;
  const rows: BenchRow[] = [];
  for (const [half, name] of [
    [1, "unseen"],
    [0, "seen"],
  ] as const) {
    const { claims, scores } = await measured({
      ...data,
      documents: data.documents.filter((_, at) => at % 2 === half),
    });
    const told = (way: keyof Scores) => scores[way].found.map((one) => (one / claims).toFixed(3)).join("/");
    for (const way of ways.slice(1)) {
      const [ours = 0, theirs = 0] = [scores.vault, scores[way]].map(({ found }) => found[0] ?? 0);
      rows.push({
        id: "P23",
        what: `evidence for a claim, recall@${depths.join("/")}, ${claims} ${name} claims; beside BM25 over ${way} at no more characters (${scores.vault.chars.map((sum) => Math.round(sum / claims)).join("/")})`,
        figure: told("vault"),
        floor: told(way),
        ratio: ours / theirs,
        target: "≥ 1× at each depth",
      });
    }
  }
  return rows;
};

const measured = async ({ documents, labels }: Agreements): Promise<{ claims: number; scores: Scores }> => {
  const { vault, spans } = await openTestVault();
  await importAll(
    vault,
    documents.map(({ text }, at) => file(`agreement-${at}.txt`, utf8(text))),
  );
  const scores = Object.fromEntries(
    ways.map((way) => [way, { found: [0, 0, 0], chars: [0, 0, 0] }]),
  ) as unknown as Scores;
  let claims = 0;
  for (const { text, spans: marked, annotation_sets } of documents) {
    const evidenceIds = [`vault:${sha256Hex(utf8(text))}`];
    const chunks = chunkText("", text).map(({ startChar, endChar }) => ({ start: startChar, end: endChar }));
    const lines = marked
      .map(([start, end]) => ({ start, end }))
      .filter((one) => text.slice(one.start, one.end).trim() !== "");
    for (const [label, { spans: numbers }] of Object.entries(annotation_sets[0]?.annotations ?? {})) {
      if (numbers.length === 0) continue;
      claims++;
      const query = labels[label]?.hypothesis ?? "";
      const evidence = numbers.flatMap((number): Stretch[] => {
        const [start, end] = marked[number] ?? [0, 0];
        return [{ start, end }];
      });
      for (const [at, passagesMax] of depths.entries()) {
        const { results } = await spans.resolveIds({ evidenceIds, query, passagesMax });
        const passages = results[0]?.passages ?? [];
        if (passages.some((one) => text.slice(one.startChar, one.endChar) !== one.text))
          throw new Error("offsets differ");
        const shown = passages.map(({ startChar: start, endChar: end }) => ({ start, end }));
        const budget = lengthOf(shown);
        const add = (way: keyof Scores, stretches: readonly Stretch[]): void => {
          const score = scores[way];
          if (stretches.some((one) => evidence.some((other) => shows(one, other))))
            score.found[at] = (score.found[at] ?? 0) + 1;
          score.chars[at] = (score.chars[at] ?? 0) + lengthOf(stretches);
        };
        add("vault", shown);
        add("chunks", plainBest(text, chunks, query).slice(0, passagesMax));
        add("sentences", within(plainBest(text, plainSentences(text), query), budget));
        add("marked sentences", within(plainBest(text, lines, query), budget));
      }
    }
  }
  return { claims, scores };
};

const lengthOf = (stretches: readonly Stretch[]): number =>
  stretches.reduce((sum, { start, end }) => sum + end - start, 0);

/** At least half of the marked sentence is shown. */
const shows = (shown: Stretch, marked: Stretch): boolean =>
  Math.min(shown.end, marked.end) - Math.max(shown.start, marked.start) >= (marked.end - marked.start) / 2;

const within = (stretches: readonly Stretch[], charsMax: number): Stretch[] => {
  let left = charsMax;
  return stretches.filter(({ start, end }) => {
    if (end - start > left) return false;
    left -= end - start;
    return true;
  });
};

/** Sentences as anyone would cut them: at a full stop, question or exclamation mark before white space, and at a line's end. */
const plainSentences = (text: string): Stretch[] =>
  [...text.matchAll(/[^\n]+?(?:[.!?](?=\s)|\n|$)/gu)]
    .map(({ 0: one, index }) => ({ start: index, end: index + one.length }))
    .filter(({ start, end }) => text.slice(start, end).trim() !== "");

/** Okapi BM25 as its textbook has it, k1 1.2 and b 0.75, over words of letters and digits. */
const plainBest = (text: string, stretches: readonly Stretch[], query: string): Stretch[] => {
  const wordsOf = (some: string): string[] => some.toLowerCase().match(/[a-z0-9]+/gu) ?? [];
  const texts = stretches.map(({ start, end }) => wordsOf(text.slice(start, end)));
  const mean = texts.reduce((sum, words) => sum + words.length, 0) / texts.length;
  const scores = texts.map(() => 0);
  for (const word of new Set(wordsOf(query))) {
    const counts = texts.map((words) => words.filter((one) => one === word).length);
    const having = counts.filter((count) => count > 0).length;
    const rarity = Math.log(1 + (texts.length - having + 0.5) / (having + 0.5));
    for (const [at, count] of counts.entries())
      scores[at] =
        (scores[at] ?? 0) + (rarity * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * (texts[at]?.length ?? 0)) / mean));
  }
  return stretches
    .map((stretch, at) => ({ stretch, score: scores[at] ?? 0 }))
    .sort((a, b) => b.score - a.score || a.stretch.start - b.stretch.start)
    .map(({ stretch }) => stretch);
};

if (process.argv[1] === fileURLToPath(import.meta.url)) console.table(await benchPassages());
