import { deniesAnything, firstNegation } from "#kit/denial.ts";
import { Principal_Kind } from "../../../gen/pincite/audit/v1/audit_meta_pb.ts";
import type { EvidenceCandidate } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { LedgerEntry } from "../../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { type Look, LookCode } from "../../../gen/pincite/run/v1/look_pb.ts";
import { MatchKind, SpanFlag, type SpanRef, Voice } from "../../../gen/pincite/span/v1/span_pb.ts";
import {
  calendarDays,
  calendarMonths,
  claimTokens,
  maySameDay,
  numberedDays,
  saysToken,
} from "../../grounding/claim-tokens.ts";
import {
  contentWords,
  haveNothingInCommon,
  sameLanguage,
  shareContent,
  speakOfSame,
} from "../../grounding/content-words.ts";
import { contradictedIn } from "../../grounding/denial.ts";
import { Cast } from "../../grounding/parties.ts";
import { fold, isoDay, isoOf, relativeDays } from "../../grounding/reading.ts";
import { isNobodys } from "../../span/nobodys.ts";
import { withChosenWords } from "../choices.ts";
import { entryParts } from "../items.ts";
import type { DecisionInput, Material } from "../kernel.ts";
import { claimSights } from "./claim-sights.ts";
import { deniedSights } from "./denied-letter.ts";
import { inCodePoints, looksOf, type Sight } from "./look.ts";
import { validitySights } from "./on-bindings.ts";
import {
  authorOf,
  type Bound,
  boundIn,
  claimDays,
  daysIn,
  isDocument,
  makerOf,
  ownDay,
  speakerSights,
  speaksOfPaper,
  writerOf,
} from "./source.ts";
import { asksForView, fitsTemplate } from "./template.ts";
import { claimTokenSights } from "./token-sights.ts";

/** A quote with its binding. */
interface Quoted extends Bound {
  readonly entry: LedgerEntry;
  readonly span: SpanRef;
}

/**
 * Looks on quotes, which a person must name one by one, by entry_id: what their words, speakers and days show. `named`: codes that
 * stand on the binding, by binding_id; a look that was named there is not asked again.
 */
export const quoteLooks = (
  input: DecisionInput,
  entries: readonly LedgerEntry[],
  named: ReadonlyMap<string, ReadonlySet<LookCode>>,
): ReadonlyMap<string, Look[]> => {
  const bindings = (input.material.needMap?.bindings ?? []).map(withChosenWords(input));
  const known = new Map(boundIn(input, bindings).map((bound) => [bound.binding.bindingId, bound]));
  const quotes = entries.flatMap((entry): Quoted[] => {
    const bound = known.get(entry.bindingId);
    return bound && entry.span ? [{ ...bound, entry, span: entry.span }] : [];
  });
  // Words of somebody else than the author are other words than the binding was looked at for.
  const before = ({ entry, span }: Quoted) => (isOthers(span) ? undefined : named.get(entry.bindingId));
  const seen = new Map(
    quotes.map((quote) => [quote, sightsOn(input, quote, quotes).filter(({ code }) => !before(quote)?.has(code))]),
  );
  const isAsked = (quote: Quoted): boolean =>
    (seen.get(quote)?.length ?? 0) + (named.get(quote.entry.bindingId)?.size ?? 0) > 0;
  return new Map(
    quotes.map((quote) => {
      const { entry } = quote;
      const looked = { itemId: entry.entryId, content: entryParts(entry) };
      const sights = [
        ...(seen.get(quote) ?? []),
        ...wholeSights(input, quote, quotes, isAsked),
        ...machineSights(quote.span),
      ];
      return [
        entry.entryId,
        looksOf(
          input.sha256,
          looked,
          sights.map((sight) => onSpan(sight, quote.span)),
        ),
      ];
    }),
  );
};

const onSpan = (sight: Sight, { excerptSha256 }: SpanRef): Sight => ({ ...sight, spanDigest: excerptSha256 });

/** Whether a picture says what a machine read on it is for a person to see, whatever else was asked, and whoever chose the words. */
const machineSights = ({ matchKind, startChar, corrected }: SpanRef): Sight[] =>
  matchKind === MatchKind.MACHINE_READ
    ? [
        { code: LookCode.MACHINE_READ },
        ...corrected.map((one) => ({
          code: LookCode.CORRECTED,
          place: { startChar: one.startChar - startChar, endChar: one.endChar - startChar },
        })),
      ]
    : [];

