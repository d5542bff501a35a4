import { serverUrl } from "#kit/url.ts";
import { OtherSide, PartyRole } from "../../gen/pincite/memo/v1/party_pb.ts";
import type {
  ClaimKind,
  SectionTemplate,
  SlotTemplate,
  TurnBudget,
  WorkflowProfile,
} from "../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { SlotKind } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { checkLawSources } from "./check-law-sources.ts";
import { checkPeople } from "./check-people.ts";
import { checkClaimWords, checkWords } from "./check-words.ts";
import { idPattern, type ProfileProblem, texts, when } from "./profile-problem.ts";

/** The providers a profile may name. */
const providers = ["extractive", "anthropic", "openai-compatible", "remote"];

/** Least and most of each budget; zero means the default. They are those that turns apply. */
export const budgetBounds: Readonly<
  Record<Exclude<keyof TurnBudget, `$${string}`>, readonly [least: number, most: number]>
> = {
  toolSteps: [1, 8],
  requestsPerStep: [1, 20],
  stepChars: [500, 20_000],
  turnChars: [500, 60_000],
  providerTimeoutMs: [1_000, 600_000],
  outputBytes: [1_024, 1_048_576],
};

/** Most tool calls a profile may let a run make in a minute; the user's own limit over all runs is the same. */
const toolCallsMax = 600;

const listMax = 60;

/**
 * Everything that is wrong with a profile as a whole, in its own order; empty: it can be used. What one field may hold
 * by itself (a number, a name of an enum) has been seen to when it was read.
 */
export const checkProfile = (profile: WorkflowProfile): ProfileProblem[] => [
  ...when(!idPattern.test(profile.profileId), "profile_id", "1 to 64 small letters, digits and hyphens"),
  ...when(profile.version < 1, "version", "a whole number from 1"),
  ...texts(profile.title, "title"),
  ...checkPeople(profile),
  ...model(profile),
  ...guard(profile),
  ...when(profile.toolCallsPerMinute > toolCallsMax, "tool_calls_per_minute", `1 to ${toolCallsMax}, or 0 for 120`),
  ...names(profile.sections, "sections"),
  ...profile.sections.flatMap((one, at) => section(one, `sections[${at}]`, profile)),
  ...names(profile.claimKinds, "claim_kinds"),
  ...profile.claimKinds.flatMap((one, at) => claimKind(one, `claim_kinds[${at}]`, profile)),
  ...checkWords(profile),
  ...budget(profile.budget),
  ...remoteLawbot(profile),
  ...checkLawSources(profile),
];

const remoteLawbot = ({ remoteLawbot: address }: WorkflowProfile): ProfileProblem[] =>
  when(
    address !== "" && (address.length > 512 || !serverUrl(address)),
    "remote_lawbot",
    "an http or https address of at most 512 characters, such as https://law.example.com",
  );

const model = ({ provider, modelId }: WorkflowProfile): ProfileProblem[] => [
  ...when(!providers.includes(provider), "provider", `one of ${providers.join(", ")}`),
  ...when(
    provider === "extractive" && modelId !== "",
    "model_id",
    "the extractive provider has no model: leave it out",
  ),
  ...exactModel(provider, modelId, "model_id"),
];

/** The extractive provider knows no questions but its own: as a guard it would refuse everything. */
const guard = ({ guardProvider, guardModelId }: WorkflowProfile): ProfileProblem[] => {
  const guards = providers.filter((name) => name !== "extractive");
  return [
    ...when(guardProvider !== "" && !guards.includes(guardProvider), "guard_provider", `one of ${guards.join(", ")}`),
    ...when(
      guardProvider === "" && guardModelId !== "",
      "guard_model_id",
      "without a guard_provider there is no guard",
    ),
    ...exactModel(guardProvider, guardModelId, "guard_model_id"),
  ];
};

