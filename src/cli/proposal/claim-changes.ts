import { type ClaimChange, type ClaimChanges, ownStatementKind } from "../../client/change-claims.ts";
import type { RunView } from "../../client/run-view.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import type { Locale } from "../../messages/speech.ts";
import { dayTyped } from "../text/day-typed.ts";
import { isTyped, typedForms } from "../text/typed-words.ts";

/**
 * `claim:9=…`: other words for a claim, each sentence a claim of its own. `kind:9=own statement`: another kind for it.
 * `law-date:9=12-05-2015`: the day by which its law is read; empty: the run's. `claim:9=`: it is left out. `section:2=…`: another
 * heading for a section.
 */
const form = new RegExp(
  `^\\s*(?:(?<isText>${typedForms("typed.claim")})|(?<isHeading>${typedForms("typed.section")})|(?<isKind>${typedForms("typed.kind")})|${typedForms("typed.law-date")}):(?<number>\\d{1,6})\\s*=\\s*(?<value>[\\s\\S]*)$`,
  "iu",
);

/** Whether a person gives a claim other words, another kind or law date, leaves it out, or gives a section another heading. */
export const isClaimChange = (said: string): boolean => {
  const { isHeading, isKind, value = "" } = form.exec(said)?.groups ?? { value: "" };
  return form.test(said) && ((isHeading ?? isKind) === undefined || value.trim() !== "");
};

/** The claims that a person leaves out, by claim_id. */
export const claimsDropped = (said: readonly string[]): string[] =>
  said.flatMap((one) => {
    const { isText, number = "", value = "" } = form.exec(one)?.groups ?? {};
    return isText === undefined || value.trim() !== "" ? [] : [`claim:${Number(number)}`];
  });

/** The kinds of the profile as people call them. */
export const kindLabels = ({ profile }: Pick<RunView, "profile">, locale: Locale): string[] =>
  (profile?.claimKinds ?? []).map(
    ({ name, label }) => label.find((one) => one.locale === locale)?.text.toLowerCase() ?? name,
  );

/** What people call the kind of what only the author can say; undefined: this kind of memo has none. */
export const ownLabel = ({ profile }: Pick<RunView, "profile">, locale: Locale): string | undefined => {
  const own = profile?.claimKinds.findIndex(({ name }) => name === ownStatementKind(profile)) ?? -1;
  return kindLabels({ profile }, locale)[own];
};

/**
 * What a person makes otherwise of claims of the outline. Errors: REQUEST_INVALID for a kind that the profile has not and for what is no
 * day, ITEM_UNKNOWN for a claim that the outline has not.
 */
export const claimChangesSaid = (
  view: Pick<RunView, "profile" | "skeleton">,
  said: readonly string[],
  locale: Locale,
): ClaimChanges => {
  const changes = new Map<string, ClaimChange>();
  const sections = view.skeleton?.sections ?? [];
  const all = new Set(
    sections.flatMap(({ sectionId, claims }) => [sectionId, ...claims.map(({ claimId }) => claimId)]),
  );
  for (const one of said) {
    const { isText, isHeading, isKind, number = "", value = "" } = form.exec(one)?.groups ?? {};
    const id = `${isHeading === undefined ? "claim" : "section"}:${Number(number)}`;
    if (!all.has(id))
      throw new DomainError("ITEM_UNKNOWN", worded("command.there-is-no-in-what-was-shown", { name: id }));
    changes.set(id, {
      ...changes.get(id),
      ...changeSaid({ isText: isText ?? isHeading, isKind, value }, view, locale),
    });
  }
  return changes;
};

const changeSaid = (
  {
    isText,
    isKind,
    value,
  }: { readonly isText: string | undefined; readonly isKind: string | undefined; readonly value: string },
  view: Pick<RunView, "profile">,
  locale: Locale,
): ClaimChange => {
  if (isText !== undefined) return value.trim() === "" ? { isLeftOut: true } : { text: value.trim() };
  return isKind === undefined ? { lawDate: dayOf(value.trim()) } : { claimKind: kindOf(value, view, locale) };
};

const dayOf = (value: string): string => {
  const day = value === "" ? "" : dayTyped(value);
  if (day !== undefined) return day;
  throw new DomainError("REQUEST_INVALID", worded("error.law-date-is-no-day-of-the-calendar", { day: value }));
};

/** A kind by its name or by what people call it; `quote` is no kind: one quote is enough. */
const kindOf = (kind: string, view: Pick<RunView, "profile">, locale: Locale): string => {
  const wanted = plainly(kind);
  const found = view.profile?.claimKinds.find(
    ({ name, label }) => plainly(name) === wanted || label.some(({ text }) => plainly(text) === wanted),
  );
  if (found === undefined && !isTyped(wanted, "typed.quote"))
    throw new DomainError(
      "REQUEST_INVALID",
      worded("command.no-kind-of-claim-is-called", { kind: kind.trim(), kinds: kindLabels(view, locale).join(", ") }),
    );
  return found?.name ?? "";
};

const plainly = (words: string): string =>
  words
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/gu, " ");
