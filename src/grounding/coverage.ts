import type { CitationLedger } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { type DraftSentence, SentenceKind } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import type { EvidenceNeeds } from "../../gen/pincite/memo/v1/evidence_needs_pb.ts";
import type { SkeletonClaim } from "../../gen/pincite/memo/v1/skeleton_pb.ts";
import { DraftRule, Remedy_Kind } from "../../gen/pincite/run/v1/look_pb.ts";
import { AssertionAnswer } from "../../gen/pincite/run/v1/run_context_pb.ts";
import type { DraftUnderCheck } from "./book.ts";
import type { Mending } from "./finding.ts";
import { onOneLine, scan } from "./quotations.ts";

/** A finding on a claim of the outline rather than on a sentence. */
export interface ClaimFinding {
  readonly claimId: string;
  readonly rule: DraftRule;
  /** The slot or entry it is about; empty: the claim as a whole. */
  readonly about: string;
  readonly remedy?: Mending;
}

/** What the outline asks of the draft: required claims are made and cited, adverse evidence is answered or dismissed. */
export const claimFindings = ({ skeleton, ledger, draft, needs }: DraftUnderCheck): ClaimFinding[] => {
  const sentences = draft.sections.flatMap((section) => section.sentences);
  const claims = skeleton.sections.flatMap((section) => section.claims);
  const rights = new Set(claims.filter(isRight).map(({ claimId }) => claimId));
  const telling = { all: sentences, ofRights: sentences.filter(({ claimId }) => rights.has(claimId)) };
  return [
    ...claims.filter(({ required }) => required).flatMap((claim) => coverage(claim, telling, ledger, needs)),
    ...ledger.entries.flatMap(({ entryId, adverseClaimIds }) =>
      adverseClaimIds
        .filter((claimId) => !sentences.some((one) => one.claimId === claimId && one.entryIds.includes(entryId)))
        .filter((claimId) => !draft.adverseDismissals.some((one) => one.entryId === entryId && one.claimId === claimId))
        .map((claimId) => ({
          claimId,
          rule: DraftRule.ADVERSE_UNANSWERED,
          about: entryId,
          remedy: { kind: Remedy_Kind.DISMISS, entryIds: [entryId] },
        })),
    ),
  ];
};

/** The sentences of a draft, and those of claims that a person called right. */
interface Telling {
  readonly all: readonly DraftSentence[];
  readonly ofRights: readonly DraftSentence[];
}

/** Those that make a claim. A connective sentence makes none, whatever it is labelled with. */
const makersOf = (claim: SkeletonClaim, { all, ofRights }: Telling, entries: CitationLedger["entries"]) =>
  [
    ...all.filter(({ claimId }) => claimId === claim.claimId),
    ...ofRights.filter((sentence) => tellsStated(sentence, claim, entries)),
  ].filter(({ kind }) => kind !== SentenceKind.CONNECTIVE && kind !== SentenceKind.UNSPECIFIED);

/**
 * Whether a sentence of another such claim tells what a person called right: it quotes all words that this claim rests on. So one
 * sentence tells several. A claim that says more than the letter's words needs a sentence of its own.
 */
const tellsStated = (sentence: DraftSentence, claim: SkeletonClaim, entries: CitationLedger["entries"]): boolean => {
  if (!isRight(claim) || entries.length === 0) return false;
  const { quotations } = scan(sentence.text, entries);
  return entries.every(
    ({ entryId, span }) =>
      span !== undefined &&
      claim.text.endsWith(onOneLine(span.excerpt)) &&
      sentence.entryIds.includes(entryId) &&
      quotations.some(({ words }) => withoutEnd(words) === withoutEnd(span.excerpt)),
  );
};

/** What is listed with others of its answer: it is right, or it was done. */
const isRight = ({ answers: [first, ...others] }: SkeletonClaim): boolean =>
  (first?.answer === AssertionAnswer.RIGHT || first?.answer === AssertionAnswer.DONE) &&
  others.every(({ answer }) => answer === first.answer);

/** A list has no full stop within. */
const withoutEnd = (words: string): string => onOneLine(words).replace(/[.;]$/u, "");

const coverage = (
  claim: SkeletonClaim,
  telling: Telling,
  ledger: CitationLedger,
  needs: EvidenceNeeds | undefined,
): ClaimFinding[] => {
  const { claimId } = claim;
  const entries = ledger.entries.filter((entry) => entry.claimId === claimId);
  const makers = makersOf(claim, telling, entries);
  if (makers.length === 0) return [{ claimId, rule: DraftRule.CLAIM_NOT_MADE, about: "", remedy: say }];
  const ids = new Set(makers.flatMap((sentence) => sentence.entryIds));
  const cited = entries.filter((entry) => ids.has(entry.entryId));
  if (entries.length > 0 && cited.length === 0)
    return [{ claimId, rule: DraftRule.CLAIM_NOT_CITED, about: "", remedy: cite(entries) }];
  return requiredSlots(claim, needs)
    .filter((slotId) => !cited.some((entry) => entry.slotId === slotId))
    .map((slotId) => ({
      claimId,
      rule: DraftRule.CLAIM_NOT_CITED,
      about: slotId,
      remedy: cite(entries.filter((entry) => entry.slotId === slotId)),
    }));
};

const say: Mending = { kind: Remedy_Kind.SAY };

const cite = (entries: CitationLedger["entries"]): Mending =>
  entries.length === 0
    ? { kind: Remedy_Kind.BIND }
    : { kind: Remedy_Kind.CITE_ENTRY, entryIds: entries.slice(0, 5).map(({ entryId }) => entryId) };

const requiredSlots = (claim: SkeletonClaim, needs: EvidenceNeeds | undefined): string[] =>
  (needs?.sections ?? [])
    .flatMap((section) => section.claims)
    .filter((each) => each.claimId === claim.claimId)
    .flatMap((each) => each.required.map((slot) => slot.slotId));
