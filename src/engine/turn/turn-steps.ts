import { create } from "@bufbuild/protobuf";
import type { ModelTurn } from "../../../gen/pincite/model/v1/model_turn_pb.ts";
import { StepBeganSchema } from "../../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { type Budget, effectiveBudget } from "../../model/budget.ts";
import { buildModelRequest } from "../../model/request.ts";
import { groundingResults } from "../../model/run-results.ts";
import { toolRequirement } from "../../model/tool-requirement.ts";
import type { DecisionInput } from "../../run/kernel.ts";
import { sha256 } from "../../sha256.ts";
import { lawIdsShown } from "../run/law-ids.ts";
import { offeredTexts } from "../run/offered-texts.ts";
import type { LoadedRun } from "../run/run-store.ts";
import { modelStep } from "./model-step.ts";
import { searchesAmong } from "./suggested-searches.ts";
import type { Turn, TurnParts, TurnStop } from "./turn.ts";
import { turnContext } from "./turn-context.ts";
import { noToolToRequire, rejected, TurnRejected } from "./turn-records.ts";
import { runTools, toolsFor } from "./turn-tools.ts";

/** Runs a turn from where it stands until the model gives a final answer or something it asked for waits. */
export const runTurn = async (parts: TurnParts, turn: Turn): Promise<TurnStop> => {
  const { runs } = parts;
  const budget = effectiveBudget(await runs.profileOf(await runs.load(turn.runId)));
  for (;;) {
    const answer = await takeStep(parts, turn, budget);
    turn.steps++;
    if (answer.turn.case === "final") return { kind: "final", final: answer.turn.value };
    if (answer.turn.case !== "tool") throw new Error("an accepted turn without content");
    const step = await runTools(parts, turn, answer.turn.value.requests, budget);
    if (step.waiting.length > 0) return { kind: "waiting", step };
  }
};

/** One call of the provider, recorded whatever became of it. */
const takeStep = async ({ runs }: TurnParts, turn: Turn, budget: Budget): Promise<ModelTurn> => {
  const run = await runs.load(turn.runId);
  const input = await runs.input(run, turn.model);
  const { runId, steps: step } = turn;
  const { finalOnly, tools, searches, required } = offered({ runs }, turn, input, budget);
  const nonce = Buffer.from(runs.parts.randomBytes(16)).toString("base64url");
  const { first, prompt } = await asked({ runs }, turn, run, input, {
    nonce,
    budget,
    finalOnly,
    tools,
    searches,
    required,
  });
  const expected = {
    nonce,
    finalOnly,
    state: run.snapshot.state,
    allowedTools: tools,
    searches,
    toolRequired: required,
    clientTools: runs.catalogue.clientTool,
    requestsMax: budget.requestsPerStep,
    outputBytesMax: budget.outputBytes,
    toolResults: groundingResults(turn.contexts, turn.before.earlier),
    alsoShown: [prompt],
  };
  runs.progress.tell(runId, { case: "stepBegan", value: create(StepBeganSchema, { step, finalOnly }) });
  const taken = await modelStep(runs, turn, first, expected, input.material.profile.strictness);
  if ("error" in taken) throw new TurnRejected("failed", "provider_error", taken.error);
  if (!taken.ok) throw new TurnRejected("rejected", taken.reason, rejected(taken.reason, taken.firstFailure));
  if (taken.degraded) turn.flags.push(taken.degraded);
  return taken.turn;
};

/** What this step may ask for, and whether it must. */
const offered = ({ runs }: Pick<TurnParts, "runs">, turn: Turn, input: DecisionInput, budget: Budget) => {
  const allowed = toolsFor(runs, turn, input);
  const finalOnly = turn.steps >= budget.toolSteps || allowed.length === 0;
  const tools = finalOnly ? [] : allowed;
  const { requireTool } = turn.wishes;
  const requirement = toolRequirement({ requireTool, requestCount: turn.requestIds.length, tools });
  if (requirement === "impossible") throw new TurnRejected("rejected", "tool_required", noToolToRequire());
  return { finalOnly, tools, searches: searchesAmong(runs, allowed), required: requirement === "required" };
};

/** The call of the provider with everything it shows. */
const asked = async (
  { runs }: Pick<TurnParts, "runs">,
  turn: Turn,
  run: LoadedRun,
  input: DecisionInput,
  step: {
    readonly nonce: string;
    readonly budget: Budget;
    readonly finalOnly: boolean;
    readonly tools: readonly string[];
    readonly searches: readonly string[];
    readonly required: boolean;
  },
) => {
  const { context, shown } = await turnContext(runs, run, input.material, {
    userPrompt: turn.wishes.userPrompt,
    promptRef: turn.promptRef,
    toolContexts: turn.contexts,
    allowedTools: step.tools,
    finalOnly: step.finalOnly,
    requireTool: step.required,
    earlierResults: turn.before.earlier,
    letterChars: step.budget.turnChars,
  });
  const { persons, law } = offeredTexts(context, input.material, turn.wishes.userPrompt);
  turn.persons.splice(0, turn.persons.length, ...persons);
  turn.law.splice(0, turn.law.length, ...law);
  turn.lawIds.splice(0, turn.lawIds.length, ...lawIdsShown(context));
  const { runId, turnId } = turn;
  const { nonce, budget, searches } = step;
  const all = [...shown, ...turn.before.shown];
  const { clientTool: clientTools } = runs.catalogue;
  const ask = { context, runId, turnId, step: turn.steps, nonce, budget, searches, shown: all, clientTools };
  const first = buildModelRequest({ ...ask, sha256 });
  return { first, prompt: first.request.prompt };
};
