import { create } from "@bufbuild/protobuf";
import type { RunSnapshot } from "../../gen/pincite/journal/v1/run_snapshot_pb.ts";
import { OrchestratorState, RunLifecycle } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import {
  NextAction_Kind as Kind,
  type MissingInput,
  type NextAction,
  NextActionSchema,
  type PendingToolRequest,
  type SuspendedTurn,
  PendingToolRequest_WaitsFor as WaitsFor,
} from "../../gen/pincite/run/v1/run_context_pb.ts";
import { stageRecord } from "./fold.ts";
import { changedAbsences, incomplete, missingInputs, openItems } from "./missing-inputs.ts";
import { isEarlier, type Stage, stageOf } from "./stages.ts";

const service = "pincite.orchestrator.v1.OrchestratorService";
const toolService = "pincite.tool.v1.ToolService";

/**
 * Exactly one thing to do next, with the RFC's literal label (S17) and the RPC that does it. `missing` spares whoever has
 * counted already what keeps Advance from being possible. Doing it never ends what waits: a turn that is suspended, or a
 * request that a person was asked about, comes before anything that takes the run elsewhere.
 */
export const nextAction = (run: RunSnapshot, missing: readonly MissingInput[] = missingInputs(run)): NextAction => {
  const stage = stageOf(run.state);
  if (run.lifecycle === RunLifecycle.FINALISED) return done(run);
  if (run.turnId !== "") return waiting(run, stage);
  if (run.suspendedTurn) return continuing(run, stage, run.suspendedTurn);
  const asked = run.pending.find(({ waitsFor }) => waitsFor === WaitsFor.DECISION || waitsFor === WaitsFor.REVIEW);
  if (asked) return about(run, asked);
  if (changedAbsences(run).length > 0 && isEarlier(OrchestratorState.EVIDENCE_BINDING, run.state)) return rewind(run);
  if (missing.length === 0) return action(run, stage, Kind.ADVANCE, "Advance");
  return toConfirm(run) ? action(run, stage, Kind.CONFIRM, "Confirm") : propose(run, stage);
};

/**
 * Something waits for a decision, and deciding is what helps. The checklist and the draft are reviewed when they are
 * complete: as long as evidence is to be found or a sentence fails its check, that comes first.
 */
const toConfirm = (run: RunSnapshot): boolean => {
  const record = stageRecord(run, run.state);
  const open = openItems(record).length > 0;
  const findFirst = run.state === OrchestratorState.EVIDENCE_NEEDS || run.state === OrchestratorState.DRAFT;
  return open && !(findFirst && incomplete(run, record).length > 0);
};

const propose = (run: RunSnapshot, stage: Stage): NextAction =>
  action(run, stage, Kind.PROPOSE, stage.state === OrchestratorState.INTENT_SEED ? "Propose" : "Guide");

const action = (run: RunSnapshot, stage: Stage, kind: Kind, method: string): NextAction => {
  const literal = kind === Kind.ADVANCE ? "advanceLabel" : "confirmLabel";
  // "Approve skeleton" says nothing to a person who sees no skeleton: she is told what the call makes.
  const said = method === "Guide" ? "guideLabel" : literal;
  return create(NextActionSchema, {
    kind,
    rpc: `${service}/${method}`,
    label: stage[literal],
    localisedLabel: run.locale === "nl" ? stage.dutch[said] : stage[said],
    possible: true,
  });
};

const waiting = (
  run: RunSnapshot,
  stage: Stage,
  whyNot = `A turn (${run.turnId}) is under way: wait until it has ended.`,
): NextAction => create(NextActionSchema, { ...action(run, stage, Kind.WAIT, "WatchRun"), possible: false, whyNot });

/** Guide, Advance and Rewind end a suspended turn: what comes next is what it waits for, in the order in which it was asked. */
const continuing = (run: RunSnapshot, stage: Stage, { turnId, requestIds }: SuspendedTurn): NextAction => {
  const waited = run.pending.find(({ requestId }) => requestIds.includes(requestId));
  if (waited) return about(run, waited);
  // The server stopped between the last answer and the turn's going on.
  const whyNot = `A turn (${turnId}) has all that it waited for: it goes on when one of its requests is executed once more.`;
  return waiting(run, stage, whyNot);
};

/** What one request waits for. The RFC has no labels for it. */
const requestCalls: Readonly<Record<number, { kind: Kind; rpc: string; label: string; dutch: string }>> = {
  [WaitsFor.EXECUTION]: {
    kind: Kind.EXECUTE,
    rpc: `${service}/ExecuteToolRequest`,
    label: "Run the request",
    dutch: "Voer het verzoek uit",
  },
  [WaitsFor.CLIENT]: {
    kind: Kind.DELIVER,
    rpc: `${toolService}/SubmitToolResult`,
    label: "Deliver the result",
    dutch: "Lever het resultaat aan",
  },
};
const decideCall = {
  kind: Kind.DECIDE,
  rpc: `${toolService}/DecideToolRequest`,
  label: "Decide about the request",
  dutch: "Beslis over het verzoek",
};

const about = (run: RunSnapshot, { waitsFor, requestId }: PendingToolRequest): NextAction => {
  const { kind, rpc, label, dutch } = requestCalls[waitsFor] ?? decideCall;
  const localisedLabel = run.locale === "nl" ? dutch : label;
  return create(NextActionSchema, { kind, rpc, label, localisedLabel, possible: true, requestId });
};

/** What was made is taken along. Going back stays possible, and is nobody's next step. */
const done = (run: RunSnapshot): NextAction =>
  create(NextActionSchema, {
    kind: Kind.DONE,
    rpc: "pincite.export.v1.ExportService/ExportMemo",
    label: "Export memo",
    localisedLabel: run.locale === "nl" ? "Neem het mee als Word-bestand" : "Take it as a Word file",
    possible: true,
  });

const rewind = (run: RunSnapshot): NextAction =>
  create(NextActionSchema, {
    kind: Kind.REWIND,
    rpc: `${service}/Rewind`,
    label: "Rewind",
    localisedLabel: run.locale === "nl" ? "Terug naar een eerdere stap" : "Rewind",
    possible: true,
  });
