import { create, type DescMessage, fromBinary } from "@bufbuild/protobuf";
import type { ArtifactRef } from "../../../gen/pincite/artifact/v1/artifact_ref_pb.ts";
import { Principal_Kind } from "../../../gen/pincite/audit/v1/audit_meta_pb.ts";
import { StageProposalSchema } from "../../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import {
  RunLifecycle,
  StagePhase,
  OrchestratorState as State,
} from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import {
  MissingInput_Kind,
  NextAction_Kind,
  type RunContext,
  SlotKind,
} from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { fetchAll } from "../../client/artifact-store.ts";
import { keptLetter } from "../../client/kept-letter.ts";
import { contextOf, type RunView } from "../../client/run-view.ts";
import { unanswered } from "../../show/unanswered.ts";
import { takeTurnWith } from "../follow-turn.ts";
import { type Acting, advance, viewOf } from "./act.ts";

/** What a run waits for, once everything is done that asks for no decision. */
export type Wait = "letter" | "review" | "missing" | "tools" | "turn" | "finalised";

/** Where a run stands, what it waits for, and what the guide said on the way. */
export interface Led {
  readonly view: RunView;
  readonly wait: Wait;
  readonly told: readonly string[];
}

/** What was said before. */
interface Circumstances {
  /** A person decided something: a stage that is complete is left. Shown alone it stays, as after a rewind. */
  readonly mayAdvance: boolean;
  /** A person said yes to the draft that was shown, so that the last step may be taken too. */
  readonly mayFinish: boolean;
  /** Nobody said anything yet. */
  readonly isFirst: boolean;
  /** A person answered the letter, and the guide has not added to it. */
  readonly answersLetter: boolean;
  /** A person took a sentence of the letter in two: what has no answer yet is asked. */
  readonly asksLetter: boolean;
}

/**
 * Goes on for as long as nobody has to decide: from a stage in which nothing is missing to the next, where the guide is asked to
 * search and propose.
 */
export const lead = async (
  acting: Acting,
  from: RunContext,
  { mayAdvance, mayFinish, isFirst, answersLetter, asksLetter }: Circumstances,
): Promise<Led> => {
  let context = from;
  let told: readonly string[] = [];
  let hasEntered = answersLetter || (isFirst && asksForGuide(context));
  for (;;) {
    const view = await viewOf(acting, context);
    if (isStopped(context)) return { view, wait: stopOf(context), told };
    if (isReady(context) && mayAdvance && (context.state !== State.DRAFT || mayFinish)) {
      context = await advance(acting, context);
      hasEntered = true;
    } else if (awaitsLetter(view) || (asksLetter && isOpenInOutline(view))) return { view, wait: "letter", told };
    else if ((hasEntered && !hasQuotes(view)) || context.phase === StagePhase.OPEN) {
      ({ context, told } = await guide(acting, context));
      context = await withOwnWords(acting, context);
      hasEntered = false;
      if (context.phase === StagePhase.OPEN) return { view: await viewOf(acting, context), wait: "missing", told };
    } else return { view, wait: isUndecided(context) || isReady(context) ? "review" : "missing", told };
  }
};

/** A letter that the guide wrote anew, with what its author had written in the one before. */
const withOwnWords = async (acting: Acting, context: RunContext): Promise<RunContext> => {
  if (context.state !== State.DRAFT || context.phase === StagePhase.OPEN) return context;
  const { shell, connection } = acting;
  const read = async <Desc extends DescMessage>(schema: Desc, refs: readonly ArtifactRef[]) => {
    const contents = await fetchAll(connection, refs);
    return refs.flatMap(({ digest }) => {
      const bytes = contents.get(digest);
      return bytes ? [fromBinary(schema, bytes)] : [];
    });
  };
  const value = await keptLetter({ artifacts: connection.artifacts, read }, await viewOf(acting, context));
  if (value === undefined) return context;
  const proposal = create(StageProposalSchema, { proposal: { case: "draftText", value } });
  const call = { runId: context.runId, idempotencyKey: shell.newKey(), expectedVersion: context.version };
  return contextOf((await connection.orchestrator.propose({ ...call, proposal })).runContext);
};

const isStopped = ({ lifecycle, turnId, pendingToolRequests, suspendedTurn }: RunContext): boolean =>
  lifecycle === RunLifecycle.FINALISED ||
  turnId !== "" ||
  suspendedTurn !== undefined ||
  pendingToolRequests.length > 0;

const stopOf = ({ lifecycle, turnId }: RunContext): Wait => {
  if (lifecycle === RunLifecycle.FINALISED) return "finalised";
  return turnId === "" ? "tools" : "turn";
};

const isReady = ({ nextAction, missingInputs }: RunContext): boolean =>
  nextAction?.kind === NextAction_Kind.ADVANCE && nextAction.possible && missingInputs.length === 0;

const isUndecided = ({ items }: RunContext): boolean => items.some(({ decision }) => decision === 0);

/** A stage that was entered by hand, with nothing yet of what the guide finds. */
const asksForGuide = ({ state, missingInputs }: RunContext): boolean =>
  state === State.EVIDENCE_NEEDS && missingInputs.some(({ kind }) => kind === MissingInput_Kind.CANDIDATE);

/** Every binding that asks for words has a quote that waits for a person: the guide has nothing to add. */
const hasQuotes = ({ context, needMap, ledger }: RunView): boolean => {
  const quoted = new Set((ledger?.entries ?? []).map(({ bindingId }) => bindingId));
  const bindings = (needMap?.bindings ?? []).filter(({ slotKind }) => slotKind === SlotKind.QUOTE);
  return context.state === State.SPAN_RESOLUTION && bindings.every(({ bindingId }) => quoted.has(bindingId));
};

/** A letter was taken apart, and the outline that its answers come to is not begun. */
const awaitsLetter = ({ context, letterReading }: RunView): boolean =>
  context.state === State.SKELETON &&
  context.phase === StagePhase.OPEN &&
  (letterReading?.assertions.length ?? 0) + (letterReading?.questions.length ?? 0) > 0 &&
  (context.answeredLetter?.answers.length ?? 0) === 0;

const isOpenInOutline = (view: RunView): boolean =>
  view.context.state === State.SKELETON && unanswered(view).open.length > 0;

/** Has the guide search and propose; it confirms nothing. What it says comes along. */
const guide = async ({ shell, connection }: Acting, { runId, version }: RunContext) => {
  const turn = await takeTurnWith(shell, connection, {
    runId,
    userPrompt: "",
    idempotencyKey: shell.newKey(),
    expectedVersion: version,
  });
  const entries = turn.conversationLog?.entries ?? [];
  const told = entries.filter(({ meta }) => meta?.createdBy?.kind !== Principal_Kind.USER).map(({ text }) => text);
  return { context: contextOf(turn.runContext), told };
};
