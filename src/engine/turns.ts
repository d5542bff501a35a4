import { create } from "@bufbuild/protobuf";
import type { ArtifactRef } from "../../gen/pincite/artifact/v1/artifact_ref_pb.ts";
import { type Principal, Principal_Kind, PrincipalSchema } from "../../gen/pincite/audit/v1/audit_meta_pb.ts";
import {
  type ConversationEntry,
  ConversationEntrySchema,
  ConversationLogSchema,
  GuidanceSchema,
} from "../../gen/pincite/memo/v1/conversation_pb.ts";
import { type ToolContext, UserPromptSchema } from "../../gen/pincite/model/v1/model_call_pb.ts";
import type { FinalTurn, ModelTurn, ProposedToolRequest } from "../../gen/pincite/model/v1/model_turn_pb.ts";
import {
  type GuideRequest,
  type GuideResponse,
  GuideResponseSchema,
} from "../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import {
  type ToolRequest,
  ToolRequestLogSchema,
  ToolResultLogSchema,
} from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import { DomainError } from "../error.ts";
import { type Budget, effectiveBudget } from "../model/budget.ts";
import { buildModelRequest } from "../model/request.ts";
import { groundingResults } from "../model/run-results.ts";
import { toToolContext } from "../model/tool-context.ts";
import { toolRequirement } from "../model/tool-requirement.ts";
import { decidePropose, decideTurnStarted, Steps, type TurnOutcome, turnEnded } from "../run/decide.ts";
import { type DecisionInput, EventDraft } from "../run/kernel.ts";
import { sha256 } from "../sha256.ts";
import { carriesVerbatim, outgoingTexts } from "../tool/exfiltration.ts";
import { allowedTools, decide } from "../tool/policy.ts";
import { type CommandKey, type Commands, change, failureAnswer, successAnswer } from "./commands.ts";
import { type KernelShell, refuseStale } from "./kernel-shell.ts";
import { hasLocators, resolveLocators } from "./locators.ts";
import { modelStep } from "./model-step.ts";
import { personalTexts } from "./personal-texts.ts";
import { loadRecorded } from "./recorded.ts";
import { resultsBefore } from "./recorded-results.ts";
import type { LoadedRun } from "./run-store.ts";
import type { FinishedCall, ToolAsk, ToolCalls } from "./tool-calls.ts";
import { turnContext } from "./turn-context.ts";
import {
  entryOf,
  noToolToRequire,
  openTurnRecord,
  openTurnSpace,
  proposalRefused,
  rejected,
  TurnRejected,
} from "./turn-records.ts";

/** One Guide call from its first commit to its last. */
interface Turn {
  readonly key: CommandKey;
  readonly runId: string;
  readonly turnId: string;
  readonly request: GuideRequest;
  readonly promptRef: ArtifactRef;
  readonly model: Principal;
  readonly signal: AbortSignal;
  /** Everything the model asked for, also what waits for a person. */
  readonly requests: ToolRequest[];
  readonly calls: FinishedCall[];
  readonly contexts: ToolContext[];
  /** Texts of the case that the last step showed. */
  readonly personal: string[];
  /** Results of the run's earlier turns, which the model is told of. */
  readonly before: Awaited<ReturnType<typeof resultsBefore>>;
  /** Why the answer is only text (REPAIR); empty: it is not. */
  readonly flags: string[];
}

/** Runs turns: build context, generate, check, record, run the reads that may run, go on until a final answer. */
export class Turns {
  readonly #shell: KernelShell;
  readonly #commands: Commands;
  readonly #tools: ToolCalls;
  readonly #stopping = new AbortController();

  constructor(shell: KernelShell, commands: Commands, tools: ToolCalls) {
    this.#shell = shell;
    this.#commands = commands;
    this.#tools = tools;
  }

  /** Cuts the turns under way; each is recorded as interrupted when the store is opened again. */
  stop(): void {
    this.#stopping.abort(new DomainError("SERVER_DRAINING", "The server stops."));
  }

