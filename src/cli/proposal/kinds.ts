import { create } from "@bufbuild/protobuf";
import { MessageSkeletonProposalSchema, type SkeletonSection } from "../../../gen/pincite/memo/v1/skeleton_pb.ts";
import { type StageProposal, StageProposalSchema } from "../../../gen/pincite/memo/v1/stage_proposal_pb.ts";
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
 * The claims of the outline with other kinds, to be merged into it, and which they are. Errors: REQUEST_INVALID for a kind that the
 * profile has not, ITEM_UNKNOWN for a claim that the outline has not.
 */
export const kindsProposal = (
  view: Pick<RunView, "profile" | "skeleton">,
  said: readonly string[],
  locale: Locale,
): { readonly proposal: StageProposal; readonly claimIds: readonly string[] } => {
  const kinds = new Map(said.map((one) => kindOf(one, view, locale)));
  const all = (view.skeleton?.sections ?? []).flatMap(({ claims }) => claims);
  for (const id of kinds.keys())
    if (!all.some(({ claimId }) => claimId === id))
      throw new DomainError("ITEM_UNKNOWN", worded("command.there-is-no-in-what-was-shown", { name: id }));
  const sections = (view.skeleton?.sections ?? []).flatMap((section) => changed(section, kinds));
  const value = create(MessageSkeletonProposalSchema, { sections });
  const proposal = create(StageProposalSchema, { proposal: { case: "skeleton", value } });
  return { proposal, claimIds: [...kinds.keys()] };
};

const changed = ({ sectionId, title, claims }: SkeletonSection, kinds: ReadonlyMap<string, string>) => {
  const named = claims.flatMap(({ claimId, text, required }) => {
    const claimKind = kinds.get(claimId);
    return claimKind === undefined ? [] : [{ claimId, text, claimKind, optional: !required }];
  });
  return named.length === 0 ? [] : [{ sectionId, title, claims: named }];
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
