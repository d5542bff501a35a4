import { complementizers } from "#kit/complementizers.ts";
import { isDay } from "#kit/day.ts";
import { deniesAnything, firstNegation } from "#kit/denial.ts";
import { wordsOf } from "#kit/lexicon.ts";
import { actsOf, subjectIn } from "./acts.ts";
import { type Clause, clausesOf } from "./clauses.ts";
import { dayNumber, type PartialDay } from "./language/calendar.ts";
import { dutch } from "./language/dutch.ts";
import { english } from "./language/english.ts";
import { hasStem } from "./language/grammar.ts";
import { hasKin } from "./language/kin.ts";
import { grammarsFor, tongueOf } from "./language/tongue.ts";
import { wordsIn } from "./language/words.ts";
import { commands, hasFiniteVerb } from "./letter-mood.ts";
import { placesIn } from "./places.ts";
import { onOneLine } from "./quotations.ts";
import { dayOf } from "./tokens/dates.ts";
import { measureOf } from "./tokens/measures.ts";
import { readTokens } from "./tokens/read-tokens.ts";
import type { Token } from "./tokens/token.ts";

// What is read off the words of a letter that is answered, with the grammar and the tokens of the check.

const tokensOf = (text: string): Token[] => readTokens(text, { grammars: grammarsFor(text, ""), known: new Set() });

/** The whole days that words name, ISO 8601, in their order. */
export const daysIn = (text: string): string[] => tokensOf(text).flatMap(isoDays);

const isoDays = (token: Token): string[] => {
  const days = dayOf(token);
  return days === undefined ? [] : isoOfDays(days);
};

/** The language of a letter, `nl` or `en`, for sentences whose own words do not say; empty: it does not say either. */
export const letterTongue = (sentences: readonly string[]): string => tongueOf(sentences.join(" ")) ?? "";

/** How far before a day or period the word may stand that makes it a term, in UTF-16 units. */
const reach = 28;

/**
 * Whether a sentence sets a term: a day or a period behind a word such as `uiterlijk` or `within`. `after`, ISO 8601 or empty: a day
 * before it is over when the sentence is written, and no term.
 */
export const setsTerm = (text: string, tongue: string, after = ""): boolean => termsOf(text, tongue, after).length > 0;

/**
 * The last days on which what a sentence wants done is in time, ISO 8601; not the days that it tells besides. `vóór 31 december` ends the day
 * before. A day without its year is the one nearest to `from`, ISO 8601 or empty: none is.
 */
export const termDays = (text: string, tongue: string, from = ""): string[] =>
  termsOf(text, tongue).flatMap((token) => {
    const day = token.kind === "date" ? (dayOf(token) ?? nearest(token.day, Date.parse(from) / 86_400_000)) : undefined;
    if (day === undefined) return [];
    const isBefore = beforeDay.test(text.slice(Math.max(0, token.start - reach), token.start));
    return isoOfDays(isBefore ? day - 1 : day);
  });

/** `vóór vrijdag 1 mei`, and not `op of vóór 1 mei`. */
const beforeDay = new RegExp(
  `(?<!\\p{L})(?<!(?:of|or)\\s+)(?:${[...wordsOf("nl en", "ends-before")].join("|")})\\s+(?:\\p{L}+\\s+){0,2}$`,
  "iu",
);

const isoOfDays = (days: number): string[] => [new Date(days * 86_400_000).toISOString().slice(0, 10)];

/**
 * The days that the periods of a sentence come to (`binnen 21 dagen`, `within a month`), counted from a day, ISO 8601 dates. A period in
 * working days comes to none: which days those are no sentence says; nor does one that is counted from something else than the letter
 * ("binnen drie dagen na aflevering"), or goes over a year, which nobody waits for an answer.
 */
export const periodEnds = (text: string, tongue: string, from: string): string[] =>
  termsOf(text, tongue).flatMap((token) => {
    if (token.kind !== "number" || !Number.isInteger(token.value)) return [];
    const [unit, factor] = measureOf(token.units) ?? [];
    if (factor === undefined || (unit !== "day" && unit !== "month")) return [];
    const count = token.value * factor;
    if (count > (unit === "day" ? 366 : 12) || isCountedElse(text.slice(token.end))) return [];
    return isoDayAfter(from, unit, count) ?? [];
  });

/** Whether what stands behind the number of a period counts it from something that is not the letter, its day or its receipt. */
const isCountedElse = (behind: string): boolean => {
  const [, words] = /^\s+\p{L}+\s+(?:na|vanaf|sinds|after|from|of)\s+((?:\p{L}+[\s,.;]*){1,4})/iu.exec(behind) ?? [];
  return words !== undefined && !wordsIn(words).some(({ folded }) => ofLetter.has(folded));
};
const ofLetter = wordsOf("nl en", "counted-from-letter");

