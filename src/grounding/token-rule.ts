import { SentenceKind } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { PartyRole } from "../../gen/pincite/memo/v1/party_pb.ts";
import { DraftRule, Remedy_Kind } from "../../gen/pincite/run/v1/look_pb.ts";
import { letterForms } from "../letter/forms.ts";
import { type AnsweredLetter, type Book, isAsking } from "./book.ts";
import { derive } from "./derive.ts";
import type { Mending, Refusal, SeenDerivation } from "./finding.ts";
import { isoDay, type PartialDay, weekdayOfDay } from "./language/calendar.ts";
import { isDecisionNoun, paperNoun } from "./language/paper-nouns.ts";
import { grammarsFor } from "./language/tongue.ts";
import { fold } from "./language/words.ts";
import type { Side } from "./parties.ts";
import type { Sentence } from "./sentence.ts";
import { type Source, wholeDays } from "./source.ts";
import { bareSaying, endOfUnsaid, isUncounted, type Saying, sameRole, saysToken } from "./support.ts";
import { dayOf } from "./tokens/dates.ts";
import { measureOf } from "./tokens/measures.ts";
import { readTokens } from "./tokens/read-tokens.ts";
import type { Token } from "./tokens/token.ts";

const ruleOf: Readonly<Record<Token["kind"], DraftRule>> = {
  date: DraftRule.DATE,
  weekday: DraftRule.DATE,
  time: DraftRule.TIME,
  daypart: DraftRule.TIME,
  sum: DraftRule.SUM,
  number: DraftRule.NUMBER,
  reference: DraftRule.REFERENCE,
  name: DraftRule.NAME,
  role: DraftRule.ROLE,
};

/** Tokens that the sentence may not say, those it derives, and the terms it sets in a request. */
export interface TokenFindings {
  readonly refused: readonly Refusal[];
  readonly derivations: readonly SeenDerivation[];
  /** Terms of a request that its claim does not hold. */
  readonly terms: readonly Token[];
}

/** Each token of the sentence must stand in what it cites, whatever the sentence is called. */
export const tokenFindings = (sentence: Sentence, book: Book): TokenFindings => {
  const own = isAsking(sentence.claim, book) ? claimTokens(sentence, book) : undefined;
  const refused: Refusal[] = [];
  const derivations: SeenDerivation[] = [];
  const terms: Token[] = [];
  for (const token of sentence.tokens) {
    const dated = datedWeekday(token, sentence.tokens, sentence.scanned.rest, sentence.cited.flatMap(wholeDays));
    if (dated === true) continue;
    if (dated === false) {
      refused.push({ rule: DraftRule.DATE, start: token.start, end: token.end, remedy: { kind: Remedy_Kind.DROP } });
      continue;
    }
    if (token.kind === "daypart" && !isDated(token, sentence) && !sentence.cited.some(hasTime)) continue;
    if (isUncounted(token, sentence.cited)) continue;
    if (isCarried(token, sentence, book) || (own && saysToken(own, token) && isOwn(token, sentence, book))) continue;
    const before = sentence.scanned.rest.slice(Math.max(0, token.start - 30), token.start);
    const derived = derive(token, sentence.cited, before);
    if (!derived && countsItsOwn(token, sentence.scanned.rest)) continue;
    if (derived) derivations.push({ start: token.start, end: token.end, derived });
    else if (isTerm(token, sentence, book) && !setsTerm(own, sentence)) terms.push(token);
    else if (token.kind !== "role" || roleMatters(token, sentence, book))
      refused.push({
        rule: ruleOf[token.kind],
        start: token.start,
        end: endOfUnsaid(sentence.scanned.rest, token, sentence.cited),
        remedy: remedyFor(token, sentence, book),
      });
  }
  return { refused, derivations, terms };
};

