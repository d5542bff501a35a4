import { rarityOf } from "../span/bm25.ts";
import { type Accepts, allOf, needsWords, someOf } from "./acceptance.ts";
import { BestDocuments, type Scored } from "./best-documents.ts";
import type { Documents } from "./documents.ts";
import type { FullTextQuery } from "./full-text-index.ts";
import {
  countClause,
  countCompounds,
  countFacet,
  countNear,
  countPerson,
  countTitle,
  countUnit,
  countWord,
  FoundWords,
  type Postings,
} from "./postings/clause-matches.ts";
import { closeness } from "./postings/closeness.ts";
import { facetWord } from "./postings/recent-words.ts";
import { Tally } from "./postings/tally.ts";
import type { Clause, Expression, Row } from "./query/expression.ts";
import { personWords } from "./words/person-words.ts";

/** The usual constants of Okapi BM25: how soon more occurrences stop counting, and how far long documents are held back. */
const saturation = 1.2;
const lengthShare = 0.75;
/** What two words in a row count beside one word that is as rare; and all pairs within a sentence, shared among them. */
const inRowShare = 0.6;
const windowShare = 0.4;

export interface Ranked {
  /** Documents of the page asked for, best first, each with its score in millionths. */
  readonly page: readonly Scored[];
  readonly total: number;
  /** What to look for in the documents of the page. */
  readonly found: FoundWords;
  /** Words asked for that stand in no document. */
  readonly missing: ReadonlySet<string>;
}

/**
 * Finds and orders documents. Scores are BM25 over counts and lengths of the documents there are now, one term for each
 * clause with all its inflections; sums run in the order of the clauses, so equal contents score equal to the last bit.
 */
export class Ranking {
  readonly #documentsNow: () => Documents;
  readonly #postings: Postings;
  /** Tallies at rest: they are as large as the index has documents, so they are made once. */
  readonly #resting: Tally[] = [];

  constructor(documents: () => Documents, postings: Postings) {
    this.#documentsNow = documents;
    this.#postings = postings;
  }

