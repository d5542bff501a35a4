import { create, type MessageInitShape } from "@bufbuild/protobuf";
import type { Client } from "@connectrpc/connect";
import { IntentSeedProposalSchema } from "../../gen/pincite/memo/v1/intent_pb.ts";
import {
  type AnsweredText,
  type LetterPart,
  type LetterReading,
  LetterReadingProposalSchema,
} from "../../gen/pincite/memo/v1/letter_pb.ts";
import { MessageSkeletonProposalSchema, type SkeletonClaim } from "../../gen/pincite/memo/v1/skeleton_pb.ts";
import { type StageProposal, StageProposalSchema } from "../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import type { OrchestratorService } from "../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { OrchestratorState as State } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ItemDecision, type RunContext } from "../../gen/pincite/run/v1/run_context_pb.ts";
import type { SpanLocatorSchema, SpanRef } from "../../gen/pincite/span/v1/span_pb.ts";
import { continues, piecesOf } from "../grounding/letter-pieces.ts";
import type { RunView } from "../show/run-view.ts";
import { contextOf } from "./context-of.ts";

/** What becomes otherwise of a part of the letter. */
export type ReadingChange =
  /** It is taken in pieces before these code points of its words. */
  | { readonly partId: string; readonly cuts: readonly number[] }
  /** It is made one again with the other pieces of its sentence. */
  | { readonly partId: string; readonly isWhole: true }
  /** It goes from what the letter states to what it asks, or back. */
  | { readonly partId: string; readonly asKind: "assertion" | "question" };

/** Where words of the letter stand, in code points. */
interface Place {
  readonly start: number;
  readonly end: number;
}

type Parts = Readonly<Record<"assertions" | "questions", readonly Place[]>>;

/** The places of what the letter states and asks, after a change; undefined: the change makes nothing otherwise. */
export const changedParts = (
  { assertions, questions }: Pick<LetterReading, "assertions" | "questions">,
  change: ReadingChange,
): Parts | undefined => {
  const places = { assertions: placesOf(assertions), questions: placesOf(questions) };
  const of = assertions.some(({ partId }) => partId === change.partId) ? "assertions" : "questions";
  const parts = of === "assertions" ? assertions : questions;
  const span = parts.find(({ partId }) => partId === change.partId)?.span;
  if (!span) return undefined;
  const own = { start: span.startChar, end: span.endChar };
  const others = (gone: readonly Place[]): Place[] =>
    places[of].filter((one) => !gone.some(({ start, end }) => one.start === start && one.end === end));
  if ("cuts" in change) {
    const pieces = piecesOf(span.excerpt, change.cuts);
    const made = pieces.map(({ start, end }) => ({ start: own.start + start, end: own.start + end }));
    return pieces.length < 2 ? undefined : { ...places, [of]: [...others([own]), ...made] };
  }
  if ("asKind" in change) {
    const to = change.asKind === "assertion" ? "assertions" : "questions";
    return to === of ? undefined : { ...places, [of]: others([own]), [to]: [...places[to], own] };
  }
  const pieces = piecesWith(span, parts);
  const [first = own, last = own] = [pieces[0], pieces.at(-1)];
  const whole = { start: first.start, end: last.end };
  return pieces.length < 2 ? undefined : { ...places, [of]: [...others(pieces), whole] };
};

/** The pieces of the sentence that a part is one of, in order. */
const piecesWith = (span: SpanRef, parts: readonly LetterPart[]): Place[] => {
  const spans = parts.flatMap((part) => part.span ?? []).toSorted((a, b) => a.startChar - b.startChar);
  let [first, last] = [spans.indexOf(span), spans.indexOf(span)];
  const goesOn = (at: number): boolean => {
    const [before, behind] = [spans[at], spans[at + 1]];
    return before !== undefined && behind !== undefined && continues(before, behind);
  };
  while (goesOn(first - 1)) first--;
  while (goesOn(last)) last++;
  return spans.slice(first, last + 1).map(({ startChar, endChar }) => ({ start: startChar, end: endChar }));
};

const placesOf = (parts: readonly LetterPart[]): Place[] =>
  parts.flatMap(({ span }) => (span ? [{ start: span.startChar, end: span.endChar }] : []));

/** The words of the letter that were kept. */
const textOf = ({ passages }: AnsweredText): string => passages.map(({ text }) => text).join("");

type Locator = MessageInitShape<typeof SpanLocatorSchema>;

/** Finds places of the letter again, whatever else its words say. */
const locatorIn = ({ docUid, sourceDigest }: AnsweredText, text: string) => {
  const chars = [...text];
  return ({ start, end }: Place): Locator => {
    const quote = chars.slice(start, end);
    const exactQuote = quote.join("");
    let occurrenceIndex = 0;
    for (let at = 0; at < start; at++)
      if (chars[at] === quote[0] && chars.slice(at, at + quote.length).join("") === exactQuote) occurrenceIndex++;
    return { docUid, sourceDigest, exactQuote, occurrenceIndex };
  };
};

