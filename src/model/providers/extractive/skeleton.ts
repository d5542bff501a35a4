import type { MessageInitShape } from "@bufbuild/protobuf";
import type { ClaimAnswerProposalSchema } from "../../../../gen/pincite/memo/v1/letter_pb.ts";
import {
  ClaimAct,
  type SectionTemplate,
  type WorkflowProfile,
} from "../../../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import type { TurnContext } from "../../../../gen/pincite/model/v1/model_call_pb.ts";
import { AssertionAnswer } from "../../../../gen/pincite/run/v1/run_context_pb.ts";
import { isSubjectMatter } from "../../../grounding/letter-signs.ts";
import { speechOf } from "../../../messages/speech.ts";
import type { FinalParts } from "./answer-parts.ts";
import { standingClaim } from "./claim-phrases.ts";
import { saysNothing } from "./frames.ts";
import { type GoalClaim, goalClaims } from "./goal-claims.ts";
import { asWritten, capital, inLocale, type Locale, localeOf, phraseIn, plain } from "./prose.ts";
import { sharedCount, tellingStems } from "./words.ts";

type SectionData = { sectionId?: string; title: string; claims: ClaimData[] };
type ClaimData = { claimId?: string; text: string; claimKind: string; optional?: boolean };

/**
 * SKELETON: the profile's sections with the claims of the goal, and what such a document nearly always says as optional
 * claims. An outline that exists is kept as it is, with what the user adds after a word such as "add:" or "voeg toe:".
 */
export const answerSkeleton = (context: TurnContext): FinalParts => {
  const phrase = phraseIn(context);
  const goal = context.intent?.goal ?? "";
  const { profile } = context;
  if (saysNothing(goal) || !profile) return { message: phrase("guide.no-intent"), missing: [phrase("guide.ask-goal")] };
  const sections = context.skeleton?.sections.length ? editedSections(context, profile) : newSections(context, profile);
  const answers = openAssertions(context);
  const claims = sections.reduce((sum, section) => sum + section.claims.length, 0) + answers.length;
  if (claims === 0) return { message: phrase("guide.no-goal"), missing: [phrase("guide.ask-goal")] };
  return {
    // An assertion that a person knows nothing of has its answer.
    message: [
      phrase("guide.skeleton", { sections: sections.length, claims }),
      ...(answers.length === 0 ? [] : [phrase("guide.letter-answers", { count: answers.length })]),
    ].join(" "),
    proposal: { case: "skeleton", value: { sections, answers } },
  };
};

const newSections = (context: TurnContext, profile: WorkflowProfile): SectionData[] => {
  const locale = localeOf(context);
  // Where a letter is answered, what the answer is for names the matter of it; what is said in it is a sentence.
  const isAnswer = (context.letterReading?.assertions.length ?? 0) > 0;
  const ofGoal = goalClaims(context.intent?.goal ?? "", profile, locale, isAnswer);
  const claims = [...ofGoal, ...added(context, profile)].filter(
    // What the letter states is said assertion by assertion; a few words that name a letter state nothing of it.
    ({ kind, text }) => !statesLetter(kind, profile) || !(isAnswer || isSubjectMatter(text)),
  );
  const home = homeOf(profile);
  const templates = profile.sections.length > 0 ? profile.sections : [undefined];
  const filled = templates.map((template) => {
    const own = claims.filter((claim) => sectionFor(claim, profile, home) === template).map(asData);
    return { title: titleOf(template, locale), claims: own.length > 0 ? own : standingClaims(context, template) };
  });
  const used = filled.filter((section) => section.claims.length > 0);
  return underWantedHeadings(context, used).slice(0, 30);
};

/** Whether claims of a kind say what the answered letter states. */
const statesLetter = (kind: string, { claimKinds }: WorkflowProfile): boolean =>
  claimKinds.some(({ name, act }) => name === kind && act === ClaimAct.STATES_LETTER);

const asData = ({ text, kind }: GoalClaim): ClaimData => ({ text, claimKind: kind });

const titleOf = (template: SectionTemplate | undefined, locale: Locale): string => {
  const heading = template ? plain(inLocale(template.heading, locale) || capital(template.name), 200) : "";
  return heading !== "" ? heading : speechOf(locale).phrase("guide.claims");
};

const sectionFor = (claim: GoalClaim, profile: WorkflowProfile, home: SectionTemplate | undefined) =>
  profile.sections.find((section) => section.claimKinds.includes(claim.kind)) ?? home;

/** Claims of no kind go where most kinds are at home: the part of the document that argues. */
const homeOf = (profile: WorkflowProfile): SectionTemplate | undefined =>
  profile.sections.toSorted((one, other) => other.claimKinds.length - one.claimKinds.length)[0];

const standingClaims = (context: TurnContext, template: SectionTemplate | undefined): ClaimData[] =>
  (template?.claimKinds ?? []).flatMap((name) => {
    const kind = context.profile?.claimKinds.find((one) => one.name === name);
    const text = kind && standingClaim(kind, localeOf(context), context.intent?.audience ?? "");
    // What the person wants is asked in the person's words, and nothing beside it.
    const isSaid = kind?.act === ClaimAct.ASKS && (context.intent?.demands.length ?? 0) > 0;
    return isSaid || text === undefined ? [] : [{ text, claimKind: name, optional: !kind?.required }];
  });

