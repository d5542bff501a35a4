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
import { worded } from "../messages/said.ts";
import { type ProfileProblem, texts, textsIfAny, when } from "./profile-problem.ts";

const most = { lines: 10, notFor: 10, adverse: 20, lawIds: 20 };

/** What is wrong with what a profile says in sentences: around the text, of answers, of its limits. */
export const checkWords = (profile: WorkflowProfile): ProfileProblem[] => [
  ...frame(profile),
  ...answers(profile),
  ...demands(profile),
  ...textsIfAny(profile.meantFor, "meant_for"),
  ...when(profile.notFor.length > most.notFor, "not_for", "profile-problem.at-most", { most: most.notFor }),
  ...profile.notFor.flatMap(({ text }, at) => texts(text, `not_for[${at}].text`)),
  ...when(profile.adversePoints.length > most.adverse, "adverse_points", "profile-problem.at-most", {
    most: most.adverse,
  }),
  ...profile.adversePoints.flatMap(({ text, claimKind }, at) => [
    ...texts(text, `adverse_points[${at}].text`),
    ...kindOf(claimKind, `adverse_points[${at}].claim_kind`, profile),
  ]),
];

const kindOf = (name: string, path: string, { claimKinds }: WorkflowProfile): ProfileProblem[] =>
  when(name !== "" && !claimKinds.some((kind) => kind.name === name), path, "profile-problem.no-claim-kind");

const readersOf = (names: readonly string[], path: string, { readers }: WorkflowProfile): ProfileProblem[] =>
  names.flatMap((name, at) =>
    when(!readers.some((one) => one.name === name), `${path}[${at}]`, "profile-problem.no-reader"),
  );

/** A text with none but these places to fill: any other would stand in a letter as it is. */
const places = (list: readonly LocalisedText[], path: string, known: readonly string[]): ProfileProblem[] =>
  list.flatMap(({ text }, at) => {
    const strange = [...text.matchAll(/\{[^{}]*\}|[{}]/gu)].find(([one]) => !known.includes(one));
    const places = known.length === 0 ? worded("profile-problem.no-places") : known.join(", ");
    const place = strange?.[0].slice(0, 40) ?? "";
    return when(place !== "", `${path}[${at}].text`, "profile-problem.no-place", { place, places });
  });

const frame = (profile: WorkflowProfile): ProfileProblem[] => {
  const { frame: said } = profile;
  if (!said) return [];
  const undated = { subject: said.subject, opening: said.opening };
  const dated = { subject_of_day: said.subjectOfDay, opening_of_day: said.openingOfDay };
  return [
    ...when(said.lines.length > most.lines, "frame.lines", "profile-problem.at-most", { most: most.lines }),
    ...said.lines.flatMap((one, at) => line(one, at, profile)),
    ...Object.entries(undated).flatMap(([field, list]) => [
      ...textsIfAny(list, `frame.${field}`),
      ...places(list, `frame.${field}`, ["{letter}"]),
    ]),
    ...textsIfAny(said.ending, "frame.ending"),
    ...places(said.ending, "frame.ending", []),
    ...Object.entries(dated).flatMap(([field, list]) => [
      ...textsIfAny(list, `frame.${field}`),
      ...places(list, `frame.${field}`, ["{day}", "{letter}"]),
    ]),
  ];
};

/** The fields that no letter has by itself stand between what the kernel sets in the message. */
const lineFields = MemoFrameSchema.fields
  .filter(({ number }) => number > MemoFrameSchema.field.sources.number && number < MemoFrameSchema.field.named.number)
  .map(({ name }) => name);

const line = (one: FrameLine, at: number, profile: WorkflowProfile): ProfileProblem[] => {
  const path = `frame.lines[${at}]`;
  const all = profile.frame?.lines ?? [];
  return [
    ...when(!lineFields.includes(one.field), `${path}.field`, "profile-problem.one-of", {
      choices: lineFields.join(", "),
    }),
    ...when(all.findIndex(({ field }) => field === one.field) < at, `${path}.field`, "profile-problem.second", {
      name: one.field.slice(0, 40),
    }),
    ...texts(one.label, `${path}.label`),
    ...when(
      (one.party === PartyRole.UNSPECIFIED) === (one.claimKind === ""),
      `${path}.party`,
      "profile-problem.line-source",
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

const demands = ({ demands: said }: WorkflowProfile): ProfileProblem[] => {
  if (!said) return [];
  const fields: readonly (readonly [string, readonly LocalisedText[], readonly string[]])[] = [
    ["sum", said.sum, ["{sum}"]],
    ["due_day", said.dueDay, ["{day}"]],
    ["due_day_within", said.dueDayWithin, ["{demand}", "{day}"]],
  ];
  return fields.flatMap(([field, list, known]) => [
    ...textsIfAny(list, `demands.${field}`),
    ...places(list, `demands.${field}`, known),
    ...list.flatMap(({ text }, at) =>
      when(
        !known.every((place) => text.includes(place)),
        `demands.${field}[${at}].text`,
        "profile-problem.all-places",
        {
          places: known.join(", "),
        },
      ),
    ),
  ]);
};

const template = (one: AnswerTemplate, at: number, all: readonly AnswerTemplate[]): ProfileProblem[] => {
  const path = `answers.templates[${at}]`;
  const known = ["{letter}", "{the_letter}", "{words}"];
  const said = { claim: one.claim, claim_with_reason: one.claimWithReason };
  return [
    ...when(one.answer === AssertionAnswer.UNSPECIFIED, `${path}.answer`, "profile-problem.answer"),
    ...when(
      all.findIndex(({ answer }) => answer === one.answer) < at,
      `${path}.answer`,
      "profile-problem.second-answer",
    ),
    ...texts(one.claim, `${path}.claim`),
    ...textsIfAny(one.claimWithReason, `${path}.claim_with_reason`),
    ...Object.entries(said).flatMap(([field, list]) => [
      ...places(list, `${path}.${field}`, known),
      ...list.flatMap(({ text }, n) =>
        when(!text.includes("{words}"), `${path}.${field}[${n}].text`, "profile-problem.answer-words"),
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
    ...when(kind.act === ClaimAct.UNSPECIFIED, `${path}.act`, "profile-problem.act"),
    ...when(isOnly && first !== kind, `${path}.act`, "profile-problem.second-act", {
      name: first?.name.slice(0, 64) ?? "",
    }),
    ...textsIfAny(kind.standingClaim, `${path}.standing_claim`),
    ...places(kind.standingClaim, `${path}.standing_claim`, []),
    ...kind.standingClaim.flatMap(({ text }, at) => [
      ...when(sum.test(text), `${path}.standing_claim[${at}].text`, "profile-problem.no-sum"),
      ...when(provision.test(text) && !citesLaw, `${path}.standing_claim[${at}].text`, "profile-problem.no-provision"),
    ]),
    ...readersOf(kind.standingFor, `${path}.standing_for`, profile),
    ...textsIfAny(kind.announcement, `${path}.announcement`),
    ...places(kind.announcement, `${path}.announcement`, ["{topic}", "{Topic}"]),
    ...textsIfAny(kind.asks, `${path}.asks`),
    ...when(kind.lawIds.length > most.lawIds, `${path}.law_ids`, "profile-problem.at-most", { most: most.lawIds }),
    ...kind.lawIds.flatMap((id, at) =>
      when(!profile.lawSources.some(({ lawId }) => lawId === id), `${path}.law_ids[${at}]`, "profile-problem.law-id"),
    ),
  ];
};
