import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { deniesAnything } from "#kit/denial.ts";
import { writtenDay } from "#kit/months.ts";
import type { LedgerEntry } from "../../../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import {
  DraftSentenceSchema,
  SentenceKind,
  type SentenceProposalSchema,
} from "../../../../gen/pincite/memo/v1/draft_text_pb.ts";
import type { SkeletonClaim } from "../../../../gen/pincite/memo/v1/skeleton_pb.ts";
import { ClaimAct } from "../../../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import type { TurnContext } from "../../../../gen/pincite/model/v1/model_call_pb.ts";
import { SlotKind } from "../../../../gen/pincite/run/v1/run_context_pb.ts";
import { Voice } from "../../../../gen/pincite/span/v1/span_pb.ts";
import { saidBy } from "../../../grounding/letter-signs.ts";
import { goneWords, placeOfWords } from "../../../grounding/required-words.ts";
import { familyName } from "../../../letter/names.ts";
import { authorOf } from "../../../run/seen.ts";
import { absenceClause, locationClause, quotableWords, quoteClause, tellerOf } from "./citing-clauses.ts";
import { dateIn } from "./dates.ts";
import { cut, localeOf, openEnd, plain, sentence, unquoted } from "./prose.ts";
import { refusedSentences } from "./refused-sentences.ts";
import { entryOf } from "./slot-views.ts";
import { isSpeakerAuthor, speakerName } from "./who-speaks.ts";

export type SentenceData = MessageInitShape<typeof SentenceProposalSchema>;

/** What a claim may cite: entries that were confirmed for it and have their words. */
export const entriesFor = (context: TurnContext, claim: SkeletonClaim): LedgerEntry[] =>
  (context.ledger?.entries ?? []).filter((entry) => entry.claimId === claim.claimId && isCitable(entry));

const isCitable = ({ entryId, slotKind, span, bindingId }: LedgerEntry): boolean =>
  entryId !== "" &&
  entryId.length <= 128 &&
  bindingId !== "" &&
  (slotKind !== SlotKind.QUOTE || (span?.excerpt ?? "") !== "");

/**
 * The sentence that makes a claim, with everything it rests on. A claim that needs evidence and has none is left out: the
 * draft says nothing that no entry carries. A claim that needs none is an argument. `question`: the question of the letter that it
 * answers, with what leads to it.
 */
export const sentencesFor = (context: TurnContext, claim: SkeletonClaim, question = ""): SentenceData[] => {
  const entries = entriesFor(context, claim);
  const words = question + claimWords(claim);
  if (claimWords(claim) === "") return [];
  if (entries.length === 0) return needsEvidence(context, claim) ? [] : bare(context, claim, argument(claim, words));
  const isAlone = sourcesAlone(context, claim) || sourcesSay(context, claim, entries);
  return chunksOf(entries, entriesMax).map((some, at) => {
    const said = citing(context, claim, at === 0 && !isAlone ? words : "", some);
    // What is answered is told all the same.
    return at === 0 && isAlone && question !== "" ? { ...said, text: cut(`${question}${said.text}`, 4000) } : said;
  });
};

/**
 * Whether the draft says only what the sources say of a claim: it says something that none of its entries has, a day, a sum,
 * somebody, a place, which a person saw and let stand, and the check of the draft would refuse its words.
 */
export const sourcesAlone = (context: TurnContext, { claimId }: SkeletonClaim): boolean => {
  const known = refusedClaims.get(context) ?? refusedIn(context);
  refusedClaims.set(context, known);
  return known.has(claimId);
};

/**
 * Whether the passages say a claim in its own words, so that a letter with both would say it twice: one has it word for word. Of what somebody
 * wrote, or a law says, each word of the claim that carries something stands in them or in what names their papers, and they deny no more than
 * it does. Of anything else that is not enough: "dit hotel heeft geen lift" proves that the other hotel had none, and is not that sentence.
 */
const sourcesSay = (context: TurnContext, claim: SkeletonClaim, entries: readonly LedgerEntry[]): boolean => {
  const { profile } = context;
  const quotes = entries.map(({ slotKind, span }) => (slotKind === SlotKind.QUOTE ? (span?.excerpt ?? "") : ""));
  if (!profile || entries.length > entriesMax || quotes.includes("")) return false;
  if (quotes.some((quote) => placeOfWords(quote, claim.text))) return true;
  if (quotes.some((quote) => deniesAnything(quote) !== deniesAnything(claim.text))) return false;
  const { text = "", kind = SentenceKind.FACT, entryIds = [], claimId = "" } = citing(context, claim, "", entries);
  const sentence = create(DraftSentenceSchema, { text, kind, claimId, entryIds: [...entryIds] });
  return goneWords(claim, [sentence], profile, new Set([sentence.sentenceId])).length === 0;
};

