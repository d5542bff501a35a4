import { wordsOf as lexiconWords } from "#kit/lexicon.ts";
import { houseOf } from "#kit/mail-house.ts";
import { bareSubject } from "#kit/mail-subject.ts";
import { writtenDays } from "../../letter/days.ts";
import { isQuoted, personKey } from "./features.ts";
import type { Paper, PaperFacts } from "./paper.ts";

/** A sentence of a later paper that names another paper. */
export interface LaterNaming {
  readonly paper: Paper;
  readonly at: number;
}

/** So many are told of one paper: the latest. */
const toldMost = 2;
/** Words that a title says before it is like none by chance. */
const titleWordsLeast = 2;

const paperWords = lexiconWords("nl en", "counted-paper");

/**
 * What the writer of a paper wrote later and names it by: a sentence with its day and a word for papers or of its title (`Deze verklaring vervangt de
 * verklaring van 27 oktober 2026`), or a subject that has its subject whole and more (`Correction: Update bonus plan`), which is told with its first
 * sentence. Whether that takes back, mends or only mentions the paper, nobody is told: a person reads both.
 */
export class LaterNamings {
  readonly #dated = new Map<string, LaterNaming[]>();
  readonly #papers: readonly Paper[];
  readonly #of = new Map<Paper, readonly LaterNaming[]>();

  constructor(papers: readonly Paper[]) {
    this.#papers = papers;
    for (const paper of papers)
      for (const [at, unit] of paper.units.entries())
        for (const day of isQuoted(unit) || !/\d/u.test(unit.text) ? [] : daysOf(unit.text)) {
          const known = this.#dated.get(day);
          if (known) known.push({ paper, at });
          else this.#dated.set(day, [{ paper, at }]);
        }
  }

  /** Those of one paper, the latest first. */
  of(paper: Paper): readonly LaterNaming[] {
    const known = this.#of.get(paper) ?? this.#sought(paper);
    this.#of.set(paper, known);
    return known;
  }

  #sought(paper: Paper): LaterNaming[] {
    if (paper.day === "") return [];
    const title = titleWords(paper.title);
    const byDay = (this.#dated.get(paper.day.slice(0, 10)) ?? []).filter(
      (one) => isLaterOf(one.paper, paper) && namesPaper(one, title),
    );
    const bySubject = this.#papers.flatMap((other) =>
      isLaterOf(other, paper) && hasSubject(titleWords(other.title), title) && other.units.length > 0
        ? [{ paper: other, at: 0 }]
        : [],
    );
    const each = new Map([...bySubject, ...byDay].map((one) => [one.paper, one]));
    return [...each.values()].sort((a, b) => (a.paper.day < b.paper.day ? 1 : -1)).slice(0, toldMost);
  }
}

const daysOf = (text: string): ReadonlySet<string> => new Set(writtenDays(text, true).map(({ day }) => day));

const titleWords = (title: string): string[] => foldedWords(bareSubject(title.replace(/\.\p{L}{2,4}\d?$/u, "")));

const foldedWords = (text: string): string[] => text.toLowerCase().match(/\p{L}[\p{L}\p{M}'’-]*/gu) ?? [];

/** Another paper of the same writer or house, of the same day or a later one. Of two papers whose writers nobody knows either may have written both. */
export const isLaterOf = (other: PaperFacts, paper: PaperFacts): boolean =>
  other.docUid !== paper.docUid &&
  other.day >= paper.day &&
  (personKey(other.author) === personKey(paper.author) ||
    (houseOf(paper.author) !== "" && houseOf(other.author) === houseOf(paper.author)));

/** A sentence with the day of a paper names it with a word for papers, or one that its title has, if only as the end of a compound. */
const namesPaper = ({ paper, at }: LaterNaming, title: readonly string[]): boolean =>
  foldedWords(paper.units[at]?.text ?? "").some(
    (word) => paperWords.has(word) || (word.length > 4 && title.some((one) => one.endsWith(word))),
  );

/** Whether a subject is another one with words in front of it or behind it. */
const hasSubject = (words: readonly string[], subject: readonly string[]): boolean =>
  subject.length >= titleWordsLeast &&
  words.length > subject.length &&
  ` ${words.join(" ")} `.includes(` ${subject.join(" ")} `);
