import { ReaderKind } from "../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { readerNamed } from "./parties.ts";
import type { MemoProfile } from "./role-of-noun.ts";

/** Readers whom details of somebody's health may be told. Whoever is not among them, the other side above all, is not told. */
const told: ReadonlySet<ReaderKind> = new Set([ReaderKind.OWN_FILE, ReaderKind.AGENCY, ReaderKind.COURT]);

/**
 * Whether a memo for this reader may rest on documents that are marked as holding data concerning health: by what the reader is. A
 * reader that the profile does not list, or that wrote the letter that is answered, is not told.
 */
export const mayHoldHealth = (audience: string, profile: Pick<MemoProfile, "readers"> | undefined): boolean => {
  const reader = readerNamed(audience, profile);
  return reader !== undefined && !reader.wroteLetter && told.has(reader.kind);
};