/** A part of a day without its day tells a habit ("'s ochtends"), which only a time of the evidence can belie. */
const isDated = ({ start, end }: Token, { tokens, scanned }: Sentence): boolean =>
  /van$/iu.test(scanned.rest.slice(start, start + 3)) ||
  // "Die avond", "in the morning of that day": a day that is pointed at.
  /(?<!\p{L})(?:die|dezelfde|that|the\s+same)\s+$/iu.test(scanned.rest.slice(0, start)) ||
  /^\s+(?:van|of)\s+(?:die|dezelfde|that|the\s+same)\s+(?:dag|day)(?!\p{L})/iu.test(scanned.rest.slice(end)) ||
  tokens.some(
    (one) =>
      (one.kind === "date" || one.kind === "weekday") &&
      /^\s*(?:(?:in|van|de|op|'s|of|on|the)\s+){0,3}$/iu.test(
        scanned.rest.slice(Math.min(end, one.end), Math.max(start, one.start)),
      ),
  );

const hasTime = ({ tokens }: Source): boolean => tokens.some(({ kind }) => kind === "time" || kind === "daypart");

/** Whether a weekday is that of the date behind it, by the calendar; undefined: no date stands there. */
export const datedWeekday = (
  token: Token,
  tokens: readonly Token[],
  text: string,
  days: readonly number[] = [],
): boolean | undefined => {
  // Above Saturday stand feasts, whose day of the year the calendar of weeks does not tell.
  if (token.kind !== "weekday" || token.weekday > 6) return undefined;
  const date = tokens.find(
    ({ kind, start }) =>
      kind === "date" && start >= token.end && /^[\s,]*(?:the\s+)?$/u.test(text.slice(token.end, start)),
  );
  const day = date && dayOf(date);
  if (day !== undefined) return weekdayOfDay(day) === token.weekday;
  // Without its year it is the day of that date which the cited words have.
  const meant = date?.kind === "date" ? days.filter((one) => isOnDate(one, date.day)) : [];
  return meant.length === 0 ? undefined : meant.some((one) => weekdayOfDay(one) === token.weekday);
};

const isOnDate = (days: number, { month, day }: PartialDay): boolean => {
  const date = new Date(days * 86_400_000);
  return date.getUTCMonth() + 1 === month && date.getUTCDate() === day;
};

const isCarried = (token: Token, sentence: Sentence, book: Book): boolean =>
  (isFree(token, book) && !isInRuling(token, sentence)) ||
  sentence.cited.some((source) => saysToken(source, token)) ||
  (token.kind === "role" && sentence.cited.some((source) => hasRoleWord(token.role, claimWordsOf(source, book)))) ||
  (isLetterName(token, sentence.scanned.rest) && book.letters.some((letter) => isLetters(token, letter)));

/** Parties and their roles may be named anywhere. */
const isFree = (token: Token, { cast }: Book): boolean => {
  if (token.kind === "name") return cast.isName(token.names);
  if (token.kind === "role") return cast.isRole(token.role);
  return token.kind === "reference" && cast.isAddress(token.key);
};

/** What a court did is told by its ruling alone: a party of this case whom the ruling does not name was not its party. */
const isInRuling = (token: Token, { acts, cited }: Sentence): boolean =>
  token.kind === "name" &&
  cited.length > 0 &&
  cited.every(({ isLaw }) => isLaw) &&
  acts.some(({ clause }) => clause.start <= token.start && token.end <= clause.end);

const hasRoleWord = (role: string, words: ReadonlySet<string>): boolean =>
  role.split(" ").every((noun) => [...words].some((word) => sameRole(word, noun)));

/** Words of the confirmed claim of an entry; none where its binding has a look that nobody has named. */
export const claimWordsOf = (source: Source, book: Book): ReadonlySet<string> => {
  if (book.input.doubtedBindings?.has(source.entry.bindingId)) return new Set();
  return new Set((book.claims.get(source.entry.claimId)?.text ?? "").match(/\p{L}+/gu)?.map(fold) ?? []);
};

/**
 * A request that stands for a demand of the person says what she wants, and any request may set a term. What else it names
 * must stand somewhere in the record: words of a claim are no evidence, its own neither.
 */
const isOwn = (token: Token, sentence: Sentence, book: Book): boolean =>
  (sentence.claim?.demandSha256 ?? "") !== "" ||
  isTerm(token, sentence, book) ||
  [...book.entries.values()].some((entry) => saysToken(book.sourceOf(entry), token));

/** The sentence's own claim as a source of tokens. */
const claimTokens = ({ claim }: Sentence, { known }: Book): Saying | undefined => {
  if (claim === undefined) return undefined;
  const tokens = readTokens(claim.text, { grammars: grammarsFor(claim.text, ""), known });
  const text = fold(claim.text);
  return bareSaying({ tokens, namings: [text], words: new Set(text.match(/\p{L}+/gu) ?? []) });
};

/** What stands between the noun of a letter and its day or reference, which is how one calls it ("uw brief van 9 december 2025"). */
const behindNoun =
  /(?<!\p{L})(?<noun>\p{L}[\p{L}-]*)\.?[\s,]*(?:\([^)]*|(?:van|of|d\.?d\.?|dated|met|with|your|uw|ons|nr\.?|no\.?|:|\p{L}+dag|\p{L}+day|,|\s)*)$/iu;
const isLetterName = (token: Token, text: string): boolean => {
  if (token.kind !== "date" && token.kind !== "reference" && token.kind !== "weekday") return false;
  const noun = fold(behindNoun.exec(text.slice(Math.max(0, token.start - 60), token.start))?.groups?.noun ?? "");
  return paperNoun(noun) === "paper" || isDecisionNoun(noun) || isReferenceLabel(noun);
};

/** What stands before the number by which its writer keeps a letter, as the heads of letters have it. */
const isReferenceLabel = (noun: string): boolean =>
  ["writer-reference", "reader-reference"].includes(letterForms.labelOf.get(noun) ?? "");

/** Whether a token is the day or the reference of a letter that is answered. */
export const isLetters = (token: Token, { day, reference }: AnsweredLetter): boolean => {
  if (token.kind === "reference") return reference !== "" && fold(reference).replaceAll(/[\s-]/gu, "") === token.key;
  const written = isoDay(day);
  if (written === undefined) return false;
  return saysToken(bareSaying({ ownDays: [written] }), token);
};

/** A term that the author sets in a request: a day or a period behind `binnen`, `uiterlijk`, `before`. */
const isTerm = (token: Token, sentence: Sentence, book: Book): boolean => {
  const isPeriod = token.kind === "number" && measureOf(token.units) !== undefined;
  if (!isPeriod && token.kind !== "date" && token.kind !== "weekday" && token.kind !== "time") return false;
  const before = sentence.scanned.rest.slice(Math.max(0, token.start - 28), token.start);
  const asks =
    isAsking(sentence.claim, book) || sentence.grammars.some((grammar) => grammar.requests.test(sentence.scanned.rest));
  return asks && sentence.grammars.some((grammar) => new RegExp(`${grammar.terms.source}[^.;:]*$`, "iu").test(before));
};

/** `drie afspraken: a, b en c`: the sentence counts what it lists itself behind a colon. */
const countsItsOwn = (token: Token, text: string): boolean => {
  if (token.kind !== "number" || token.isPercent || measureOf(token.units) !== undefined) return false;
  const listed = /^\s*(?:\p{L}+\s+){0,3}?\p{L}+\s*:(?<list>[^:;]+)$/u.exec(text.slice(token.end))?.groups?.list;
  return listed !== undefined && listed.split(/,\s|\s(?:en|and)\s/u).length === token.value;
};

/** Whether the claim or a confirmed statement sets a term itself: then another one is no term of the author's. */
const setsTerm = (own: Saying | undefined, { cited }: Sentence): boolean => {
  const statements = cited.filter(({ entry }) => entry.evidence?.evidence.case === "statement");
  return [...(own ? [own] : []), ...statements].some(({ tokens }) =>
    tokens.some((token) => token.kind === "date" || (token.kind === "number" && measureOf(token.units) !== undefined)),
  );
};

/** A role that nothing carries is refused where something is stated of it; in a duty or a question it is anybody's. */
const roleMatters = (token: Extract<Token, { kind: "role" }>, sentence: Sentence, book: Book): boolean => {
  const clause = sentence.clauses.find(({ start, end }) => start <= token.start && token.end <= end);
  if (clause === undefined || sentence.open.has(clause)) return false;
  // Somebody of the record under a title of the record: whether it is the right one is for the look on the act.
  if ([...book.entries.values()].some((entry) => saysToken(book.sourceOf(entry), token))) return false;
  // A paper by somebody of whom the run knows no role: "de expert" of a report is whoever wrote it.
  const papers = sentence.cited.filter(({ isDocument }) => isDocument);
  const isAlone = papers.length > 0 && papers.every((one) => isOfUnknownRole(one, book));
  if (isAlone && isOfNoPart(book.cast.roleOf(token.role)) && sentence.draft.kind !== SentenceKind.CONNECTIVE)
    return false;
  return (
    sentence.acts.some((act) => act.clause.start <= token.start && token.end <= act.clause.end) ||
    sentence.cited.some(({ isLaw }) => !isLaw)
  );
};

const isOfNoPart = (role: Side): boolean => role === undefined || role === PartyRole.UNSPECIFIED;
const isUnsided = (side: Side): boolean => side === undefined || side === PartyRole.THIRD;

const isOfUnknownRole = ({ speaker }: Source, { cast }: Book): boolean =>
  speaker !== "" && isUnsided(cast.sideOfSpeaker(speaker));

/** An entry of the ledger that says it, those of the same claim first; else it cannot stay. */
const remedyFor = (token: Token, sentence: Sentence, book: Book): Mending => {
  const able = [...book.entries.values()]
    .filter((entry) => entry.bindingId !== "" && saysToken(book.sourceOf(entry), token))
    .toSorted((a, b) => Number(b.claimId === sentence.draft.claimId) - Number(a.claimId === sentence.draft.claimId))
    .map(({ entryId }) => entryId);
  return able.length > 0 ? { kind: Remedy_Kind.CITE_ENTRY, entryIds: able.slice(0, 5) } : { kind: Remedy_Kind.DROP };
};
