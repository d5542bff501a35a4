import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { Principal_Kind, PrincipalSchema } from "../../../gen/pincite/audit/v1/audit_meta_pb.ts";
import { LawVocabularySchema } from "../../../gen/pincite/lawbot/v1/law_pb.ts";
import {
  type SuspendedTurnState,
  SuspendedTurnStateSchema,
  type UserPrompt,
  UserPromptSchema,
} from "../../../gen/pincite/model/v1/model_call_pb.ts";
import type { SuspendedTurn } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { ToolSpecSchema } from "../../../gen/pincite/tool/v1/tool_service_pb.ts";
import { effectiveBudget } from "../../model/budget.ts";
import { Decision, turnSuspended } from "../../run/decide.ts";
import { EventDraft } from "../../run/kernel.ts";
import type { ToolCatalogue } from "../../tool/catalogue.ts";
import { decide, type Requester } from "../../tool/policy.ts";
import { stages } from "../../tool/stages.ts";
import { digestOf } from "../run/digest-of.ts";
import type { LoadedRun } from "../run/run-store.ts";
import type { Runs } from "../run/runs.ts";
import { resultsBefore } from "../tool/recorded-results.ts";
import type { StepRequests, Turn, TurnParts } from "./turn.ts";
import { closeTurn, type Reply } from "./turn-ending.ts";
import { charsShownOf, showCalls } from "./turn-tools.ts";

/** Lets a turn wait: everything it goes on from is stored, and other writers may act meanwhile. */
export const suspendTurn = <A>({ runs }: TurnParts, turn: Turn, step: StepRequests, reply: Reply<A>): Promise<A> =>
  closeTurn(runs, turn, turn.model, (input, before) => {
    const draft = new EventDraft(input);
    const requested = input.snapshot.pending.flatMap(({ requestId, ref }) =>
      step.waiting.includes(requestId) ? [ref] : [],
    );
    const state = draft.record(SuspendedTurnStateSchema, stateOf(runs, turn, step, before), "suspended_turn", [
      turn.promptRef,
      ...requested,
    ]);
    const decision = turnSuspended(new Decision(input), draft, {
      turnId: turn.turnId,
      requestIds: step.waiting,
      state,
    });
    return { decision, ...reply({ input: decision.input }) };
  });

const stateOf = (runs: Runs, turn: Turn, step: StepRequests, { snapshot }: LoadedRun): SuspendedTurnState =>
  create(SuspendedTurnStateSchema, {
    turnId: turn.turnId,
    userPrompt: turn.promptRef,
    state: snapshot.state,
    stepsTaken: turn.steps,
    charsLeft: turn.charsLeft,
    allowedTools: turn.wishes.allowedTools,
    skipTools: turn.wishes.skipTools,
    requireTool: turn.wishes.requireTool,
    toolContexts: turn.contexts,
    stepRequestIds: [...step.ids],
    requestIds: turn.requestIds,
    policyVersion: policyVersion(runs.catalogue),
    envelopeVersion,
    model: snapshot.model,
    flags: turn.flags,
  });

/** A suspended turn as stored. */
export interface StoredTurn {
  readonly state: SuspendedTurnState;
  readonly prompt: UserPrompt;
}

/** Reads what a suspended turn goes on from. */
export const storedTurn = async (runs: Runs, waiting: SuspendedTurn): Promise<StoredTurn> => {
  if (!waiting.state) throw new Error(`${waiting.turnId} waits without a state`);
  const state = fromBinary(SuspendedTurnStateSchema, await runs.reader.bytes(waiting.state.digest));
  if (!state.userPrompt) throw new Error(`${waiting.turnId} waits without a prompt`);
  const prompt = fromBinary(UserPromptSchema, await runs.reader.bytes(state.userPrompt.digest));
  return { state, prompt };
};

/** What of the server differs from what the turn was suspended under; empty: nothing, it may go on. */
export const changedSince = (runs: Runs, { snapshot }: LoadedRun, { state }: StoredTurn): string[] => [
  ...(state.policyVersion === policyVersion(runs.catalogue) ? [] : ["the tool policy"]),
  ...(state.envelopeVersion === envelopeVersion ? [] : ["the form a model answers in"]),
  ...(state.model === snapshot.model ? [] : ["the model"]),
  ...(state.state === snapshot.state ? [] : ["the stage"]),
];

/** The turn as it goes on: what it waited for is shown after what it had shown, in the order in which it was asked for. */
export const resumedTurn = async (
  { runs, tools }: TurnParts,
  run: LoadedRun,
  { state, prompt }: StoredTurn,
  life: Pick<Turn, "signal" | "fence">,
): Promise<Turn> => {
  const { runId } = run.snapshot;
  const { stepRequestIds } = state;
  if (!state.userPrompt) throw new Error(`${state.turnId} goes on without a prompt`);
  const turn: Turn = {
    runId,
    turnId: state.turnId,
    promptRef: state.userPrompt,
    ...life,
    wishes: {
      userPrompt: prompt.text,
      allowedTools: state.allowedTools,
      skipTools: state.skipTools,
      requireTool: state.requireTool,
    },
    model: create(PrincipalSchema, { kind: Principal_Kind.MODEL, name: run.snapshot.model }),
    requests: [],
    calls: [],
    requestIds: [...state.requestIds],
    contexts: [...state.toolContexts],
    persons: [],
    law: [],
    vocabulary: prompt.lawVocabulary && (await runs.reader.read(LawVocabularySchema, prompt.lawVocabulary)),
    lawIds: [],
    before: await resultsBefore(runs, runId, state.requestIds),
    flags: [...state.flags],
    steps: state.stepsTaken,
    charsLeft: state.charsLeft,
  };
  const shown = new Set(state.toolContexts.map(({ request }) => request?.id));
  const waited = await Promise.all(
    stepRequestIds.filter((id) => !shown.has(id)).map(async (id) => tools.finished(await tools.ofRun(runId, id))),
  );
  const budget = effectiveBudget(await runs.profileOf(run));
  showCalls(runs, turn, waited, Math.min(budget.stepChars - charsShownOf(turn, stepRequestIds), turn.charsLeft));
  const place = (id: string | undefined) => state.requestIds.indexOf(id ?? "");
  turn.contexts.sort((a, b) => place(a.request?.id) - place(b.request?.id));
  return turn;
};

/**
 * Version of the envelope a model answers in: raised by hand with every change of ModelTurn that a model can see. A test
 * holds it to the descriptors. A turn that was suspended under another one does not go on.
 */
export const envelopeVersion = "12";

const requesters: readonly Requester[] = ["llm", "user"];
const known = new WeakMap<ToolCatalogue, string>();

/**
 * Version of the tool policy: the first 16 hex digits of SHA-256 over every tool of the catalogue and every answer of the
 * policy about it. A turn goes on only under the one it was suspended under, so that nobody's decision is carried into
 * rules they did not see.
 */
export const policyVersion = (catalogue: ToolCatalogue): string => {
  const version =
    known.get(catalogue) ??
    digestOf(
      ...catalogue.specs.flatMap((spec) => [toBinary(ToolSpecSchema, spec), answers(catalogue, spec.name)]),
    ).slice(0, 16);
  known.set(catalogue, version);
  return version;
};

const answers = (catalogue: ToolCatalogue, toolName: string): string => {
  const available = catalogue.specs.map((spec) => spec.name);
  return requesters
    .flatMap((requester) =>
      [false, true].flatMap((caseLaw) =>
        stages.map(
          (state) => decide({ toolName, state, requester, profile: { caseLaw }, catalogue, available }).decision,
        ),
      ),
    )
    .join(" ");
};
