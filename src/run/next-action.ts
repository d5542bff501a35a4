import { create } from "@bufbuild/protobuf";
import type { RunSnapshot } from "../../gen/pincite/journal/v1/run_snapshot_pb.ts";
import type { EvidenceNeedMap } from "../../gen/pincite/memo/v1/need_map_pb.ts";
import { OrchestratorState, RunLifecycle } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import {
  ItemDecision,
  NextAction_Kind as Kind,
  type MissingInput,
  type NextAction,
  NextActionSchema,
  type PendingToolRequest,
  SlotKind,
  type SuspendedTurn,
  PendingToolRequest_WaitsFor as WaitsFor,
} from "../../gen/pincite/run/v1/run_context_pb.ts";
import { inEnglish, type PlainId, type Said, speechOf, worded } from "../messages/speech.ts";
import { saidMessage } from "../messages/wire-form.ts";
import { stageRecord } from "./fold.ts";
import {
  changedAbsences,
  hasUnproposed,
  incomplete,
  missingInputs,
  openItems,
  unproposedSlots,
  unquotedBindings,
} from "./missing-inputs.ts";
import { isEarlier, type Stage, stageOf } from "./stages.ts";

const service = "pincite.orchestrator.v1.OrchestratorService";
const toolService = "pincite.tool.v1.ToolService";

/**
 * Exactly one thing to do next, with the RFC's literal label (S17) and the RPC that does it. `missing` spares whoever has
 * counted already what keeps Advance from being possible; `needMap`, the confirmed bindings, tells of which a person chooses the words. Doing it never ends what waits: a turn that is suspended, or a
 * request that a person was asked about, comes before anything that takes the run elsewhere.
 */
export const nextAction = (
  run: RunSnapshot,
  missing: readonly MissingInput[] = missingInputs(run),
  needMap?: EvidenceNeedMap,
): NextAction => {
  const stage = stageOf(run.state);
  if (run.lifecycle === RunLifecycle.FINALISED) return done(run);
  if (run.turnId !== "") return waiting(run, stage);
  if (run.suspendedTurn) return continuing(run, stage, run.suspendedTurn);
  const asked = run.pending.find(({ waitsFor }) => waitsFor === WaitsFor.DECISION || waitsFor === WaitsFor.REVIEW);
  if (asked) return about(run, asked);
  if (changedAbsences(run).length > 0 && isEarlier(OrchestratorState.EVIDENCE_BINDING, run.state)) return rewind(run);
  if (missing.length === 0) return action(run, stage, Kind.ADVANCE, "Advance");
  const [slotId] = quotesLeft(run, needMap);
  if (slotId !== undefined) return choosing(run, stage, slotId);
  return toConfirm(run) ? action(run, stage, Kind.CONFIRM, "Confirm") : propose(run, stage);
};

/**
 * Something waits for a decision, and deciding is what helps. The checklist and the draft are reviewed when they are
 * complete: as long as evidence is to be found or a sentence fails its check, that comes first. What a person chose is put
 * forward before any turn: the guide then fills the rest once, so that all of it is decided about together.
 */
const toConfirm = (run: RunSnapshot): boolean => {
  const record = stageRecord(run, run.state);
  const open = openItems(record).length > 0;
  const findFirst = run.state === OrchestratorState.EVIDENCE_NEEDS || run.state === OrchestratorState.DRAFT;
  if (record && !record.guided && hasUnproposed(run, record)) return false;
  return open && !(findFirst && incomplete(run, record).length > 0);
};

/**
 * The required slots that no turn put anything forward for, once one has ended where evidence is bound or quoted: a person chooses their
 * words. Among quotes those that are bound to a paper of the Vault.
 */
const quotesLeft = (run: RunSnapshot, needMap: EvidenceNeedMap | undefined): string[] => {
  const record = stageRecord(run, run.state);
  if (!record?.guided) return [];
  // A quote that was rejected is none: the guide would put nothing in its place.
  const items = record.items.filter(({ decision }) => decision !== ItemDecision.REJECT);
  const papers = new Set(
    (needMap?.bindings ?? []).flatMap(({ bindingId, evidence }) =>
      evidence?.evidence.case === "document" ? [bindingId] : [],
    ),
  );
  const slots = [
    ...unproposedSlots(run, record),
    ...unquotedBindings(run, { items }).flatMap(({ slot, binding }) => (papers.has(binding.itemId) ? [slot] : [])),
  ];
  return slots.flatMap(({ slotId, kind }) => (kind === SlotKind.QUOTE ? [slotId] : []));
};

