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
import { checkFourEyes } from "./check-four-eyes.ts";
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

/** Where the evidence of a slot may come from. */
const slotSources = ["vault", "law", "none"];

/**
 * Everything that is wrong with a profile as a whole, in its own order; empty: it can be used. What one field may hold
 * by itself (a number, a name of an enum) has been seen to when it was read.
 */
export const checkProfile = (profile: WorkflowProfile): ProfileProblem[] => [
  ...when(!idPattern.test(profile.profileId), "profile_id", "profile-problem.id"),
  ...when(profile.version < 1, "version", "profile-problem.version"),
  ...texts(profile.title, "title"),
  ...checkPeople(profile),
  ...checkFourEyes(profile),
  ...model(profile),
  ...guard(profile),
  ...when(profile.toolCallsPerMinute > toolCallsMax, "tool_calls_per_minute", "profile-problem.calls-a-minute", {
    most: toolCallsMax,
    usual: 120,
  }),
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
    "profile-problem.lawbot-address",
  );

const model = ({ provider, modelId }: WorkflowProfile): ProfileProblem[] => [
  ...when(!providers.includes(provider), "provider", "profile-problem.one-of", { choices: providers.join(", ") }),
  ...when(provider === "extractive" && modelId !== "", "model_id", "profile-problem.no-model"),
  ...exactModel(provider, modelId, "model_id"),
];

/** The extractive provider knows no questions but its own: as a guard it would refuse everything. */
const guard = ({ guardProvider, guardModelId }: WorkflowProfile): ProfileProblem[] => {
  const guards = providers.filter((name) => name !== "extractive");
  return [
    ...when(guardProvider !== "" && !guards.includes(guardProvider), "guard_provider", "profile-problem.one-of", {
      choices: guards.join(", "),
    }),
    ...when(guardProvider === "" && guardModelId !== "", "guard_model_id", "profile-problem.no-guard"),
    ...exactModel(guardProvider, guardModelId, "guard_model_id"),
  ];
};

const exactModel = (provider: string, modelId: string, path: string): ProfileProblem[] => [
  ...when(provider === "anthropic" && modelId === "", path, "profile-problem.exact-model"),
  ...when(!/^[\x21-\x7e]{0,200}$/.test(modelId), path, "profile-problem.model-signs"),
];

const names = (list: readonly { name: string }[], path: string): ProfileProblem[] => [
  ...when(list.length === 0 || list.length > listMax, path, "profile-problem.so-many", { most: listMax }),
  ...list.flatMap(({ name }, at) => [
    ...when(!idPattern.test(name), `${path}[${at}].name`, "profile-problem.id"),
    ...when(list.findIndex((one) => one.name === name) < at, `${path}[${at}].name`, "profile-problem.second", { name }),
  ]),
];

const section = (one: SectionTemplate, path: string, profile: WorkflowProfile): ProfileProblem[] => [
  ...texts(one.heading, `${path}.heading`),
  ...one.claimKinds.flatMap((name, at) =>
    when(
      !profile.claimKinds.some((kind) => kind.name === name),
      `${path}.claim_kinds[${at}]`,
      "profile-problem.no-claim-kind",
    ),
  ),
];

const claimKind = (one: ClaimKind, path: string, profile: WorkflowProfile): ProfileProblem[] => {
  const used = profile.sections.some((each) => each.claimKinds.includes(one.name));
  return [
    ...when(!used, `${path}.name`, "profile-problem.no-section"),
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
    ...when(slot.kind === SlotKind.UNSPECIFIED, `${path}.kind`, "profile-problem.slot-kind"),
    ...when(!slotSources.includes(slot.source), `${path}.source`, "profile-problem.one-of", {
      choices: slotSources.join(", "),
    }),
    ...when(own !== (slot.source === "none"), `${path}.source`, "profile-problem.no-source"),
    ...when(slot.citations.length > 0 && slot.source !== "law", `${path}.citations`, "profile-problem.only-law"),
    ...when(
      slot.speakerRoles.length > 0 && slot.source !== "vault",
      `${path}.speaker_roles`,
      "profile-problem.only-vault",
    ),
    ...when(slot.speakerRoles.includes(PartyRole.UNSPECIFIED), `${path}.speaker_roles`, "profile-problem.roles-played"),
    ...when(
      slot.otherSide !== OtherSide.UNSPECIFIED && (slot.source !== "vault" || slot.speakerRoles.length > 0),
      `${path}.other_side`,
      "profile-problem.only-vault-unspoken",
    ),
    ...texts(slot.description, `${path}.description`),
    ...words(slot.cues, `${path}.cues`),
    ...words(slot.citations, `${path}.citations`),
  ];
};

const words = (list: readonly string[], path: string): ProfileProblem[] => [
  ...when(list.length > listMax, path, "profile-problem.at-most", { most: listMax }),
  ...list.flatMap((word, at) =>
    when(!/[\p{L}\p{N}]/u.test(word) || word.length > 100, `${path}[${at}]`, "profile-problem.cue"),
  ),
];

const budget = (given: TurnBudget | undefined): ProfileProblem[] =>
  Object.entries(budgetBounds).flatMap(([name, [least, most]]) => {
    const value = given?.[name as keyof typeof budgetBounds] ?? 0;
    const field = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    return when(value !== 0 && (value < least || value > most), `budget.${field}`, "profile-problem.budget", {
      least,
      most,
    });
  });