const exactModel = (provider: string, modelId: string, path: string): ProfileProblem[] => [
  ...when(provider === "anthropic" && modelId === "", path, "name the exact model id"),
  ...when(!/^[\x21-\x7e]{0,200}$/.test(modelId), path, "at most 200 characters without spaces"),
];

const names = (list: readonly { name: string }[], path: string): ProfileProblem[] => [
  ...when(list.length === 0 || list.length > listMax, path, `1 to ${listMax} of them`),
  ...list.flatMap(({ name }, at) => [
    ...when(!idPattern.test(name), `${path}[${at}].name`, "1 to 64 small letters, digits and hyphens"),
    ...when(list.findIndex((one) => one.name === name) < at, `${path}[${at}].name`, `a second ${name}`),
  ]),
];

const section = (one: SectionTemplate, path: string, profile: WorkflowProfile): ProfileProblem[] => [
  ...texts(one.heading, `${path}.heading`),
  ...one.claimKinds.flatMap((name, at) =>
    when(
      !profile.claimKinds.some((kind) => kind.name === name),
      `${path}.claim_kinds[${at}]`,
      "no claim kind of the profile has this name",
    ),
  ),
];

const claimKind = (one: ClaimKind, path: string, profile: WorkflowProfile): ProfileProblem[] => {
  const used = profile.sections.some((each) => each.claimKinds.includes(one.name));
  return [
    ...when(!used, `${path}.name`, "no section holds claims of this kind"),
    ...texts(one.label, `${path}.label`),
    ...words(one.cues, `${path}.cues`),
    ...checkClaimWords(one, path, profile),
    ...(one.slots.length === 0 ? [] : names(one.slots, `${path}.slots`)),
    ...one.slots.flatMap((slot, at) => checkSlot(slot, `${path}.slots[${at}]`)),
  ];
};

const checkSlot = (slot: SlotTemplate, path: string): ProfileProblem[] => {
  const own = slot.kind === SlotKind.OWN_STATEMENT;
  return [
    ...when(slot.kind === SlotKind.UNSPECIFIED, `${path}.kind`, "say which kind of evidence it is"),
    ...when(!["vault", "law", "none"].includes(slot.source), `${path}.source`, "one of vault, law, none"),
    ...when(own !== (slot.source === "none"), `${path}.source`, "none belongs to own statements, and only to them"),
    ...when(slot.citations.length > 0 && slot.source !== "law", `${path}.citations`, "only where source is law"),
    ...when(
      slot.speakerRoles.length > 0 && slot.source !== "vault",
      `${path}.speaker_roles`,
      "only where source is vault",
    ),
    ...when(
      slot.speakerRoles.includes(PartyRole.UNSPECIFIED),
      `${path}.speaker_roles`,
      "name roles that somebody plays",
    ),
    ...when(
      slot.otherSide !== OtherSide.UNSPECIFIED && (slot.source !== "vault" || slot.speakerRoles.length > 0),
      `${path}.other_side`,
      "only where source is vault and no speaker_roles say who must speak",
    ),
    ...texts(slot.description, `${path}.description`),
    ...words(slot.cues, `${path}.cues`),
    ...words(slot.citations, `${path}.citations`),
  ];
};

const words = (list: readonly string[], path: string): ProfileProblem[] => [
  ...when(list.length > listMax, path, `at most ${listMax} of them`),
  ...list.flatMap((word, at) =>
    when(
      !/[\p{L}\p{N}]/u.test(word) || word.length > 100,
      `${path}[${at}]`,
      "1 to 100 characters with a letter or digit",
    ),
  ),
];

const budget = (given: TurnBudget | undefined): ProfileProblem[] =>
  Object.entries(budgetBounds).flatMap(([name, [least, most]]) => {
    const value = given?.[name as keyof typeof budgetBounds] ?? 0;
    const field = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    return when(
      value !== 0 && (value < least || value > most),
      `budget.${field}`,
      `${least} to ${most}, or 0 for the default`,
    );
  });
