import type { RunEvent } from "../../../gen/pincite/journal/v1/run_event_pb.ts";
import { ItemDecision } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { ToolDecisionSchema } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import { stageOf } from "../../run/stages.ts";

type Event = RunEvent["event"];
type Value<C extends Event["case"]> = Extract<Event, { case: C }>["value"];
type Describe = { [C in NonNullable<Event["case"]>]: (value: Value<C>) => string };

const count = (n: number, one: string): string => `${n} ${one}${n === 1 ? "" : "s"}`;

/** A sentence for each event: ids, counts and stages, never evidence text. */
const sentences: Describe = {
  runCreated: (value) => `Run ${value.runId} began.`,
  rulesAdopted: (value) => `Rules ${value.toVersion} decide from here on; before, rules ${value.fromVersion} did.`,
  corpusChanged: (value) =>
    `The documents have changed since ${count(value.items.length, "absence")} rested on a search of them.`,
  turnStarted: (value) => `${value.turnId} began.`,
  turnEnded: (value) => `${value.turnId} ended: ${value.outcome}${value.reason ? ` (${value.reason})` : ""}.`,
  attemptRecorded: (value) =>
    value.rejectReason
      ? `An answer of the model was refused: ${value.rejectReason}.`
      : "An answer of the model was accepted.",
  draftJudged: (value) =>
    `A second reader was heard: ${count(value.judgedCount, "sentence")} judged, ${value.notJudgedCount} not, ${count(value.doubtCount, "doubt")}.`,
  candidatesRanked: (value) =>
    `A model ordered the passages of ${count(value.rankedCount, "slot")}; ${value.notRankedCount} it did not.`,
  proposalRecorded: (value) => {
    const carried = value.items.filter((item) => item.carriedOver).length;
    const stale = value.stale.length > 0 ? `, ${count(value.stale.length, "confirmation")} no longer hold` : "";
    return `${stageOf(value.state).name}: ${count(value.items.length, "item")} under review, ${carried} carried over${stale}.`;
  },
  itemsDecided: (value) => {
    const confirmed = value.items.filter((item) => item.decision === ItemDecision.CONFIRM).length;
    return `${stageOf(value.state).name}: ${confirmed} confirmed, ${value.items.length - confirmed} rejected.`;
  },
  needsIssued: (value) => `Evidence needs issued: ${count(value.slots.length, "slot")}.`,
  evidencePinned: (value) => `${value.evidenceId} pinned${value.slotId ? ` for ${value.slotId}` : ""}.`,
  evidenceUnpinned: (value) => `${value.evidenceId} unpinned.`,
  evidenceChosen: (value) =>
    value.choice ? `Evidence was chosen for ${value.slotId}.` : `The choice for ${value.slotId} was taken back.`,
  toolRequested: (value) => `${value.toolName} requested by ${value.requestedBy} (${value.requestId}).`,
  toolDecided: (value) => `${value.requestId} decided: ${ToolDecisionSchema.value[value.decision]?.localName}.`,
  toolGrantRevoked: (value) => `The standing permission for ${value.toolName} ended.`,
  turnSuspended: (value) => `${value.turnId} waits for ${count(value.requestIds.length, "tool request")}.`,
  turnResumed: (value) => `${value.turnId} went on.`,
  toolStarted: (value) => `${value.requestId} began to run.`,
  toolFinished: (value) => `${value.requestId} ended: ${value.status}.`,
  stageAdvanced: (value) => `On to ${stageOf(value.to).name}.`,
  runRewound: (value) => `Back to ${stageOf(value.to).name}${value.newRevision ? ", in a new revision" : ""}.`,
  runErased: (value) => `Run ${value.runId} was erased, with its ${count(value.eventCount, "event")}.`,
  storeAccepted: (value) =>
    `The store ${value.store} was accepted at checkpoint ${value.checkpointFound}; ${value.checkpointKept} had been kept.`,
  runFinalised: () => "The draft was finalised.",
};

/** The event in a sentence. */
export const describeEvent = ({ event }: RunEvent): string =>
  event.case ? (sentences[event.case] as (value: unknown) => string)(event.value) : "An event without content.";
