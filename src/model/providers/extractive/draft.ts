import type { MessageInitShape } from "@bufbuild/protobuf";
import { textIn } from "#kit/localised.ts";
import { writtenDay } from "#kit/months.ts";
import type { EvidenceCandidate } from "../../../../gen/pincite/evidence/v1/evidence_pb.ts";
import { type DraftSectionProposalSchema, SentenceKind } from "../../../../gen/pincite/memo/v1/draft_text_pb.ts";
import type { MemoFrame } from "../../../../gen/pincite/memo/v1/letter_pb.ts";
import type { SkeletonSection } from "../../../../gen/pincite/memo/v1/skeleton_pb.ts";
import { ClaimAct, type LocalisedText } from "../../../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import type { TurnContext } from "../../../../gen/pincite/model/v1/model_call_pb.ts";
import type { FinalParts } from "./answer-parts.ts";
import {
  argument,
  claimWords,
  entriesFor,
  kindOf,
  type SentenceData,
  sentencesFor,
  sourcesAlone,
} from "./claim-sentences.ts";
import { dateIn } from "./dates.ts";
import { isListed, LetterAnswers, listsOf, rankOf, type Stated, statedBy } from "./letter-answers.ts";
import { cut, localeOf, phraseIn } from "./prose.ts";
import { entryOf } from "./slot-views.ts";

type SectionData = MessageInitShape<typeof DraftSectionProposalSchema> & { sentences: SentenceData[] };

/** DRAFT: each claim of the outline as a sentence with its sources, between an opening and a closing. */
export const answerDraft = (context: TurnContext): FinalParts => {
  const phrase = phraseIn(context);
  const answers = new LetterAnswers(context);
  const sections = asksLast(context)
    .slice(0, 30)
    .map((section) => draftSection(context, answers, section));
  const first = sections.find((section) => section.sentences.length > 0);
  const last = sections.findLast((section) => section.sentences.length > 0);
  if (!first || !last) return { message: phrase("guide.no-intent"), missing: uncovered(context) };
  const [opening, ending] = [openingOf(context), endingOf(context)];
  if (opening !== "") first.sentences.unshift(connective(opening));
  if (ending !== "") last.sentences.push(connective(ending));
  const count = sections.reduce((sum, section) => sum + section.sentences.length, 0);
  return {
    message: phrase("guide.draft", { count }),
    missing: uncovered(context),
    proposal: { case: "draftText", value: { title: titleOf(context), sections } },
  };
};

/** The parts of the outline in order, those last that only ask and reserve: a part that a person added behind them tells what they rest on. */
const asksLast = ({ profile, skeleton }: TurnContext): SkeletonSection[] => {
  const closing = new Set(
    (profile?.claimKinds ?? []).flatMap(({ act, name }) =>
      act === ClaimAct.ASKS || act === ClaimAct.RESERVES ? [name] : [],
    ),
  );
  const isClosing = ({ claims }: SkeletonSection): boolean =>
    claims.length > 0 && claims.every(({ claimKind }) => closing.has(claimKind));
  return (skeleton?.sections ?? []).toSorted((a, b) => Number(isClosing(a)) - Number(isClosing(b)));
};

const connective = (text: string): SentenceData => ({ text, kind: SentenceKind.CONNECTIVE, claimId: "", entryIds: [] });

const draftSection = (context: TurnContext, answers: LetterAnswers, section: SkeletonSection): SectionData => ({
  sectionId: cut(section.sectionId, 64),
  // Two places are left for the opening and the closing.
  sentences: sectionSentences(context, answers, section).slice(0, 198),
});

/**
 * The claims of a section in order, but what is answered to the letter by what is answered: what is disputed, with what is set
 * against it, what is right, what is left aside, what is not known. The last three are lists.
 */
const sectionSentences = (
  context: TurnContext,
  answers: LetterAnswers,
  { claims }: SkeletonSection,
): SentenceData[] => {
  const all = claims.map((claim) => ({ claim, stated: statedBy(context, claim, entriesFor(context, claim)) }));
  const ordered = all.toSorted((one, other) => rankOf(one.stated) - rankOf(other.stated));
  const alone = ordered.flatMap(({ claim, stated }) => {
    // A claim that the draft leaves out is led to by nothing.
    if (!stated)
      return sentencesFor(context, claim).length === 0 ? [] : sentencesFor(context, claim, answers.question(claim));
    return isListed(stated) ? [] : statedSentence(answers, [stated]);
  });
  const listed = ordered.flatMap(({ stated }) => (stated && isListed(stated) ? [stated] : []));
  return [...alone, ...listedSentences(answers, listed)];
};

