import { create } from "@bufbuild/protobuf";
import type { LawVersion, VersionRegister } from "../../gen/pincite/lawbot/v1/law_pb.ts";
import { type Validity, Validity_State, ValiditySchema } from "../../gen/pincite/span/v1/span_pb.ts";
import { chooseVersion } from "./choose-version.ts";

/** Who vouches where a register does. */
const authority = "BWB manifest";
/** The day that stands for "until further notice". */
const openEnd = "9999-12-31";

/** What is known of one law: its register, where one is loaded, and all loaded versions. */
export interface KnownOfLaw {
  readonly register: VersionRegister | undefined;
  readonly loaded: readonly LawVersion[];
}

/**
 * Says whether a version is in force on a day, as known on another ("": as is known last). With a register the register
 * says so, up to the day on which it was last known: no witness vouches for what came after. Without one a text has a first day and no end that anybody vouches for: before that day it is not in force, nor
 * once a loaded text of a later day took its place; otherwise nobody knows.
 */
export const validityOf = (
  version: LawVersion,
  { register, loaded }: KnownOfLaw,
  day: string,
  knownOn = "",
): Validity => ({
  ...(register ? byRegister(version, register, day, knownOn) : byTexts(version, loaded, day)),
  // An own form of its readers; a field that is not set leaves the bytes of every other answer as they were.
  consolidated: version.form.endsWith("-consolidated"),
  fromDocumentDate: version.fromDocumentDate,
});

const byRegister = (version: LawVersion, register: VersionRegister, day: string, knownOn: string): Validity => {
  const choice = chooseVersion(register, day, knownOn);
  const own = register.versions.find((each) => each.label === labelOf(version));
  const chosen = "version" in choice ? choice.version : undefined;
  const isChosen = chosen !== undefined && isTextOf(version, chosen.label, chosen.inForceFrom, day);
  const row = isChosen ? chosen : own;
  const known = knownOn || lastKnownOn(register);
  const held = day > known ? Validity_State.UNKNOWN : Validity_State.IN_FORCE;
  return create(ValiditySchema, {
    state: isChosen ? held : Validity_State.NOT_IN_FORCE,
    on: day,
    from: row?.inForceFrom ?? version.validFrom,
    until: row && row.inForceThrough !== openEnd ? row.inForceThrough : "",
    knownOn: known,
    authority,
  });
};

/** The last day of which a register may speak: when it was made, or later given again by its service. */
const lastKnownOn = ({ generated, checkedOn }: VersionRegister): string =>
  generated.slice(0, 10) > checkedOn ? generated.slice(0, 10) : checkedOn;

const byTexts = (version: LawVersion, loaded: readonly LawVersion[], day: string): Validity => {
  const next = loaded.find((each) => each.validFrom > version.validFrom && each.validFrom <= day);
  const isKnownNot = day < version.validFrom || next !== undefined;
  return create(ValiditySchema, {
    state: isKnownNot ? Validity_State.NOT_IN_FORCE : Validity_State.UNKNOWN,
    on: day,
    from: version.validFrom,
    until: next ? dayBefore(next.validFrom) : "",
  });
};

/** Records of earlier releases have no label; they hold the first text of their day. */
const labelOf = ({ label, validFrom }: LawVersion): string => label || `${validFrom}_0`;

/** The older form has no label and counts from the day its importer vouched for, as long as the register knows of no change. */
const isTextOf = (version: LawVersion, label: string, from: string, day: string): boolean =>
  version.form === "bwb-2012" ? from <= version.validFrom && version.validFrom <= day : labelOf(version) === label;

const dayBefore = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
