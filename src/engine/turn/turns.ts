import { create } from "@bufbuild/protobuf";
import { Principal_Kind, PrincipalSchema } from "../../../gen/pincite/audit/v1/audit_meta_pb.ts";
import {
  type ConversationEntry,
  ConversationEntrySchema,
  ConversationLogSchema,
} from "../../../gen/pincite/memo/v1/conversation_pb.ts";
import { UserPromptSchema } from "../../../gen/pincite/model/v1/model_call_pb.ts";
import {
  type GuideRequest,
  type GuideResponse,
  GuideResponseSchema,
} from "../../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { ToolRequestLogSchema, ToolResultLogSchema } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import type { ContinuedTurn } from "../../../gen/pincite/tool/v1/tool_service_pb.ts";
import { DomainError } from "../../error.ts";
import { effectiveBudget } from "../../model/budget.ts";
import { decideTurnStarted, Steps, supersedeSuspended, type TurnOutcome } from "../../run/decide.ts";
import { EventDraft } from "../../run/kernel.ts";
import { type CommandKey, type Commands, change } from "../run/commands.ts";
import { type KernelShell, refuseStale } from "../run/kernel-shell.ts";
import { successAnswer } from "../run/recorded-answer.ts";
import type { TurnProgress } from "../run/turn-progress.ts";
import { resultsBefore } from "../tool/recorded-results.ts";
import type { ToolCalls } from "../tool/tool-calls.ts";
import type { Turn, TurnParts } from "./turn.ts";
import { wentOn } from "./turn-aftermath.ts";
import { goOn } from "./turn-continuation.ts";
import { type Answer, endTurn, failureOf, finishTurn, isStoreFailure, type Settled } from "./turn-ending.ts";
import { entryOf, openTurnRecord } from "./turn-records.ts";
import { runTurn } from "./turn-steps.ts";
import { suspendTurn } from "./turn-suspension.ts";

/** Runs turns: build context, generate, check, record, run the reads that may run, go on until a final answer. */
export class Turns {
  readonly #parts: TurnParts;
  readonly #commands: Commands;
  readonly #stopping = new AbortController();

  constructor(shell: KernelShell, commands: Commands, tools: ToolCalls) {
    this.#parts = { shell, tools };
    this.#commands = commands;
  }

  /** Cuts the turns under way; each is recorded as interrupted when the store is opened again. */
  stop(): void {
    this.#stopping.abort(new DomainError("SERVER_DRAINING", "The server stops."));
  }

  /** Aborts when the server stops: what runs on its own must not outlive it. */
  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  /**
   * One turn. It outlives the call that began it: a repeated call with the key joins it, and hears of what happens from
   * then on.
   */
  async guide(key: CommandKey, request: GuideRequest, progress?: TurnProgress): Promise<GuideResponse> {
    const board = this.#parts.shell.progress;
    const unfollow = progress && board.follow(key, progress);
    try {
      return await this.#commands.once(key, GuideResponseSchema, () => this.#guide(key, request));
    } finally {
      unfollow?.();
    }
  }

