import { bareSubject } from "#kit/mail-subject.ts";
import type { LedgerEntry } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { PartyRole } from "../../gen/pincite/memo/v1/party_pb.ts";
import { AssertionAnswer } from "../../gen/pincite/run/v1/run_context_pb.ts";
import type { Book } from "./book.ts";
import phrases from "./frame-phrases.json" with { type: "json" };
import { fold } from "./language/words.ts";
import { paperNameOf } from "./paper-name.ts";
import { isWhole, onOneLine, stands } from "./quotations.ts";
import type { Sentence } from "./sentence.ts";
import { namesOf, type Source } from "./source.ts";
import { isNamedIn, saysDayInWords } from "./support.ts";

/** What may stand where a phrase names something: a stretch of the sentence, which is held against the source. */
interface Held {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

type Slot = "day" | "speaker" | "title" | "law";

/** Stands in a phrase, and in a lead that is held against it, for the name of a paper: one sign, so that its words part no slots. */
const paperSign = "\ufff9";

interface Phrase {
  readonly pattern: RegExp;
  readonly slots: readonly Slot[];
  readonly speaker: string;
  /** What the person must have answered to the quoted words; undefined: the phrase says nothing of that. */
  readonly answer: AssertionAnswer | undefined;
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/gu, "\\$&");

const answers: Readonly<Record<string, AssertionAnswer>> = {
  RIGHT: AssertionAnswer.RIGHT,
  WRONG: AssertionAnswer.WRONG,
  RESTS: AssertionAnswer.RESTS,
  DONE: AssertionAnswer.DONE,
  UNKNOWN: AssertionAnswer.UNKNOWN,
};

/** Behind the quotations. */
const behind: ReadonlyMap<string, AssertionAnswer | undefined> = new Map(
  phrases.behind.map(({ words, answer }) => [words, answers[answer]]),
);

const before: readonly Phrase[] = phrases.before.map(({ words, speaker, answer }) => {
  const parts = words.split(/\{(\w+)\}/u);
  const pattern = parts
    .map((part, at) => (at % 2 === 0 ? escaped(part).replaceAll(" ", "\\s+") : part === "paper" ? paperSign : "(.+?)"))
    .join("");
  return {
    pattern: new RegExp(`^${pattern}$`, "du"),
    slots: parts.filter((part, at) => at % 2 === 1 && part !== "paper") as Slot[],
    speaker,
    answer: answer === undefined ? undefined : answers[answer],
  };
});

/**
 * Whether a sentence says something of what it cites in words of its own: then whoever confirms it compares it with them. Not what
 * only brings quotations, nor what says a statement as its author gave it.
 */
export const isReworded = (sentence: Sentence, book: Book): boolean => {
  const { cited } = sentence;
  if (cited.length === 0 || !cited.some(({ entry }) => hasWords(entry))) return false;
  return !isFramed(sentence, book) && !isAsGiven(sentence);
};

const hasWords = ({ span, evidence }: LedgerEntry): boolean =>
  (span?.excerpt ?? "") !== "" || evidence?.evidence.case === "statement" || evidence?.evidence.case === "search";

/** The words of the statement it cites, and no others; where they answer a question of the letter, perhaps behind the question. */
const isAsGiven = ({ text, cited, answer }: Sentence): boolean => {
  const words = bare(text.slice(answer));
  return (
    cited.every(({ entry }) => entry.evidence?.evidence.case === "statement") &&
    cited.some(({ said }) => bare(said) === words)
  );
};

const bare = (text: string): string =>
  onOneLine(text)
    .replace(/[.\s]+$/u, "")
    .toLowerCase();

/**
 * Whether a sentence says nothing of its own: it quotes, and all that stands outside its quotation marks are phrases that say whose
 * words follow, with speaker, day, title and address as the quoted source has them, or behind them what the person answered to the
 * letter. A sentence without a quotation says something of its own.
 */
const isFramed = (sentence: Sentence, book: Book): boolean => {
  const { quotations, rest } = sentence.scanned;
  const [first] = quotations;
  if (!first) return false;
  const isLed = quotations.every(({ words, start }, at) => {
    const sources = sentence.cited.filter(
      ({ entry, said }) => entry.span && stands(words, [entry.span]) && isWhole(words, said),
    );
    const from = quotations[at - 1]?.end ?? 0;
    return sources.length > 0 && leads(sentence, book, sources, { from, to: start, isFurther: at > 0 });
  });
  const last = quotations.at(-1) ?? first;
  return isLed && partsOf(rest, last.end, rest.length).every(({ text }) => isAnswer(text, sentence, book));
};

/** Between two quotations may stand what is answered to the former, and what leads to the latter; in a list, nothing. */
const leads = (
  sentence: Sentence,
  book: Book,
  sources: readonly Source[],
  { from, to, isFurther }: { readonly from: number; readonly to: number; readonly isFurther: boolean },
): boolean => {
  const parts = partsOf(sentence.scanned.rest, from, to);
  const lead = parts.at(-1);
  if (!lead) return isFurther;
  if (!parts.slice(0, -1).every(({ text }) => isAnswer(text, sentence, book))) return false;
  return sources.some((source) =>
    leadsOf(lead, source).some((one) => before.some((phrase) => fits(phrase, one, source, sentence, book))),
  );
};

/** A lead as it stands, and where it calls the source's paper by name, with a sign in place of that name. */
interface Lead extends Held {
  /** Where the sign stands, in UTF-16 units of the lead, and how much longer the name is; absent: there is none. */
  readonly named?: { readonly at: number; readonly more: number };
}

const leadsOf = (lead: Held, { title, entry: { evidence } }: Source): Lead[] => {
  const iso = evidence?.evidence.case === "document" ? evidence.evidence.value.occurredAtIso : "";
  const names = paperNames(title, iso).flatMap((name) => {
    const at = lead.text.toLowerCase().indexOf(name.toLowerCase());
    if (at < 0) return [];
    const text = `${lead.text.slice(0, at)}${paperSign}${lead.text.slice(at + name.length)}`;
    return [{ ...lead, text, named: { at, more: name.length - paperSign.length } }];
  });
  return [lead, ...names];
};

const paperNames = (title: string, iso: string): string[] =>
  (["nl", "en"] as const).flatMap((locale) => {
    const name = title === "" ? undefined : paperNameOf(title, iso, locale);
    return name ? [name.definite, name.bare] : [];
  });

/** The clauses of a stretch, without the marks that part them and without quotations. A full stop parts them before a capital or the end, not behind an initial. */
const partsOf = (rest: string, from: number, to: number): Held[] =>
  Array.from(
    rest.slice(from, to).matchAll(/(?:[^.;\ufffc]|(?<=(?<!\p{L})\p{Lu})\.|\.(?!\s+\p{Lu}|\s*(?:\ufffc|$)))+/gu),
    ({ 0: whole, index }) => {
      const text = whole.replace(/[\s:,]+$/u, "");
      const lead = /^[\s,]*/u.exec(text)?.[0].length ?? 0;
      return { text: text.slice(lead), start: from + index + lead, end: from + index + text.length };
    },
  ).filter(({ text }) => text !== "");

const isAnswer = (text: string, sentence: Sentence, book: Book): boolean => {
  const answer = behind.get(fold(text));
  return answer !== undefined && isAnswered(answer, sentence, book);
};

/**
 * Whether the person answered so to all that is quoted: each entry belongs to the claim that answers it. What is only noted may be what
 * was said to be unknown: that concedes as little.
 */
const isAnswered = (answer: AssertionAnswer, { cited }: Sentence, { claims }: Book): boolean => {
  const fits = new Set(answer === AssertionAnswer.RESTS ? [answer, AssertionAnswer.UNKNOWN] : [answer]);
  return cited.every(({ entry }) => claims.get(entry.claimId)?.answers.some((one) => fits.has(one.answer)) ?? false);
};

const fits = (phrase: Phrase, lead: Lead, source: Source, sentence: Sentence, book: Book): boolean => {
  const found = phrase.pattern.exec(lead.text.toLowerCase());
  if (!found || !isSpeaker(phrase.speaker, source, book)) return false;
  if (phrase.answer !== undefined && !isAnswered(phrase.answer, sentence, book)) return false;
  return phrase.slots.every((slot, at) => {
    const [start, end] = found.indices?.[at + 1] ?? [0, 0];
    const text = lead.text.slice(start, end);
    const from = lead.start + (lead.named && start > lead.named.at ? lead.named.more : 0);
    return holds[slot]({ text, start: from + start, end: from + end }, source, sentence, book);
  });
};

const isSpeaker = (said: string, { speaker }: Source, { cast }: Book): boolean => {
  if (said === "READER") return cast.sideOfSpeaker(speaker) === cast.addressee;
  if (said === "AUTHOR") return cast.sideOfSpeaker(speaker) === PartyRole.AUTHOR;
  return true;
};

const holds: Readonly<Record<Slot, (held: Held, source: Source, sentence: Sentence, book: Book) => boolean>> = {
  day: ({ start, end }, { spokenDays, ownDays }, { tokens }) =>
    tokens.some(
      (token) =>
        token.kind === "date" &&
        token.start === start &&
        token.end === end &&
        saysDayInWords(spokenDays.length > 0 ? spokenDays : ownDays, [], token.day),
    ),
  speaker: ({ text, start, end }, { speaker }, { tokens }, { cast }) =>
    speaker !== "" &&
    tokens.some((token) => {
      // Initials may stand in front of the name that is read; where the source has some, they are the same.
      const initials = /^(?:\p{Lu}\.\s?)+/u.exec(text)?.[0] ?? "";
      const isAll = token.end === end && (token.start === start || token.start === start + initials.length);
      if (!isAll || (/(?<!\p{L})\p{L}\./u.test(speaker) && !speaker.includes(fold(initials.trim())))) return false;
      const side = cast.sideOfSpeaker(speaker);
      if (token.kind === "role") return side !== undefined && cast.roleOf(token.role) === side;
      if (token.kind !== "name") return false;
      const party = cast.partyOfSpeaker(speaker);
      return isNamedIn(token.names, speaker) || (party !== undefined && cast.partyNamed(token.names) === party);
    }),
  // The marks of an answer before a subject are a mail program's: `Re: Borg` is the mail `Borg`.
  title: ({ text }, { title }) =>
    title !== "" && [...namesOf(title), bareSubject(title)].some((name) => fold(name) === fold(text)),
  law: ({ text }, { entry: { span, address, evidence } }) =>
    [span?.address, address, evidence?.evidence.case === "law" ? evidence.evidence.value.address : ""].some(
      (one) => one !== undefined && one !== "" && fold(one) === fold(text),
    ),
};
