import { MemoFrameSchema } from "../../gen/pincite/memo/v1/letter_pb.ts";
import { PartyRole } from "../../gen/pincite/memo/v1/party_pb.ts";
import {
  type AnswerTemplate,
  ClaimAct,
  type ClaimKind,
  type FrameLine,
  type LocalisedText,
  type WorkflowProfile,
} from "../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { AssertionAnswer } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { type ProfileProblem, texts, textsIfAny, when } from "./profile-problem.ts";

const most = { lines: 10, notFor: 10, adverse: 20, lawIds: 20 };

/** What is wrong with what a profile says in sentences: around the text, of answers, of its limits. */
export const checkWords = (profile: WorkflowProfile): ProfileProblem[] => [
  ...frame(profile),
  ...answers(profile),
  ...when(profile.notFor.length > most.notFor, "not_for", `at most ${most.notFor} of them`),
  ...profile.notFor.flatMap(({ text }, at) => texts(text, `not_for[${at}].text`)),
  ...when(profile.adversePoints.length > most.adverse, "adverse_points", `at most ${most.adverse} of them`),
  ...profile.adversePoints.flatMap(({ text, claimKind }, at) => [
    ...texts(text, `adverse_points[${at}].text`),
    ...kindOf(claimKind, `adverse_points[${at}].claim_kind`, profile),
  ]),
];

const kindOf = (name: string, path: string, { claimKinds }: WorkflowProfile): ProfileProblem[] =>
  when(
    name !== "" && !claimKinds.some((kind) => kind.name === name),
    path,
    "no claim kind of the profile has this name",
  );

const readersOf = (names: readonly string[], path: string, { readers }: WorkflowProfile): ProfileProblem[] =>
  names.flatMap((name, at) =>
    when(!readers.some((one) => one.name === name), `${path}[${at}]`, "no reader of the profile has this name"),
  );

/** A text with none but these places to fill: any other would stand in a letter as it is. */
const places = (list: readonly LocalisedText[], path: string, known: readonly string[]): ProfileProblem[] =>
  list.flatMap(({ text }, at) => {
    const strange = [...text.matchAll(/\{[^{}]*\}|[{}]/gu)].find(([one]) => !known.includes(one));
    const told = known.length === 0 ? "none" : known.join(", ");
    return when(
      strange !== undefined,
      `${path}[${at}].text`,
      `${strange?.[0].slice(0, 40)} is no place to fill here: ${told}`,
    );
  });

const frame = (profile: WorkflowProfile): ProfileProblem[] => {
  const { frame: said } = profile;
  if (!said) return [];
  const undated = { subject: said.subject, opening: said.opening, ending: said.ending };
  const dated = { subject_of_day: said.subjectOfDay, opening_of_day: said.openingOfDay };
  return [
    ...when(said.lines.length > most.lines, "frame.lines", `at most ${most.lines} of them`),
    ...said.lines.flatMap((one, at) => line(one, at, profile)),
    ...Object.entries(undated).flatMap(([field, list]) => [
      ...textsIfAny(list, `frame.${field}`),
      ...places(list, `frame.${field}`, []),
    ]),
    ...Object.entries(dated).flatMap(([field, list]) => [
      ...textsIfAny(list, `frame.${field}`),
      ...places(list, `frame.${field}`, ["{day}"]),
    ]),
  ];
};

/** The fields that no letter has by itself stand behind the sources in the message. */
const lineFields = MemoFrameSchema.fields
  .filter(({ number }) => number > MemoFrameSchema.field.sources.number)
  .map(({ name }) => name);

const line = (one: FrameLine, at: number, profile: WorkflowProfile): ProfileProblem[] => {
  const path = `frame.lines[${at}]`;
  const all = profile.frame?.lines ?? [];
  return [
    ...when(!lineFields.includes(one.field), `${path}.field`, `one of ${lineFields.join(", ")}`),
    ...when(
      all.findIndex(({ field }) => field === one.field) < at,
      `${path}.field`,
      `a second ${one.field.slice(0, 40)}`,
    ),
    ...texts(one.label, `${path}.label`),
    ...when(
      (one.party === PartyRole.UNSPECIFIED) === (one.claimKind === ""),
      `${path}.party`,
      "say one of party and claim_kind: what the line is filled from",
    ),
    ...kindOf(one.claimKind, `${path}.claim_kind`, profile),
    ...readersOf(one.readers, `${path}.readers`, profile),
  ];
};