/** A day some days or months after another, ISO 8601; of a month that is too short its last. Undefined: no day with a year of four digits. */
const isoDayAfter = (from: string, unit: "day" | "month", count: number): string | undefined => {
  const start = new Date(`${from}T00:00:00Z`);
  if (Number.isNaN(start.getTime())) return undefined;
  const [year, month, day] = [start.getUTCFullYear(), start.getUTCMonth(), start.getUTCDate()];
  const last = new Date(Date.UTC(year, month + count + 1, 0)).getUTCDate();
  const end = unit === "day" ? Date.UTC(year, month, day + count) : Date.UTC(year, month + count, Math.min(day, last));
  const text = Number.isFinite(end) ? new Date(end).toISOString().slice(0, 10) : "";
  return isDay(text) ? text : undefined;
};

const termsOf = (text: string, tongue: string, after = ""): Token[] =>
  tokensOf(text).filter((token) => {
    const isPeriod = token.kind === "number" && measureOf(token.units) !== undefined;
    if (!isPeriod && token.kind !== "date") return false;
    if (after !== "" && token.kind === "date" && isOver(token, Date.parse(after))) return false;
    const before = text.slice(Math.max(0, token.start - reach), token.start);
    return grammarsFor(text, tongue).some(({ terms, periodTerms }) =>
      new RegExp(`${(isPeriod ? periodTerms : terms).source}[^.;:]*$`, "iu").test(before),
    );
  });

/** Whether a day is before another; one without its year is that of the year in which it is nearest to the other. */
const isOver = (token: Token & { readonly kind: "date" }, other: number): boolean => {
  const days = dayOf(token);
  const near = days ?? nearest(token.day, other / 86_400_000);
  return near !== undefined && near * 86_400_000 < other;
};

/** The day of a date without its year that is nearest to another day, both in days since 1970; undefined: no day and month are named. */
const nearest = ({ year, month, day }: PartialDay, other: number): number | undefined => {
  if (year !== undefined || month === undefined || day === undefined || Number.isNaN(other)) return undefined;
  const around = new Date(other * 86_400_000).getUTCFullYear();
  return [around - 1, around, around + 1]
    .flatMap((one) => dayNumber({ year: one, month, day }) ?? [])
    .toSorted((a, b) => Math.abs(a - other) - Math.abs(b - other))[0];
};

