import { create } from "@bufbuild/protobuf";
import {
  EvidenceRefSchema,
  type PassageCandidate,
  PassageCandidate_Reason,
  PassageCandidateSchema,
} from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import {
  CitationLedgerSchema,
  type LedgerEntry,
  LedgerEntrySchema,
} from "../../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import type { Party } from "../../../gen/pincite/memo/v1/party_pb.ts";
import { MessageSkeletonSchema } from "../../../gen/pincite/memo/v1/skeleton_pb.ts";
import { DraftRule, type RefusedWords, RefusedWordsSchema } from "../../../gen/pincite/run/v1/look_pb.ts";
import { SpanRefSchema } from "../../../gen/pincite/span/v1/span_pb.ts";
import { addresseeToTell, isToAnother } from "../../grounding/addressee.ts";
import { placeOfWords } from "../../grounding/required-words.ts";
import { saidOfRule } from "../../grounding/rule-words.ts";
import { saidMessage } from "../../messages/wire-form.ts";
import { answeredLetters } from "../build/named-letters.ts";
import type { PlacedSlot } from "../build/needs.ts";
import { draftOfClaim, refusedInClaim } from "../claim-draft.ts";
import type { DecisionInput } from "../kernel.ts";
import { daysApart } from "./days-apart.ts";
import { asksForView } from "./template.ts";

/**
 * The words of a claim that no draft could say on a passage and on what is chosen for the claim's other slots: the claim is read as a
 * sentence that rests on them, before anybody has chosen. A claim that states a letter's words or quotes is left alone.
 */
export const passageRefusals = (input: DecisionInput, placed: PlacedSlot, passage: PassageCandidate): RefusedWords[] =>
  !passage.locator || asksForView(placed.slot, input.material.profile)
    ? []
    : refusedOn(input, placed, ofPassage(passage));

/**
 * The provisions that a claim names and words of law are not of: a lid that has another number in the version that is quoted. What else the claim
 * says in words of its own is held against the law when it is a sentence.
 */
export const lawRefusals = (input: DecisionInput, placed: PlacedSlot, law: LedgerEntry): RefusedWords[] =>
  refusedOn(input, placed, law).filter(({ rule }) => rule === DraftRule.CITATION_UNBOUND);

const refusedOn = (
  { checkDraft, material }: DecisionInput,
  { slot, claim }: PlacedSlot,
  standing: LedgerEntry,
): RefusedWords[] => {
  const { intent, profile, choices, letterReading, evidenceSet } = material;
  if (claim.claimText.includes("“")) return [];
  const others = [...claim.required, ...claim.optional].flatMap(({ slotId }) =>
    slotId === slot.slotId ? [] : (choices?.get(slotId) ?? []),
  );
  const entries = [
    standing,
    ...others.map(({ evidence, locator }, at) =>
      entry(`entry:${at + 2}`, { evidence, span: { excerpt: locator?.exactQuote ?? "" } }),
    ),
  ];
  const entryIds = entries.map(({ entryId }) => entryId);
  const ownSlotIds = new Set([...claim.required, ...claim.optional].map(({ slotId }) => slotId));
  const { refused } = checkDraft({
    skeleton: create(MessageSkeletonSchema, {}),
    ledger: create(CitationLedgerSchema, { entries: [...entries, ...besides(material, ownSlotIds)] }),
    draft: draftOfClaim(claim.claimText, entryIds, { locale: intent?.locale ?? "" }),
    parties: intent?.parties ?? [],
    audience: intent?.audience ?? "",
    profile,
    letters: answeredLetters(letterReading, evidenceSet),
    refusalsOnly: true,
  });
  return refusedInClaim(refused.filter(({ startChar, endChar }) => startChar < endChar)).map((one) =>
    create(RefusedWordsSchema, { ...one, said: saidMessage(saidOfRule(one.rule)) }),
  );
};