const answers = ({ answers: said }: WorkflowProfile): ProfileProblem[] => {
  if (!said) return [];
  return [
    ...textsIfAny(said.ownLetter, "answers.own_letter"),
    ...textsIfAny(said.otherLetter, "answers.other_letter"),
    ...said.templates.flatMap((one, at) => template(one, at, said.templates)),
  ];
};

const template = (one: AnswerTemplate, at: number, all: readonly AnswerTemplate[]): ProfileProblem[] => {
  const path = `answers.templates[${at}]`;
  const known = ["{letter}", "{the_letter}", "{words}"];
  const said = { claim: one.claim, claim_with_reason: one.claimWithReason };
  return [
    ...when(one.answer === AssertionAnswer.UNSPECIFIED, `${path}.answer`, "say which answer it is"),
    ...when(
      all.findIndex(({ answer }) => answer === one.answer) < at,
      `${path}.answer`,
      "a second one for this answer",
    ),
    ...texts(one.claim, `${path}.claim`),
    ...textsIfAny(one.claimWithReason, `${path}.claim_with_reason`),
    ...Object.entries(said).flatMap(([field, list]) => [
      ...places(list, `${path}.${field}`, known),
      ...list.flatMap(({ text }, n) =>
        when(!text.includes("{words}"), `${path}.${field}[${n}].text`, "a text with {words}, the words of the letter"),
      ),
    ]),
  ];
};

/** A sum, a share or a rate: those come from a source, and not from whoever wrote the profile. */
const sum = /€|\beuro\b|\beur\b|\d\s*%|\bprocent\b|\bper ?cent\b/iu;
/** A provision, as it is cited. */
const provision = /\bart(?:ikel|icle)?s?\b\.?\s*\d|\b\d{1,2}:\d{1,4}[a-z]?\b/iu;

/** What is wrong with what a kind of claim does, says by itself and rests on. */
export const checkClaimWords = (kind: ClaimKind, path: string, profile: WorkflowProfile): ProfileProblem[] => {
  const citesLaw = kind.slots.some(({ source, required }) => source === "law" && required);
  const isOnly = kind.act === ClaimAct.STATES_LETTER || kind.act === ClaimAct.STATES_OWN_KNOWLEDGE;
  const first = profile.claimKinds.find(({ act }) => act === kind.act);
  return [
    ...when(kind.act === ClaimAct.UNSPECIFIED, `${path}.act`, "say what such a claim does: CLAIM_ACT_STATES_FACT, …"),
    ...when(
      isOnly && first !== kind,
      `${path}.act`,
      `a second kind that does this, beside ${first?.name.slice(0, 64)}`,
    ),
    ...textsIfAny(kind.standingClaim, `${path}.standing_claim`),
    ...places(kind.standingClaim, `${path}.standing_claim`, []),
    ...kind.standingClaim.flatMap(({ text }, at) => [
      ...when(sum.test(text), `${path}.standing_claim[${at}].text`, "no sum and no rate: those come from a source"),
      ...when(
        provision.test(text) && !citesLaw,
        `${path}.standing_claim[${at}].text`,
        "no provision, but in a kind whose required slot is filled from the law",
      ),
    ]),
    ...readersOf(kind.standingFor, `${path}.standing_for`, profile),
    ...textsIfAny(kind.announcement, `${path}.announcement`),
    ...places(kind.announcement, `${path}.announcement`, ["{topic}", "{Topic}"]),
    ...textsIfAny(kind.asks, `${path}.asks`),
    ...when(kind.lawIds.length > most.lawIds, `${path}.law_ids`, `at most ${most.lawIds} of them`),
    ...kind.lawIds.flatMap((id, at) =>
      when(
        !profile.lawSources.some(({ lawId }) => lawId === id),
        `${path}.law_ids[${at}]`,
        "the law_id of one of the law_sources",
      ),
    ),
  ];
};
