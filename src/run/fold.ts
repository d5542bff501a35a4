import { create } from "@bufbuild/protobuf";
import { type Principal, Principal_Kind } from "../../gen/pincite/audit/v1/audit_meta_pb.ts";
import type { DecidedItem, ItemsDecided, RunEvent } from "../../gen/pincite/journal/v1/run_event_pb.ts";
import { IdCountersSchema } from "../../gen/pincite/journal/v1/run_event_pb.ts";
import {
  ConfirmationRecordSchema,
  type RunSnapshot,
  RunSnapshotSchema,
  SearchedCorpusSchema,
  type StageRecord,
  StageRecordSchema,
} from "../../gen/pincite/journal/v1/run_snapshot_pb.ts";
import { OrchestratorState, StagePhase } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import {
  ItemDecision,
  type ItemState,
  ItemStateSchema,
  SlotChoiceSchema,
  SlotStateSchema,
  type StaleItem,
  SuspendedTurnSchema,
} from "../../gen/pincite/run/v1/run_context_pb.ts";
import { withDecisions } from "./carry-over.ts";
import { evidenceState } from "./evidence-state.ts";
import { receiptState } from "./open-calls.ts";
import { papersKnownFrom } from "./papers-known.ts";
import {
  afterDecided,
  afterFinish,
  afterStart,
  pendingFrom,
  waitingStill,
  withGrant,
  withoutGrant,
} from "./pending.ts";
import type { Place } from "./place.ts";
import { stageOf } from "./stages.ts";

/**
 * The change that each event makes to what is known of a run. Folding is total and pure. Whether an event is possible, and
 * where the run stands after it, the machine says (machine.ts, take.ts): no fold writes stage, phase or lifecycle.
 */
type Event = RunEvent["event"];
type Case = NonNullable<Event["case"]>;
type Value = { [C in Case]: Extract<Event, { case: C }>["value"] };
type Content<C extends Case = Case> = { [K in C]: { readonly case: K; readonly value: Value[K] } }[C];
type Fold<C extends Case> = (snapshot: RunSnapshot, value: Value[C], event: RunEvent) => Known;
/** What folding may change: everything but where the run stands. */
type Known = Omit<Partial<RunSnapshot>, keyof Place> & { readonly [P in keyof Place]?: never };

/** Version of a snapshot's contents, raised when a fold keeps something new: others are folded again. */
export const foldVersion = 11;

/** A run before its first event. */
export const emptySnapshot = (): RunSnapshot =>
  create(RunSnapshotSchema, { counters: create(IdCountersSchema), revision: 1 });

/** The record of one stage, or undefined when it was never reached. */
export const stageRecord = (snapshot: RunSnapshot, state: OrchestratorState): StageRecord | undefined =>
  snapshot.stages.find((stage) => stage.state === state);

/**
 * Tells whether every required item is decided and at least one item is confirmed. A rejection is a decision too:
 * missing-inputs names the inputs that are then missing (an unbound slot, an uncovered claim). A stage without items
 * counts as decided, and where no item is required all items may be rejected.
 */
export const allConfirmed = (items: readonly ItemState[]): boolean => {
  const open = items.filter((item) => item.decision === ItemDecision.UNSPECIFIED);
  if (items.some((item) => item.decision === ItemDecision.CONFIRM)) return open.every((item) => !item.required);
  return open.length === 0 && items.every((item) => !item.required);
};

/** Returns the stage records with this record put in its place: they always stand in order of stage. */
const withStage = ({ stages }: RunSnapshot, record: StageRecord): StageRecord[] => [
  ...stages.filter((stage) => stage.state < record.state),
  record,
  ...stages.filter((stage) => stage.state > record.state),
];

const confirmations = (snapshot: RunSnapshot, items: readonly ItemState[], by: Principal | undefined) =>
  withDecisions(snapshot.confirmations, items, (item) =>
    create(ConfirmationRecordSchema, {
      kind: item.kind,
      fingerprint: item.fingerprint,
      itemId: item.itemId,
      inputs: item.inputs,
      ...confirmedBy(snapshot, item, by),
    }),
  );