/** A signature, a head or an attribution line is no candidate; a program can choose one all the same. */
const unsaidSights = ({ flags }: SpanRef): Sight[] =>
  flags.includes(SpanFlag.NOTHING_SAID) ? [{ code: LookCode.NOTHING_SAID }] : [];

const sightsOn = (input: DecisionInput, quote: Quoted, quotes: readonly Quoted[]): Sight[] => {
  const names = namesIn(input);
  const { profile } = input.material;
  const words = [...sharedSights(quote, quotes, names, profile), ...wordSights(quote, names)];
  if (!isDocument(quote)) return [...words, ...validitySights(quote.span.validity)];
  return [
    ...unsaidSights(quote.span),
    ...voiceSights(input, quote),
    ...words,
    ...denialSights(quote, profile),
    ...daySights(quote, quotes),
    ...tokenSights(input, quote, quotes),
  ];
};

/** Documents in which several may speak and nobody need have written. */
const voiced: ReadonlySet<string> = new Set(["chat", "text"]);
const othersVoices: readonly Voice[] = [Voice.QUOTED, Voice.FORWARDED, Voice.PARTY, Voice.EDITOR];

/** Whether words are somebody else's than the author's of the document they stand in. */
export const isOthers = (span: SpanRef): boolean => othersVoices.includes(span.voice) || isNobodys(span);

/** Who speaks: the document's author, or whoever is quoted in it. */
const voiceSights = (input: DecisionInput, quote: Quoted): Sight[] => {
  const { candidate, span } = quote;
  const parties = input.material.intent?.parties ?? [];
  const isOther = isOthers(span);
  // The header has an address where a segment may only have a name.
  const speaker = isOther ? span.speaker : writerOf(candidate, input.material.letterReading) || span.speaker;
  // A chat and minutes have no author whose words they could be taken for.
  const isVoice = voiced.has(candidate?.docType ?? "") && authorOf(candidate) === "" && span.speaker !== "";
  // Who speaks stood beside the words that a person pointed at.
  const quoted: Sight[] =
    isOther && !isVoice && !isPointedAt(quote) ? [{ code: LookCode.QUOTED_FROM_OTHER, rest: [span.speaker] }] : [];
  return [...speakerSights(quote, speaker, parties), ...deniedSights(quote, span.excerpt, input.material), ...quoted];
};

/**
 * The same words for several claims: seen where they have nothing of the matter. A promise and its breach are two claims of
 * one matter, and a message is itself the proof that it was sent: words may serve two slots of one claim.
 */
const sharedSights = (
  quote: Quoted,
  quotes: readonly Quoted[],
  names: ReadonlySet<string>,
  profile: Material["profile"],
): Sight[] => {
  const { slot, span, binding } = quote;
  const isOfMatter = speaksOfMatter(quote, names) === true;
  const others = quotes.filter(
    (other) =>
      other.slot.slotId !== slot.slotId &&
      overlaps(other.span, span) &&
      !isOfMatter &&
      other.binding.claimId !== binding.claimId,
  );
  // Every assertion of the person who is asked fits a slot that asks for it: who speaks is seen apart.
  // A person who pointed at the words for this slot knows that they serve another as well.
  if (others.length === 0 || isPointedAt(quote)) return [];
  if (asksForView(slot, profile) || fitsTemplate(slot, span.excerpt)) return [];
  return [
    { code: LookCode.SPAN_SHARED, relatedIds: others.map(({ entry }) => entry.entryId), rest: [slot.templateName] },
  ];
};

const overlaps = (a: SpanRef, b: SpanRef): boolean =>
  a.sourceDigest === b.sourceDigest && a.startChar < b.endChar && b.startChar < a.endChar;

/** A person who pointed at words had claim and words before her: that they are other words for the same is not asked again. */
const isPointedAt = ({ binding: { locator, locatedBy }, span }: Quoted): boolean =>
  locatedBy?.kind === Principal_Kind.USER && onOneLine(locator?.exactQuote ?? "") === onOneLine(span.excerpt);

const onOneLine = (text: string): string => text.replace(/\s+/gu, " ").trim();

const wordSights = (quote: Quoted, names: ReadonlySet<string>): Sight[] =>
  sameLanguage(quote.claimText, quote.span.excerpt) &&
  !speaksOfPaper(quote.claimText, ownDay(quote.candidate)) &&
  isOfOther(quote, names)
    ? [{ code: LookCode.NO_COMMON_WORD }]
    : [];