/** A passage as it is shown beside a claim: with the words of the claim that no draft could say on it, days that its paper alone has, and words that must not be said. */
export const besideClaim = (input: DecisionInput, placed: PlacedSlot, passage: PassageCandidate): PassageCandidate =>
  create(PassageCandidateSchema, {
    ...passage,
    addressedTo: addresseeToTell(passage, input.material.intent?.parties ?? []),
    refusedWords: passageRefusals(input, placed, passage),
    daysApart: asksForView(placed.slot, input.material.profile) ? [] : daysApart(placed.claim.claimText, passage),
    mustNotBeSaid: (input.material.intent?.unsaid ?? [])
      .filter((line) => placeOfWords(passage.locator?.exactQuote ?? "", line) !== undefined)
      .slice(0, unsaidMost),
  });

const unsaidMost = 50;

/**
 * What the memo has besides, which the sentence does not cite: passages chosen for other claims, and what the answered letter says. A
 * draft may speak of "uw monteur" where one of them does.
 */
const besides = (
  { choices, letterReading }: DecisionInput["material"],
  ownSlotIds: ReadonlySet<string>,
): LedgerEntry[] => {
  const chosen = [...(choices ?? [])].flatMap(([slotId, { evidence, locator }]) =>
    ownSlotIds.has(slotId) ? [] : [{ evidence, span: { excerpt: locator?.exactQuote ?? "" } }],
  );
  const stated = (letterReading?.assertions ?? []).flatMap(({ span }) =>
    span ? [{ evidence: undefined, span: { excerpt: span.excerpt } }] : [],
  );
  return [...chosen, ...stated].map((one, at) => entry(`entry:besides:${at + 1}`, one));
};

/**
 * The passages with what no draft could say on each, best first: each word that is missing takes from the score. One with the claim's
 * own words in a row stays among the first three: which words are missing is told beside it.
 */
export const sayableFirst = (
  input: DecisionInput,
  placed: PlacedSlot,
  passages: readonly PassageCandidate[],
): PassageCandidate[] => {
  const parties = input.material.intent?.parties ?? [];
  const ordered = passages
    .map((passage) =>
      create(PassageCandidateSchema, { ...passage, refusedWords: passageRefusals(input, placed, passage) }),
    )
    .toSorted((a, b) => worth(b, parties) - worth(a, parties));
  const at = ordered.findIndex(({ reasons }) => reasons.includes(PassageCandidate_Reason.SAME_WORDS));
  const [same] = at < headCount ? [] : ordered.splice(at, 1);
  return same ? ordered.toSpliced(headCount - 1, 0, same) : ordered;
};

const worth = (passage: PassageCandidate, parties: readonly Party[]): number =>
  Number(passage.scoreMicros) / 1_000_000 -
  lacking * (passage.refusedWords.length + (isToAnother(passage, parties) ? 1 : 0));

/**
 * What each word that a passage lacks, and a paper that goes to nobody of the memo, takes from its score, a logit. Where lacking words decided alone, a sentence that named the firm's
 * form and no firm stood behind forty that share nothing with the claim; of 284 keyed claims as many are among the first three (174).
 */
const lacking = 3;

/** So many are at the head of a list. */
const headCount = 3;

const entry = (entryId: string, { evidence, span }: Pick<LedgerEntryInit, "evidence" | "span">): LedgerEntry =>
  create(LedgerEntrySchema, {
    entryId,
    bindingId: entryId,
    ...(evidence ? { evidence } : {}),
    ...(span ? { span } : {}),
  });

type LedgerEntryInit = Parameters<typeof create<typeof LedgerEntrySchema>>[1] & object;

/** The passage as the ledger would have it, with what is known of its paper. */
const ofPassage = ({ evidence, locator, speaker, voice, day, place }: PassageCandidate): LedgerEntry => {
  const { evidenceId = "", title = "", occurredAtIso = "", participants = [] } = evidence ?? {};
  const value = { evidenceId, title, occurredAtIso, participants };
  const { exactQuote: excerpt = "" } = locator ?? {};
  return entry("entry:1", {
    evidence: create(EvidenceRefSchema, { evidence: { case: "document", value } }),
    span: create(SpanRefSchema, { excerpt, speaker, voice, segmentDateText: day, address: place }),
  });
};
