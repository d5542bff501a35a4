import { DomainError } from "../../../error.ts";
import { worded } from "../../../messages/said.ts";

/** The days a text is chosen by, "" where nobody named one. */
export interface Days {
  readonly inForceOn: string;
  readonly knownOn: string;
}

/** The days that a reference names; those of the command line must be the same where both do. Errors: CITATION_INVALID. */
export const daysOf = (fields: string, asked: Days): Days => ({
  inForceOn: oneDay(fields, "g", asked.inForceOn, "--on"),
  knownOn: oneDay(fields, "z", asked.knownOn, "--known-on"),
});

const oneDay = (fields: string, name: "g" | "z", asked: string, option: string): string => {
  const named = new RegExp(`&(?:amp;)?${name}=([\\d-]+)`).exec(fields)?.[1] ?? "";
  if (!named || !asked || named === asked) return named || asked;
  throw new DomainError(
    "CITATION_INVALID",
    worded("help.the-reference-names-the-law-of-that-of-leave", { named, name, option, asked }),
  );
};
