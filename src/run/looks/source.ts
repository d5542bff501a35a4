import type { EvidenceCandidate } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { EvidenceSlot } from "../../../gen/pincite/memo/v1/evidence_needs_pb.ts";
import { type LetterReading, LetterRole } from "../../../gen/pincite/memo/v1/letter_pb.ts";
import type { Binding } from "../../../gen/pincite/memo/v1/need_map_pb.ts";
import { type Party, PartyRole } from "../../../gen/pincite/memo/v1/party_pb.ts";
import { LookCode } from "../../../gen/pincite/run/v1/look_pb.ts";
import { calendarDays, claimTokens, maySameDay, type NamedDay } from "../../grounding/claim-tokens.ts";
import { tellsOfAuthor } from "../../grounding/letter-signs.ts";
import { namesInstrument } from "../../grounding/paper-name.ts";
import { paperNoun, wordsIn } from "../../grounding/reading.ts";
import { isAsked, partyOf } from "../../grounding/speaker.ts";
import { placedSlots } from "../build/needs.ts";
import type { DecisionInput, Material } from "../kernel.ts";
import type { Sight } from "./look.ts";

/** A binding with what the record says of it. */
export interface Bound {
  readonly binding: Binding;
  readonly slot: EvidenceSlot;
  readonly claimText: string;
  /** Days by which the letter is known that the claim answers: they name it, and tell of nothing that happened. */
  readonly letterDays: readonly string[];
  /** The document or law as the evidence set has it; undefined for searches and statements. */
  readonly candidate: EvidenceCandidate | undefined;
}

/** The bindings whose slot is there, in order. */
export const boundIn = ({ material }: DecisionInput, bindings: readonly Binding[]): Bound[] => {
  const slots = new Map(placedSlots(material.needs).map((placed) => [placed.slot.slotId, placed]));
  const known = new Map(
    (material.evidenceSet?.entries ?? []).map(({ candidate }) => [candidate?.evidenceId, candidate]),
  );
  const answering = answeringClaims(material);
  const days = letterDays(material);
  return bindings.flatMap((binding) => {
    const placed = slots.get(binding.slotId);
    if (!placed) return [];
    const ref = binding.evidence?.evidence;
    const id = ref?.case === "document" || ref?.case === "law" ? ref.value.evidenceId : undefined;
    const { claimId, claimText } = placed.claim;
    const own = answering.has(claimId) ? days : [];
    return [{ binding, slot: placed.slot, claimText, candidate: known.get(id), letterDays: own }];
  });
};

const answeringClaims = ({ skeleton }: Material): ReadonlySet<string> =>
  new Set(
    (skeleton?.sections ?? [])
      .flatMap(({ claims }) => claims)
      .flatMap(({ claimId, answers }) => (answers.length > 0 ? [claimId] : [])),
  );

/** The day that the letter bears, and that of its file. */
const letterDays = ({ letterReading, evidenceSet }: Material): string[] => [
  ...[letterReading?.day?.day ?? ""].filter((day) => day !== ""),
  ...(evidenceSet?.entries ?? []).filter(({ pinned }) => pinned).map(({ candidate }) => ownDay(candidate)),
];

/** Whether a binding rests on a document of the Vault: laws have no speaker and no day of their own. */
export const isDocument = ({ binding }: Bound): boolean => binding.evidence?.evidence.case === "document";

/** Who wrote the document: the sender of mail, the signer of a letter or whom a person named. Empty: it is not known. */
export const authorOf = (candidate: EvidenceCandidate | undefined): string =>
  candidate?.docType === "email" ? (candidate.participants[0] ?? "") : (candidate?.author ?? "");

/** Who made a paper, as the source writes them: the sender of a mail, the author that a file names. Empty: nobody knows. */
export const makerOf = (candidate: EvidenceCandidate | undefined): string => candidate?.participants[0] ?? "";

/** Who wrote it, as a confirmed reading of the letter that is answered says, where the document is that letter; else `authorOf`. */
export const writerOf = (candidate: EvidenceCandidate | undefined, reading: LetterReading | undefined): string => {
  const read = reading?.parties.find(
    ({ role, span }) => role === LetterRole.WRITER && candidate?.evidenceId === `vault:${span?.docUid ?? ""}`,
  );
  return read?.address || read?.name || authorOf(candidate);
};

/** Day of the document itself, ISO 8601 date; empty: not known. */
export const ownDay = (candidate: EvidenceCandidate | undefined): string => candidate?.occurredAtIso.slice(0, 10) ?? "";

/**
 * Looks where somebody speaks in a slot that asks who: nothing where it asks for nobody, or for exactly them, nor where `title` calls
 * the paper an agreement without a writer: its parties say its words together. Of what the claim's author did they themselves may speak.
 */
export const speakerSights = (
  { slot, claimText, candidate }: Pick<Bound, "slot" | "claimText" | "candidate">,
  speaker: string,
  parties: readonly Party[],
): Sight[] => {
  if (slot.speakerRoles.length === 0 || (speaker === "" && namesInstrument(candidate?.title ?? ""))) return [];
  const party = speaker === "" ? undefined : partyOf(speaker, parties);
  if (party && isAsked(party, slot.speakerRoles)) return [];
  if (party?.role === PartyRole.AUTHOR && tellsOfAuthor(claimText)) return [];
  const code = party ? LookCode.SPEAKER_NOT_ASKED : LookCode.SPEAKER_UNKNOWN;
  return [{ code, rest: [speaker, ...(party ? [String(party.role), String(party.represents)] : [])] }];
};

/** The whole days that a text names, with their places. */
export const daysIn = (text: string) => claimTokens(text).filter(({ kind }) => kind === "day");

/** A claim that names the paper by its own day speaks of the paper, which its words need not do. */
export const speaksOfPaper = (claimText: string, day: string): boolean =>
  day !== "" &&
  calendarDays(claimText).some(({ value }) => maySameDay(value, day)) &&
  wordsIn(claimText).some(({ folded }) => paperNoun(folded) === "paper");

/** The days of a claim but those that only name the letter it answers; "the day before" another is its neighbour. */
export const claimDays = ({ claimText, letterDays }: Bound): NamedDay[] =>
  calendarDays(claimText)
    .filter(({ value }) => !letterDays.some((day) => maySameDay(day, value)))
    .map((day) => ({ ...day, value: movedBy(neighbourIn(claimText.slice(0, day.start)), day.value) }));

/** By how many days the words in front of a day move away from it. */
const neighbourIn = (before: string): number => {
  const side = neighbours.exec(before)?.[1]?.toLowerCase();
  if (side === undefined) return 0;
  return /^(?:na|after)$/u.test(side) ? 1 : -1;
};
const neighbours =
  /(?<!\p{L})(?:daags|(?:de|een|één)\s+dag|(?:the|a|one)\s+day)\s+(voor|vóór|na|before|after)\s+(?:(?:de|the)\s+)?$/iu;

const movedBy = (days: number, value: string): string => {
  if (days === 0) return value;
  // A leap year has every day of a month.
  const isYearless = value.startsWith("--");
  const known = isYearless ? `2000${value.slice(1)}` : value;
  const iso = new Date(Date.parse(known) + days * 86_400_000).toISOString().slice(0, 10);
  return isYearless ? `-${iso.slice(4)}` : iso;
};