const choosing = (run: RunSnapshot, stage: Stage, subjectId: string): NextAction =>
  create(NextActionSchema, {
    ...step(
      run,
      Kind.CHOOSE,
      `${service}/ChooseEvidence`,
      inEnglish(worded(stage.confirm)),
      worded("action.choose-the-passage-that-says-it"),
    ),
    subjectId,
  });

const propose = (run: RunSnapshot, stage: Stage): NextAction =>
  isRefusedAgain(run, stage) ? settling(run, stage) : asking(run, stage);

/** Whether the guide has written since the run came to the draft, and its check refuses the text: one from before a step back is written anew. */
const isRefusedAgain = (run: RunSnapshot, { state }: Stage): boolean => {
  const record = state === OrchestratorState.DRAFT ? stageRecord(run, state) : undefined;
  return record !== undefined && record.guided && record.findings.length > 0;
};

/** The guide would write the same again, and a person settles what was found. */
const settling = (run: RunSnapshot, { confirm }: Stage): NextAction =>
  step(
    run,
    Kind.PROPOSE,
    `${service}/Propose`,
    inEnglish(worded(confirm)),
    worded("action.settle-what-stops-the-text"),
  );

const asking = (run: RunSnapshot, stage: Stage): NextAction =>
  action(run, stage, Kind.PROPOSE, stage.state === OrchestratorState.INTENT_SEED ? "Propose" : "Guide");

const action = (run: RunSnapshot, stage: Stage, kind: Kind, method: string): NextAction => {
  const literal = kind === Kind.ADVANCE ? stage.advance : stage.confirm;
  // "Approve skeleton" says nothing to a person who sees no skeleton: she is told what the call makes.
  const said = method === "Guide" ? stage.guide : literal;
  return step(run, kind, `${service}/${method}`, inEnglish(worded(literal)), worded(said));
};

/** `label` is the RFC's; what a person is told may say more. */
const step = ({ locale }: RunSnapshot, kind: Kind, rpc: string, label: string, said: Said): NextAction =>
  create(NextActionSchema, {
    kind,
    rpc,
    label,
    localisedLabel: speechOf(locale).recorded(said),
    labelSaid: saidMessage(said),
    possible: true,
  });

const waiting = (
  run: RunSnapshot,
  stage: Stage,
  whyNot = worded("error.a-turn-is-under-way-wait-until-it-has-ended", { turnId: run.turnId }),
): NextAction =>
  create(NextActionSchema, {
    ...action(run, stage, Kind.WAIT, "WatchRun"),
    possible: false,
    whyNot: inEnglish(whyNot),
    whyNotSaid: saidMessage(whyNot),
  });

/** Guide, Advance and Rewind end a suspended turn: what comes next is what it waits for, in the order in which it was asked. */
const continuing = (run: RunSnapshot, stage: Stage, { turnId, requestIds }: SuspendedTurn): NextAction => {
  const waited = run.pending.find(({ requestId }) => requestIds.includes(requestId));
  if (waited) return about(run, waited);
  // The server stopped between the last answer and the turn's going on.
  return waiting(run, stage, worded("error.a-turn-has-all-that-it-waited-for-it-goes-on", { turnId }));
};

interface RequestCall {
  readonly kind: Kind;
  readonly rpc: string;
  readonly label: PlainId;
}

/** The calls that a waiting request asks for, by its state. The RFC has no labels for them. */
const requestCalls: Readonly<Record<number, RequestCall>> = {
  [WaitsFor.EXECUTION]: {
    kind: Kind.EXECUTE,
    rpc: `${service}/ExecuteToolRequest`,
    label: "action.run-the-request",
  },
  [WaitsFor.CLIENT]: {
    kind: Kind.DELIVER,
    rpc: `${toolService}/SubmitToolResult`,
    label: "action.deliver-the-result",
  },
};
const decideCall: RequestCall = {
  kind: Kind.DECIDE,
  rpc: `${toolService}/DecideToolRequest`,
  label: "action.decide-about-the-request",
};

const about = (run: RunSnapshot, { waitsFor, requestId }: PendingToolRequest): NextAction => {
  const { kind, rpc, label } = requestCalls[waitsFor] ?? decideCall;
  const said = worded(label);
  return create(NextActionSchema, { ...step(run, kind, rpc, inEnglish(said), said), requestId });
};

/** The finished memo is taken along. Going back stays possible, and is nobody's next step. */
const done = (run: RunSnapshot): NextAction =>
  step(
    run,
    Kind.DONE,
    "pincite.export.v1.ExportService/ExportMemo",
    "Export memo",
    worded("action.take-it-as-a-word-file"),
  );

const rewind = (run: RunSnapshot): NextAction =>
  step(run, Kind.REWIND, `${service}/Rewind`, "Rewind", worded("item.rewind"));
