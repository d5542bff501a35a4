import type { RunEvent } from "../../gen/pincite/journal/v1/run_event_pb.ts";
import type { RunSnapshot } from "../../gen/pincite/journal/v1/run_snapshot_pb.ts";
import { OrchestratorState, RunLifecycle, type StagePhase } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { allConfirmed, itemsAfter, phaseOf, stageRecord } from "./fold.ts";
import { missingInputs } from "./missing-inputs.ts";
import { isEarlier } from "./stages.ts";
import { mayDecide, mayFinish, mayRequest, mayStart } from "./tool-rules.ts";

/** A journal event as the machine sees it: its oneof case is the event type. */
export type MachineEvent = { [C in EventCase]: { readonly type: C; readonly event: RunEvent } }[EventCase];
/** What the machine keeps: the run, and nothing beside it. */
export interface Context {
  readonly run: RunSnapshot;
}

type Content = RunEvent["event"];
type EventCase = NonNullable<Content["case"]>;
/** What a guard may look at, in XState's form. */
interface Asked {
  readonly context: Context;
  readonly event: MachineEvent;
}

const guard =
  <P = undefined>(holds: (run: RunSnapshot, event: Content, params: P) => boolean) =>
  ({ context, event }: Asked, params: P): boolean =>
    holds(context.run, event.event.event, params);

/** The stage a transition is for. */
interface ForStage {
  readonly state: OrchestratorState;
}

/** The conditions under which an event is possible, by the names that the machine and its drawing use. Pure, and asked in any order. */
export const guards = {
  /** No turn is under way. */
  idle: guard((run) => run.turnId === ""),
  /** The turn that ends is the one under way, or the one that waits. */
  ownTurn: guard(
    (run, one) =>
      one.case === "turnEnded" &&
      one.value.turnId !== "" &&
      [run.turnId, run.suspendedTurn?.turnId].includes(one.value.turnId),
  ),
  /** Only the turn under way can be suspended, and no two turns wait. */
  mayPause: guard(
    (run, one) =>
      one.case === "turnSuspended" &&
      run.turnId !== "" &&
      one.value.turnId === run.turnId &&
      run.suspendedTurn === undefined,
  ),
  /** The suspended turn goes on when nothing it waited for is left and no other turn is under way. */
  mayGoOn: guard(
    ({ turnId, suspendedTurn }, one) =>
      one.case === "turnResumed" &&
      turnId === "" &&
      suspendedTurn?.requestIds.length === 0 &&
      one.value.turnId === suspendedTurn.turnId,
  ),
  mayRequest: guard((run, one) => one.case === "toolRequested" && mayRequest(run, one.value)),
  mayDecide: guard((run, one) => one.case === "toolDecided" && mayDecide(run, one.value)),
  mayStart: guard((run, one) => one.case === "toolStarted" && mayStart(run, one.value)),
  mayFinish: guard((run, one) => one.case === "toolFinished" && mayFinish(run, one.value)),
  granted: guard(
    (run, one) =>
      one.case === "toolGrantRevoked" && run.toolGrants.some(({ toolName }) => toolName === one.value.toolName),
  ),
  /** The run exists: nothing comes before its creation. */
  begun: guard((run) => run.eventCount > 0),
  /** A finalised run stays under the rules it was finalised under; rules that are in force are not adopted again. */
  otherRules: guard((run, one) => {
    if (one.case !== "rulesAdopted" || run.eventCount === 0 || run.lifecycle === RunLifecycle.FINALISED) return false;
    return one.value.toVersion !== (run.rulesVersion || 1) || one.value.toRegisterDigest !== run.registerDigest;
  }),
  /** Absences are asked again only where a draft rests on them, and only bindings that are there. */
  asksAbsencesAgain: guard((run, one) => {
    if (one.case !== "corpusChanged" || run.state !== OrchestratorState.DRAFT) return false;
    if (run.lifecycle === RunLifecycle.FINALISED || one.value.items.length === 0) return false;
    const bound = new Set(stageRecord(run, OrchestratorState.EVIDENCE_BINDING)?.items.map(({ itemId }) => itemId));
    return one.value.items.every(({ itemId }) => bound.has(itemId));
  }),
  /** A second reader is heard in a turn, about the draft that is under review. */
  judgesDraft: guard((run, one) => {
    if (one.case !== "draftJudged" || run.turnId === "" || run.state !== OrchestratorState.DRAFT) return false;
    const proposal = stageRecord(run, run.state)?.proposal;
    return one.value.judgement !== undefined && proposal !== undefined && proposal.digest === one.value.draft?.digest;
  }),
  /** A finalised run asks for nothing; what is still under way there may end. */
  active: guard((run) => run.eventCount > 0 && run.lifecycle !== RunLifecycle.FINALISED),
  forStage: guard<ForStage>((_, one, { state }) => stageIn(one) === state),
  proposesConfirmed: guard<ForStage>(
    (_, one, { state }) =>
      one.case === "proposalRecorded" && one.value.state === state && allConfirmed(one.value.items),
  ),
  decidesAll: guard<ForStage>((run, one, { state }) => {
    if (one.case !== "itemsDecided" || one.value.state !== state) return false;
    const record = stageRecord(run, state);
    return record !== undefined && allConfirmed(itemsAfter(record, one.value));
  }),
  /** What the way on waits for: nothing is missing, by the kernel's own count. */
  nothingMissing: guard((run) => missingInputs(run).length === 0),
  backTo: guard<ForStage & { readonly phase: StagePhase }>((run, one, { state, phase }) => {
    if (one.case !== "runRewound" || one.value.to !== state) return false;
    const record = stageRecord(run, state);
    const earlier = isEarlier(state, run.state) || run.lifecycle === RunLifecycle.FINALISED;
    return record !== undefined && earlier && phaseOf(record) === phase;
  }),
  /** Pins may change from INTENT_SEED until bindings are confirmed. */
  pinsOpen: guard((run) => run.eventCount > 0 && pinsAreOpen(run)),
  /** Choices are made from the first evidence needs on, and of the words of bound papers where quotes are put forward; what stands is kept until the end. */
  choicesOpen: guard((run, one) => choicesAreOpen(run) || wordsAreOpen(run) || keepsChoice(run, one)),
  /** A model orders passages in a turn that was begun for it, where one of them can be chosen. */
  ranksCandidates: guard(
    (run, one) =>
      one.case === "candidatesRanked" &&
      one.value.ranking !== undefined &&
      run.turnId !== "" &&
      run.ranksCandidates &&
      choicesAreOpen(run),
  ),
};

