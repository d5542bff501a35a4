import { create } from "@bufbuild/protobuf";
import type { Sha256 } from "#kit/digest.ts";
import type { AnsweredText } from "../../../gen/pincite/memo/v1/letter_pb.ts";
import { type SpanLocator, SpanLocatorSchema, type SpanRef, Voice } from "../../../gen/pincite/span/v1/span_pb.ts";
import { DomainError } from "../../error.ts";
import { openAnswered } from "../../span/answered-text.ts";
import { resolveLocator } from "../../span/resolve.ts";
import type { SpanSource } from "../../span/source.ts";
import type { DecisionInput } from "../kernel.ts";
import { invalidProposal, refusedProposal } from "../refusals.ts";

/** Cuts words out of the letter that is answered, exactly, or refuses them. */
export interface LetterScissors {
  readonly text: AnsweredText;
  /** The span of a locator; `path` names the item in the proposal. Errors: PROPOSAL_INVALID. */
  cut(locator: SpanLocator | undefined, path: string): SpanRef;
}

/** The scissors for the letter of this run. Errors: PROPOSAL_INVALID where none is pinned as answered. */
export const scissorsFor = ({ material, sha256 }: DecisionInput, path: string): LetterScissors => {
  const { answeredText: text } = material;
  if (!text) throw invalidProposal(path, "letter.no-letter-is-pinned-as-answered-pin-it-with");
  const source = openAnswered(text);
  return { text, cut: (locator, at) => cutOut(source, locator ?? create(SpanLocatorSchema), at, sha256) };
};

const cutOut = (source: SpanSource, locator: SpanLocator, path: string, sha256: Sha256): SpanRef => {
  const { message, spans } = resolved(source, locator, path, sha256);
  const [span, second] = spans;
  if (!span) throw refusedProposal(path, message);
  if (second) throw invalidProposal(path, "letter.these-words-are-not-one-stretch-of-the-letter");
  if (span.voice === Voice.QUOTED) throw invalidProposal(path, "letter.the-letter-quotes-these-words-from-somebody");
  return span;
};

/** One place, or none with the reason; a locator that can mean nothing is refused like one that finds nothing. */
const resolved = (source: SpanSource, locator: SpanLocator, path: string, sha256: Sha256) => {
  try {
    const { message, spans, placeCount } = resolveLocator(source, locator, { sha256, maxSuggestions: 0 });
    return { message, spans: placeCount > 1 ? [] : spans };
  } catch (error) {
    if (error instanceof DomainError && error.reason === "LOCATOR_INVALID") throw refusedProposal(path, error.told);
    throw error;
  }
};

/** Whether words stand in a stretch of the letter, but for how its lines are broken. */
export const standsIn = (words: string, excerpt: string): boolean => oneLine(excerpt).includes(oneLine(words));

/** Words on one line. */
export const oneLine = (text: string): string => text.replaceAll(/\s+/gu, " ").trim();
