import { deniesAnything } from "#kit/denial.ts";
import { wordsOf as lexiconWords } from "#kit/lexicon.ts";
import { houseOf } from "#kit/mail-house.ts";
import { bareSubject, normaliseSubject } from "#kit/mail-subject.ts";
import { monthOf } from "#kit/months.ts";
import { writtenDays } from "../../letter/days.ts";
import { queryTerms } from "../../search/words/analysis.ts";
import { yearDaysIn } from "./collection.ts";
import { isQuoted, personKey } from "./features.ts";
import type { Paper, PaperFacts } from "./paper.ts";

/** A sentence of a later paper that names another paper, or of the paper itself that denies what it quotes. */
export interface LaterNaming {
  readonly paper: Paper;
  readonly at: number;
}

/** So many are told of one paper: the latest. */
const toldMost = 2;
/** So many words stand at most between a paper's noun and its day: `het bericht van Petra van 6 april`. */
const betweenMost = 3;
/** So many words have two sentences in common that speak of the same, and one where either has hardly more: of many words one is shared by any two papers of a case. */
const [sharedLeast, fewTerms] = [2, 4];
/** Words that a title says before it is like none by chance. */
const titleWordsLeast = 2;

const paperWords = lexiconWords("nl en", "counted-paper");

/**
 * What the writer of a paper wrote later and names it by: a sentence with its day and, in front of that, a word for papers or of its title (`Deze verklaring vervangt de
 * verklaring van 27 oktober 2026`), or a subject that has its subject whole and more (`Correction: Update bonus plan`), which is told with its first
 * sentence. Under the same subject it is told of one sentence alone: with what denies something and shares words with that sentence or the subject,
 * from the same writer on a later day or from anybody below whose words that sentence is quoted. Of a sentence that its paper only quotes, what that paper
 * denies in its own words is told in the same way. Whether that takes back, mends or only mentions the paper, nobody is told: a person reads both.
 */
export class LaterNamings {
  readonly #dated = new Map<string, LaterNaming[]>();
  readonly #papers: readonly Paper[];
  readonly #bySubject: ReadonlyMap<string, readonly Paper[]>;
  readonly #denials = new Map<Paper, readonly Denial[]>();
  readonly #quoted = new Map<Paper, readonly string[]>();
  readonly #of = new Map<Paper, readonly LaterNaming[]>();

  constructor(papers: readonly Paper[]) {
    this.#papers = papers;
    this.#bySubject = Map.groupBy(papers, subjectOf);
    for (const paper of papers)
      for (const [at, unit] of paper.units.entries())
        for (const day of isQuoted(unit) || !/\d/u.test(unit.text) ? [] : daysOf(unit.text, paper.day)) {
          const known = this.#dated.get(day);
          if (known) known.push({ paper, at });
          else this.#dated.set(day, [{ paper, at }]);
        }
  }

  /** Those of one paper, and of its sentence at this place, the latest first. */
  of(paper: Paper, at: number): readonly LaterNaming[] {
    const known = this.#of.get(paper) ?? this.#sought(paper);
    this.#of.set(paper, known);
    const others = this.#denying(paper, at).filter((one) => !known.some((other) => other.paper === one.paper));
    return latest([...known, ...others]);
  }

  #denying(paper: Paper, at: number): LaterNaming[] {
    const unit = paper.units[at];
    const subject = subjectOf(paper);
    if (!unit) return [];
    if (isQuoted(unit)) return this.#denialIn(paper, new Set(termsOf(unit.text)));
    if (paper.day === "" || subject === "") return [];
    const words = new Set(termsOf(`${unit.text} ${subject}`));
    const comesBack = (other: Paper): boolean =>
      isLaterOfWriter(other, paper) || (isLaterUnderSubject(other, paper) && this.#quotes(other, unit.text));
    return (this.#bySubject.get(subject) ?? []).filter(comesBack).flatMap((other) => this.#denialIn(other, words));
  }

  #denialIn(paper: Paper, words: ReadonlySet<string>): LaterNaming[] {
    const denials = this.#denials.get(paper) ?? denialsOf(paper);
    this.#denials.set(paper, denials);
    const denial = nearest(denials, words);
    return denial ? [{ paper, at: denial.at }] : [];
  }

  #quotes(other: Paper, text: string): boolean {
    const words = foldedWords(text).join(" ");
    const quoted = this.#quoted.get(other) ?? quotedIn(other);
    this.#quoted.set(other, quoted);
    return words !== "" && quoted.some((one) => one.includes(words));
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
    return latest([...each.values()]);
  }
}

const latest = (namings: readonly LaterNaming[]): LaterNaming[] =>
  namings.toSorted((a, b) => (a.paper.day < b.paper.day ? 1 : -1)).slice(0, toldMost);

const subjectOf = ({ title }: PaperFacts): string => normaliseSubject(title).base;

/** Whether it may name the paper or answer it: of the same writer or house, or under the same subject, and not from before. */
export const mayNameLater = (other: PaperFacts, paper: PaperFacts): boolean =>
  isLaterOf(other, paper) || isLaterUnderSubject(other, paper);

