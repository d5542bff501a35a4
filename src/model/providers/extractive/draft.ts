import type { MessageInitShape } from "@bufbuild/protobuf";
import type { LedgerEntry } from "../../../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import {
  type DraftSectionProposalSchema,
  SentenceKind,
  type SentenceProposalSchema,
} from "../../../../gen/pincite/memo/v1/draft_text_pb.ts";
import type { SkeletonClaim, SkeletonSection } from "../../../../gen/pincite/memo/v1/skeleton_pb.ts";
import type { TurnContext } from "../../../../gen/pincite/model/v1/model_call_pb.ts";
import { SlotKind } from "../../../../gen/pincite/run/v1/run_context_pb.ts";
import { deniesAnything } from "../../../grounding/denial.ts";
import type { FinalParts } from "./answer-parts.ts";
import { absenceClause, locationClause, quotableWords, quoteClause } from "./citing-clauses.ts";
import { copy } from "./copy.ts";
import { dateIn, writtenDate } from "./dates.ts";
import { isListed, LetterAnswers, listsOf, rankOf, type Stated, statedBy } from "./letter-answers.ts";
import { cut, inLocale, type Locale, localeOf, openEnd, plain, sentence, unquoted } from "./prose.ts";

type SentenceData = MessageInitShape<typeof SentenceProposalSchema>;
type SectionData = MessageInitShape<typeof DraftSectionProposalSchema> & { sentences: SentenceData[] };

/** DRAFT: each claim of the outline as a sentence with its sources, between an opening and a closing. */
export const answerDraft = (context: TurnContext): FinalParts => {
  const locale = localeOf(context);
  const answers = new LetterAnswers(context);
  const sections = (context.skeleton?.sections ?? [])
    .slice(0, 30)
    .map((section) => draftSection(context, answers, section));
  const first = sections.find((section) => section.sentences.length > 0);
  const last = sections.findLast((section) => section.sentences.length > 0);
  if (!first || !last) return { message: copy.noIntent[locale], missing: uncovered(context) };
  first.sentences.unshift(connective(openingOf(context)));
  last.sentences.push(connective(closings[locale]));
  const count = sections.reduce((sum, section) => sum + section.sentences.length, 0);
  return {
    message: copy.draft[locale](count),
    missing: uncovered(context),
    proposal: { case: "draftText", value: { title: titleOf(context), sections } },
  };
};

const connective = (text: string): SentenceData => ({ text, kind: SentenceKind.CONNECTIVE, claimId: "", entryIds: [] });

const closings: Readonly<Record<Locale, string>> = {
  nl: "Ik licht dit stuk desgewenst graag toe.",
  en: "I will gladly explain this document where needed.",
};

/** The memo's title, where its run has none: what it answers, else what its profile makes. */
const titleOf = (context: TurnContext): string => {
  if ((context.run?.title ?? "") !== "") return "";
  const locale = localeOf(context);
  if (context.profile?.profileId !== "email-reply") return inLocale(context.profile?.title ?? [], locale);
  const date = answeredDate(context);
  if (locale === "nl") return date === "" ? "Reactie op uw bericht" : `Reactie op uw bericht van ${date}`;
  return date === "" ? "Reply to your message" : `Reply to your message of ${date}`;
};

/** The opening names the date of the letter where the goal does and a pinned document is of that day: the goal is no evidence. */
const openingOf = (context: TurnContext): string => {
  const locale = localeOf(context);
  const date = answeredDate(context);
  if (context.profile?.profileId !== "email-reply")
    return locale === "nl"
      ? "Hieronder zet ik de feiten en hun bronnen uiteen."
      : "Below I set out the facts and their sources.";
  if (locale === "nl")
    return date === "" ? "Hierbij reageer ik op uw bericht." : `Hierbij reageer ik op uw bericht van ${date}.`;
  return date === "" ? "I write in reply to your message." : `I write in reply to your message of ${date}.`;
};

const answeredDate = (context: TurnContext): string => {
  const day = dateIn(context.intent?.goal ?? "", context.run?.referenceDate ?? "") ?? "";
  const isPinned = (context.evidenceSet?.entries ?? []).some(
    ({ pinned, candidate }) => pinned && day !== "" && candidate?.occurredAtIso.startsWith(day),
  );
  return isPinned ? writtenDate(day, localeOf(context)) : "";
};

const draftSection = (context: TurnContext, answers: LetterAnswers, section: SkeletonSection): SectionData => ({
  sectionId: cut(section.sectionId, 64),
  // Two places are left for the opening and the closing.
  sentences: sectionSentences(context, answers, section).slice(0, 198),
});

/**
 * The claims of a section in order, but what is answered to the letter by what is answered: what is disputed, with what is set
 * against it, what is right, what is left aside, what is not known. The last two are lists.
 */
const sectionSentences = (
  context: TurnContext,
  answers: LetterAnswers,
  { claims }: SkeletonSection,
): SentenceData[] => {
  const all = claims.map((claim) => ({ claim, stated: statedBy(context, claim, entriesFor(context, claim)) }));
  const ordered = all.toSorted((one, other) => rankOf(one.stated) - rankOf(other.stated));
  const alone = ordered.flatMap(({ claim, stated }) => {
    if (!stated) return sentencesFor(context, claim);
    return isListed(stated) ? [] : statedSentence(answers, [stated]);
  });
  const listed = ordered.flatMap(({ stated }) => (stated && isListed(stated) ? [stated] : []));
  return [...alone, ...listedSentences(answers, listed)];
};

