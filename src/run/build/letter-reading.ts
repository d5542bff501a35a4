import { create } from "@bufbuild/protobuf";
import { Principal_Kind } from "../../../gen/pincite/audit/v1/audit_meta_pb.ts";
import type { IntentSeed, IntentSeedProposal } from "../../../gen/pincite/memo/v1/intent_pb.ts";
import {
  LetterDaySchema,
  type LetterPart,
  LetterPartSchema,
  type LetterPartyProposal,
  LetterPartySchema,
  type LetterReading,
  type LetterReadingProposal,
  LetterReadingSchema,
  type LetterReferenceProposal,
  LetterReferenceSchema,
  type LetterTerm,
  LetterTermSchema,
} from "../../../gen/pincite/memo/v1/letter_pb.ts";
import { OrchestratorState } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ItemDecision } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import type { SpanLocator, SpanRef } from "../../../gen/pincite/span/v1/span_pb.ts";
import { daysIn, letterTongue, periodEnds, termDays } from "../../grounding/letter-signs.ts";
import { stageRecord } from "../fold.ts";
import type { DecisionInput } from "../kernel.ts";
import { invalidProposal } from "../refusals.ts";
import { type LetterScissors, scissorsFor, standsIn } from "./letter-words.ts";

/**
 * The reading a proposal comes to: its words cut out of the letter as it was pinned, in their order, each once. A part that
 * has the words of one in the confirmed reading keeps its id. Errors: PROPOSAL_INVALID.
 */
export const readingOf = (
  input: DecisionInput,
  proposal: LetterReadingProposal,
): { reading: LetterReading; partsMinted: number } => {
  const scissors = scissorsFor(input, "letter_reading");
  const ids = new PartIds(formerReading(input), input.snapshot.counters?.letterParts ?? 0);
  const parts = (name: "assertions" | "questions", kind: string): LetterPart[] =>
    spansOf(scissors, proposal[name], `letter_reading.${name}`).map((span) =>
      create(LetterPartSchema, { partId: ids.of(kind, span), span }),
    );
  const assertions = parts("assertions", "assertion");
  const questions = parts("questions", "question");
  const day = proposal.day ? dayOf(scissors.cut(proposal.day, "letter_reading.day")) : undefined;
  const terms = spansOf(scissors, proposal.terms, "letter_reading.terms");
  const tongue = letterTongue([...assertions, ...questions].map(({ span }) => span?.excerpt ?? ""));
  const reading = create(LetterReadingSchema, {
    ...(input.snapshot.answeredText ? { answeredText: input.snapshot.answeredText } : {}),
    assertions,
    questions,
    terms: terms.map((span) => termOf(ids, span, { from: day?.day ?? "", tongue })),
    references: proposal.references
      .map((one, at) => referenceOf(scissors, one, `letter_reading.references[${at}]`))
      .toSorted(byPlace),
    parties: proposal.parties
      .map((one, at) => partyOf(scissors, one, `letter_reading.parties[${at}]`))
      .toSorted(byPlace),
    ...(day ? { day } : {}),
  });
  return { reading, partsMinted: ids.minted };
};

/** The intent that a new one begins from: the one under review, unless a person rejected it, else the confirmed one. */
export const formerIntent = ({ material, snapshot }: DecisionInput): IntentSeed | undefined => {
  const { intent, proposals } = material;
  const items = stageRecord(snapshot, OrchestratorState.INTENT_SEED)?.items ?? [];
  const isRejected = items.some(({ decision }) => decision === ItemDecision.REJECT);
  return (isRejected ? undefined : proposals.intent) ?? intent;
};

/** The reading of that intent, as long as it is of the letter that is pinned now. */
export const formerReading = ({ material, snapshot }: DecisionInput): LetterReading | undefined => {
  const { letterReading } = material;
  return letterReading?.answeredText?.digest === snapshot.answeredText?.digest ? letterReading : undefined;
};

/**
 * The intent whose parties a proposal goes on from. Where the guide reads a letter in place of another, who is who came from that other
 * one: none.
 */
export const formerOfLetter = (input: DecisionInput, { letterReading }: IntentSeedProposal): IntentSeed | undefined => {
  const former = input.material.letterReading?.answeredText?.digest;
  const isExchanged = former !== undefined && former !== input.snapshot.answeredText?.digest;
  const isReadAnew = letterReading !== undefined && input.actor.kind === Principal_Kind.MODEL;
  return isExchanged && isReadAnew ? undefined : formerIntent(input);
};

const spansOf = (scissors: LetterScissors, locators: readonly SpanLocator[], path: string): SpanRef[] => {
  const spans = locators.map((locator, at) => scissors.cut(locator, `${path}[${at}]`));
  const places = new Map(spans.map((span) => [`${span.startChar}-${span.endChar}`, span]));
  return [...places.values()].toSorted((a, b) => a.startChar - b.startChar || a.endChar - b.endChar);
};

const byPlace = (one: { span?: SpanRef | undefined }, other: { span?: SpanRef | undefined }): number =>
  (one.span?.startChar ?? 0) - (other.span?.startChar ?? 0);

/** The last day that the words name is the one that counts: `tussen 1 en 15 december`; of periods the first to end. */
const termOf = (
  ids: PartIds,
  span: SpanRef,
  { from, tongue }: { readonly from: string; readonly tongue: string },
): LetterTerm =>
  create(LetterTermSchema, {
    partId: ids.of("term", span),
    span,
    dueDate: termDays(span.excerpt, tongue, from).toSorted().at(-1) ?? "",
    countedDate: periodEnds(span.excerpt, tongue, from).toSorted()[0] ?? "",
  });

const referenceOf = (scissors: LetterScissors, { side, value, locator }: LetterReferenceProposal, path: string) => {
  const span = scissors.cut(locator, `${path}.locator`);
  refuseUnsaid(value, span, `${path}.value`);
  return create(LetterReferenceSchema, { side, value: value.trim(), span });
};

const partyOf = (scissors: LetterScissors, { role, name, address, locator }: LetterPartyProposal, path: string) => {
  const span = scissors.cut(locator, `${path}.locator`);
  refuseUnsaid(name, span, `${path}.name`);
  refuseUnsaid(address, span, `${path}.address`);
  return create(LetterPartySchema, { role, name: name.trim(), address, span });
};

const refuseUnsaid = (words: string, { excerpt }: SpanRef, path: string): void => {
  if (!standsIn(words, excerpt)) throw invalidProposal(path, "letter.the-words-named-for-it-do-not-say-this-give");
};

const dayOf = (span: SpanRef) => {
  const [day, another] = new Set(daysIn(span.excerpt));
  if (!day || another) throw invalidProposal("letter_reading.day", "letter.these-words-name-no-single-whole-day-take");
  return create(LetterDaySchema, { day, span });
};

/** Ids of the parts of a letter: the same words keep theirs, others get one that was never given. */
class PartIds {
  readonly #known = new Map<string, string>();
  #minted: number;

  constructor(former: LetterReading | undefined, minted: number) {
    const parts = [...(former?.assertions ?? []), ...(former?.questions ?? []), ...(former?.terms ?? [])];
    for (const { partId, span } of parts) if (span) this.#known.set(keyOf(partId.split(":")[0] ?? "", span), partId);
    this.#minted = minted;
  }

  get minted(): number {
    return this.#minted;
  }

  of(kind: string, span: SpanRef): string {
    return this.#known.get(keyOf(kind, span)) ?? `${kind}:${++this.#minted}`;
  }
}

const keyOf = (kind: string, { startChar, endChar }: SpanRef): string => `${kind} ${startChar} ${endChar}`;
