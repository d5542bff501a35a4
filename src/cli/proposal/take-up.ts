import { create } from "@bufbuild/protobuf";
import { textIn } from "#kit/localised.ts";
import { type StageProposal, StageProposalSchema } from "../../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import { ownStatementKind } from "../../client/change-claims.ts";
import type { RunView } from "../../client/run-view.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import type { Locale } from "../../messages/speech.ts";
import { typedForms } from "../text/typed-words.ts";
import { answersProposal } from "./answers.ts";

const takeUp = new RegExp(
  `^\\s*(?:${typedForms("typed.answer-to")}):(?<number>\\d{1,2})\\s*=\\s*(?<words>[\\s\\S]*\\S)\\s*$`,
  "iu",
);

const ownPoint = new RegExp(`^\\s*(?:${typedForms("typed.add")})\\s*[:=]\\s*(?<words>[\\s\\S]*\\S)\\s*$`, "iu");

/** Whether a person adds a point of her own to the outline: `add=words`. */
export const isOwnPoint = (said: string): boolean => ownPoint.test(said);

/**
 * Answers to the letter, claims against what the other side will say, each of the kind that answers the point, and points of the author's own: claims
 * that need one quote, where the profile has what only the author can say.
 */
export const outlineSaid = (
  { context, skeleton, profile, letterReading }: RunView,
  words: readonly string[],
  locale: Locale,
): StageProposal => {
  const against = words.flatMap((one) => {
    const { number, words: text = "" } = takeUp.exec(one)?.groups ?? {};
    return number === undefined ? [] : [{ number, text }];
  });
  const own = words.flatMap((one) => ownPoint.exec(one)?.groups?.words ?? []);
  if (against.length + own.length === 0)
    return answersProposal(words, locale, letterReading?.questions, letterReading?.assertions);
  const rest = words.filter((one) => !takeUp.test(one) && !isOwnPoint(one));
  const answers =
    rest.length === 0
      ? []
      : answersOf(answersProposal(rest, locale, letterReading?.questions, letterReading?.assertions));
  const claims = against.map(({ number, text }) => {
    const point = profile?.adversePoints[Number(number) - 1];
    if (!point)
      throw new DomainError("ITEM_UNKNOWN", worded("command.there-is-no-in-what-was-shown", { name: number }));
    return { text, claimKind: point.claimKind, besideKind: point.claimKind };
  });
  const besideKind = (profile && ownStatementKind(profile)) ?? "";
  claims.push(...own.map((text) => ({ text, claimKind: "", besideKind })));
  return create(StageProposalSchema, {
    proposal: { case: "skeleton", value: { answers, sections: withClaims(skeleton, profile, claims, context.locale) } },
  });
};

const answersOf = ({ proposal }: StageProposal) => (proposal.case === "skeleton" ? proposal.value.answers : []);

/** The outline with further claims, each in the profile's section for the kind beside which it stands; headings are in the language of the memo. */
const withClaims = (
  skeleton: RunView["skeleton"],
  profile: RunView["profile"],
  claims: readonly { readonly text: string; readonly claimKind: string; readonly besideKind: string }[],
  locale: string,
) => {
  const sections = (skeleton?.sections ?? []).map(({ sectionId, title, claims: there }) => ({
    sectionId,
    title,
    claims: there.map(({ claimId, text, claimKind, required, lawDate }) => ({
      claimId,
      text,
      claimKind,
      lawDate,
      optional: !required,
    })) as {
      claimId?: string;
      text: string;
      claimKind: string;
      lawDate?: string;
      optional?: boolean;
    }[],
  }));
  for (const { besideKind, ...claim } of claims) {
    const template = profile?.sections.find(({ claimKinds }) => claimKinds.includes(besideKind));
    const title = template ? textIn(template.heading, locale) : "";
    // A person may have given the section another heading, or have left it out: then it comes in anew, where the profile has it.
    const home =
      sections.find((section) => section.title === title) ??
      sections.find((section) => section.claims.some(({ claimKind }) => template?.claimKinds.includes(claimKind))) ??
      (template ? undefined : sections.at(-1));
    if (home) home.claims.push(claim);
    else sections.push({ sectionId: "", title: title || "…", claims: [claim] });
  }
  return sections;
};