/** Who confirmed an item, where that person signed in. What stays decided in an event of the kernel is confirmed by whoever did so before. */
const confirmedBy = (
  { confirmations: known }: RunSnapshot,
  { kind, fingerprint }: ItemState,
  by: Principal | undefined,
): { readonly confirmedBy?: Principal } => {
  if (by?.issuer) return { confirmedBy: by };
  const before = known.find((one) => one.kind === kind && one.fingerprint === fingerprint)?.confirmedBy;
  return by?.kind === Principal_Kind.USER || !before ? {} : { confirmedBy: before };
};

const folds: { readonly [C in Case]: Fold<C> } = {
  runCreated: (_, value, event) => ({
    runId: value.runId,
    owner: value.owner,
    title: value.title,
    strandId: value.strandId,
    locale: value.locale,
    ...(value.profile ? { profile: value.profile } : {}),
    model: value.model,
    referenceDate: value.referenceDate,
    machineVersion: value.machineVersion,
    rulesVersion: value.rulesVersion,
    registerDigest: value.registerDigest,
    ...(value.titleWords ? { titleWords: value.titleWords } : {}),
    confirmations: (value.fork?.confirmations ?? []).map(({ kind, fingerprint, itemId, inputs, confirmedBy }) =>
      create(ConfirmationRecordSchema, {
        kind,
        fingerprint,
        itemId,
        inputs,
        ...(confirmedBy ? { confirmedBy } : {}),
      }),
    ),
    createdAtIso: event.timeIso,
  }),
  // These stand beside the runs, in streams of their own: no place of the machine admits them.
  runErased: () => ({}),
  storeAccepted: () => ({}),
  relationGranted: () => ({}),
  relationRevoked: () => ({}),
  invitationMade: () => ({}),
  invitationTakenBack: () => ({}),
  accessNoted: () => ({}),
  rulesAdopted: (_, value) => ({ rulesVersion: value.toVersion, registerDigest: value.toRegisterDigest }),
  corpusChanged: (snapshot, value) => ({
    stages: withAskedAgain(snapshot, OrchestratorState.EVIDENCE_BINDING, value.items),
    stale: [
      ...snapshot.stale.filter((one) => !value.stale.some((s) => s.kind === one.kind && s.itemId === one.itemId)),
      ...value.stale,
    ].slice(-200),
    searchedCorpora: [
      ...snapshot.searchedCorpora.filter((one) => !value.searchedRevisions.includes(one.searchedRevision)),
      ...value.searchedRevisions.map((searchedRevision) =>
        create(SearchedCorpusSchema, { searchedRevision, corpusRevision: value.corpusRevision }),
      ),
    ],
  }),
  turnStarted: (_, { turnId, ranksCandidates }, { actor }) => ({
    turnId,
    ranksCandidates,
    turnBy: actor?.issuer ? actor : undefined,
  }),
  turnEnded: (snapshot, { turnId }) => ({
    stages: turnId === snapshot.turnId && snapshot.ranksCandidates ? snapshot.stages : withGuided(snapshot),
    turnId: turnId === snapshot.turnId ? "" : snapshot.turnId,
    ranksCandidates: turnId === snapshot.turnId ? false : snapshot.ranksCandidates,
    suspendedTurn: turnId === snapshot.suspendedTurn?.turnId ? undefined : snapshot.suspendedTurn,
  }),
  turnSuspended: (_, { turnId, requestIds, state }) => ({
    turnId: "",
    suspendedTurn: create(SuspendedTurnSchema, { turnId, requestIds, ...(state ? { state } : {}) }),
  }),
  turnResumed: (_, { turnId }) => ({ turnId, suspendedTurn: undefined }),
  attemptRecorded: () => ({}),
  draftJudged: (_, { judgement }) => (judgement ? { judgement } : {}),
  candidatesRanked: (_, { ranking }) => (ranking ? { ranking } : {}),
  proposalRecorded: (snapshot, value, { actor }) => ({
    stages: withStage(
      snapshot,
      create(StageRecordSchema, {
        state: value.state,
        ...(value.proposal ? { proposal: value.proposal } : {}),
        items: value.items,
        ...(value.accepted ? { accepted: value.accepted } : {}),
        confirmed: allConfirmed(value.items),
        findings: value.findings,
        sectionCount: value.sectionCount,
        guided: stageRecord(snapshot, value.state)?.guided ?? false,
      }),
    ),
    confirmations: confirmations(
      snapshot,
      value.items.filter((item) => !item.carriedOver),
      actor,
    ),
    // An item that the user decided in the same event is not stale; older notes about this kind of item are superseded.
    stale: [...snapshot.stale.filter((s) => s.kind !== stageOf(value.state).itemKind), ...undecidedStale(value)].slice(
      -200,
    ),
    ...(value.counters ? { counters: value.counters } : {}),
    ...(value.referenceDate ? { referenceDate: value.referenceDate } : {}),
    ...(value.locale ? { locale: value.locale } : {}),
  }),
  itemsDecided: (snapshot, value, { actor }) => {
    const record = stageRecord(snapshot, value.state);
    if (!record) return {};
    const items = itemsAfter(record, value);
    const named = new Set(value.items.map((item) => item.itemId));
    const decided = items.filter((item) => named.has(item.itemId));
    const next = create(StageRecordSchema, {
      state: record.state,
      ...(record.proposal ? { proposal: record.proposal } : {}),
      ...(value.accepted ? { accepted: value.accepted } : {}),
      items,
      confirmed: allConfirmed(items),
      findings: value.findings,
      sectionCount: record.sectionCount,
      guided: record.guided,
    });
    return {
      stages: withStage(snapshot, next),
      confirmations: confirmations(snapshot, decided, actor),
      stale: snapshot.stale.filter((s) => !decided.some((item) => item.kind === s.kind && item.itemId === s.itemId)),
    };
  },
  needsIssued: (_, value) => ({
    ...(value.needs ? { needs: value.needs } : {}),
    slots: value.slots.map((slot) => create(SlotStateSchema, slot)),
    ...(value.counters ? { counters: value.counters } : {}),
  }),
  evidencePinned: (snapshot, value) => ({
    pinnedEvidenceIds: [...snapshot.pinnedEvidenceIds.filter((id) => id !== value.evidenceId), value.evidenceId],
    ...(value.answeredText ? { answeredEvidenceId: value.evidenceId, answeredText: value.answeredText } : {}),
  }),
  evidenceUnpinned: (snapshot, value) => ({
    pinnedEvidenceIds: snapshot.pinnedEvidenceIds.filter((id) => id !== value.evidenceId),
    ...(value.evidenceId === snapshot.answeredEvidenceId ? { answeredEvidenceId: "", answeredText: undefined } : {}),
  }),
  evidenceChosen: (snapshot, { slotId, choice, slotFingerprint }, event) => {
    const others = snapshot.choices.filter((one) => one.slotId !== slotId);
    const chosenBy = event.actor ? { chosenBy: event.actor } : {};
    const chosen = choice ? [create(SlotChoiceSchema, { slotId, choice, slotFingerprint, ...chosenBy })] : [];
    return { choices: [...others, ...chosen] };
  },
  toolRequested: (snapshot, value) => ({ pending: [...snapshot.pending, pendingFrom(value)] }),
  toolDecided: (snapshot, value, event) => ({
    pending: afterDecided(snapshot, value),
    toolGrants: withGrant(snapshot, value, event.timeIso),
  }),
  toolGrantRevoked: (snapshot, value) => ({ toolGrants: withoutGrant(snapshot, value.toolName) }),
  toolStarted: (snapshot, value) => ({ pending: afterStart(snapshot, value) }),
  toolFinished: (snapshot, value) => ({
    pending: afterFinish(snapshot, value),
    suspendedTurn: waitingStill(snapshot.suspendedTurn, value.requestId),
  }),
  stageAdvanced: (snapshot, { to }, { timeIso }) => ({
    stages: withReached(snapshot, to),
    papersKnownIso: papersKnownFrom(snapshot, to, timeIso),
  }),
  runRewound: (snapshot, value) => ({ revision: snapshot.revision + (value.newRevision ? 1 : 0) }),
  runFinalised: () => ({}),
};

