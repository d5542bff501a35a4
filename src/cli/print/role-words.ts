import { type Party, PartyRole, PartyRoleSchema } from "../../../gen/pincite/memo/v1/party_pb.ts";
import type { Locale } from "../../words/speech.ts";
import { enumValue } from "../text/enum-word.ts";

/** The part that somebody plays, as people read and type it; the first word is the one that is shown. */
const roles: readonly (readonly [PartyRole, Readonly<Record<Locale, readonly string[]>>])[] = [
  [PartyRole.AUTHOR, { nl: ["uzelf", "ik", "ikzelf", "mijzelf"], en: ["yourself", "me", "myself"] }],
  [PartyRole.OPPONENT, { nl: ["werkgever", "andere partij"], en: ["other side", "employer"] }],
  [
    PartyRole.REPRESENTATIVE,
    { nl: ["namens de werkgever", "namens werkgever", "leidinggevende"], en: ["for the other side", "manager"] },
  ],
  [PartyRole.COMPANY_DOCTOR, { nl: ["bedrijfsarts"], en: ["company doctor"] }],
  [PartyRole.UWV, { nl: ["UWV"], en: ["UWV"] }],
  [PartyRole.COURT, { nl: ["rechter"], en: ["court"] }],
  [PartyRole.THIRD, { nl: ["derde", "collega"], en: ["third party", "colleague"] }],
];

/** What a party is in the case, for whoever reads about it. */
export const roleWord = ({ role, represents }: Pick<Party, "role" | "represents">, locale: Locale): string => {
  if (role === PartyRole.REPRESENTATIVE && represents === PartyRole.AUTHOR)
    return locale === "nl" ? "namens uzelf" : "for yourself";
  return roles.find(([known]) => known === role)?.[1][locale][0] ?? "";
};

/** The words that a role may be typed as, one for each. */
export const typedRoles = (locale: Locale): string[] => roles.map(([, words]) => words[locale][0] ?? "");

/** The role that a word of either language stands for, or its name on the wire; undefined for no role. */
export const roleTyped = (word: string): PartyRole | undefined => {
  const wanted = word.trim().toLowerCase().replaceAll(/[-_]/gu, " ");
  const found = roles.find(([, { nl, en }]) => [...nl, ...en].some((one) => one.toLowerCase() === wanted));
  return found?.[0] ?? (enumValue(PartyRoleSchema, word.trim()) as PartyRole | undefined);
};
