import type { LocalisedText } from "../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { locales } from "../messages/locale.ts";
import { type FactsOf, type MessageId, type Said, worded } from "../messages/said.ts";

/** What is wrong with a profile, and at which field: `sections[1].heading`. */
export interface ProfileProblem {
  readonly path: string;
  /** What belongs there, so that a person can mend it without another page. */
  readonly problem: Said;
}

/** One problem where something is wrong, none otherwise. */
export const when = <Id extends MessageId>(
  wrong: boolean,
  path: string,
  id: Id,
  ...facts: FactsOf<Id>
): ProfileProblem[] => (wrong ? [{ path, problem: worded(id, ...facts) }] : []);

/** A name inside a profile. */
export const idPattern = /^[a-z0-9][a-z0-9-]{0,63}$/;

/** The same as `texts` where the field may be left out. */
export const textsIfAny = (list: readonly LocalisedText[], path: string): ProfileProblem[] =>
  list.length === 0 ? [] : texts(list, path);

/** Whether there is exactly one for each language of the program. */
export const isOnePerLanguage = (list: readonly { readonly locale: string }[]): boolean =>
  list
    .map(({ locale }) => locale)
    .toSorted()
    .join() === [...locales].toSorted().join();

/** The languages of the program as a problem names them: `with locale en and one with locale nl`. */
export const eachLocale = (): Said =>
  locales
    .map((locale): Said => worded("profile-problem.with-locale", { locale }))
    .reduce((first, rest) => worded("profile-problem.and-one", { first, rest }));

/** A memo is written in the language of its run, so every text for people is there in each. */
export const texts = (list: readonly LocalisedText[], path: string): ProfileProblem[] => {
  return [
    ...when(!isOnePerLanguage(list), path, "profile-problem.one-text-each", { locales: eachLocale() }),
    ...list.flatMap(({ text }, at) =>
      when(text.trim() === "" || text.length > 300, `${path}[${at}].text`, "profile-problem.text-length"),
    ),
  ];
};
