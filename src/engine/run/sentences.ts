import { create } from "@bufbuild/protobuf";
import type { PassageCandidate } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import { type AskedPassage, AskedPassageSchema } from "../../../gen/pincite/model/v1/rank_turn_pb.ts";
import type { DecisionInput } from "../../run/kernel.ts";
import { type PlacedSlot, soughtFor } from "../../run/sought.ts";
import { speakerOf } from "../../show/passage-speaker.ts";
import type { EvidenceDirectory } from "./ports.ts";
import type { Runs } from "./runs.ts";

/** Slots of one call to the Vault. */
const atOnce = 50;

/** So many passages of a slot a model is asked to order. */
export const rankedMax = 60;

type Lists = Awaited<ReturnType<EvidenceDirectory["sentences"]>>;

/** Sentences for each slot, best first, by its claim's words or those given, of one document where named. Errors: UPSTREAM_UNAVAILABLE. */
export const sentencesFor = async (
  runs: Runs,
  input: DecisionInput,
  slots: readonly PlacedSlot[],
  {
    words = "",
    evidenceId = "",
    partNumber = 0,
    limit,
    signal,
  }: {
    readonly words?: string;
    readonly evidenceId?: string;
    readonly partNumber?: number;
    readonly limit: number;
    readonly signal: AbortSignal;
  },
): Promise<Lists> => {
  const { strandId } = input.snapshot;
  const lists: Lists[number][] = [];
  for (let at = 0; at < slots.length; at += atOnce) {
    const queries = slots.slice(at, at + atOnce).map((one) => ({
      ...soughtFor(one, input, { words, evidenceId }),
      partNumber,
    }));
    lists.push(...(await runs.parts.directory.sentences({ queries, limit }, { strandId, signal })));
  }
  return lists;
};

/** Where a passage stands. */
export const placeOf = ({ evidence, startChar, endChar }: PassageCandidate) => ({
  evidenceId: evidence?.evidenceId ?? "",
  startChar,
  endChar,
});

/** A passage as a model that orders passages is shown it; its number is given later. */
export const asked = (passage: PassageCandidate): AskedPassage =>
  create(AskedPassageSchema, {
    ...placeOf(passage),
    text: passage.locator?.exactQuote ?? "",
    speaker: speakerOf(passage),
    day: passage.day,
    title: passage.evidence?.title ?? "",
  });
