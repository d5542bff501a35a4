import { create } from "@bufbuild/protobuf";
import type { RunSnapshot } from "../../gen/pincite/journal/v1/run_snapshot_pb.ts";
import type { LedgerEntry } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { type Binding, type BindingProposal, BindingSchema } from "../../gen/pincite/memo/v1/need_map_pb.ts";
import { OrchestratorState, RunLifecycle } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ItemDecision, type SlotChoice, SlotChoiceSchema, SlotKind } from "../../gen/pincite/run/v1/run_context_pb.ts";
import type { DecisionInput } from "./kernel.ts";

/** Roles under which an event records a choice, and what a person gave for it, word for word. */
export const choiceRole = "evidence_choice";
export const givenChoiceRole = "user_choice";

/** What persons chose, each with whether it holds: its slot is the one it was chosen for. */
export const choicesNow = ({ choices, slots }: RunSnapshot): SlotChoice[] => {
  if (choices.length === 0) return [];
  const fingerprints = new Map(slots.map(({ slotId, fingerprint }) => [slotId, fingerprint]));
  return choices.map((choice) =>
    create(SlotChoiceSchema, { ...choice, holds: fingerprints.get(choice.slotId) === choice.slotFingerprint }),
  );
};

/** The bindings that persons chose and that hold. */
export const chosenBindings = ({ snapshot, material }: Pick<DecisionInput, "snapshot" | "material">): Binding[] =>
  choicesNow(snapshot).flatMap(({ slotId, holds }) => {
    const binding = holds ? material.choices?.get(slotId) : undefined;
    return binding ? [binding] : [];
  });

/** A binding with the sentence that a person has chosen of its paper since it was confirmed; as it stands where nobody did. */
export const withChosenWords = (
  input: Pick<DecisionInput, "snapshot" | "material">,
): ((binding: Binding) => Binding) => {
  const chosen = new Map(chosenBindings(input).map((choice) => [choice.slotId, choice]));
  return (binding) => {
    const choice = chosen.get(binding.slotId);
    return choice?.locator && choice.locatedBy && paperOf(choice) === paperOf(binding)
      ? create(BindingSchema, { ...binding, locator: choice.locator, locatedBy: choice.locatedBy })
      : binding;
  };
};

/** The paper of the Vault that a binding rests on; undefined for whatever else. */
export const paperOf = ({ evidence }: Pick<Binding, "evidence">): string | undefined =>
  evidence?.evidence.case === "document" ? evidence.evidence.value.evidenceId : undefined;

/** Words of a paper that stand for a slot. */
export interface StandingWords {
  readonly evidenceId: string;
  readonly quote: string;
}

/**
 * The words that stand for a slot: from SPAN_RESOLUTION on the words that are quoted, else those that were chosen, else those that are bound; undefined: no words
 * of a paper. A quote from before a step back stands no more.
 */
export const standingWords = (
  input: Pick<DecisionInput, "snapshot" | "material">,
  slotId: string,
): StandingWords | undefined => {
  const { needMap, ledger, proposals } = input.material;
  const isOfSlot = (one: Binding): boolean => one.slotId === slotId;
  const bound = (proposals.needMap ?? needMap)?.bindings.find(isOfSlot);
  const isQuoting = input.snapshot.state >= OrchestratorState.SPAN_RESOLUTION;
  const entries = isQuoting ? (proposals.ledger ?? ledger)?.entries : undefined;
  const quoted = entries?.find(({ bindingId }) => bindingId === bound?.bindingId);
  const standing = [quoted, chosenBindings(input).find(isOfSlot), bound].find(
    (one) => one !== undefined && paperOf(one) !== undefined && wordsOf(one) !== "",
  );
  return standing && { evidenceId: paperOf(standing) ?? "", quote: wordsOf(standing) };
};

/** The entry that quotes law for a slot, where words are quoted; undefined: none does. */
export const standingLaw = (
  { snapshot, material: { needMap, ledger, proposals } }: Pick<DecisionInput, "snapshot" | "material">,
  slotId: string,
): LedgerEntry | undefined => {
  if (snapshot.state !== OrchestratorState.SPAN_RESOLUTION) return undefined;
  const bound = (proposals.needMap ?? needMap)?.bindings.find((one) => one.slotId === slotId);
  const entry = (proposals.ledger ?? ledger)?.entries.find(({ bindingId }) => bindingId === bound?.bindingId);
  return entry?.evidence?.evidence.case === "law" && entry.span ? entry : undefined;
};

const wordsOf = (one: LedgerEntry | Binding): string =>
  ("span" in one ? one.span?.excerpt : "locator" in one ? one.locator?.exactQuote : "") ?? "";

/** The confirmed bindings of papers whose words can be chosen where the run stands: those of its slot in SPAN_RESOLUTION. */
export const papersToQuote = (
  { snapshot, material }: Pick<DecisionInput, "snapshot" | "material">,
  slotId: string,
): Binding[] =>
  snapshot.state === OrchestratorState.SPAN_RESOLUTION
    ? (material.needMap?.bindings ?? []).filter(
        (one) => one.slotId === slotId && one.slotKind === SlotKind.QUOTE && paperOf(one) !== undefined,
      )
    : [];

/**
 * The choice that a person makes again where what she chose already stands: from SPAN_RESOLUTION on, of a paper or law that is chosen so and, where quotes are
 * put forward, quoted so. Undefined: it is a choice like any.
 */
export const choiceKept = (
  input: Pick<DecisionInput, "snapshot" | "material">,
  { slotId, evidence, locator }: BindingProposal,
): Binding | undefined => {
  const { state, lifecycle } = input.snapshot;
  if (state < OrchestratorState.SPAN_RESOLUTION || lifecycle === RunLifecycle.FINALISED) return undefined;
  const chosen = chosenBindings(input).find((one) => one.slotId === slotId);
  const id = evidenceIdOf(evidence);
  const quote = locator?.exactQuote ?? "";
  if (!chosen || id === undefined || id !== evidenceIdOf(chosen.evidence) || quote !== wordsOf(chosen))
    return undefined;
  return state === OrchestratorState.DRAFT || quote === "" || quotesNow(input, slotId).has(quote) ? chosen : undefined;
};

const evidenceIdOf = (evidence: Binding["evidence"]): string | undefined =>
  evidence?.evidence.case === "document" || evidence?.evidence.case === "law"
    ? evidence.evidence.value.evidenceId
    : undefined;

/** The words that are put forward as quotes for a slot, and that no person left out. */
const quotesNow = (
  { snapshot, material: { ledger, proposals } }: Pick<DecisionInput, "snapshot" | "material">,
  slotId: string,
): ReadonlySet<string> => {
  const items = snapshot.stages.find(({ state }) => state === OrchestratorState.SPAN_RESOLUTION)?.items ?? [];
  const out = new Set(items.flatMap(({ itemId, decision }) => (decision === ItemDecision.REJECT ? [itemId] : [])));
  const entries = ((proposals.ledger ?? ledger)?.entries ?? []).filter((one) => one.slotId === slotId);
  return new Set(entries.flatMap((one) => (out.has(one.entryId) ? [] : [wordsOf(one)])));
};
