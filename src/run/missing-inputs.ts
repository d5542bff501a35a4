import { create } from "@bufbuild/protobuf";
import type { RunSnapshot, StageRecord } from "../../gen/pincite/journal/v1/run_snapshot_pb.ts";
import { LookCode } from "../../gen/pincite/run/v1/look_pb.ts";
import { OrchestratorState } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import {
  ItemDecision,
  type ItemState,
  MissingInput_Kind as Kind,
  type MissingInput,
  MissingInputSchema,
  SlotKind,
  type SlotState,
} from "../../gen/pincite/run/v1/run_context_pb.ts";
import { inEnglish, type Said, worded } from "../messages/said.ts";
import { saidMessage } from "../messages/wire-form.ts";
import { inWords } from "./finding-words.ts";
import { stageRecord } from "./fold.ts";
import { stageOf } from "./stages.ts";

/** What keeps Advance from being possible, by the snapshot alone: no model text has any influence (RFC section 11). Empty: nothing. */
export const missingInputs = (run: RunSnapshot): MissingInput[] => {
  const record = stageRecord(run, run.state);
  if (!record?.proposal) return [nothingProposed(run.state)];
  return [...undecided(run.state, record), ...incomplete(run, record)];
};

/** The inputs that are missing besides decisions: things somebody must find, bind, quote or write. */
export const incomplete = (run: RunSnapshot, record: StageRecord | undefined): MissingInput[] => {
  switch (run.state) {
    case OrchestratorState.SKELETON:
      return record && record.sectionCount > 0 && !allRejected(record)
        ? foundIn(record, run)
        : [missing(Kind.CLAIM, "", worded("error.the-skeleton-needs-a-section-with-at-least"))];
    case OrchestratorState.EVIDENCE_NEEDS:
      return run.slots.filter((slot) => slot.required && slot.candidateCount === 0).map(needsCandidate);
    case OrchestratorState.EVIDENCE_BINDING:
      return requiredSlots(run)
        .filter((slot) => boundItems(run, slot).length === 0)
        .map((slot) =>
          missing(
            Kind.BINDING,
            slot.slotId,
            worded(
              slot.kind === SlotKind.LOCATION
                ? "error.has-no-place-link-the-paper"
                : "error.is-not-bound-propose-a-binding-for-it-and",
              { slotId: slot.slotId },
            ),
          ),
        );
    case OrchestratorState.SPAN_RESOLUTION:
      return [
        ...changedAbsences(run).map(needsSearch),
        ...requiredSlots(run).flatMap((slot) => boundItems(run, slot).flatMap((b) => needsEntry(run, slot, b))),
      ];
    case OrchestratorState.DRAFT:
      return [...changedAbsences(run).map(needsSearch), ...foundIn(record, run)];
    default:
      return [];
  }
};

/** What the stage's own check found in the proposal under review. */
const foundIn = (record: StageRecord | undefined, run: RunSnapshot): MissingInput[] =>
  (record?.findings ?? []).map((finding) => inWords(finding, run.locale));

/** Bindings of absences whose documents have changed, where nobody has answered that. */
export const changedAbsences = (run: RunSnapshot): ItemState[] =>
  (stageRecord(run, OrchestratorState.EVIDENCE_BINDING)?.items ?? []).filter(
    ({ decision, looks }) =>
      decision === ItemDecision.UNSPECIFIED && looks.some(({ code }) => code === LookCode.CORPUS_CHANGED),
  );

const needsSearch = ({ itemId, slotId }: ItemState): MissingInput =>
  missing(Kind.BINDING, itemId, worded("error.the-documents-have-changed-since-the-search-2", { itemId, slotId }));

const requiredSlots = (run: RunSnapshot): SlotState[] => run.slots.filter((slot) => slot.required);

/** Items of a stage that a person confirmed, as they were then. */
export const confirmedItems = (run: RunSnapshot, state: OrchestratorState): ItemState[] =>
  (stageRecord(run, state)?.items ?? []).filter((item) => item.decision === ItemDecision.CONFIRM);

/** Confirmed bindings of a slot that still hold: those whose fingerprint embeds the slot as it is now. */
export const boundItems = (run: RunSnapshot, slot: SlotState): ItemState[] =>
  confirmedItems(run, OrchestratorState.EVIDENCE_BINDING).filter((item) => restsOn(item, "slot", slot.fingerprint));

const restsOn = (item: ItemState, name: string, fingerprint: string): boolean =>
  item.inputs.some((input) => input.name === name && input.fingerprint === fingerprint);

