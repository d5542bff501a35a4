import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";

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
  throw new DomainError("REQUEST_INVALID", worded("law.the-profile-names-no-laws-add-them-to-its", { profile }), {
    profile,
  });
};

const unknownProfile = (lists: readonly LawList[], profile: string): DomainError => {
  const known = lists.map(({ profileId }) => profileId).join(" ");
  const there = known === "" ? "it has none" : `it has: ${known}`;
  return new DomainError(
    "PROFILE_UNKNOWN",
    worded("law.this-server-has-no-workflow-profile-a-profile", { profile: profile.slice(0, 64), there }),
    { profile, known },
  );
};

/** The text in a language, or in the only one there is. */
export const inLocale = (texts: readonly Localised[], locale: string): string =>
  (texts.find((each) => each.locale === locale) ?? texts[0])?.text ?? "";
