import type { LawVersion, RegisteredVersion, VersionRegister } from "../../gen/pincite/lawbot/v1/law_pb.ts";
import { DomainError } from "../error.ts";
import type { Choice, WhyNone } from "./choose-version.ts";

/** Listed in messages when something is not there. */
const namedMax = 8;

/** What was asked: a law, the day it was in force, and the day as whose knowledge ("": as is known last). */
export interface AskedDay {
  readonly lawId: string;
  readonly day: string;
  readonly knownOn: string;
}

type NoVersion = Extract<Choice, { readonly why: WhyNone }>;

/** The register has no version for the day. */
export const registeredFault = (
  asked: AskedDay,
  { why, before, after }: NoVersion,
  register: VersionRegister,
  loaded: readonly LawVersion[],
): DomainError => {
  const sentence = sentences[why](asked, register);
  const neighbours = [before && `before it is ${before.label}`, after && `after it is ${after.label}`].filter(Boolean);
  const knownOn = asked.knownOn ? ` (as known on ${asked.knownOn})` : "";
  return new DomainError(
    "VERSION_NOT_FOUND",
    `${sentence}${knownOn}; ${neighbours.join(", ") || "there are no versions beside it"}`,
    { ...factsOf(asked, loaded), why, before: before?.label ?? "", after: after?.label ?? "" },
  );
};

const sentences: Record<WhyNone, (asked: AskedDay, register: VersionRegister) => string> = {
  NOT_YET_IN_FORCE: ({ lawId, day }, { inForceFrom }) =>
    `${lawId} was not yet in force on ${day}${inForceFrom && `: it is from ${inForceFrom}`}`,
  WITHDRAWN: ({ lawId, day }, { withdrawnOn }) =>
    `${lawId} was not in force any more on ${day}${withdrawnOn && `: it was withdrawn on ${withdrawnOn}`}`,
  NOT_YET_KNOWN: ({ lawId, day, knownOn }) =>
    `${lawId} goes on after its versions of then, and which text holds on ${day} was not known yet on ${knownOn}; ask as known on a later day`,
  ANNOUNCED: ({ lawId }) => `${lawId} was announced only: no version of it was published`,
  GAP: ({ lawId, day }) => `the register of ${lawId} has no version for ${day}`,
  DELETED: ({ lawId, day }) => `the version of ${lawId} for ${day} was deleted by its publisher`,
};

/** No loaded version is right for the day; `registered` is the one that would be. */
export const unloadedFault = (
  asked: AskedDay,
  loaded: readonly LawVersion[],
  registered?: RegisteredVersion,
): DomainError => {
  const first = loaded[0]?.validFrom ?? "";
  const message = registered
    ? `the version of ${asked.lawId} for ${asked.day} is ${registered.label} (in force from ${registered.inForceFrom}), and that text is not loaded; import ${registered.fileName || registered.label}`
    : `no loaded version of ${asked.lawId} was in force on ${asked.day}: the earliest begins on ${first}; ask for that day or later, or import an older version`;
  return new DomainError("VERSION_NOT_FOUND", message, {
    ...factsOf(asked, loaded),
    why: "NOT_LOADED",
    ...(registered ? { missing: registered.label, ...neighbours(loaded, asked.day) } : { next: first }),
  });
};

const neighbours = (loaded: readonly LawVersion[], day: string) => ({
  before: loaded.findLast((version) => version.validFrom <= day)?.docUid ?? "",
  after: loaded.find((version) => version.validFrom > day)?.docUid ?? "",
});

const factsOf = ({ lawId, day, knownOn }: AskedDay, loaded: readonly LawVersion[]) => ({
  law_id: lawId,
  in_force_on: day,
  ...(knownOn && { known_on: knownOn }),
  loaded: datesOf(loaded),
});

/** First days of the newest loaded versions. */
export const datesOf = (versions: readonly LawVersion[]): string =>
  versions
    .slice(-namedMax)
    .map((version) => version.validFrom)
    .join(" ");
