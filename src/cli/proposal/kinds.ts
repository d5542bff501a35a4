import type { Kinds } from "../../client/change-kinds.ts";
import type { RunView } from "../../client/run-view.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import type { Locale } from "../../messages/speech.ts";

/** `soort:9=eigen verklaring`: another kind for a claim. */
const form = /^\s*(?:soort|kind):(?<number>\d{1,6})\s*=\s*(?<kind>[\s\S]*\S)\s*$/iu;

/** Whether a person gives a claim another kind. */
export const isKindSaid = (said: string): boolean => form.test(said);

/** The kinds of the profile as people call them. */
export const kindLabels = ({ profile }: Pick<RunView, "profile">, locale: Locale): string[] =>
  (profile?.claimKinds ?? []).map(
    ({ name, label }) => label.find((one) => one.locale === locale)?.text.toLowerCase() ?? name,
  );

/**
 * The kinds that a person gives to claims of the outline. Errors: REQUEST_INVALID for a kind that the profile has not, ITEM_UNKNOWN for a
 * claim that the outline has not.
 */
export const kindsSaid = (
  view: Pick<RunView, "profile" | "skeleton">,
  said: readonly string[],
  locale: Locale,
): Kinds => {
  const kinds = new Map(said.map((one) => kindOf(one, view, locale)));
  const all = (view.skeleton?.sections ?? []).flatMap(({ claims }) => claims);
  for (const id of kinds.keys())
    if (!all.some(({ claimId }) => claimId === id))
      throw new DomainError("ITEM_UNKNOWN", worded("command.there-is-no-in-what-was-shown", { name: id }));
  return kinds;
};

/** A kind by its name or by what people call it; `citaat` and `quote` are no kind: one quote is enough. */
const kindOf = (given: string, view: Pick<RunView, "profile">, locale: Locale): [string, string] => {
  const { number = "", kind = "" } = form.exec(given)?.groups ?? {};
  const wanted = plainly(kind);
  const found = view.profile?.claimKinds.find(
    ({ name, label }) => plainly(name) === wanted || label.some(({ text }) => plainly(text) === wanted),
  );
  if (found === undefined && wanted !== "citaat" && wanted !== "quote")
    throw new DomainError(
      "REQUEST_INVALID",
      worded("command.no-kind-of-claim-is-called", { kind, kinds: kindLabels(view, locale).join(", ") }),
    );
  return [`claim:${Number(number)}`, found?.name ?? ""];
};

const plainly = (words: string): string =>
  words
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/gu, " ");