const undecidedStale = (value: { stale: StaleItem[]; items: ItemState[] }): StaleItem[] => {
  const decided = new Set(value.items.filter((item) => item.decision).map((item) => item.itemId));
  return value.stale.filter((one) => !decided.has(one.itemId));
};

/** Returns the items of a stage after these decisions. */
export const itemsAfter = (record: StageRecord, { items }: ItemsDecided): ItemState[] => {
  const decisions = new Map(items.map((item) => [item.itemId, item.decision]));
  return record.items.map((item) => decideItem(item, decisions.get(item.itemId)));
};

/** Whether each of these was decided so already, by a person and for the proposal as it stands: then nothing is decided. */
export const decidesNothing = (record: StageRecord, decided: readonly Pick<DecidedItem, "itemId" | "decision">[]) =>
  decided.every(({ itemId, decision }) => {
    const item = record.items.find((one) => one.itemId === itemId);
    return item?.decision === decision && !item.carriedOver;
  });

/** Records a person's decision as that person's own, even where it repeats a carried-over decision. */
const decideItem = (item: ItemState, decision: ItemDecision | undefined): ItemState =>
  decision === undefined ? item : create(ItemStateSchema, { ...item, decision, carriedOver: false });

/** Enters a stage open: its earlier contents count only once they are put forward again. */
const withReached = (snapshot: RunSnapshot, state: OrchestratorState): StageRecord[] =>
  withStage(snapshot, create(StageRecordSchema, { state }));

