import type { EvidenceSet } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { LetterReading } from "../../../gen/pincite/memo/v1/letter_pb.ts";
import type { AnsweredLetter } from "../../grounding/draft-check.ts";

/** Letters that the memo may name by day and reference without citing them. */
export const answeredLetters = (
  reading: LetterReading | undefined,
  evidenceSet: EvidenceSet | undefined,
): AnsweredLetter[] => [...readLetter(reading), ...pinnedLetters(evidenceSet)];

/** What a person pinned may be named by its day, as one names a letter that is answered. */
const pinnedLetters = (set: EvidenceSet | undefined): AnsweredLetter[] =>
  (set?.entries ?? [])
    .filter(({ pinned }) => pinned)
    .flatMap(({ candidate }) => (candidate ? [{ day: candidate.occurredAtIso, reference: "" }] : []));

/** The letter that is answered has the day and the references that it bears itself, whatever its file says. */
const readLetter = (reading: LetterReading | undefined): AnsweredLetter[] => {
  const day = reading?.day?.day ?? "";
  const references = (reading?.references ?? []).map(({ value }) => ({ day: "", reference: value }));
  return day === "" ? references : [{ day, reference: "" }, ...references];
};
