import { create } from "@bufbuild/protobuf";
import { type StageProposal, StageProposalSchema } from "../../../gen/pincite/memo/v1/stage_proposal_pb.ts";
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

/** Answers to the letter, and claims against what the other side will say, each of the kind that answers the point. */
export const outlineSaid = (
  { skeleton, profile, letterReading }: RunView,
  words: readonly string[],
  locale: Locale,
): StageProposal => {
  const against = words.flatMap((one) => {
    const { number, words: text = "" } = takeUp.exec(one)?.groups ?? {};
    return number === undefined ? [] : [{ number, text }];
  });
  if (against.length === 0) return answersProposal(words, locale, letterReading?.questions);
  const rest = words.filter((one) => !takeUp.test(one));
  const answers = rest.length === 0 ? [] : answersOf(answersProposal(rest, locale, letterReading?.questions));
  const claims = against.map(({ number, text }) => {
    const point = profile?.adversePoints[Number(number) - 1];
    if (!point)
      throw new DomainError("ITEM_UNKNOWN", worded("command.there-is-no-in-what-was-shown", { name: number }));
    return { text, claimKind: point.claimKind };
  });
  return create(StageProposalSchema, {
    proposal: { case: "skeleton", value: { answers, sections: withClaims(skeleton, profile, claims, locale) } },
  });
};

const answersOf = ({ proposal }: StageProposal) => (proposal.case === "skeleton" ? proposal.value.answers : []);

/** The outline with further claims, each in the profile's section for its kind, or else in the last one. */
const withClaims = (
  skeleton: RunView["skeleton"],
  profile: RunView["profile"],
  claims: readonly { readonly text: string; readonly claimKind: string }[],
  locale: Locale,
) => {
  const sections = (skeleton?.sections ?? []).map(({ sectionId, title, claims: there }) => ({
    sectionId,
    title,
    claims: there.map(({ claimId, text, claimKind, required }) => ({
      claimId,
      text,
      claimKind,
      optional: !required,
    })) as {
      claimId?: string;
      text: string;
      claimKind: string;
      optional?: boolean;
    }[],
  }));
  for (const claim of claims) {
    const template = profile?.sections.find(({ claimKinds }) => claimKinds.includes(claim.claimKind));
    const title = template?.heading.find((one) => one.locale === locale)?.text ?? "";
    const home = sections.find((section) => section.title === title) ?? sections.at(-1);
    if (home) home.claims.push(claim);
    else sections.push({ sectionId: "", title: title || "…", claims: [claim] });
  }
  return sections;
};
