import { readCitations } from "../../../src/citation/read-citations.ts";
import { shippedNames } from "../../../src/shipped-names.ts";
import { Draw, framed, lawsOf, rowsOf } from "./draw.ts";

export interface NearMiss {
  readonly class: string;
  readonly text: string;
}

const months = ["januari", "maart", "mei", "juli", "oktober", "december"] as const;

/** Sentences with a number beside a law's abbreviation, or with an article's word, that cite no law. */
export const nearMisses = (count: number, seed: number): NearMiss[] => {
  const draw = new Draw(seed);
  const laws = lawsOf();
  const templates = rowsOf("near-misses.tsv");
  const two = (from: number, through: number) => String(draw.between(from, through)).padStart(2, "0");
  const fill: Readonly<Record<string, () => string>> = {
    law: () => draw.of(laws).names[0],
    n: () => String(draw.between(2, 300)),
    m: () => String(draw.between(2, 300)),
    s: () => String(draw.between(1, 20)),
    nnnn: () => String(draw.between(1000, 9999)),
    day: () => String(draw.between(1, 28)),
    month: () => draw.of(months),
    year: () => String(draw.between(1996, 2026)),
    yy: () => two(10, 26),
    hh: () => String(draw.between(7, 19)),
    mm: () => two(0, 59),
  };
  return Array.from({ length: count }, () => {
    const [kind = "", template = ""] = draw.of(templates);
    const words = template.replace(/\{(\w+)\}/g, (_, name: string) => fill[name]?.() ?? "");
    return { class: kind, text: framed(draw, words).text };
  });
};

export interface MissCounts {
  readonly asked: number;
  /** Read as an article of a law that is known. */
  readonly readAsLaw: readonly NearMiss[];
}

/** How many of the sentences are read as law, with the names that are shipped. */
export const measureMisses = (misses: readonly NearMiss[]): MissCounts => {
  const names = { register: shippedNames(), laws: [] };
  const isLaw = ({ text }: NearMiss) =>
    readCitations(text, names).some(({ places }) =>
      places.some(({ address }) => address.kind === "provision" && address.lawId !== ""),
    );
  return { asked: misses.length, readAsLaw: misses.filter(isLaw) };
};

/** `npm run campaign -- near-misses [count] [seed] [quiet]`, by default 5,000 and 1; quiet 1: figures, no sentence. */
export const runNearMisses = (given: readonly string[]): boolean => {
  const [count = 5_000, seed = 1, quiet = 0] = given.map(Number);
  const { asked, readAsLaw } = measureMisses(nearMisses(count, seed));
  console.log(`near-misses: ${readAsLaw.length} of ${asked} read as law (seed ${seed})`);
  for (const miss of quiet ? [] : readAsLaw) console.error(`${miss.class}: ${miss.text}`);
  return readAsLaw.length === 0;
};