/** Confirmed ledger entries of a binding: those whose fingerprint embeds it. */
export const entryItems = (run: RunSnapshot, binding: ItemState): ItemState[] =>
  confirmedItems(run, OrchestratorState.SPAN_RESOLUTION).filter((item) =>
    restsOn(item, "binding", binding.fingerprint),
  );

/**
 * Whether something required has nothing put forward for it, not even what was rejected: a slot without a binding, a confirmed
 * binding without a quote. False in the stages that have neither.
 */
export const hasUnproposed = (run: RunSnapshot, record: StageRecord): boolean =>
  unproposedSlots(run, record).length > 0 || unquotedBindings(run, record).length > 0;

/** Confirmed bindings of required slots without a quote among these items, not even a rejected one; none outside SPAN_RESOLUTION. */
export const unquotedBindings = (
  run: RunSnapshot,
  { items }: Pick<StageRecord, "items">,
): { readonly slot: SlotState; readonly binding: ItemState }[] =>
  run.state === OrchestratorState.SPAN_RESOLUTION
    ? requiredSlots(run).flatMap((slot) =>
        boundItems(run, slot)
          .filter(({ fingerprint }) => !items.some((item) => restsOn(item, "binding", fingerprint)))
          .map((binding) => ({ slot, binding })),
      )
    : [];

/** The required slots without a binding, not even a rejected one; none in other stages than EVIDENCE_BINDING. */
export const unproposedSlots = (run: RunSnapshot, { items }: StageRecord): SlotState[] =>
  run.state === OrchestratorState.EVIDENCE_BINDING
    ? requiredSlots(run).filter(({ fingerprint }) => !items.some((item) => restsOn(item, "slot", fingerprint)))
    : [];

const needsEntry = (run: RunSnapshot, slot: SlotState, binding: ItemState): MissingInput[] => {
  if (entryItems(run, binding).length > 0) return [];
  if (slot.kind === SlotKind.QUOTE)
    return [
      missing(
        Kind.SPAN,
        slot.slotId,
        worded("error.has-no-confirmed-quote-propose-a-span-and", { itemId: binding.itemId, slotId: slot.slotId }),
      ),
    ];
  return [
    missing(
      Kind.ADDRESS,
      slot.slotId,
      worded("error.has-no-confirmed-ledger-entry-confirm-the-one", { itemId: binding.itemId, slotId: slot.slotId }),
    ),
  ];
};

const needsCandidate = (slot: SlotState): MissingInput =>
  missing(
    Kind.CANDIDATE,
    slot.slotId,
    slot.kind === SlotKind.ABSENCE
      ? worded("error.needs-a-recorded-search-call-guide-or-request", { slotId: slot.slotId })
      : worded("error.has-no-candidate-call-guide-search-for-it-or", { slotId: slot.slotId }),
  );

/** Items somebody must still decide about: the required ones, or any where nothing is confirmed yet. */
export const openItems = (record: StageRecord | undefined): ItemState[] => {
  const open = (record?.items ?? []).filter((item) => item.decision === ItemDecision.UNSPECIFIED);
  return record?.confirmed || open.some((item) => item.required) ? open.filter((item) => item.required) : open;
};

const undecided = (state: OrchestratorState, record: StageRecord): MissingInput[] => {
  const confirmLabel = worded(stageOf(state).confirm);
  const open = openItems(record);
  if (open.length > 0)
    return open.map((item) =>
      missing(
        Kind.CONFIRMATION,
        item.itemId,
        item.looks.length > 0
          ? worded("error.has-looks-and-is-not-confirmed-read-them-then", { itemId: item.itemId })
          : item.compareDigests.length > 0
            ? worded("error.is-worded-anew-and-not-confirmed", { itemId: item.itemId })
            : worded("error.is-not-confirmed-review-it", { itemId: item.itemId, confirmLabel }),
      ),
    );
  // A stage whose every item was rejected has nothing to go on with.
  return record.confirmed ? [] : [missing(Kind.PROPOSAL, "", worded("error.everything-proposed-was-rejected-propose"))];
};

const allRejected = (record: StageRecord): boolean =>
  record.items.every((item) => item.decision === ItemDecision.REJECT);

const nothingProposed = (state: OrchestratorState): MissingInput =>
  state === OrchestratorState.INTENT_SEED
    ? missing(Kind.GOAL, "", worded("error.the-goal-is-missing-say-what-the-memo-is-to"))
    : missing(
        Kind.PROPOSAL,
        "",
        worded("error.nothing-is-proposed-yet-in-call-guide-or", { stageOfName: stageOf(state).name }),
      );

const missing = (kind: Kind, subjectId: string, said: Said): MissingInput =>
  create(MissingInputSchema, { kind, subjectId, description: inEnglish(said), said: saidMessage(said) });
