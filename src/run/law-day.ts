import { create } from "@bufbuild/protobuf";
import type { EvidenceCandidate } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { RunSnapshot } from "../../gen/pincite/journal/v1/run_snapshot_pb.ts";
import type { MessageSkeleton } from "../../gen/pincite/memo/v1/skeleton_pb.ts";
import { type Validity, Validity_State, ValiditySchema } from "../../gen/pincite/span/v1/span_pb.ts";

/** The day by which the law is read for a slot: that of its claim, else the run's. `slotId` "": the run's. */
export const lawDayOf = ({ slots, referenceDate }: RunSnapshot, slotId: string): string =>
  slots.find((slot) => slotId !== "" && slot.slotId === slotId)?.lawDate || referenceDate;

/** Whether any claim of the outline has a law date of its own. */
export const hasLawDays = (skeleton: MessageSkeleton | undefined): boolean =>
  skeleton?.sections.some(({ claims }) => claims.some(({ lawDate }) => lawDate !== "")) ?? false;

/** The validity of a version on a day about which no source was asked: unknown. */
export const unknownOn = ({ versionDate }: EvidenceCandidate, day: string): Validity =>
  create(ValiditySchema, { state: Validity_State.UNKNOWN, on: day, from: versionDate });

/**
 * Whether a version is in force on a day, from what its source said of another. Outside its own days it is not; inside them it is where
 * a register vouches for that day and called the version the text of its days. Anything else is unknown: a register may have put another
 * text in the place of one that it names no more.
 */
export const validityOn = (candidate: EvidenceCandidate, day: string): Validity => {
  const { validity: known } = candidate;
  if (known?.on === day) return known;
  if (known === undefined) return unknownOn(candidate, day);
  const { from, until, authority, knownOn } = known;
  const isOutside = day < from || (until !== "" && until < day);
  const isVouchedFor = authority !== "" && day <= knownOn && known.state !== Validity_State.NOT_IN_FORCE;
  const inside = isVouchedFor ? Validity_State.IN_FORCE : Validity_State.UNKNOWN;
  return create(ValiditySchema, { ...known, on: day, state: isOutside ? Validity_State.NOT_IN_FORCE : inside });
};

/**
 * A candidate that was found again for another day, with what tells more of it: that it is in force on one day is more than that it is
 * not on another, since a claim of either may rest on it.
 */
export const withTellingDay = (
  candidate: EvidenceCandidate,
  former: EvidenceCandidate | undefined,
): EvidenceCandidate => {
  const [was, is] = [former?.validity, candidate.validity];
  const isMore =
    was?.state === Validity_State.IN_FORCE &&
    is?.state === Validity_State.NOT_IN_FORCE &&
    was.on !== is.on &&
    former?.sourceDigest === candidate.sourceDigest;
  return isMore ? { ...candidate, validity: was } : candidate;
};