  /** One turn. It outlives the call that began it: a repeated call with the key joins it. */
  guide(key: CommandKey, request: GuideRequest): Promise<GuideResponse> {
    return this.#commands.once(key, GuideResponseSchema, async () => {
      const turn = await this.#begin(key, request);
      try {
        return await this.#run(turn);
      } catch (error) {
        throw await this.#fail(turn, error);
      }
    });
  }

  async #begin(key: CommandKey, request: GuideRequest): Promise<Turn> {
    const shell = this.#shell;
    const { runId } = request;
    return shell.exclusively(runId, async () => {
      const before = await shell.runs.load(runId);
      refuseStale(before, request.expectedVersion);
      const input = await shell.input(before, shell.user);
      const turnId = `turn:${shell.parts.ids.next()}`;
      const draft = new EventDraft(input);
      const prompt = create(UserPromptSchema, { turnId, text: request.userPrompt });
      const promptRef = draft.record(UserPromptSchema, prompt, "user_prompt", []);
      if (request.userPrompt.trim() !== "")
        draft.record(ConversationEntrySchema, entryOf(input, turnId, { text: request.userPrompt }), "conversation", []);
      const steps = decideTurnStarted(input, turnId, draft);
      await shell.commit(before, steps, () => ({
        idempotency: { ...change(key), takeOver: true },
        records: [openTurnRecord(runId, turnId, key)],
      }));
      const model = create(PrincipalSchema, { kind: Principal_Kind.MODEL, name: before.snapshot.model });
      return {
        ...{ key, runId, turnId, request, promptRef, model },
        signal: this.#stopping.signal,
        requests: [],
        calls: [],
        contexts: [],
        personal: [],
        before: await resultsBefore(shell, runId),
        flags: [],
      };
    });
  }

  async #run(turn: Turn): Promise<GuideResponse> {
    const profile = await this.#shell.profileOf(await this.#shell.runs.load(turn.runId));
    const budget = effectiveBudget(profile);
    let charsLeft = budget.turnChars;
    for (let step = 0; ; step++) {
      const answer = await this.#step(turn, step, budget);
      if (answer.turn.case === "final") return this.#finish(turn, answer.turn.value);
      if (answer.turn.case !== "tool") throw new Error("an accepted turn without content");
      charsLeft -= await this.#runTools(turn, answer.turn.value.requests, Math.min(budget.stepChars, charsLeft));
    }
  }

  /** One call of the provider, recorded whatever became of it. */
  async #step(turn: Turn, step: number, budget: Budget): Promise<ModelTurn> {
    const shell = this.#shell;
    const run = await shell.runs.load(turn.runId);
    const input = await shell.input(run, turn.model);
    const tools = this.#toolsFor(turn, run, input);
    const finalOnly = step >= budget.toolSteps || tools.length === 0;
    const requirement = toolRequirement({
      requireTool: turn.request.requireTool,
      requestCount: turn.requests.length,
      tools: finalOnly ? [] : tools,
    });
    if (requirement === "impossible") throw new TurnRejected("rejected", "tool_required", noToolToRequire());
    const nonce = Buffer.from(shell.parts.randomBytes(16)).toString("base64url");
    const { context, shown } = await turnContext(shell, run, input.material, {
      userPrompt: turn.request.userPrompt,
      promptRef: turn.promptRef,
      toolContexts: turn.contexts,
      allowedTools: finalOnly ? [] : tools,
      finalOnly,
      requireTool: requirement === "required",
      earlierResults: turn.before.earlier,
    });
    turn.personal.splice(0, turn.personal.length, ...personalTexts(context));
    const { runId, turnId } = turn;
    const first = buildModelRequest({
      context,
      runId,
      turnId,
      step,
      nonce,
      budget,
      shown: [...shown, ...turn.before.shown],
      sha256,
    });
    const expected = {
      ...{ nonce, finalOnly, state: run.snapshot.state, allowedTools: finalOnly ? [] : tools },
      toolRequired: requirement === "required",
      requestsMax: budget.requestsPerStep,
      outputBytesMax: budget.outputBytes,
      toolResults: groundingResults(turn.contexts, turn.before.earlier),
      alsoShown: [first.request.prompt],
    };
    const taken = await modelStep(shell, turn, first, expected, input.material.profile.strictness);
    if ("error" in taken) throw new TurnRejected("failed", "provider_error", taken.error);
    if (!taken.ok) throw new TurnRejected("rejected", taken.reason, rejected(taken.reason, taken.firstFailure));
    if (taken.degraded) turn.flags.push(taken.degraded);
    return taken.turn;
  }

  #toolsFor(turn: Turn, run: LoadedRun, input: DecisionInput): string[] {
    if (turn.request.skipTools) return [];
    const { caseLaw } = input.material.profile;
    const allowed = allowedTools(run.snapshot.state, { caseLaw }, this.#shell.parts.tools.tools)
      .filter((tool) => tool.autoRun)
      .map((tool) => tool.toolName);
    const narrowed = turn.request.allowedTools;
    return narrowed.length === 0 ? allowed : allowed.filter((name) => narrowed.includes(name));
  }

  /** Records and runs what the model asked for, in its order; gives the characters that will be shown. */
  async #runTools(turn: Turn, requests: readonly ProposedToolRequest[], charsLeft: number): Promise<number> {
    const calls: FinishedCall[] = [];
    for (const request of requests) {
      const call = await this.#runTool(turn, request);
      if (call) calls.push(call);
    }
    let left = Math.max(0, charsLeft);
    for (const [at, call] of calls.entries()) {
      // What is left is shared evenly, so that one long answer does not hide the others.
      const share = Math.floor(left / (calls.length - at));
      const { request, result, output } = call;
      const { context, shownChars } = toToolContext({ request, result, output, charsLeft: share, sha256 });
      turn.contexts.push(context);
      left -= Math.min(left, shownChars);
    }
    return Math.max(0, charsLeft) - left;
  }

  async #runTool(turn: Turn, request: ProposedToolRequest): Promise<FinishedCall | undefined> {
    if (!request.params) throw new Error("an accepted tool request without parameters");
    const run = await this.#shell.runs.load(turn.runId);
    const profile = await this.#shell.profileOf(run);
    const { decision, reason } = decide({
      toolName: request.toolName,
      state: run.snapshot.state,
      requester: "llm",
      profile: { caseLaw: profile.caseLaw },
      available: this.#shell.parts.tools.tools,
      params: request.params,
    });
    // A query that repeats personal evidence leaves for LawBot only when a person has seen it (security, exfiltration).
    const leaks = outgoingTexts(request.params).some((text) => carriesVerbatim(text, turn.personal));
    const ask: ToolAsk = {
      ...{ toolName: request.toolName, params: request.params, reason: request.reason, slotId: request.slotId },
      requestedBy: "llm",
      requiresUserConfirm: decision === "ASK" || leaks,
      turnId: turn.turnId,
    };
    const by = { runId: turn.runId, actor: turn.model };
    if (decision === "REFUSE") return this.#keep(turn, await this.#tools.refuse(by, ask, reason));
    if (!ask.requiresUserConfirm) return this.#keep(turn, await this.#tools.askAndRun(by, ask, turn.signal));
    await this.#shell.step(turn.runId, turn.model, (input) => {
      const waiting = this.#tools.requestOf(input, ask);
      turn.requests.push(waiting);
      return this.#tools.recordSteps(input, waiting);
    });
    return undefined;
  }

  #keep(turn: Turn, call: FinishedCall): FinishedCall {
    turn.requests.push(call.request);
    turn.calls.push(call);
    return call;
  }

  /** The final answer: its proposal goes to the kernel as the model's, its words into the conversation. */
  async #finish(turn: Turn, final: FinalTurn): Promise<GuideResponse> {
    const shell = this.#shell;
    const proposal = await this.#resolved(turn, final.proposal);
    const recorded = proposal ? await loadRecorded(shell, this.#tools, turn.runId, proposal) : undefined;
    return shell.exclusively(turn.runId, async () => {
      const before = await shell.runs.load(turn.runId);
      const input = await shell.input(before, turn.model);
      const steps = proposal && recorded ? this.#propose(input, proposal, recorded) : new Steps(input);
      const entry = entryOf(steps.input, turn.turnId, {
        text: final.message,
        guidance: create(GuidanceSchema, {
          missingInputs: final.missingInputs,
          suggestedToolActions: final.suggestedToolActions,
          nextAction: final.nextAction,
        }),
        stopReason: turn.flags[0] ?? "",
      });
      const draft = new EventDraft(steps.input);
      draft.record(ConversationEntrySchema, entry, "conversation", [turn.promptRef]);
      turnEnded(steps, draft, turn.turnId, "completed");
      let response: GuideResponse | undefined;
      await shell.commit(before, steps, (after) => {
        response = this.#respond(turn, after, steps.input, entry);
        return {
          idempotency: { ...change(turn.key), answer: successAnswer(GuideResponseSchema, response) },
          records: [{ space: openTurnSpace, key: turn.runId, value: undefined }],
        };
      });
      if (!response) throw new Error("a commit without an answer");
      return response;
    });
  }

  /** The proposal with its locators resolved by their sources, as recorded tool calls of this turn. */
  async #resolved(turn: Turn, proposal: FinalTurn["proposal"]): Promise<FinalTurn["proposal"]> {
    if (proposal?.proposal.case !== "citationLedger" || !hasLocators(proposal.proposal.value)) return proposal;
    const run = await this.#shell.runs.load(turn.runId);
    const input = await this.#shell.input(run, turn.model);
    const { material } = input;
    const by = { requestedBy: "llm" as const, turnId: turn.turnId, actor: turn.model };
    const allowed = this.#toolsFor(turn, run, input);
    const ask = async (one: ToolAsk) => {
      if (!allowed.includes(one.toolName)) throw proposalRefused(`${one.toolName} may not run in this turn.`);
      if (outgoingTexts(one.params).some((text) => carriesVerbatim(text, turn.personal)))
        throw proposalRefused("a quote to be looked up in the law repeats words of the case.");
      return this.#keep(turn, await this.#tools.askAndRun({ runId: turn.runId, actor: turn.model }, one, turn.signal));
    };
    const resolved = await resolveLocators(proposal.proposal.value, material.needMap, by, ask);
    return { ...proposal, proposal: { case: "citationLedger", value: resolved.proposal } };
  }

  #propose(
    input: DecisionInput,
    proposal: NonNullable<FinalTurn["proposal"]>,
    recorded: Awaited<ReturnType<typeof loadRecorded>>,
  ): Steps {
    try {
      return decidePropose(input, proposal, { confirm: false, recorded });
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      throw proposalRefused(error.message);
    }
  }

  #respond(turn: Turn, after: LoadedRun, input: DecisionInput, entry: ConversationEntry): GuideResponse {
    const said =
      turn.request.userPrompt.trim() === ""
        ? []
        : [entryOf(input, turn.turnId, { text: turn.request.userPrompt }, this.#shell.user)];
    return create(GuideResponseSchema, {
      conversationLog: create(ConversationLogSchema, { entries: [...said, entry] }),
      toolRequestLog: create(ToolRequestLogSchema, { requests: turn.requests }),
      toolResultLog: create(ToolResultLogSchema, { results: turn.calls.map((call) => call.result) }),
      runContext: this.#shell.contextFor(after, input.material.profile),
    });
  }

  /** Ends a turn that came to nothing, with its reason in journal, conversation and answer; gives the error to throw. */
  async #fail(turn: Turn, error: unknown): Promise<unknown> {
    if (turn.signal.aborted) return turn.signal.reason;
    const failure =
      error instanceof TurnRejected
        ? error
        : new TurnRejected(
            "failed",
            error instanceof DomainError ? error.reason.toLowerCase() : "internal",
            error instanceof DomainError
              ? error
              : new DomainError(
                  "INTERNAL",
                  "The turn failed for a reason of ours; it is in the server's log.",
                  {},
                  { cause: error },
                ),
          );
    await this.end(turn.runId, turn.turnId, turn.key, failure.outcome, failure.reason, failure.error);
    return failure.error;
  }

  /** Records the end of a turn that brought no answer. */
  async end(
    runId: string,
    turnId: string,
    key: CommandKey,
    outcome: TurnOutcome,
    reason: string,
    error: DomainError,
  ): Promise<void> {
    const shell = this.#shell;
    await shell.exclusively(runId, async () => {
      const before = await shell.runs.load(runId);
      const input = await shell.input(before, shell.user);
      const kernel = create(PrincipalSchema, { kind: Principal_Kind.KERNEL, name: "kernel" });
      const draft = new EventDraft({ ...input, actor: kernel });
      const entry = entryOf(input, turnId, { text: error.message, stopReason: reason }, kernel);
      draft.record(ConversationEntrySchema, entry, "conversation", []);
      const steps = turnEnded(new Steps(input), draft, turnId, outcome, reason);
      await shell.commit(before, steps, () => ({
        idempotency: { ...change(key), answer: failureAnswer(error), takeOver: true },
        records: [{ space: openTurnSpace, key: runId, value: undefined }],
      }));
    });
  }
}
