import { create } from "@bufbuild/protobuf";
import { type PassageCandidate, PassageCandidateSchema } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { LedgerEntry } from "../../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { type StandingWords, standingLaw, standingWords } from "../../run/choices.ts";
import { besideClaim, lawRefusals } from "../../run/decide.ts";
import type { DecisionInput } from "../../run/kernel.ts";
import { type PlacedSlot, takesSentences } from "../../run/sought.ts";
import type { Runs } from "../run/runs.ts";
import { sentencesFor } from "../run/sentences.ts";

/** A slot with the passages that were found for it. */
interface Found {
  readonly placed: PlacedSlot;
  readonly candidates: readonly PassageCandidate[];
}

/**
 * The passage that stands for each slot, by slot_id, with the words of its claim that it does not say. What a search of her own brought, or
 * what she pointed at, is among none of the candidates: it is read in its paper.
 */
export const standingPassages = async (
  runs: Runs,
  input: DecisionInput,
  found: readonly Found[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, PassageCandidate>> => {
  const standing = new Map<string, PassageCandidate>();
  for (const { placed, candidates } of found) {
    const law = standingLaw(input, placed.slot.slotId);
    if (law) standing.set(placed.slot.slotId, passageOfLaw(input, placed, law));
    const words = takesSentences(placed.slot) ? standingWords(input, placed.slot.slotId) : undefined;
    if (!words) continue;
    const passage =
      passageOf(words, candidates) ?? passageOf(words, await inPaper(runs, input, placed, { words, signal }), true);
    if (!passage) continue;
    standing.set(placed.slot.slotId, besideClaim(input, placed, passage));
  }
  return standing;
};

/** The words of law that are quoted for a slot, with what its claim names of the law that they are not. */
const passageOfLaw = (input: DecisionInput, placed: PlacedSlot, entry: LedgerEntry): PassageCandidate => {
  const { docUid = "", excerpt: exactQuote = "", address: place = "", versionDate: day = "" } = entry.span ?? {};
  return create(PassageCandidateSchema, {
    locator: { docUid, exactQuote },
    place,
    day,
    refusedWords: lawRefusals(input, placed, entry),
  });
};

/** All sentences of the paper that words stand in. */
const inPaper = async (
  runs: Runs,
  input: DecisionInput,
  placed: PlacedSlot,
  { words: { evidenceId }, signal }: { readonly words: StandingWords; readonly signal: AbortSignal },
): Promise<readonly PassageCandidate[]> => {
  const [of] = await sentencesFor(runs, input, [placed], { evidenceId, limit: 0, signal });
  return of?.candidates ?? [];
};

/**
 * The passage that has these words: one of just these, else that which they are of, or of which they are, with these words in its place. Words
 * of no sentence that is listed, such as one of two words, bear their paper, and nobody is said to speak.
 */
const passageOf = (
  { evidenceId, quote }: StandingWords,
  candidates: readonly PassageCandidate[],
  isWhole = false,
): PassageCandidate | undefined => {
  const ofPaper = candidates.filter(({ evidence, locator }) => locator && evidence?.evidenceId === evidenceId);
  const quoteOf = ({ locator }: PassageCandidate): string => locator?.exactQuote ?? "";
  const just = ofPaper.find((one) => quoteOf(one) === quote);
  if (just) return just;
  const near = ofPaper.find((one) => quoteOf(one).includes(quote) || quote.includes(quoteOf(one)));
  if (near?.locator)
    return create(PassageCandidateSchema, { ...near, marked: [], locator: { ...near.locator, exactQuote: quote } });
  const [other] = isWhole ? ofPaper : [];
  if (!other?.locator) return undefined;
  const { evidence, day, locator } = other;
  return create(PassageCandidateSchema, {
    ...(evidence ? { evidence } : {}),
    day,
    locator: { ...locator, exactQuote: quote },
  });
};
