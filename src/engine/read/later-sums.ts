import { create } from "@bufbuild/protobuf";
import { type LetterReading, ReferenceSide } from "../../../gen/pincite/memo/v1/letter_pb.ts";
import type { SkeletonClaim } from "../../../gen/pincite/memo/v1/skeleton_pb.ts";
import { ClaimAct } from "../../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import {
  type LaterOnLetter,
  LaterOnLetterSchema,
} from "../../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { Voice } from "../../../gen/pincite/span/v1/span_pb.ts";
import { speakOfSame } from "../../grounding/content-words.ts";
import { mayBeTheirs } from "../../grounding/may-be-theirs.ts";
import { sumsIn } from "../../grounding/own-sums.ts";
import { writtenDays } from "../../letter/days.ts";
import type { Material } from "../../run/kernel.ts";
import { speakerOf } from "../../show/passage-speaker.ts";
import type { EvidenceDirectory } from "../run/ports.ts";
import { soughtIn, wordsMax } from "./their-words.ts";

/** So many later papers are read, so many of their sentences, and so many are told for each demand. */
const [papersMost, sentencesMost, toldMost] = [12, 200, 2];
/** Where the demand's sum stands is sought among so many sentences. */
const sumsMost = 60;

interface Asked {
  readonly material: Material;
  readonly letterReading: LetterReading;
  /** The answered letter, `vault:<doc_uid>`. */
  readonly answered: string;
}
type Scope = Parameters<EvidenceDirectory["sentences"]>[1];

/**
 * Sentences with another sum than a demand of the outline, of a later day than the first paper that says the demand's sum (of the letter, where
 * none does), in words of the other side or of nobody known: the sentence speaks of the same as the demand, or its paper is later than the letter and
 * names it, a paper with that sum, or that sum itself. What is not later than the letter the letter may have reckoned with: a monthly fee that such a paper names is no word of this demand. Nothing is reckoned: they may have paid a part, or speak of something else. The demand's claim stands as the part.
 */
export const laterSums = async (directory: EvidenceDirectory, asked: Asked, scope: Scope): Promise<LaterOnLetter[]> => {
  const demands = demandsOf(asked.material);
  if (demands.length === 0) return [];
  const papers = await directory.cameAfter("1970-01-01T00:00:00.000Z", scope);
  const told: LaterOnLetter[] = [];
  for (const demand of demands) {
    const own = sumsIn(demand.text);
    const says = (text: string): boolean => sumsIn(text).some((sum) => own.includes(sum));
    const [found] = await directory.sentences({ queries: [soughtIn("", demand.text)], limit: sumsMost }, scope);
    const days = (found?.candidates ?? []).flatMap(({ locator, day }) =>
      day !== "" && says(locator?.exactQuote ?? "") ? [day] : [],
    );
    const letterDay = asked.letterReading.day?.day ?? "";
    const since = days.toSorted()[0] ?? letterDay;
    if (since === "") continue;
    const named = new Set([letterDay, ...days]);
    const later = papers
      .filter(({ evidenceId, day }) => evidenceId !== asked.answered && day > since)
      .toSorted((a, b) => (a.day < b.day ? 1 : -1))
      .slice(0, papersMost);
    const ofDemand: { readonly isNamed: boolean; readonly said: LaterOnLetter }[] = [];
    for (const { evidenceId, title, day: paperDay } of later) {
      const [list] = await directory.sentences(
        { queries: [soughtIn(evidenceId, demand.text)], limit: sentencesMost },
        scope,
      );
      const theirs = (list?.candidates ?? []).filter(
        (one) =>
          one.day > since &&
          one.voice !== Voice.QUOTED &&
          one.voice !== Voice.FORWARDED &&
          mayBeTheirs(speakerOf(one), asked.material),
      );
      const texts = theirs.map(({ locator }) => locator?.exactQuote ?? "");
      const isNamed =
        paperDay > letterDay &&
        texts.some(
          (text, at) =>
            says(text) ||
            writtenDays(text, true).some(({ day }) => named.has(day) && day !== theirs[at]?.day) ||
            asked.letterReading.references.some(
              ({ side, value }) => side === ReferenceSide.WRITER && text.includes(value),
            ),
        );
      for (const [at, words] of texts.entries())
        if (
          words.length <= wordsMax &&
          sumsIn(words).length > 0 &&
          !says(words) &&
          (isNamed || speakOfSame(demand.text, words) === true)
        )
          ofDemand.push({
            isNamed,
            said: create(LaterOnLetterSchema, {
              partId: demand.claimId,
              evidenceId,
              title,
              day: theirs[at]?.day ?? "",
              words,
            }),
          });
    }
    // A paper that names what is demanded goes before one that only shares words with it; of two the later one.
    const first = ofDemand.toSorted((a, b) => Number(b.isNamed) - Number(a.isNamed)).slice(0, toldMost);
    told.push(...first.map(({ said }) => said));
  }
  return told;
};

/** The claims of the outline that ask and say a sum. */
const demandsOf = ({ profile, skeleton, proposals }: Material): SkeletonClaim[] => {
  const asking = new Set(profile.claimKinds.flatMap(({ name, act }) => (act === ClaimAct.ASKS ? [name] : [])));
  return ((proposals.skeleton ?? skeleton)?.sections ?? [])
    .flatMap(({ claims }) => claims)
    .filter(({ claimKind, text }) => asking.has(claimKind) && sumsIn(text).length > 0);
};