const isLaterUnderSubject = (other: PaperFacts, paper: PaperFacts): boolean =>
  other.docUid !== paper.docUid &&
  other.day >= paper.day &&
  subjectOf(paper) !== "" &&
  subjectOf(other) === subjectOf(paper);

/** Whether the same person, known by name, wrote it on a later day. */
const isLaterOfWriter = (other: PaperFacts, paper: PaperFacts): boolean =>
  other.day > paper.day && personKey(other.author) !== "" && personKey(other.author) === personKey(paper.author);

/** The words that a paper quotes, unit by unit. */
const quotedIn = ({ units }: Paper): string[] =>
  units.flatMap((unit) => (isQuoted(unit) ? [foldedWords(unit.text).join(" ")] : []));

interface Denial {
  readonly at: number;
  readonly terms: ReadonlySet<string>;
}

/** A paper's own sentences that deny something. */
const denialsOf = ({ units }: Paper): Denial[] =>
  units.flatMap((unit, at) =>
    isQuoted(unit) || !deniesAnything(unit.text) ? [] : [{ at, terms: new Set(termsOf(unit.text)) }],
  );

/** The denial that has most of these words; undefined where none has enough of them. */
const nearest = (denials: readonly Denial[], words: ReadonlySet<string>): Denial | undefined => {
  let [best, most]: [Denial | undefined, number] = [undefined, 0];
  for (const denial of denials) {
    const shared = [...words].filter((word) => denial.terms.has(word)).length;
    const least = Math.min(words.size, denial.terms.size) < fewTerms ? 1 : sharedLeast;
    if (shared >= least && shared > most) [best, most] = [denial, shared];
  }
  return best;
};

const termsOf = (text: string): string[] => queryTerms(text).filter((word) => !/\d/u.test(word));

/** The days of a sentence; one without its year is the last such day when its paper was written. */
const daysOf = (text: string, written: string): ReadonlySet<string> => {
  const whole = writtenDays(text, true).map(({ day }) => day);
  const yearless =
    written === "" || !mayBeYearless.test(text)
      ? []
      : yearDaysIn(text).filter((day) => !whole.some((one) => one.endsWith(day)));
  return new Set([...whole, ...yearless.map((day) => lastSuch(day, written))]);
};

/** A day and a month with no year behind it: the words of most sentences need not be taken apart. */
const mayBeYearless = /(?<!\d)\d{1,2}\s+\p{L}{3,}(?!\p{L})(?!\.?\s+\d{4})/u;

const lastSuch = (day: string, written: string): string =>
  `${Number(written.slice(0, 4)) - (day > written.slice(5, 10) ? 1 : 0)}-${day}`;

const titleWords = (title: string): string[] => foldedWords(bareSubject(title.replace(/\.\p{L}{2,4}\d?$/u, "")));

const foldedWords = (text: string): string[] => text.toLowerCase().match(/\p{L}[\p{L}\p{M}'’-]*/gu) ?? [];

/** Another paper of the same writer or house, of the same day or a later one. Of two papers whose writers nobody knows either may have written both. */
const isLaterOf = (other: PaperFacts, paper: PaperFacts): boolean =>
  other.docUid !== paper.docUid &&
  other.day >= paper.day &&
  (personKey(other.author) === personKey(paper.author) ||
    (houseOf(paper.author) !== "" && houseOf(other.author) === houseOf(paper.author)));

/**
 * A sentence with the day of a paper names it with a word for papers, or one that its title has, if only as the end of a compound, close before a
 * day or at once behind it: `het bericht van 6 april`, `my 6 April email`. What was done on a day by a paper names none: `op 10 juni per e-mail opgezegd`;
 * that it was not done gainsays the paper, wherever the word stands: `op 14 oktober geen bonus toegezegd voor de migratie`.
 */
const namesPaper = ({ paper, at }: LaterNaming, title: readonly string[]): boolean => {
  const text = paper.units[at]?.text ?? "";
  const isDenial = deniesAnything(text);
  const words = text.toLowerCase().match(/[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}'’./-]*[\p{L}\p{M}\p{N}])?/gu) ?? [];
  const isOfDay = (word: string): boolean => /^\d/u.test(word) || monthOf(word) > 0;
  const isPaper = (word: string): boolean =>
    !isOfDay(word) && (paperWords.has(word) || (word.length > 4 && title.some((one) => one.endsWith(word))));
  return words.some(
    (word, place) =>
      isPaper(word) &&
      (isDenial || isOfDay(words[place - 1] ?? "") || words.slice(place + 1, place + betweenMost + 2).some(isOfDay)),
  );
};

/** Whether a subject is another one with words in front of it or behind it. */
const hasSubject = (words: readonly string[], subject: readonly string[]): boolean =>
  subject.length >= titleWordsLeast &&
  words.length > subject.length &&
  ` ${words.join(" ")} `.includes(` ${subject.join(" ")} `);