  get #documents(): Documents {
    return this.#documentsNow();
  }

  rank(query: FullTextQuery, expression: Expression | undefined): Ranked {
    const lent: Tally[] = [];
    const lend = (): Tally => {
      const tally = this.#resting.pop() ?? new Tally();
      tally.reserve(this.#documents.next);
      lent.push(tally);
      return tally;
    };
    try {
      return this.#rank(query, expression, lend);
    } finally {
      for (const tally of lent) tally.clear();
      this.#resting.push(...lent);
    }
  }

  #rank(query: FullTextQuery, expression: Expression | undefined, lend: () => Tally): Ranked {
    const found = new FoundWords();
    const scores = lend();
    const counts = lend();
    const missing = new Set<string>();
    const asking: Asking = { scores, counts, lend, found, missing };
    const checks: Accepts[] = [];
    const isByWords = expression !== undefined && needsWords(expression);
    if (expression !== undefined) {
      const check = this.#check(expression, asking, isByWords);
      if (check !== undefined) checks.push(check);
    }
    const accepts = allOf([...checks, ...this.#filters(query, lend)]);
    const candidates = isByWords ? scores.docs() : this.#documents.live();
    const scoreOf = (doc: number): number => Math.round(scores.get(doc) * 1e6);
    const [offset, limit] = [Math.max(0, query.offset), Math.max(0, query.limit)];
    const best = new BestDocuments(offset + limit, (a, b) => this.#documents.compare(a, b));
    let total = 0;
    for (const doc of candidates) {
      if (!accepts(doc)) continue;
      total++;
      best.add(doc, scoreOf(doc));
    }
    return { page: best.sorted().slice(offset), total, found, missing };
  }

  /**
   * Scores an expression's words and gives what tells whether a document meets it. Undefined where every scored document
   * does, which only the outermost may take for granted (`isOutermost`).
   */
  #check(part: Expression, asking: Asking, isOutermost: boolean): Accepts | undefined {
    switch (part.kind) {
      case "clause":
        return this.#clause(asking, isOutermost, part.clause, true);
      case "near": {
        for (const clause of part.sides.flat()) this.#clause(asking, true, clause, false);
        return this.#counted(asking, false, (counts) =>
          countNear(part.sides, part, this.#postings, counts, asking.found),
        );
      }
      case "field":
        return this.#field(part, asking);
      case "period":
        return this.#documents.filterOf(part) ?? (() => true);
      case "all":
        return allOf(part.parts.map((one) => this.#checked(one, asking)));
      case "some": {
        const checks = part.parts.map((one) => this.#check(one, asking, isOutermost));
        return checks.every((check) => check !== undefined) ? someOf(checks) : undefined;
      }
      case "not": {
        const check = this.#checked(part.part, { ...unscored(asking), scores: asking.lend() });
        return (doc) => !check(doc);
      }
      case "row":
        return this.#row(part, asking, isOutermost);
    }
  }

  #checked(part: Expression, asking: Asking): Accepts {
    return this.#check(part, asking, false) ?? (() => true);
  }

  #row(row: Row, asking: Asking, isOutermost: boolean): Accepts | undefined {
    const { must, may, not, filters } = row;
    const needed = [...must, ...filters].map((part) => this.#checked(part, asking));
    const mays = may.map((part) => this.#check(part, asking, isOutermost || must.length > 0));
    const unwanted = not.map((part) => this.#check({ kind: "not", part }, asking, false) as Accepts);
    for (const run of row.runs) this.#scoreCloseness(run, asking);
    const some = mays.filter((check) => check !== undefined);
    // Without what must match, one of the others has to; what is scored has one.
    if (must.length === 0 && some.length === mays.length && some.length > 0) needed.push(someOf(some));
    const checks = [...needed, ...unwanted];
    return checks.length === 0 && isOutermost ? undefined : allOf(checks);
  }

  #clause(asking: Asking, isForgotten: boolean, clause: Clause, withCompounds: boolean): Accepts | undefined {
    const { found, missing } = asking;
    const count = (counts: Tally): void => countClause(clause, this.#postings, counts, found);
    const countMore = (counts: Tally): void => {
      if (withCompounds) countCompounds(clause, this.#postings, counts, found);
      if (counts.size > 0 || clause.pattern !== undefined) return;
      for (const { raw } of clause.isPrefix ? clause.words.slice(0, -1) : clause.words)
        if (this.countOf(raw) === 0) missing.add(raw);
    };
    return this.#counted(asking, isForgotten, count, countMore);
  }

  /** How many documents have a word as it is written. */
  countOf(word: string): number {
    const docs = new Set<number>();
    countWord(word, 1, this.#postings, { add: (doc) => void (this.#documents.isLive(doc) && docs.add(doc)) });
    return docs.size;
  }

  /** Counts and scores; what tells who was counted is kept only where it is asked for. */
  #counted(
    asking: Asking,
    isForgotten: boolean,
    count: (counts: Tally) => void,
    countMore: (counts: Tally) => void = () => undefined,
  ): Accepts | undefined {
    const counts = isForgotten ? asking.counts : asking.lend();
    count(counts);
    this.#score(counts, asking.scores, () => countMore(counts));
    if (!isForgotten) return (doc) => counts.get(doc) > 0;
    counts.clear();
    return undefined;
  }

  #field({ name, clause }: Extract<Expression, { kind: "field" }>, { lend, found }: Asking): Accepts {
    const counts = lend();
    if (name === "subject") countTitle(clause, this.#postings, counts, found);
    else countFacet((value) => facetWord(name, value), clause, this.#postings, counts, lend);
    return (doc) => counts.get(doc) > 0;
  }

  /** Adds one clause's part to the scores; removed documents get none and count for nothing. `countMore` counts what says nothing of how rare it is. */
  #score(counts: Tally, scores: Tally, countMore: () => void): void {
    const documents = this.#documents;
    const frequency = this.#liveOf(counts).length;
    countMore();
    const found = this.#liveOf(counts);
    const [rarity, held] = [rarityOf(frequency, this.#documents.count), saturation * (1 - lengthShare)];
    const perWord = (saturation * lengthShare) / documents.lengthMean;
    for (const doc of found) {
      const times = counts.get(doc) / countUnit;
      scores.add(doc, (rarity * times * (saturation + 1)) / (times + held + perWord * documents.lengthOf(doc)));
    }
  }

  #liveOf(counts: Tally): Int32Array {
    const documents = this.#documents;
    return documents.isWhole ? counts.docs() : counts.docs().filter((doc) => documents.isLive(doc));
  }

  /** Raises documents in which words of a run stand together, each pair as if it were a word: the rarer, the more. */
  #scoreCloseness(run: readonly string[], { scores }: Asking): void {
    const documents = this.#documents;
    const isCandidate = (doc: number): boolean => scores.get(doc) > 0;
    const pairCount = (run.length * (run.length - 1)) / 2;
    const perWord = (saturation * lengthShare) / documents.lengthMean;
    for (const { isInRow, docs, counts } of closeness(run, this.#postings, isCandidate)) {
      const weight = isInRow ? inRowShare : windowShare * ((run.length - 1) / pairCount);
      const rarity = weight * rarityOf(docs.length, this.#documents.count);
      docs.forEach((doc, at) => {
        const times = counts[at] as number;
        const held = times + saturation * (1 - lengthShare) + perWord * documents.lengthOf(doc);
        scores.add(doc, (rarity * times * (saturation + 1)) / held);
      });
    }
  }

  /** Whether a document passes every filter beside the text. */
  #filters(query: FullTextQuery, lend: () => Tally): Accepts[] {
    const checks: Accepts[] = [];
    const among = (count: (tally: Tally) => void): Accepts => {
      const tally = lend();
      count(tally);
      return (doc) => tally.get(doc) > 0;
    };
    const filter = this.#documents.filterOf(query);
    if (filter) checks.push(filter);
    const people = (query.people ?? []).map(personWords).filter((words) => words.length > 0);
    if (people.length > 0) {
      checks.push(
        among((tally) => {
          for (const words of people) countPerson(words, this.#postings, tally);
        }),
      );
    }
    for (const [name, values] of Object.entries(query.facets ?? {})) {
      if (values.length === 0) continue;
      checks.push(
        among((tally) => {
          for (const value of new Set(values)) countWord(facetWord(name, value), 1, this.#postings, tally);
        }),
      );
    }
    return checks;
  }
}

/** What one call of `rank` works with. */
interface Asking {
  readonly scores: Tally;
  /** For what is counted and forgotten at once; empty between. */
  readonly counts: Tally;
  readonly lend: () => Tally;
  readonly found: FoundWords;
  readonly missing: Set<string>;
}

/** The same for what must not match: its words are not shown. */
const unscored = ({ counts, lend }: Asking): Omit<Asking, "scores"> => ({
  counts,
  lend,
  found: new FoundWords(),
  missing: new Set(),
});
