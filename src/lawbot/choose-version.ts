import type { RegisteredVersion, VersionRegister } from "../../gen/pincite/lawbot/v1/law_pb.ts";

/** Why there is no version for a day; the words are published in law_citation_service.proto. */
export type WhyNone = "NOT_YET_IN_FORCE" | "WITHDRAWN" | "NOT_YET_KNOWN" | "ANNOUNCED" | "GAP" | "DELETED";

/** The version of a register for a day, or why there is none with the versions before and after it. */
export type Choice =
  | { readonly version: RegisteredVersion }
  | {
      readonly why: WhyNone;
      readonly before: RegisteredVersion | undefined;
      readonly after: RegisteredVersion | undefined;
    };

/** ISO days compare as strings; the label tells versions of one day apart, its rank as a number. */
const byLabel = (a: RegisteredVersion, b: RegisteredVersion): number =>
  a.inForceFrom === b.inForceFrom ? rankOf(a.label) - rankOf(b.label) : a.inForceFrom < b.inForceFrom ? -1 : 1;

const rankOf = (label: string): number => Number(/_(\d+)$/.exec(label)?.[1] ?? 0);

/**
 * Chooses by the two dates of the Basiswettenbestand: in force on `day`, as known on `knownOn` ("": as the register knows
 * it last). A version that the publisher deleted is never chosen, nor is a neighbour in place of one that is missing.
 */
export const chooseVersion = (register: VersionRegister, day: string, knownOn: string): Choice => {
  const view = knownOn || lastKnown(register);
  const visible = register.versions
    .filter((version) => version.knownFrom <= view && view <= version.knownThrough)
    .sort(byLabel);
  const covering = visible.filter((version) => version.inForceFrom <= day && day <= version.inForceThrough);
  const version = covering.findLast((each) => !each.deleted);
  if (version) return { version };
  const before = visible.findLast((each) => !each.deleted && each.inForceThrough < day);
  const after = visible.find((each) => !each.deleted && day < each.inForceFrom);
  const why = whyNone(visible, covering, { before, after });
  const isLearntLater = register.versions.some(
    (each) => !each.deleted && view < each.knownFrom && day <= each.inForceThrough,
  );
  // A law whose next version was not known yet has not ended.
  return { why: why === "WITHDRAWN" && isLearntLater ? "NOT_YET_KNOWN" : why, before, after };
};

const lastKnown = (register: VersionRegister): string =>
  register.versions.reduce((last, { knownThrough }) => (knownThrough > last ? knownThrough : last), "");

const whyNone = (
  visible: readonly RegisteredVersion[],
  covering: readonly RegisteredVersion[],
  around: { before: RegisteredVersion | undefined; after: RegisteredVersion | undefined },
): WhyNone => {
  if (visible.length === 0) return "ANNOUNCED";
  if (covering.length > 0) return "DELETED";
  if (!around.before) return "NOT_YET_IN_FORCE";
  // After the last version the law has ended, whether or not the register states the day of its withdrawal.
  return around.after ? "GAP" : "WITHDRAWN";
};
