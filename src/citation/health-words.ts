/** A shorter stem is looked for at a word's beginning alone: *muziek* tells of no illness. */
const anywhereCharsMin = 6;

/** Words that may tell of somebody's health: by stems with which the law names it, and by what statutes have beside these. */
export class HealthWords {
  readonly #stems: readonly string[];
  readonly #words: ReadonlySet<string>;

  constructor(stems: readonly string[], words: Iterable<string>) {
    this.#stems = stems;
    this.#words = new Set(words);
  }

  /** Of a word in small letters. */
  has(word: string): boolean {
    return (
      this.#words.has(word) ||
      this.#stems.some((stem) => (stem.length < anywhereCharsMin ? word.startsWith(stem) : word.includes(stem)))
    );
  }
}