/** The records once a model's turn has ended where the run stands. */
const withGuided = (snapshot: RunSnapshot): StageRecord[] => {
  const record = stageRecord(snapshot, snapshot.state);
  return record ? withStage(snapshot, create(StageRecordSchema, { ...record, guided: true })) : snapshot.stages;
};

/** The records with items of one stage as they are asked again. What was accepted there stays on record. */
const withAskedAgain = (
  snapshot: RunSnapshot,
  state: OrchestratorState,
  asked: readonly ItemState[],
): StageRecord[] => {
  const record = stageRecord(snapshot, state);
  if (!record) return snapshot.stages;
  const again = new Map(asked.map((item) => [item.itemId, item]));
  const items = record.items.map((item) => again.get(item.itemId) ?? item);
  return withStage(snapshot, create(StageRecordSchema, { ...record, items, confirmed: allConfirmed(items) }));
};

/** The snapshot after the event, standing at `place`; absent: where it stood. */
export const foldEvent = (snapshot: RunSnapshot, event: RunEvent, place: Place = snapshot): RunSnapshot => {
  if (!event.event.case) return snapshot;
  const patch = {
    ...folded(snapshot, event.event, event),
    ...receiptState(snapshot, event),
    ...evidenceState(snapshot, event),
  };
  const { state, phase, lifecycle } = place;
  const eventCount = snapshot.eventCount + 1;
  return { ...snapshot, ...patch, state, phase, lifecycle, updatedAtIso: event.timeIso, eventCount };
};

const folded = <C extends Case>(snapshot: RunSnapshot, one: Content<C>, event: RunEvent): Known =>
  folds[one.case](snapshot, one.value, event);

/** Returns the phase of a stage, from its record alone. */
export const phaseOf = (record: StageRecord | undefined): StagePhase => {
  if (!record?.proposal) return StagePhase.OPEN;
  return record.confirmed ? StagePhase.CONFIRMED : StagePhase.PROPOSED;
};
