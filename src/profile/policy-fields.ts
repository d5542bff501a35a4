import { equals } from "@bufbuild/protobuf";
import type { PersonName } from "../../gen/pincite/access/v1/person_name_pb.ts";
import {
  type ClaimKind,
  type FourEyes,
  type Reader,
  ReaderKind,
  type SlotTemplate,
  type TurnBudget,
  TurnBudgetSchema,
  type WorkflowProfile,
} from "../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { worded } from "../messages/said.ts";
import { type ProfileProblem, when } from "./profile-problem.ts";

const fixed = worded("profile-problem.fixed");

/**
 * Where a profile that takes the place of another one of the same name touches what decides over tools, models, budgets
 * and evidence [S66]. Such a profile would change the rules under a name that people trust. It may change words: titles,
 * headings, labels, cues, citations, tone, what people are called, what stands around the text, the laws to fetch; and it may ask for more: slots, and claim kinds that need evidence.
 */
export const touchedPolicy = (below: WorkflowProfile, over: WorkflowProfile): ProfileProblem[] => [
  ...same(below.provider === over.provider, "provider"),
  ...same(below.modelId === over.modelId, "model_id"),
  ...same(below.strictness === over.strictness, "strictness"),
  ...same(below.caseLaw === over.caseLaw, "case_law"),
  ...same(below.remoteLawbot === over.remoteLawbot, "remote_lawbot"),
  ...same(below.guardProvider === over.guardProvider, "guard_provider"),
  ...same(below.guardModelId === over.guardModelId, "guard_model_id"),
  ...same(below.toolCallsPerMinute === over.toolCallsPerMinute, "tool_calls_per_minute"),
  ...same(equalBudgets(below.budget, over.budget), "budget"),
  ...keptEyes(below.fourEyes, over.fourEyes),
  ...same(!below.signatureAtFinalising || over.signatureAtFinalising, "signature_at_finalising"),
  ...below.claimKinds.flatMap((kind) => keptKind(kind, over)),
  ...over.readers.flatMap((reader, at) => keptReader(reader, below, `readers[${at}]`)),
  ...over.claimKinds.flatMap((kind, at) => addedKind(kind, below, `claim_kinds[${at}]`)),
];

const same = (equal: boolean, path: string): ProfileProblem[] => when(!equal, path, "profile-problem.fixed");

const equalBudgets = (one: TurnBudget | undefined, other: TurnBudget | undefined): boolean =>
  one && other ? equals(TurnBudgetSchema, one, other) : one === other;

/** A second person may be asked for in more places, and fewer people may be it. */
const keptEyes = (below: FourEyes | undefined, over: FourEyes | undefined): ProfileProblem[] => {
  if (!below) return [];
  const isKnown = ({ issuer, subject }: PersonName) =>
    below.people.some((one) => one.issuer === issuer && one.subject === subject);
  return [
    ...same(
      below.stages.every((stage) => over?.stages.includes(stage)),
      "four_eyes.stages",
    ),
    ...same(!below.finalising || over?.finalising === true, "four_eyes.finalising"),
    ...same(
      below.people.length === 0 || (over !== undefined && over.people.length > 0 && over.people.every(isKnown)),
      "four_eyes.people",
    ),
  ];
};

const keptKind = (kind: ClaimKind, over: WorkflowProfile): ProfileProblem[] => {
  const at = over.claimKinds.findIndex((one) => one.name === kind.name);
  const kept = over.claimKinds[at];
  if (!kept) return when(true, "claim_kinds", "profile-problem.claim-kind-missing", { name: kind.name, fixed });
  return [
    ...same(kept.act === kind.act, `claim_kinds[${at}].act`),
    ...kind.slots.flatMap((slot) => keptSlot(slot, kept, `claim_kinds[${at}].slots`)),
  ];
};

/** What a reader is decides what may be told; a reader that is added may be told the least. */
const keptReader = (
  { name, kind, wroteLetter }: Reader,
  { readers }: WorkflowProfile,
  path: string,
): ProfileProblem[] => {
  const known = readers.find((one) => one.name === name);
  if (!known) return same(kind === ReaderKind.OPPONENT, `${path}.kind`);
  return [
    ...same(known.kind === kind, `${path}.kind`),
    ...same(known.wroteLetter === wroteLetter, `${path}.wrote_letter`),
  ];
};

const keptSlot = (slot: SlotTemplate, kind: ClaimKind, path: string): ProfileProblem[] => {
  const at = kind.slots.findIndex((one) => one.name === slot.name);
  const kept = kind.slots[at];
  if (!kept) return when(true, path, "profile-problem.slot-missing", { name: slot.name, fixed });
  return [
    ...same(kept.kind === slot.kind, `${path}[${at}].kind`),
    ...same(kept.source === slot.source, `${path}[${at}].source`),
    ...same(kept.required || !slot.required, `${path}[${at}].required`),
    ...same(asksNoLess(slot, kept), `${path}[${at}].speaker_roles`),
    ...same(slot.asksView || !kept.asksView, `${path}[${at}].asks_view`),
    ...same(kept.otherSide <= slot.otherSide, `${path}[${at}].other_side`),
  ];
};

/** Whoever may speak in the slot above might have spoken in the one below: a slot may ask for fewer, never for more. */
const asksNoLess = (below: SlotTemplate, over: SlotTemplate): boolean =>
  below.speakerRoles.length === 0 ||
  (over.speakerRoles.length > 0 && over.speakerRoles.every((role) => below.speakerRoles.includes(role)));

/** A new kind without a required slot would be a way around the evidence that the old kinds ask for. */
const addedKind = (kind: ClaimKind, below: WorkflowProfile, path: string): ProfileProblem[] =>
  when(
    !below.claimKinds.some((one) => one.name === kind.name) && !kind.slots.some((slot) => slot.required),
    path,
    "profile-problem.added-kind",
  );