/** What was found of the claims of a turn: a draft asks more than once. */
const refusedClaims = new WeakMap<TurnContext, ReadonlySet<string>>();

/** Claims whose sentence the check refuses, and takes without the claim's own words. */
const refusedIn = (context: TurnContext): ReadonlySet<string> => {
  const said = (context.skeleton?.sections ?? []).flatMap(({ claims }) =>
    claims.flatMap((claim) => {
      const entries = entriesFor(context, claim).slice(0, entriesMax);
      const alone = citing(context, claim, "", entries);
      if (entries.length === 0 || alone.text === nothing) return [];
      return [{ claim, alone, whole: citing(context, claim, claimWords(claim), entries) }];
    }),
  );
  const whole = refusedSentences(
    context,
    said.map(({ whole }) => whole),
  );
  const left = said.filter((_, at) => whole.has(at));
  const alone = refusedSentences(
    context,
    left.map(({ alone }) => alone),
  );
  return new Set(left.filter((_, at) => !alone.has(at)).map(({ claim }) => claim.claimId));
};

/** The claim as the draft may say it: without quotation marks, which are for words of sources. */
export const claimWords = (claim: SkeletonClaim): string => unquoted(plain(claim.text, 1200)).trim();

const needsEvidence = (context: TurnContext, claim: SkeletonClaim): boolean => {
  const kind = context.profile?.claimKinds.find((one) => one.name === claim.claimKind);
  // Law is cited or not named: its slot may have been dropped because the law is not loaded.
  if (kind?.act === ClaimAct.CITES_LAW) return true;
  const needs = (context.needs?.sections ?? [])
    .flatMap((section) => section.claims)
    .find((one) => one.claimId === claim.claimId);
  if (needs) return needs.required.length + needs.optional.length > 0;
  return kind === undefined || kind.slots.length > 0;
};

/** The bare words of a claim; none where its kind asks for evidence, all of which was dropped, and the check refuses words that rest on nothing. */
const bare = (context: TurnContext, { claimKind }: SkeletonClaim, said: SentenceData): SentenceData[] => {
  const kind = context.profile?.claimKinds.find(({ name }) => name === claimKind);
  const asks = kind === undefined || kind.slots.length > 0;
  return asks && refusedSentences(context, [said]).size > 0 ? [] : [said];
};

/** A sentence that rests on nothing and states no fact. */
export const argument = (claim: SkeletonClaim, words: string): SentenceData => ({
  text: cut(sentence(words), 4000),
  kind: SentenceKind.ARGUMENT,
  claimId: claim.claimId,
  entryIds: [],
});

const citing = (
  context: TurnContext,
  claim: SkeletonClaim,
  words: string,
  entries: readonly LedgerEntry[],
): SentenceData => {
  const inPlace = words === "" ? "" : quotedInPlace(claim, entries);
  const room = Math.floor(2400 / entries.length);
  const clauses = entries
    .map((entry, at) => (isSaidBefore(entries, at) ? "" : clauseFor(context, entry, room, entries[at - 1])))
    .filter((clause) => clause !== "");
  const parts = inPlace !== "" ? [inPlace] : introduced(context, words, clauses, entries[0], room);
  return {
    text: `${cut(sentenceOf(parts), 3990)}`,
    kind: kindOf(entries),
    claimId: claim.claimId,
    entryIds: entries.map((entry) => entry.entryId),
  };
};

/** The same words of the same paper, for another slot of the claim: they are cited for both, and quoted once. */
const isSaidBefore = (entries: readonly LedgerEntry[], at: number): boolean =>
  entries
    .slice(0, at)
    .some(
      ({ span }) =>
        span !== undefined &&
        span.docUid === entries[at]?.span?.docUid &&
        span.startChar === entries[at]?.span?.startChar,
    );

/**
 * The claim introduces its first quotation where it tells whose words these are; the note behind it says where they stand. Words of
 * somebody else whom the claim does not name, a provision that it does not name, and further quotations say where they come from.
 */