/** Whether a sentence asks: a question, a command, or a demand. Who states something of his own asks nothing (`wij stellen vast`). */
export const asks = (written: string, tongue: string): boolean => {
  // Where a line ends is the printer's.
  const text = onOneLine(written);
  if (/\?["'’”)\]]*$/u.test(text) || commands(text, tongue)) return true;
  return grammarsFor(text, tongue).some(({ requests }) => {
    const found = requests.exec(text)?.[0];
    return found !== undefined && !/stel(?:len)?$/iu.test(found);
  });
};

/**
 * Whether a sentence is a step of its letter alone: it hands something over (`handing`), or whoever writes or reads is told that something
 * follows (`pointer`). One that tells a sum, denies, or says something in a clause of its own behind `dat` may be answered.
 */
export const isStep = (
  written: string,
  tongue: string,
  { pointer, handing }: { readonly pointer: RegExp; readonly handing: RegExp },
): boolean => {
  const text = onOneLine(written);
  if (deniesAnything(text) || tokensOf(text).some(({ kind }) => kind === "sum")) return false;
  const words = wordsIn(text).map(({ folded }) => folded);
  if (words.some((word) => complementizers.has(word))) return false;
  const isTold = pointer.test(text) && words.length <= stepWordsMost;
  return grammarsFor(text, tongue).some(
    ({ pronouns }) => handing.test(text) || (isTold && words.some((word) => pronouns.has(word))),
  );
};
const stepWordsMost = 16;

/** Whether a question is a condition: `Wilt u meer weten? Dan …` asks nobody anything. */
export const isCondition = (question: string, next: string, tongue: string): boolean =>
  /\?$/u.test(question) && grammarsFor(next, tongue).some(({ consequence }) => consequence.test(next));

/** How many of the cues have kin in the words; a cue of function words alone counts half. */
export const cuesMet = (words: string, cues: readonly string[]): number => {
  const said = wordsIn(words).map(({ folded }) => folded);
  // `voor` begins `voorwaarden` and is no word of it.
  const telling = said.filter((word) => !isFunctionWord(word));
  return cues.reduce((sum, cue) => {
    const parts = wordsIn(cue).map(({ folded }) => folded);
    if (
      parts.length === 0 ||
      !parts.every((part) =>
        (isFunctionWord(part) ? said : telling).some((word) => hasKin(part, [word]) && !isHeadOf(word, part)),
      )
    )
      return sum;
    return sum + (parts.every(isFunctionWord) ? 0.5 : 1);
  }, 0);
};

/** `dagen` is the head of `vakantiedagen` and says nothing of it; what `vakantiedagenregeling` begins with is said by it. */
const isHeadOf = (word: string, compound: string): boolean => word.length < compound.length && compound.endsWith(word);

/**
 * Who is told to have said or written something, by the first clause that tells it; undefined: nobody is. What only bounds something that
 * was not done yet has not been said ("ik betaal zodra u een afrekening hebt gestuurd").
 */
export const saidBy = (text: string): "author" | "another" | undefined => {
  const [grammar] = grammarsFor(text, "");
  if (!grammar) return undefined;
  const clauses = clausesOf(text, grammar);
  const acts = actsOf(clauses, grammar, tokensOf(text));
  const isAhead = ({ opener, start }: Clause): boolean => {
    const before = clauses[clauses.findIndex((clause) => clause.start === start) - 1];
    return grammar.bounds.has(opener) && before !== undefined && !acts.some(({ clause }) => clause === before);
  };
  const act = acts.find(({ isSpeech, clause }) => isSpeech && !isAhead(clause));
  if (!act) return undefined;
  return act.actor?.by === "pronoun" && act.actor.means === "author" ? "author" : "another";
};

/** Whether a text names a place of a paper (`artikel 11 van mijn arbeidsovereenkomst`): it says what stands there. */
export const namesPlace = (text: string): boolean => placesIn(text).length > 0;

/** Whether a text says "I": its author acts in it. */
export const saysAuthorActs = (text: string): boolean => {
  const [grammar] = grammarsFor(text, "");
  return wordsIn(text).some(({ folded }) => grammar?.pronouns.get(folded) === "author");
};

/** Whether whom a text names first is its author (`Daarmee ben ik akkoord gegaan`): it tells of them, and not what another did to them. */
export const tellsOfAuthor = (text: string): boolean =>
  grammarsFor(text, "").some((grammar) => {
    const [clause] = clausesOf(text, grammar);
    const subject = clause && subjectIn(clause, grammar, []);
    return subject?.by === "pronoun" && subject.means === "author";
  });

/** Whether a text tells what its addressee said or wrote (`dat heeft u zelf geschreven`): their own words show it. */
export const tellsAddresseeSaid = (text: string): boolean =>
  grammarsFor(text, "").some((grammar) =>
    actsOf(clausesOf(text, grammar), grammar, tokensOf(text)).some(
      ({ isSpeech, actor }) => isSpeech && actor?.by === "pronoun" && actor.means === "addressee",
    ),
  );

/** What a text tells first. */
export interface FirstAct {
  readonly by: "author" | "another" | undefined;
  /** It is to ask: a question of theirs may say it. */
  readonly isAsking: boolean;
  /** The clause that tells it denies something. */
  readonly isDenied: boolean;
}

/** Who does what a text tells first; by nobody that is named where it tells no act. */
export const firstAct = (text: string): FirstAct => {
  for (const grammar of grammarsFor(text, "")) {
    const [act] = actsOf(clausesOf(text, grammar), grammar, tokensOf(text));
    if (!act) continue;
    const { actor, verb, clause } = act;
    const isAuthors = actor?.by === "pronoun" && actor.means === "author";
    const by = actor === undefined ? undefined : isAuthors ? "author" : "another";
    const isAsking = hasStem(verb.folded, grammar.illocutions[1] ?? []);
    return { by, isAsking, isDenied: deniesAnything(clause.text) };
  }
  return { by: undefined, isAsking: false, isDenied: false };
};

/**
 * Whether words may tell that somebody left something undone: they deny, and not only in what the author tells of an own act; for all
 * times or people (`nooit`, `niemand`) or by a verb of its own (`uitgebleven`). `Niet` and `geen` may as well be what a paper says.
 */
export const tellsUndone = (text: string): boolean => {
  if (!deniesAnything(text)) return false;
  const { by, isDenied } = firstAct(text);
  return (by !== "author" || isDenied) && (firstNegation(text) === undefined || deniesAll(text));
};

const deniesAll = (text: string): boolean =>
  grammarsFor(text, "").some(({ negationsOfAll }) => wordsIn(text).some(({ folded }) => negationsOfAll.has(folded)));

const isFunctionWord = (word: string): boolean => dutch.functionWords.has(word) || english.functionWords.has(word);

/**
 * Whether words are a bare subject matter, as people say what a letter is for (`Bezwaar tegen de boete`): they begin with a noun that has no
 * article, and no closed class shows that anything is, was, or is done.
 */
export const isSubjectMatter = (text: string): boolean => {
  const { by, isDenied } = firstAct(text);
  const [first] = wordsIn(text);
  return first !== undefined && !isFunctionWord(first.folded) && by === undefined && !isDenied && !hasFiniteVerb(text);
};
