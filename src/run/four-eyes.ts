import { create } from "@bufbuild/protobuf";
import { type Principal, Principal_Kind, PrincipalSchema } from "../../gen/pincite/audit/v1/audit_meta_pb.ts";
import type { ConfirmationRecord, RunSnapshot } from "../../gen/pincite/journal/v1/run_snapshot_pb.ts";
import type { FourEyes, WorkflowProfile } from "../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { OrchestratorState, RunLifecycle } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import {
  ItemDecision,
  type ItemState,
  type SecondPerson,
  SecondPersonSchema,
} from "../../gen/pincite/run/v1/run_context_pb.ts";
import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";
import type { DecisionInput } from "./kernel.ts";

/**
 * A second pair of eyes: what one person put forward, chose or wrote, somebody else confirms. Persons are told apart by who signed them
 * in and as whom, so only people who signed in may act in such a run.
 */

/** Whether a stage's items are confirmed by somebody else than wrote them. */
export const wantsSecond = ({ fourEyes }: Pick<WorkflowProfile, "fourEyes">, state: OrchestratorState): boolean =>
  fourEyes?.stages.includes(state) ?? false;

/** Whether the run records who wrote a stage's items: whoever finalises a draft must have written none of it. */
const keepsWriters = (profile: WorkflowProfile, state: OrchestratorState): boolean =>
  wantsSecond(profile, state) || (state === OrchestratorState.DRAFT && (profile.fourEyes?.finalising ?? false));

const isSame = (one: Principal, other: Principal): boolean => one.name === other.name && one.issuer === other.issuer;

const eachOnce = (people: readonly (Principal | undefined)[]): Principal[] =>
  people
    .filter((one) => one !== undefined)
    .filter((one, at, all) => all.findIndex((other) => other && isSame(one, other)) === at);

/**
 * The items with who wrote each. One with a fingerprint that stood there before keeps its writers, whoever puts it forward again: the
 * words are theirs. `isOwn`: this is the actor's own proposal, and not what the kernel made of what stood there.
 */
export const withWriters = (
  { material: { profile }, snapshot, actor }: DecisionInput,
  state: OrchestratorState,
  items: readonly ItemState[],
  former: readonly ItemState[],
  isOwn: boolean,
): readonly ItemState[] => {
  if (!keepsWriters(profile, state)) return items;
  const byWords = new Map(former.map((one) => [one.fingerprint, one.writtenBy]));
  const byId = new Map(former.map((one) => [one.itemId, one.writtenBy]));
  const choosers = new Map(snapshot.choices.map(({ slotId, chosenBy }) => [slotId, chosenBy]));
  const own = actor.kind === Principal_Kind.MODEL ? snapshot.turnBy : isOwn ? actor : undefined;
  return items.map((item) => ({
    ...item,
    writtenBy: eachOnce([
      ...(byWords.get(item.fingerprint) ?? (own ? [own] : (byId.get(item.itemId) ?? []))),
      item.slotId === "" ? undefined : choosers.get(item.slotId),
    ]),
  }));
};

/** Why somebody may not be the second person for these items: `named` where the profile names others, `own` where they wrote one. */
const whyNot = (
  { people }: FourEyes,
  by: Principal,
  items: readonly ItemState[],
): { readonly kind: "named" | "own"; readonly itemId: string } | undefined => {
  const isNamed = people.length === 0 || people.some((one) => one.subject === by.name && one.issuer === by.issuer);
  if (!isNamed) return { kind: "named", itemId: items[0]?.itemId ?? "" };
  const own = items.find(({ writtenBy }) => writtenBy.some((one) => isSame(one, by)));
  return own && { kind: "own", itemId: own.itemId };
};

/** Refuses the account of a server, and whoever did not sign in, in a run where persons are told apart. Errors: PERSON_NEEDED. */
export const refuseUnknownPerson = ({ fourEyes }: WorkflowProfile, actor: Principal | undefined): void => {
  if (!fourEyes || actor?.kind !== Principal_Kind.USER || actor.issuer !== "") return;
  throw new DomainError("PERSON_NEEDED", worded("four-eyes.sign-in-to-act", { name: actor.name }), {
    name: actor.name,
  });
};

/** Refuses a confirmation of one's own, or by somebody whom the profile does not name. Errors: SECOND_PERSON_NEEDED. */
export const refuseOwn = ({ material: { profile }, snapshot, actor }: DecisionInput, items: readonly ItemState[]) => {
  if (!profile.fourEyes || !wantsSecond(profile, snapshot.state)) return;
  refuse(profile.fourEyes, actor, items);
};

/** Refuses that a draft is finalised by somebody who wrote of it. Errors: SECOND_PERSON_NEEDED. */
export const refuseOwnFinalising = (
  { material: { profile }, actor }: DecisionInput,
  items: readonly ItemState[],
): void => {
  if (profile.fourEyes?.finalising) refuse(profile.fourEyes, actor, items);
};

const refuse = (fourEyes: FourEyes, actor: Principal, items: readonly ItemState[]): void => {
  const why = whyNot(fourEyes, actor, items);
  if (!why) return;
  const { itemId } = why;
  const named = fourEyes.people.map(({ subject }) => subject).join(", ");
  throw new DomainError(
    "SECOND_PERSON_NEEDED",
    why.kind === "own"
      ? worded("four-eyes.you-wrote-it", { itemId, name: actor.name })
      : worded("four-eyes.others-are-named", { named, name: actor.name }),
    { item_id: itemId, name: actor.name, named },
  );
};

/** The confirmations of earlier that hold for these items: not one of whoever wrote what it is about, nor of nobody known. */
export const confirmationsHeld = (
  { material: { profile } }: DecisionInput,
  state: OrchestratorState,
): ((item: ItemState, confirmation: ConfirmationRecord) => boolean) => {
  const { fourEyes } = profile;
  if (!fourEyes || !wantsSecond(profile, state)) return () => true;
  return (item, { confirmedBy }) => confirmedBy !== undefined && whyNot(fourEyes, confirmedBy, [item]) === undefined;
};

/** The second person whom a run awaits as it stands; undefined: nobody in particular. */
export const secondPerson = (
  run: RunSnapshot,
  profile: Pick<WorkflowProfile, "fourEyes"> | undefined,
  isReady: boolean,
): SecondPerson | undefined => {
  const fourEyes = profile?.fourEyes;
  if (!fourEyes || run.lifecycle === RunLifecycle.FINALISED) return undefined;
  const items = run.stages.find(({ state }) => state === run.state)?.items ?? [];
  const open = wantsSecond({ fourEyes }, run.state)
    ? items.filter(({ decision }) => decision === ItemDecision.UNSPECIFIED)
    : [];
  const finalising = isReady && fourEyes.finalising && run.state === OrchestratorState.DRAFT;
  if (open.length === 0 && !finalising) return undefined;
  return create(SecondPersonSchema, {
    itemIds: open.map(({ itemId }) => itemId),
    notBy: eachOnce((finalising ? items : open).flatMap(({ writtenBy }) => writtenBy)),
    onlyBy: fourEyes.people.map(({ issuer, subject }) =>
      create(PrincipalSchema, { kind: Principal_Kind.USER, name: subject, issuer }),
    ),
    finalising,
  });
};
