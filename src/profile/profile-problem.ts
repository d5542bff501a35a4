import type { LocalisedText } from "../../gen/pincite/memo/v1/workflow_profile_pb.ts";

/** What is wrong with a profile, and at which field: `sections[1].heading`. */
export interface ProfileProblem {
  readonly path: string;
  /** What belongs there, so that a person can mend it without another page. */
  readonly problem: string;
}

/** One problem where something is wrong, none otherwise. */
export const when = (wrong: boolean, path: string, problem: string): ProfileProblem[] =>
  wrong ? [{ path, problem }] : [];

/** A name inside a profile. */
export const idPattern = /^[a-z0-9][a-z0-9-]{0,63}$/;

/** The same as `texts` where the field may be left out. */
export const textsIfAny = (list: readonly LocalisedText[], path: string): ProfileProblem[] =>
  list.length === 0 ? [] : texts(list, path);

/** A memo is written in the language of its run, so every text for people is there in both. */
export const texts = (list: readonly LocalisedText[], path: string): ProfileProblem[] => {
  const locales = list.map((one) => one.locale).toSorted();
  return [
    ...when(locales.join() !== "en,nl", path, "one text with locale nl and one with locale en"),
    ...list.flatMap(({ text }, at) =>
      when(text.trim() === "" || text.length > 300, `${path}[${at}].text`, "1 to 300 characters"),
    ),
  ];
};