/** Whether words speak of something else; where a person pointed at them, only whether nothing at all is in common with them or around them. */
const isOfOther = (quote: Quoted, names: ReadonlySet<string>): boolean => {
  if (isRowOfDay(quote)) return false;
  if (!isPointedAt(quote)) return speaksOfMatter(quote, names) === false;
  const around = isRow(quote) ? quote.span.excerpt : aroundOf(quote);
  return (
    (!sharesToken(quote.claimText, around) && haveNothingInCommon(quote.claimText, around)) ||
    isSaidBeside(quote, names)
  );
};

/**
 * Whether words say nothing of a claim and what stands beside them says most of it: whoever pointed at "die heb ik zelf vastgezet" may
 * have meant the sentence before it. An answer that says something of the claim itself is left alone.
 */
const isSaidBeside = ({ claimText, span }: Quoted, names: ReadonlySet<string>): boolean => {
  if (sharesToken(claimText, span.excerpt) || shareContent(claimText, span.excerpt) === true) return false;
  const sought = rootsIn(claimText, names);
  const shared = (text: string): number => [...sought].filter((root) => rootsIn(text, names).has(root)).length;
  const beside = Math.max(shared(span.shownBefore), shared(span.shownAfter));
  return beside >= besideLeast && beside * 2 >= sought.size;
};

/** One word of many any two papers of a case share. */
const besideLeast = 2;

const rootsIn = (text: string, names: ReadonlySet<string>): ReadonlySet<string> =>
  new Set(
    contentWords(text).flatMap(({ root, start, end }) => (names.has(fold(text.slice(start, end))) ? [] : [root])),
  );

/** A line that begins with what it is about, as records have them (`Vloer woonkamer: krassen`): the lines beside it are about other things. */
const isRow = ({ span }: Quoted): boolean => /^\s*\p{Lu}[\p{L}\d ]{2,40}:\s+\S/u.test(span.excerpt);

/** A row of a table on a day that the claim names: which payment of that day it is, a bank writes in few words. */
const isRowOfDay = ({ claimText, span }: Quoted): boolean =>
  span.speaker === "" &&
  !isOthers(span) &&
  daysIn(span.segmentDateText).some(({ value }) => calendarDays(claimText).some((day) => maySameDay(day.value, value)));

/**
 * Words with what a reader sees around them: the text before and after, who says them and by which address, and what their paper is
 * called, unless that is no more than the name of its file.
 */
const aroundOf = ({ span, candidate }: Quoted): string => {
  const title = candidate?.title ?? "";
  const called = fileName.test(title) ? "" : title;
  return [span.shownBefore, span.excerpt, span.shownAfter, span.speaker, makerOf(candidate), called].join(" ");
};
const fileName = /^\S.*\.\p{L}[\p{L}\d]{1,4}$/u;

/** Whether words speak of what the claim speaks of: a number, sum or day that both name is as much in common as a word. */
const speaksOfMatter = ({ claimText, span }: Quoted, names: ReadonlySet<string>): boolean | undefined =>
  sharesToken(claimText, span.excerpt) || speakOfSame(claimText, span.excerpt, names);

const sharesToken = (claimText: string, text: string): boolean =>
  claimTokens(claimText).some((token) => !isYear(token.value) && saysToken(token, [text])) ||
  calendarMonths(claimText).some((month) => calendarMonths(text).includes(month)) ||
  sharesNumberedDay(claimText, text) ||
  calendarDays(claimText).some((day) =>
    calendarDays(text).some(({ value }) => value.slice(-5) === day.value.slice(-5)),
  );

/** A day that one of two texts names by its number alone (`by the 25th`) and the other too. */
const sharesNumberedDay = (claimText: string, text: string): boolean => {
  const [claimed, said] = [numberedDays(claimText), numberedDays(text)];
  return claimed.alone.some((day) => said.all.includes(day)) || said.alone.some((day) => claimed.all.includes(day));
};

/** Two texts that name the same party speak of the same person, and of whatever. */
const namesIn = ({ material: { intent } }: DecisionInput): ReadonlySet<string> =>
  new Set(new Cast(intent?.parties ?? [], intent?.audience ?? "").words);

/** Two texts of one year have nothing in common by that. */
const isYear = (value: string): boolean => /^(?:19|20)\d\d$/u.test(value);

