import { DomainError } from "../../error.ts";

/** A text in one language, `nl` or `en`. */
interface Localised {
  readonly locale: string;
  readonly text: string;
}

/** One law of a list: what FetchLaw takes as a target, its name, and why it is there. */
export interface ListedLaw {
  readonly lawId: string;
  readonly name: string;
  readonly why: readonly Localised[];
}

/**
 * The laws that the claims of one workflow profile usually rest on. A WorkflowProfile is one: whoever puts the server together
 * hands its profiles over, so that LawBot knows the lists and nothing else of them.
 */
export interface LawList {
  readonly profileId: string;
  readonly lawSources: readonly ListedLaw[];
}

/** Ids of the laws of a profile, in order. Errors: PROFILE_UNKNOWN, and REQUEST_INVALID where its list is empty. */
export const lawsOfProfile = (lists: readonly LawList[], profile: string): string[] => {
  const list = lists.find(({ profileId }) => profileId === profile);
  if (!list) throw unknownProfile(lists, profile);
  if (list.lawSources.length > 0) return list.lawSources.map(({ lawId }) => lawId);
  throw new DomainError(
    "REQUEST_INVALID",
    `the profile ${profile} names no laws: add them to its file as law_sources and start the server anew, or name the ids yourself (\`pincite law fetch BWBR0005290\`)`,
    { profile },
  );
};

const unknownProfile = (lists: readonly LawList[], profile: string): DomainError => {
  const known = lists.map(({ profileId }) => profileId).join(" ");
  const there = known === "" ? "it has none" : `it has: ${known}`;
  return new DomainError(
    "PROFILE_UNKNOWN",
    `this server has no workflow profile "${profile.slice(0, 64)}"; ${there}. A profile of your own is read when the server starts`,
    { profile, known },
  );
};

/** The text in a language, or in the only one there is. */
export const inLocale = (texts: readonly Localised[], locale: string): string =>
  (texts.find((each) => each.locale === locale) ?? texts[0])?.text ?? "";