/** The intent with the reading of its letter changed and all else as it is, as a proposal; undefined: nothing is otherwise. */
export const readingChanged = (
  { intent, letterReading, answeredText }: Pick<RunView, "intent" | "letterReading" | "answeredText">,
  change: ReadingChange,
): StageProposal | undefined => {
  if (!intent || !letterReading || !answeredText) return undefined;
  const text = textOf(answeredText);
  const parts = changedParts(letterReading, change);
  if (!parts) return undefined;
  const locate = locatorIn(answeredText, text);
  const at = (span: SpanRef | undefined): Locator => locate({ start: span?.startChar ?? 0, end: span?.endChar ?? 0 });
  const { terms, references, parties, day } = letterReading;
  const reading = create(LetterReadingProposalSchema, {
    assertions: parts.assertions.map(locate),
    questions: parts.questions.map(locate),
    terms: terms.map(({ span }) => at(span)),
    references: references.map(({ side, value, span }) => ({ side, value, locator: at(span) })),
    parties: parties.map(({ role, name, address, span }) => ({ role, name, address, locator: at(span) })),
    ...(day ? { day: at(day.span) } : {}),
  });
  const { goal, tone, sections, audience, locale, referenceDate } = intent;
  const value = create(IntentSeedProposalSchema, {
    goal,
    tone,
    sections,
    audience,
    locale,
    referenceDate,
    letterReading: reading,
  });
  return create(StageProposalSchema, { proposal: { case: "intentSeed", value } });
};

/**
 * Changes the reading of the letter, in whatever stage that is said: the intent is gone back to, put forward with it and confirmed, and
 * from there the outline is entered again, where what answered the changed part alone goes and all else stays. Undefined: the
 * change makes nothing otherwise, and nothing was called.
 */
export const changeReading = async (
  orchestrator: Client<typeof OrchestratorService>,
  newKey: () => string,
  view: Pick<RunView, "context" | "intent" | "letterReading" | "answeredText" | "skeleton">,
  change: ReadingChange,
): Promise<RunContext | undefined> => {
  const proposal = readingChanged(view, change);
  if (!proposal) return undefined;
  const without = withoutAnswersTo(gonePartIds(view, change), view);
  const call = ({ runId, version }: RunContext) => ({ runId, idempotencyKey: newKey(), expectedVersion: version });
  let now = view.context;
  const wasInOutline = now.state >= State.SKELETON;
  if (wasInOutline)
    now = contextOf((await orchestrator.rewind({ ...call(now), toState: State.INTENT_SEED })).runContext);
  now = contextOf((await orchestrator.propose({ ...call(now), proposal, confirm: true })).runContext);
  if (!wasInOutline) return now;
  now = contextOf((await orchestrator.advance(call(now))).runContext);
  if (!without) return now;
  return contextOf((await orchestrator.propose({ ...call(now), proposal: without })).runContext);
};

/** The parts that are no parts any more after a change. */
const gonePartIds = ({ letterReading }: Pick<RunView, "letterReading">, change: ReadingChange): ReadonlySet<string> => {
  const parts = letterReading && changedParts(letterReading, change);
  const gone = (before: readonly LetterPart[], after: readonly Place[]): string[] =>
    before.flatMap(({ partId, span }) =>
      after.some(({ start, end }) => span?.startChar === start && span.endChar === end) ? [] : [partId],
    );
  return new Set(
    parts
      ? [...gone(letterReading.assertions, parts.assertions), ...gone(letterReading.questions, parts.questions)]
      : [],
  );
};

/** The outline without the claims that answered these parts alone, and without what a person left out; undefined: none did. */
const withoutAnswersTo = (
  gone: ReadonlySet<string>,
  { context, skeleton }: Pick<RunView, "context" | "skeleton">,
): StageProposal | undefined => {
  const out = new Set(
    context.items.flatMap(({ itemId, decision }) => (decision === ItemDecision.REJECT ? [itemId] : [])),
  );
  const isGone = ({ answers }: SkeletonClaim): boolean =>
    answers.length > 0 && answers.every(({ assertionId }) => gone.has(assertionId));
  if (!skeleton?.sections.some(({ claims }) => claims.some(isGone))) return undefined;
  const sections = skeleton.sections.map(({ sectionId, title, claims }) => ({
    sectionId,
    title,
    claims: claims
      .filter((claim) => !isGone(claim) && !out.has(claim.claimId))
      .map(({ claimId, text, claimKind, required }) => ({ claimId, text, claimKind, optional: !required })),
  }));
  const value = create(MessageSkeletonProposalSchema, { sections });
  return create(StageProposalSchema, { proposal: { case: "skeleton", value } });
};