/** The words deny what the claim speaks of, or what it denies by a word of its own; or the claim denies what they say, and nothing in them does. */
const denialSights = ({ slot, claimText, span }: Quoted, profile: Material["profile"]): Sight[] => {
  if (asksForView(slot, profile) || !saysMostOf(span.excerpt, claimText)) return [];
  const denied = contradictedIn(span.excerpt, claimText);
  const lost = firstNegation(claimText);
  if (!denied && lost && !deniesAnything(span.excerpt))
    return [{ code: LookCode.NEGATION_LOST, place: inCodePoints(claimText, lost) }];
  return denied ? [{ code: LookCode.WORDS_DENY, place: inCodePoints(span.excerpt, denied) }] : [];
};

/** Whether words say at least half of what a claim says: what they deny of other things denies nothing of it ("hoeft er niet voor 1 december te zijn"). */
const saysMostOf = (words: string, claim: string): boolean => {
  const roots = new Set(contentWords(words).map(({ root }) => root));
  const sought = new Set(contentWords(claim).map(({ root }) => root));
  return [...sought].filter((root) => roots.has(root)).length * 2 >= sought.size;
};

const dayOf = ({ candidate, span }: Quoted): string => wordsDay(candidate, span);

/** Day of the words of a span: that of the quoted message or of the row, or of the document. Empty: not known. */
export const wordsDay = (candidate: EvidenceCandidate | undefined, span: SpanRef): string => {
  // A speaker in minutes speaks on their day: a text quotes no message of another.
  const isMinuted = candidate?.docType === "text" && span.voice === Voice.QUOTED && span.segmentDateText === "";
  const said = daysIn(span.segmentDateText)[0]?.value ?? "";
  // A row of a table has a day, and nobody speaks in it.
  return !isOthers(span) || isMinuted ? said || ownDay(candidate) || span.versionDate.slice(0, 10) : said;
};

/** The quotes of the same claim: together they are its evidence. */
const evidenceOf = ({ binding }: Quoted, quotes: readonly Quoted[]): Quoted[] =>
  quotes.filter((other) => other.binding.claimId === binding.claimId);

/**
 * A day of the claim that is neither the day of words it rests on nor stands in them. A slot that asks for a speaker must
 * have it itself where the claim names one day alone: the day is that of what was said.
 */
const daySights = (quote: Quoted, quotes: readonly Quoted[]): Sight[] => {
  const days = claimDays(quote);
  const isOwn = quote.slot.speakerRoles.length > 0 && new Set(days.map(({ value }) => value)).size === 1;
  const evidence = isOwn ? [quote] : evidenceOf(quote, quotes);
  if (!isOwn && evidence[0] !== quote) return [];
  const missing = days.find(
    (day) => !evidence.some((one) => daysOf(one).some((known) => maySameDay(known, day.value))),
  );
  if (!missing) return [];
  return [
    { code: LookCode.DAY_DIFFERS, place: inCodePoints(quote.claimText, missing), rest: [missing.value, dayOf(quote)] },
  ];
};

/** The day of the words, and those that they or the title of their paper name. */
const daysOf = (quote: Quoted): string[] => [
  dayOf(quote),
  ...[quote.span.excerpt, quote.candidate?.title ?? ""].flatMap((text) => calendarDays(text).map(({ value }) => value)),
  ...daysBySpeech(quote),
];

/** Days that the words name by the day on which they were said ("gisteren"), ISO 8601 dates. */
const daysBySpeech = (quote: Quoted): string[] =>
  relativeDays(quote.span.excerpt, [isoDay(dayOf(quote)) ?? []].flat()).flatMap((day) => isoOf(day) ?? []);

/** What the claim names and none of its evidence has; told once, on the first of its quotes. */
const tokenSights = (input: DecisionInput, quote: Quoted, quotes: readonly Quoted[]): Sight[] => {
  const evidence = evidenceOf(quote, quotes);
  if (evidence[0] !== quote) return [];
  return claimTokenSights(
    quote.claimText,
    evidence.map(({ entry }) => entry),
    input.material,
    evidence.every(isPointedAt),
  );
};

/** What the claim as a whole is not, asked only where nothing else asks: on the first of its quotes. */
const wholeSights = (
  input: DecisionInput,
  quote: Quoted,
  quotes: readonly Quoted[],
  isAsked: (quote: Quoted) => boolean,
): readonly Sight[] => {
  const evidence = evidenceOf(quote, quotes);
  if (evidence[0] !== quote || !isDocument(quote) || evidence.some(isAsked) || evidence.some(isPointedAt)) return [];
  return claimSights(
    input,
    quote,
    evidence.map(({ entry }) => entry),
  );
};
