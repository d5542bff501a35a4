import { type Party, PartyRole, PartyRoleSchema } from "../../../gen/pincite/memo/v1/party_pb.ts";
import type { RoleWords, WorkflowProfile } from "../../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import type { Locale } from "../../messages/speech.ts";
import { enumValue } from "../text/enum-word.ts";

/** What the profile of a run calls people; absent where a run's profile is not known. */
type Roles = Pick<WorkflowProfile, "roles"> | undefined;

/** What a party is in the case, for whoever reads about it. */
export const roleWord = (
  { role, represents }: Pick<Party, "role" | "represents">,
  locale: Locale,
  profile: Roles,
): string => {
  const side = role === PartyRole.REPRESENTATIVE ? represents || PartyRole.OPPONENT : PartyRole.UNSPECIFIED;
  const words = (profile?.roles ?? []).filter((one) => one.role === role);
  return nounOf(words.find((one) => role !== PartyRole.REPRESENTATIVE || sideOf(one) === side) ?? words[0], locale);
};

const sideOf = ({ represents }: RoleWords): PartyRole => represents || PartyRole.OPPONENT;

const nounOf = (words: RoleWords | undefined, locale: Locale): string =>
  words?.nouns.find((one) => one.locale === locale)?.noun ?? "";

/** Roles that a person is asked to choose from: a representative of one's own side is said by a flag. */
const asked = (profile: Roles): RoleWords[] =>
  (profile?.roles ?? []).filter((one) => one.role !== PartyRole.REPRESENTATIVE || sideOf(one) === PartyRole.OPPONENT);

/** The words that a role may be typed as, one for each, in the order of the roles. */
export const typedRoles = (locale: Locale, profile: Roles): string[] =>
  asked(profile)
    .toSorted((one, other) => one.role - other.role)
    .map((one) => nounOf(one, locale));

/** The word for who speaks for the other side, as a role is typed; empty where the profile has none. */
export const speakerWord = (locale: Locale, profile: Roles): string =>
  nounOf(
    asked(profile).find(({ role }) => role === PartyRole.REPRESENTATIVE),
    locale,
  );

/** The role that a word of the profile in either language stands for, or its name on the wire; undefined for no role. */
export const roleTyped = (word: string, profile: Roles): PartyRole | undefined => {
  const wanted = word.trim().toLowerCase().replaceAll(/[-_]/gu, " ");
  const found = asked(profile).find(({ nouns }) =>
    nouns.some(({ noun, also, typed }) =>
      [noun, ...also, ...typed].some((one) => one.toLowerCase().replaceAll("-", " ") === wanted),
    ),
  );
  return found?.role ?? (enumValue(PartyRoleSchema, word.trim()) as PartyRole | undefined);
};