/** What is left aside, then what is not known, with what is asked about it. */
const listedSentences = (answers: LetterAnswers, listed: readonly Stated[]): SentenceData[] => {
  const ofKind = (kind: Stated["kind"]): Stated[] => listed.filter((one) => one.kind === kind);
  const quoted = (stated: readonly Stated[]): SentenceData[] =>
    listsOf(stated.filter(({ entry }) => entry)).flatMap((list) => statedSentence(answers, list));
  const [unknown, beside] = [ofKind("unknown"), quoted(ofKind("beside"))];
  const told = quoted(unknown);
  const [first] = unknown;
  if (!first || answers.request() === "") return [...beside, ...told];
  const unquoted = told.length === 0 ? [argument(first.claim, answers.unquoted())] : [];
  return [...beside, ...told, ...unquoted, argument(first.claim, answers.request())];
};

const statedSentence = (answers: LetterAnswers, stated: readonly Stated[]): SentenceData[] => {
  const text = answers.sentence(stated);
  const entries = stated.flatMap(({ entry }) => entry ?? []);
  const [first] = stated;
  if (text === undefined || !first) return [];
  return [
    {
      text: cut(text, 4000),
      kind: kindOf(entries),
      claimId: first.claim.claimId,
      entryIds: entries.map((entry) => entry.entryId),
    },
  ];
};

const entriesFor = (context: TurnContext, claim: SkeletonClaim): LedgerEntry[] =>
  (context.ledger?.entries ?? []).filter((entry) => entry.claimId === claim.claimId && isCitable(entry));

const isCitable = ({ entryId, slotKind, span, bindingId }: LedgerEntry): boolean =>
  entryId !== "" &&
  entryId.length <= 128 &&
  bindingId !== "" &&
  (slotKind !== SlotKind.QUOTE || (span?.excerpt ?? "") !== "");

/**
 * The sentence that makes a claim, with everything it rests on. A claim that needs evidence and has none is left out: the
 * draft says nothing that no entry carries. A claim that needs none is an argument.
 */
const sentencesFor = (context: TurnContext, claim: SkeletonClaim): SentenceData[] => {
  const entries = entriesFor(context, claim);
  const words = claimWords(claim);
  if (words === "") return [];
  if (entries.length === 0) return needsEvidence(context, claim) ? [] : [argument(claim, words)];
  return chunksOf(entries, 20).map((some, at) => citing(context, claim, at === 0 ? words : "", some));
};

const claimWords = (claim: SkeletonClaim): string => unquoted(plain(claim.text, 1200)).trim();

const needsEvidence = (context: TurnContext, claim: SkeletonClaim): boolean => {
  const needs = (context.needs?.sections ?? [])
    .flatMap((section) => section.claims)
    .find((one) => one.claimId === claim.claimId);
  if (needs) return needs.required.length + needs.optional.length > 0;
  const kind = context.profile?.claimKinds.find((one) => one.name === claim.claimKind);
  return kind === undefined || kind.slots.length > 0;
};

const argument = (claim: SkeletonClaim, words: string): SentenceData => ({
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
    .map((entry, at) => clauseFor(context, entry, room, entries[at - 1]))
    .filter((clause) => clause !== "");
  const parts = inPlace !== "" ? [inPlace] : introduced(words, clauses, entries[0], room);
  return {
    text: `${cut(sentenceOf(parts), 3990)}`,
    kind: kindOf(entries),
    claimId: claim.claimId,
    entryIds: entries.map((entry) => entry.entryId),
  };
};

/**
 * The claim introduces its first quotation, once: the note behind it says where that stands, and the sentence does not say it
 * again. A provision that the claim does not name is named, since law is cited in the text. Further ones say where they come from.
 */
const introduced = (
  words: string,
  clauses: readonly string[],
  first: LedgerEntry | undefined,
  room: number,
): string[] => {
  if (words === "") return [...clauses];
  const law = first?.evidence?.evidence.case === "law" ? first.evidence.evidence.value : undefined;
  const isNamed = law === undefined || words.includes(first?.span?.address || first?.address || law.address);
  // Words that deny, right before a quotation, would deny what it says.
  const brings = first?.slotKind === SlotKind.QUOTE && isNamed && !deniesAnything(words);
  const quoted = brings ? quotableWords(first.span?.excerpt ?? "", room) : "";
  if (quoted === "") return [openEnd(words), ...clauses];
  return [`${openEnd(words)}: “${quoted}”`, ...clauses.slice(1)];
};

/** Where a claim that answers the letter ends with the very words it quotes, the quotation stands in their place. */
const quotedInPlace = ({ text, answers }: SkeletonClaim, [entry, another]: readonly LedgerEntry[]): string => {
  const excerpt = (entry?.span?.excerpt ?? "").replace(/\s+/gu, " ").trim();
  if (answers.length === 0 || another || excerpt === "" || !text.endsWith(excerpt)) return "";
  const quoted = quotableWords(entry?.span?.excerpt ?? "", 2400);
  return quoted === "" ? "" : `${unquoted(plain(text.slice(0, -excerpt.length), 300)).trim()} “${quoted}”`;
};

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

const kindOf = (entries: readonly LedgerEntry[]): SentenceKind => {
  const cases = entries.map((entry) => entry.evidence?.evidence.case);
  if (cases.some((one) => one === "document" || one === "search")) return SentenceKind.FACT;
  return cases.includes("law") ? SentenceKind.LAW : SentenceKind.OWN_STATEMENT;
};

const chunksOf = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));

/** Every claim of the outline that no sentence makes, optional ones too: a person confirmed it, and misses it otherwise. */
const uncovered = (context: TurnContext): string[] =>
  (context.skeleton?.sections ?? [])
    .flatMap((section) => section.claims)
    .filter((claim) => sentencesFor(context, claim).length === 0)
    .map((claim) => copy.claimOpen[localeOf(context)](claimWords(claim)));
