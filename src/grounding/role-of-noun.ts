import { PartyRole } from "../../gen/pincite/memo/v1/party_pb.ts";
import type { WorkflowProfile } from "../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { roleNoun } from "./language/roles.ts";
import { fold } from "./language/words.ts";

export { weakInSearch } from "./language/roles.ts";

/** What the check of a draft reads of the profile: what people are called in this kind of memo, for whom it is, what claims do. */
export type MemoProfile = Pick<WorkflowProfile, "roles" | "readers" | "claimKinds" | "frame">;

/**
 * The part that a noun says somebody plays in such a memo. UNSPECIFIED: it names people or a body by what they do, in no part of
 * the profile's. Undefined: it names nobody.
 */
export const roleOfNoun = (written: string, profile: MemoProfile | undefined): PartyRole | undefined => {
  const found = roleNoun(written);
  if (found === undefined) return undefined;
  const roles = profile === undefined ? none : rolesBy(profile);
  return roles.get(found.noun) ?? roles.get(found.head) ?? PartyRole.UNSPECIFIED;
};

const none: ReadonlyMap<string, PartyRole> = new Map();
const known = new WeakMap<MemoProfile["roles"], ReadonlyMap<string, PartyRole>>();

/** The first role that has a noun keeps it: whoever is named first in the profile is nearest to its matter. */
const rolesBy = ({ roles }: MemoProfile): ReadonlyMap<string, PartyRole> => {
  const made = known.get(roles);
  if (made) return made;
  const byNoun = new Map<string, PartyRole>();
  for (const { role, nouns } of roles)
    for (const noun of nouns.flatMap((one) => [one.noun, ...one.also]).map(fold))
      if (!byNoun.has(noun)) byNoun.set(noun, role);
  known.set(roles, byNoun);
  return byNoun;
};