/** Whether an event records the choice that stands for a slot once more. */
const keepsChoice = ({ choices, lifecycle }: RunSnapshot, event: Content): boolean =>
  event.case === "evidenceChosen" &&
  event.value.choice !== undefined &&
  lifecycle !== RunLifecycle.FINALISED &&
  choices.some(({ slotId, choice }) => slotId === event.value.slotId && choice?.digest === event.value.choice?.digest);

const stageIn = (event: Content): OrchestratorState | undefined =>
  event.case === "proposalRecorded" || event.case === "itemsDecided" ? event.value.state : undefined;

/** Whether a person can choose among passages: from the first evidence needs until bindings are left. */
export const choicesAreOpen = (run: RunSnapshot): boolean =>
  pinsAreOpen(run) && !isEarlier(run.state, OrchestratorState.EVIDENCE_NEEDS);

/** Whether a person can choose the words of papers that are bound: where quotes are put forward. */
export const wordsAreOpen = ({ state, lifecycle }: RunSnapshot): boolean =>
  state === OrchestratorState.SPAN_RESOLUTION && lifecycle !== RunLifecycle.FINALISED;

/**
 * Whether pins may change: until EVIDENCE_BINDING is left, and never in a finalised run. A run that was rewound there has its
 * bindings confirmed already, and whoever went back for a missing document can pin it.
 */
export const pinsAreOpen = (run: RunSnapshot): boolean =>
  run.lifecycle !== RunLifecycle.FINALISED && !isEarlier(OrchestratorState.EVIDENCE_BINDING, run.state);
