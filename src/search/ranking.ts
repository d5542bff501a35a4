import { rarityOf } from "../span/bm25.ts";
import { BestDocuments, type Scored } from "./best-documents.ts";
import type { Documents } from "./documents.ts";
import type { FullTextQuery } from "./full-text-index.ts";
import {
  countClause,
  countPerson,
  countUnit,
  countWord,
  FoundWords,
  type Postings,
} from "./postings/clause-matches.ts";
import { facetWord } from "./postings/recent-words.ts";
import { Tally } from "./postings/tally.ts";
import type { Clause } from "./query.ts";
import { personWords } from "./words/person-words.ts";

/** The usual constants of Okapi BM25: how soon more occurrences stop counting, and how far long documents are held back. */
const saturation = 1.2;
const lengthShare = 0.75;

export interface Ranked {
  /** Documents of the page asked for, best first, each with its score in millionths. */
  readonly page: readonly Scored[];
  readonly total: number;
  /** What to look for in the documents of the page. */
  readonly found: FoundWords;
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

  rank(query: FullTextQuery, clauses: readonly Clause[]): Ranked {
    const lent: Tally[] = [];
    const lend = (): Tally => {
      const tally = this.#resting.pop() ?? new Tally();
      tally.reserve(this.#documents.next);
      lent.push(tally);
      return tally;
    };
    try {
      return this.#rank(query, clauses, lend);
    } finally {
      for (const tally of lent) tally.clear();
      this.#resting.push(...lent);
    }
  }

  #rank(query: FullTextQuery, clauses: readonly Clause[], lend: () => Tally): Ranked {
    const scores = lend();
    const met = lend();
    const counts = lend();
    const found = new FoundWords();
    const wanted = clauses.filter(({ demand }) => demand !== "not");
    for (const clause of wanted) {
      countClause(clause, this.#postings, counts, found);
      this.#score(counts, scores, clause.demand === "must" ? met : undefined);
      counts.clear();
    }
    const accepts = this.#acceptance(query, clauses, met, lend);
    const candidates = wanted.length > 0 ? scores.docs() : this.#documents.live();
    const scoreOf = (doc: number): number => Math.round(scores.get(doc) * 1e6);
    const [offset, limit] = [Math.max(0, query.offset), Math.max(0, query.limit)];
    const best = new BestDocuments(offset + limit, (a, b) => this.#documents.compare(a, b));
    let total = 0;
    for (const doc of candidates) {
      if (!accepts(doc)) continue;
      total++;
      best.add(doc, scoreOf(doc));
    }
    return { page: best.sorted().slice(offset), total, found };
  }

  /** Adds one clause's part to the scores; removed documents get none and count for nothing. */
  #score(counts: Tally, scores: Tally, met: Tally | undefined): void {
    const documents = this.#documents;
    const { count, lengthMean } = documents;
    const found = documents.isWhole ? counts.docs() : counts.docs().filter((doc) => documents.isLive(doc));
    const frequency = found.length;
    const held = saturation * (1 - lengthShare);
    const rarity = rarityOf(frequency, count);
    const perWord = (saturation * lengthShare) / lengthMean;
    for (const doc of found) {
      const times = counts.get(doc) / countUnit;
      scores.add(doc, (rarity * times * (saturation + 1)) / (times + held + perWord * documents.lengthOf(doc)));
      met?.add(doc, 1);
    }
  }

  /** Whether a document meets everything but rank: all that must match, nothing that must not, every filter. */
  #acceptance(query: FullTextQuery, clauses: readonly Clause[], met: Tally, lend: () => Tally): Accepts {
    const checks: Accepts[] = [];
    const musts = clauses.filter(({ demand }) => demand === "must").length;
    if (musts > 0) checks.push((doc) => met.get(doc) === musts);
    const unwanted = clauses.filter(({ demand }) => demand === "not");
    const among = (count: (tally: Tally) => void): Accepts => {
      const tally = lend();
      count(tally);
      return (doc) => tally.get(doc) > 0;
    };
    if (unwanted.length > 0) {
      const isUnwanted = among((tally) => {
        for (const clause of unwanted) countClause(clause, this.#postings, tally, new FoundWords());
      });
      checks.push((doc) => !isUnwanted(doc));
    }
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
    const [first, second] = checks;
    if (checks.length === 0) return () => true;
    if (checks.length === 1 && first) return first;
    if (checks.length === 2 && first && second) return (doc) => first(doc) && second(doc);
    return (doc) => checks.every((check) => check(doc));
  }
}

type Accepts = (doc: number) => boolean;
