import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { HealthWords } from "../src/citation/health-words.ts";
import { shippedHealthStems, shippedLawWords } from "../src/shipped-names.ts";
import { projectRoot } from "./import-rules.ts";
import { textsIn, wordsOfText } from "./law-words.ts";

// `node scripts/health-words.ts FOLDER…`: which of the words of law that come with the program may tell of somebody's health, by where statutes
// have them: those that stand beside a stem of src/citation/health-stems.tsv far more often than elsewhere. No word is written by hand.

/** So many words before and behind a stem are beside it: half a long sentence of law. */
const window = 10;
/** Of a word's places so many must lie beside a stem, and a chance of one in some hundred thousands must speak against it (Dunning's G²). */
const [shareMin, evidenceMin] = [0.5, 20];
/** A rarer word has no statistics: it is taken where all of its few places lie beside a stem. */
const rareMax = 3;

export interface HealthRow {
  readonly word: string;
  readonly beside: number;
  readonly all: number;
  readonly why: "named" | "beside" | "rare";
}

/** Provisions of texts, each once: a law is there in several versions, and these would count for several. */
const provisionsOf = (texts: Iterable<string>): string[][] => {
  const found = new Map<string, string[]>();
  for (const text of texts)
    for (const part of text.split(/<(?=(?:artikel|circulaire-tekst|divisie|bijlage)\b)|\n(?=Artikel )/u)) {
      const words = wordsOfText(part.startsWith("<") ? part : `<${part}`.replace(/^<(?!\w)/u, ""));
      if (words.length > 0) found.set(words.join(" "), words);
    }
  return [...found.values()];
};

const logLikelihood = (hits: number, of: number, chance: number): number =>
  (hits > 0 ? hits * Math.log(chance) : 0) + (of > hits ? (of - hits) * Math.log(1 - chance) : 0);

export const healthRows = (
  texts: Iterable<string>,
  lawWords: ReadonlySet<string>,
  stems: readonly string[],
): HealthRow[] => {
  const named = new HealthWords(stems, []);
  const [beside, all] = [new Map<string, number>(), new Map<string, number>()];
  const add = (counts: Map<string, number>, word: string) => counts.set(word, (counts.get(word) ?? 0) + 1);
  for (const words of provisionsOf(texts)) {
    const near = new Set<number>();
    for (const [at, word] of words.entries())
      if (named.has(word)) for (let by = -window; by <= window; by += 1) near.add(at + by);
    for (const [at, word] of words.entries()) {
      add(all, word);
      if (near.has(at)) add(beside, word);
    }
  }
  const sum = (counts: Map<string, number>) => [...counts.values()].reduce((total, one) => total + one, 0);
  const share = sum(beside) / sum(all);
  return [...lawWords].flatMap((word): HealthRow[] => {
    const counts = { word, beside: beside.get(word) ?? 0, all: all.get(word) ?? 0 };
    if (named.has(word)) return [{ ...counts, why: "named" }];
    if (counts.all === 0 || counts.beside / counts.all < shareMin) return [];
    if (counts.all <= rareMax) return counts.beside === counts.all ? [{ ...counts, why: "rare" }] : [];
    const own = logLikelihood(counts.beside, counts.all, Math.min(counts.beside / counts.all, 1 - Number.EPSILON));
    const evidence = 2 * (own - logLikelihood(counts.beside, counts.all, share));
    return evidence >= evidenceMin ? [{ ...counts, why: "beside" }] : [];
  });
};

const head = `# Words of src/citation/law-words.txt that may tell of somebody's health, by where Dutch statutes have them.
# Written by \`node scripts/health-words.ts\` and by no hand, of texts of the Basiswettenbestand (https://wetten.overheid.nl, CC0 1.0).
# beside: so many of its places lie within ${window} words of a stem of health-stems.tsv; all: its places; why: has a stem itself, stands beside one, or is rare and stands there alone.
word\tbeside\tall\twhy
`;

if (import.meta.main) {
  const texts = process.argv.slice(2).flatMap((folder) => [...textsIn(folder)]);
  const rows = healthRows(texts, shippedLawWords(), shippedHealthStems());
  const lines = rows.map(({ word, beside, all, why }) => `${word}\t${beside}\t${all}\t${why}\n`);
  writeFileSync(join(projectRoot, "src/citation/health-words.tsv"), `${head}${lines.join("")}`);
  console.log(`${rows.length} words`);
}