/** With headings of the user's own, each section goes under the one it shares most words with, else under the first. */
const underWantedHeadings = (context: TurnContext, sections: SectionData[]): SectionData[] => {
  const wanted = [...new Set((context.intent?.sections ?? []).map((title) => plain(title, 200)))].filter(
    (one) => one !== "",
  );
  if (wanted.length === 0) return sections;
  const result: SectionData[] = wanted.slice(0, 30).map((title) => ({ title, claims: [] }));
  for (const section of sections) {
    const stems = tellingStems([section.title, ...section.claims.map((claim) => claim.text)].join(" "));
    const scores = result.map((one) => sharedCount(one.title, stems));
    result[scores.indexOf(Math.max(...scores))]?.claims.push(...section.claims);
  }
  return result.map((one) => ({ ...one, claims: one.claims.slice(0, 50) }));
};

/** What the user adds in this turn, after a word that says so; other words of a prompt are no claims. */
const added = (context: TurnContext, profile: WorkflowProfile): GoalClaim[] => {
  const found = /^\s*(?:add|also|claim|voeg toe|ook|stelling)\s*:\s*(?<claims>[\s\S]+)$/iu.exec(context.userPrompt);
  return found?.groups?.claims ? goalClaims(found.groups.claims, profile, localeOf(context)) : [];
};

/** An outline made of answers and demands alone gets what else such a document says; any other is kept as it is. */
const editedSections = (context: TurnContext, profile: WorkflowProfile): SectionData[] => {
  const kept = keptSections(context, profile);
  const claims = (context.skeleton?.sections ?? []).flatMap((section) => section.claims);
  if (claims.some(({ answers, demandSha256 }) => answers.length === 0 && demandSha256 === "")) return kept;
  const rest = newSections(context, profile).filter(({ title }) => kept.every((one) => one.title !== title));
  return inProfilesOrder([...kept, ...rest], profile, localeOf(context)).slice(0, 30);
};

/** The order a reader of such a document looks for; headings of a person's own stay where they stand. */
const inProfilesOrder = (sections: SectionData[], profile: WorkflowProfile, locale: Locale): SectionData[] => {
  const order = profile.sections.map((template) => titleOf(template, locale));
  if (sections.some(({ title }) => !order.includes(title))) return sections;
  return sections.toSorted((one, other) => order.indexOf(one.title) - order.indexOf(other.title));
};

const keptSections = (context: TurnContext, profile: WorkflowProfile): SectionData[] => {
  const locale = localeOf(context);
  const kept: SectionData[] = (context.skeleton?.sections ?? []).map((section) => ({
    sectionId: section.sectionId,
    title: asWritten(section.title, 200) || titleOf(undefined, locale),
    claims: section.claims
      .map(({ claimId, text, claimKind, required }) => ({
        claimId,
        text: asWritten(text, 2000),
        claimKind,
        optional: !required,
      }))
      .filter((claim) => claim.text !== ""),
  }));
  const known = new Set(kept.flatMap((section) => section.claims.map((claim) => claim.text.toLowerCase())));
  const home = homeOf(profile);
  for (const claim of newClaims(context, profile).filter((one) => !known.has(one.text.toLowerCase()))) {
    const template = sectionFor(claim, profile, home);
    const title = titleOf(template, locale);
    // A person may have given the section another heading, or have left it out: then it comes in anew, where the profile has it.
    const section =
      kept.find((one) => one.title === title) ??
      kept.find((one) => one.claims.some(({ claimKind }) => template?.claimKinds.includes(claimKind)));
    if (!section) kept.push({ sectionId: "", title, claims: [asData(claim)] });
    else if (section.claims.length < 50) section.claims.push(asData(claim));
  }
  return kept;
};

/** Claims of a goal the outline was not made for, and what the user adds. Claims the user rejected do not come back. */
const newClaims = (context: TurnContext, profile: WorkflowProfile): GoalClaim[] => {
  const intent = context.run?.current.find((one) => one.role === "intent_seed")?.ref?.digest ?? "";
  const served = context.skeleton?.intent?.digest ?? "";
  const changed = intent !== "" && served !== "" && intent !== served;
  const isAnswer = (context.letterReading?.assertions.length ?? 0) > 0;
  const ofGoal = changed ? goalClaims(context.intent?.goal ?? "", profile, localeOf(context), isAnswer) : [];
  return [...ofGoal, ...added(context, profile)];
};

/**
 * Assertions of a letter to which nothing is answered yet, each as not known: what they are is for the person to say. Whoever answered
 * some of them passed over the others, and is asked about those at the draft: “not known” would stand in the letter as her word.
 */
const openAssertions = ({
  skeleton,
  letterReading,
}: TurnContext): MessageInitShape<typeof ClaimAnswerProposalSchema>[] => {
  const claims = (skeleton?.sections ?? []).flatMap((section) => section.claims);
  if ((skeleton?.left.length ?? 0) > 0 || claims.some(({ answers }) => answers.length > 0)) return [];
  return (letterReading?.assertions ?? []).map(({ partId }) => ({
    assertionId: partId,
    answer: AssertionAnswer.UNKNOWN,
  }));
};
