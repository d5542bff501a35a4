/** A document and its score in millionths. */
export interface Scored {
  readonly doc: number;
  readonly scoreMicros: number;
}

/** Up to so many are kept sorted while they come; more are sorted once, at the end. */
const keptMax = 256;

/** The first so many documents by score descending, then by an order of the caller's in which no two are equal. */
export class BestDocuments {
  readonly #wanted: number;
  readonly #order: (a: Scored, b: Scored) => number;
  readonly #best: Scored[] = [];
  /** What scores less cannot be among the best any more. */
  #least = Number.NEGATIVE_INFINITY;

  constructor(wanted: number, amongEqual: (a: number, b: number) => number) {
    this.#wanted = wanted;
    this.#order = (a, b) => b.scoreMicros - a.scoreMicros || amongEqual(a.doc, b.doc);
  }

  add(doc: number, scoreMicros: number): void {
    if (scoreMicros < this.#least || this.#wanted === 0) return;
    const best = this.#best;
    const one = { doc, scoreMicros };
    if (this.#wanted > keptMax) {
      best.push(one);
      return;
    }
    if (best.length === this.#wanted) {
      if (this.#order(one, best.at(-1) as Scored) > 0) return;
      best.pop();
    }
    let at = best.length;
    while (at > 0 && this.#order(one, best[at - 1] as Scored) < 0) at--;
    best.splice(at, 0, one);
    if (best.length === this.#wanted) this.#least = best.at(-1)?.scoreMicros ?? this.#least;
  }

  /** Best first. */
  sorted(): readonly Scored[] {
    return this.#wanted > keptMax ? this.#best.sort(this.#order).slice(0, this.#wanted) : this.#best;
  }
}