/** What is right, what is left aside, then what is not known, with what is asked about it. */
const listedSentences = (answers: LetterAnswers, listed: readonly Stated[]): SentenceData[] => {
  const ofKind = (kind: Stated["kind"]): Stated[] => listed.filter((one) => one.kind === kind);
  const quoted = (stated: readonly Stated[]): SentenceData[] =>
    listsOf(stated.filter(({ entry }) => entry)).flatMap((list) => statedSentence(answers, list));
  const agreed = (["right", "done", "beside"] as const).flatMap((kind) => quoted(ofKind(kind)));
  const unknown = ofKind("unknown");
  const told = quoted(unknown);
  const [first] = unknown;
  if (!first || answers.request() === "") return [...agreed, ...told];
  const unquoted = told.length === 0 ? [argument(first.claim, answers.unquoted())] : [];
  return [...agreed, ...told, ...unquoted, argument(first.claim, answers.request())];
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

/**
 * Every claim of the outline that no sentence makes, optional ones too: a person confirmed it, and misses it otherwise. And those
 * of which only the quotation stands there.
 */
const uncovered = (context: TurnContext): string[] => {
  const claims = (context.skeleton?.sections ?? []).flatMap((section) => section.claims);
  const phrase = phraseIn(context);
  return claims.flatMap((claim) => {
    if (sentencesFor(context, claim).length === 0) return [phrase("guide.claim-open", { claim: claimWords(claim) })];
    return sourcesAlone(context, claim) ? [phrase("guide.claim-quoted", { claim: claimWords(claim) })] : [];
  });
};

/** The last sentence of a memo; empty: its profile has none. */
const endingOf = (context: TurnContext): string => textIn(context.profile?.frame?.ending ?? [], localeOf(context));

/**
 * The memo's title: what the profile calls a memo for this reader. Empty: it calls it nothing, or its run has a name and the memo is no
 * letter. The name of a run is for its lists: nobody who is written to knows it.
 */
export const titleOf = (context: TurnContext): string => {
  const { profile, intent } = context;
  const reader = profile?.readers.find(({ name }) => name === intent?.audience);
  const isLetter = reader?.isLetter === true || goesToSomebody(intent?.frame);
  if ((context.run?.title ?? "") !== "" && !isLetter) return "";
  const own = textIn(reader?.subject ?? [], localeOf(context));
  return own !== "" ? own : dayed(context, profile?.frame?.subject, profile?.frame?.subjectOfDay);
};

/** A memo is a letter too where somebody said from whom and to whom, as the letter that it answers does. */
const goesToSomebody = (frame: MemoFrame | undefined): boolean =>
  (frame?.sender.length ?? 0) > 0 || (frame?.addressee.length ?? 0) > 0;

/** The opening names the day of the letter, where it is known. */
const openingOf = (context: TurnContext): string =>
  dayed(context, context.profile?.frame?.opening, context.profile?.frame?.openingOfDay);

const dayed = (context: TurnContext, texts: LocalisedText[] = [], ofDay: LocalisedText[] = []): string => {
  const locale = localeOf(context);
  const day = answeredDate(context);
  const text = day === "" ? "" : textIn(ofDay, locale);
  const said = text === "" ? textIn(texts, locale) : text.replaceAll("{day}", day);
  return said.replaceAll("{letter}", phraseIn(context)(isMail(answered(context)) ? "clause.e-mail" : "clause.letter"));
};

/** What is answered, as the evidence set has it; undefined: nothing is. */
const answered = (context: TurnContext): EvidenceCandidate | undefined =>
  entryOf(context, context.run?.answeredLetter?.evidenceId ?? "")?.candidate;

const isMail = (candidate: EvidenceCandidate | undefined): boolean => candidate?.docType === "email";

/** The day of the letter that is answered; without one, the day that the goal names, where a pinned document is of that day. */
const answeredDate = (context: TurnContext): string => {
  const own = answered(context)?.occurredAtIso.slice(0, 10) ?? "";
  if (own !== "") return writtenDay(own, localeOf(context));
  const day = dateIn(context.intent?.goal ?? "", context.run?.referenceDate ?? "") ?? "";
  const isPinned = (context.evidenceSet?.entries ?? []).some(
    ({ pinned, candidate }) => pinned && day !== "" && candidate?.occurredAtIso.startsWith(day),
  );
  return isPinned ? writtenDay(day, localeOf(context)) : "";
};