  /** The suspended turn goes on, if there is one and nothing it waited for is left. Undefined: none did. */
  goOn(runId: string): Promise<ContinuedTurn | undefined> {
    return goOn(this.#parts, runId, this.#stopping.signal);
  }

  /** As `goOn`; where the turn has gone on already, what became of it. For a command that is sent again. */
  async goOnOrWentOn(runId: string, call: { readonly requestId: string; readonly turnId: string }) {
    return (await this.goOn(runId)) ?? (await wentOn(this.#parts.shell, runId, call));
  }

  /** Records the end of a turn that brought no answer. */
  async end(
    runId: string,
    turnId: string,
    key: CommandKey | undefined,
    outcome: TurnOutcome,
    reason: string,
    error: DomainError,
  ): Promise<void> {
    await endTurn(this.#parts.shell, { runId, turnId }, key, { outcome, reason, error });
  }

  async #guide(key: CommandKey, request: GuideRequest): Promise<GuideResponse> {
    const { progress } = this.#parts.shell;
    try {
      const turn = await this.#begin(key, request);
      return await this.#run(turn, key).catch(async (error: unknown) => {
        throw await this.#fail(turn, key, error);
      });
    } finally {
      progress.end(key, request.runId);
    }
  }

  /** Records that the turn began; one that was suspended ends, since the user went another way. */
  async #begin(key: CommandKey, request: GuideRequest): Promise<Turn> {
    const { shell } = this.#parts;
    const { runId } = request;
    return shell.exclusively(runId, async () => {
      const before = await shell.runs.load(runId);
      refuseStale(before, request.expectedVersion);
      const steps = supersedeSuspended(new Steps(await shell.input(before, shell.user)));
      const { input } = steps;
      const turnId = `turn:${shell.parts.ids.next()}`;
      const draft = new EventDraft(input);
      const { userPrompt: text, allowedTools, skipTools, requireTool } = request;
      const availableTools = [...shell.availableTools].toSorted();
      const began = { allowedTools, skipTools, requireTool, availableTools };
      const prompt = create(UserPromptSchema, { turnId, text, ...began });
      const promptRef = draft.record(UserPromptSchema, prompt, "user_prompt", []);
      if (text.trim() !== "")
        draft.record(ConversationEntrySchema, entryOf(input, turnId, { text }), "conversation", []);
      steps.append(decideTurnStarted(input, turnId, draft));
      shell.progress.begin(key, runId);
      await shell.commit(before, steps, () => ({
        idempotency: { ...change(key), takeOver: true },
        records: [openTurnRecord(runId, turnId, key)],
      }));
      const model = create(PrincipalSchema, { kind: Principal_Kind.MODEL, name: before.snapshot.model });
      return {
        ...{ key, runId, turnId, wishes: request, promptRef, model, signal: this.#stopping.signal },
        ...{ requests: [], calls: [], requestIds: [], contexts: [], personal: [], flags: [] },
        before: await resultsBefore(shell, runId),
        steps: 0,
        charsLeft: effectiveBudget(input.material.profile).turnChars,
      };
    });
  }

  async #run(turn: Turn, key: CommandKey): Promise<GuideResponse> {
    let response: GuideResponse | undefined;
    const answer: Answer = (settled) => {
      response = this.#respond(turn, settled);
      return { idempotency: { ...change(key), answer: successAnswer(GuideResponseSchema, response) } };
    };
    const stop = await runTurn(this.#parts, turn);
    if (stop.kind === "final") await finishTurn(this.#parts, turn, stop.final, answer);
    else await suspendTurn(this.#parts, turn, stop.step, answer);
    if (!response) throw new Error("a commit without an answer");
    return response;
  }

  #respond(turn: Turn, { after, input, entry }: Settled): GuideResponse {
    const { shell } = this.#parts;
    const { userPrompt: text } = turn.wishes;
    const said: ConversationEntry[] = text.trim() === "" ? [] : [entryOf(input, turn.turnId, { text }, shell.user)];
    return create(GuideResponseSchema, {
      conversationLog: create(ConversationLogSchema, { entries: [...said, ...(entry ? [entry] : [])] }),
      toolRequestLog: create(ToolRequestLogSchema, { requests: turn.requests }),
      toolResultLog: create(ToolResultLogSchema, { results: turn.calls.map((call) => call.result) }),
      runContext: shell.contextFor(after, input.material),
      turnId: turn.turnId,
      suspended: entry === undefined,
    });
  }

  /** Ends a turn that came to nothing, with its reason in journal, conversation and answer; gives the error to throw. */
  async #fail(turn: Turn, key: CommandKey, error: unknown): Promise<unknown> {
    if (turn.signal.aborted) return turn.signal.reason;
    if (isStoreFailure(error)) return error;
    const failure = failureOf(error);
    await endTurn(this.#parts.shell, turn, key, failure);
    return failure.error;
  }
}
