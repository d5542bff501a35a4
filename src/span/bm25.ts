/** The usual constants of Okapi BM25: how soon more occurrences stop counting, and how far long texts are held back. */
const saturation = 1.2;
const lengthShare = 0.75;

/** How much it says that a text has a word which `frequency` of `count` texts have: nearly nothing where all have it. */
export const rarityOf = (frequency: number, count: number): number =>
  Math.log(1 + (count - frequency + 0.5) / (frequency + 0.5));

/** Texts that are compared with one another, as the counts of their terms. Scoring one query is a walk over them. */
export class TermCounts {
  readonly #counts: readonly ReadonlyMap<string, number>[];
  readonly #lengths: readonly number[];
  readonly #frequencies = new Map<string, number>();
  readonly #lengthMean: number;

  constructor(texts: readonly (readonly string[])[]) {
    this.#lengths = texts.map((terms) => terms.length);
    this.#lengthMean = Math.max(1, this.#lengths.reduce((sum, one) => sum + one, 0) / Math.max(1, texts.length));
    this.#counts = texts.map((terms) => {
      const counts = new Map<string, number>();
      for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
      for (const term of counts.keys()) this.#frequencies.set(term, (this.#frequencies.get(term) ?? 0) + 1);
      return counts;
    });
  }

  /** BM25 of each text, in their order. `elsewhere`: what a term's rarity is besides, from a larger collection. */
  scores(wanted: ReadonlySet<string>, elsewhere: (term: string) => number = () => 0): number[] {
    const weights = [...wanted].map((term): [string, number] => [
      term,
      rarityOf(this.#frequencies.get(term) ?? 0, this.#counts.length) + elsewhere(term),
    ]);
    return this.#counts.map((counts, at) => {
      const held = saturation * (1 - lengthShare + (lengthShare * (this.#lengths[at] ?? 0)) / this.#lengthMean);
      let score = 0;
      for (const [term, weight] of weights) {
        const times = counts.get(term) ?? 0;
        if (times > 0) score += (weight * times * (saturation + 1)) / (times + held);
      }
      return score;
    });
  }
}
