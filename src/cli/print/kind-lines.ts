import { textIn } from "#kit/localised.ts";
import type { LocalisedText, WorkflowProfile } from "../../../gen/pincite/memo/v1/workflow_profile_pb.ts";

/** The kinds of memo by the id that `run new --profile` takes, each with what it is called and what it is for. */
export const kindLines = (
  profiles: readonly Pick<WorkflowProfile, "profileId" | "title" | "meantFor">[],
  locale: string,
): string[] => {
  const width = Math.max(0, ...profiles.map(({ profileId }) => profileId.length));
  return profiles.flatMap(({ profileId, title, meantFor }) => [
    `${profileId.padEnd(width)}  ${textIn(title, locale)}`,
    ...telling(meantFor, locale).map((line) => `${" ".repeat(width + 2)}${line}`),
  ]);
};

/** The text of a language as one line; without texts no line. */
export const telling = (texts: readonly LocalisedText[], locale: string): string[] =>
  texts.length === 0 ? [] : [textIn(texts, locale)];