const introduced = (
  context: TurnContext,
  words: string,
  clauses: readonly string[],
  first: LedgerEntry | undefined,
  room: number,
): string[] => {
  if (words === "") return [...clauses];
  const law = first?.evidence?.evidence.case === "law" ? first.evidence.evidence.value : undefined;
  const isNamed = law === undefined || words.includes(first?.span?.address || first?.address || law.address);
  // Words that deny, right before a quotation, would deny what it says. Where it denies as they do, and would be told as they tell it
  // (“schreef ik dat ik niets weiger; schreef ik: …”), it follows all the same.
  const repeats = first !== undefined && tellerOf(context, first) !== "" && deniesAnything(first.span?.excerpt ?? "");
  const turns = deniesAnything(words) && !repeats;
  const brings = first?.slotKind === SlotKind.QUOTE && isNamed && !turns && tellsWhose(context, words, first);
  const quoted = brings ? quotableWords(first.span?.excerpt ?? "", room) : "";
  if (quoted === "") return [openEnd(words), ...clauses];
  return [`${openEnd(words)}: “${quoted}”`, ...clauses.slice(1)];
};

/**
 * Whether a claim's words tell whose words follow: that the author said the author's own, or that somebody whom they name said them or did
 * something on their day. A reader takes a quotation behind any other claim for words of nobody.
 */
const tellsWhose = (context: TurnContext, words: string, entry: LedgerEntry): boolean => {
  const document = entry.evidence?.evidence.case === "document" ? entry.evidence.evidence.value : undefined;
  const candidate = document && entryOf(context, document.evidenceId)?.candidate;
  if (!candidate || document.evidenceId === context.run?.answeredLetter?.evidenceId) return true;
  const { speaker = "", segmentDateText = "", voice } = entry.span ?? {};
  const isOthers = voice === Voice.QUOTED || voice === Voice.FORWARDED;
  const teller = isOthers ? speaker : authorOf(candidate);
  const told = saidBy(words);
  if (told === "author") return isSpeakerAuthor(context, teller);
  const locale = localeOf(context);
  const said = isOthers ? writtenDay(dateIn(segmentDateText, "") ?? "", locale) : "";
  const [day = "", month = ""] = (said || writtenDay(candidate.occurredAtIso, locale)).split(" ");
  const writer = familyName(speakerName(context, teller));
  const isNamed = writer !== "" && words.toLowerCase().includes(writer);
  return isNamed && (told !== undefined || (month !== "" && words.includes(`${day} ${month}`)));
};

/** Where a claim that answers the letter ends with the very words it quotes, the quotation stands in their place. */
const quotedInPlace = ({ text, answers }: SkeletonClaim, [entry, another]: readonly LedgerEntry[]): string => {
  const excerpt = (entry?.span?.excerpt ?? "").replace(/\s+/gu, " ").trim();
  if (answers.length === 0 || another || excerpt === "" || !text.endsWith(excerpt)) return "";
  const quoted = quotableWords(entry?.span?.excerpt ?? "", 2400);
  return quoted === "" ? "" : `${unquoted(plain(text.slice(0, -excerpt.length), 300)).trim()} “${quoted}”`;
};

/** Entries that one sentence cites at most. */
const entriesMax = 20;

/** A sentence of no parts. */
const nothing = ".";

/** Joined by semicolons; a full stop ends it unless the last quotation ended with its own. */
const sentenceOf = (parts: readonly string[]): string => {
  const text = parts.join("; ");
  const whole = text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
  return /[.!?…]”?$/u.test(whole) ? whole : `${whole}.`;
};

const clauseFor = (context: TurnContext, entry: LedgerEntry, charsMax: number, before?: LedgerEntry): string => {
  switch (entry.slotKind) {
    case SlotKind.QUOTE:
      return quoteClause(context, entry, charsMax, before);
    case SlotKind.LOCATION:
      return locationClause(context, entry);
    case SlotKind.ABSENCE:
      return absenceClause(context);
    default:
      return "";
  }
};

/** What a sentence on these entries does. */
export const kindOf = (entries: readonly LedgerEntry[]): SentenceKind => {
  const cases = entries.map((entry) => entry.evidence?.evidence.case);
  if (cases.some((one) => one === "document" || one === "search")) return SentenceKind.FACT;
  return cases.includes("law") ? SentenceKind.LAW : SentenceKind.OWN_STATEMENT;
};

const chunksOf = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));
