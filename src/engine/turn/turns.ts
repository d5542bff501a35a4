import { create } from "@bufbuild/protobuf";
import { Principal_Kind, PrincipalSchema } from "../../../gen/pincite/audit/v1/audit_meta_pb.ts";
import type { RunEvent } from "../../../gen/pincite/journal/v1/run_event_pb.ts";
import { type LawVocabulary, LawVocabularySchema } from "../../../gen/pincite/lawbot/v1/law_pb.ts";
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
import { type ContinuedTurn, ContinuedTurnSchema } from "../../../gen/pincite/tool/v1/tool_service_pb.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { effectiveBudget } from "../../model/budget.ts";
import { Decision, supersedeSuspended } from "../../run/decide.ts";
import { type DecisionInput, EventDraft } from "../../run/kernel.ts";
import type { CommandKey } from "../run/command-key.ts";
import type { Commands } from "../run/commands.ts";
import { answered } from "../run/recorded-answer.ts";
import type { LoadedRun } from "../run/run-store.ts";
import type { Runs } from "../run/runs.ts";
import type { TurnProgress } from "../run/turn-progress.ts";
import { resultsBefore } from "../tool/recorded-results.ts";
import type { ToolCalls } from "../tool/tool-calls.ts";
import type { OpenTurn, Turn, TurnParts } from "./turn.ts";
import { beginTurn, type TurnCall } from "./turn-beginning.ts";
import { goOn } from "./turn-continuation.ts";
import { endTurn, failureIn, finishTurn, type Reply, type Settled } from "./turn-ending.ts";
import { entryOf } from "./turn-records.ts";
import { runTurn } from "./turn-steps.ts";
import { suspendTurn } from "./turn-suspension.ts";

/** Runs turns: build context, generate, check, record, run the reads that may run, go on until a final answer. */
export class Turns {
  readonly #parts: TurnParts;
  readonly #commands: Commands;
  readonly #stopping = new AbortController();

  constructor(runs: Runs, commands: Commands, tools: ToolCalls) {
    this.#parts = { runs, tools };
    this.#commands = commands;
  }

  /** Cuts the turns under way; each is recorded as interrupted when the store is opened again. */
  stop(): void {
    this.#stopping.abort(new DomainError("SERVER_DRAINING", worded("error.the-server-stops")));
  }

  /** Aborts when the server stops: what runs on its own must not outlive it. */
  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  /** One turn. It outlives its call: a repeated call with the key joins it, and hears what happens from then on. */
  async guide(key: CommandKey, request: GuideRequest, progress?: TurnProgress): Promise<GuideResponse> {
    const board = this.#parts.runs.progress;
    const unfollow = progress && board.follow(key, progress);
    try {
      const call = { key, runId: request.runId, expected: request.expectedVersion };
      const begin = (signal: AbortSignal) => this.#begin(call, request, signal);
      return await this.#commands.once(key, GuideResponseSchema, () =>
        this.run(call, begin, (turn) => this.#work(turn)),
      );
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
    return (await this.goOn(runId)) ?? (await wentOn(this.#parts.runs, runId, call));
  }

  /**
   * A turn that a call began: `begin` records that it did, `work` is what happens in it and records its end. Where that
   * throws, the turn ends with the reason in journal, conversation and answer.
   */
  async run<T extends OpenTurn, R>(
    { key, runId }: TurnCall,
    begin: (signal: AbortSignal) => Promise<T>,
    work: (turn: T) => Promise<R>,
  ): Promise<R> {
    const { runs } = this.#parts;
    let counted: (() => Promise<void>) | undefined;
    try {
      if (runs.parts.quota) {
        await runs.load(runId);
        counted = await runs.parts.quota.turn(runId);
      }
      const turn = await begin(this.#stopping.signal);
      const ended = async (error: unknown): Promise<never> => {
        const failure = failureIn(turn, error);
        await endTurn(runs, turn, failure);
        throw failure.error;
      };
      return await runs.leases.keep(turn.fence, () => work(turn).catch(ended));
    } finally {
      runs.progress.end(key, runId);
      await counted?.();
    }
  }

  /** The beginning of a turn of the model; one that was suspended ends, since the user went another way. */
  #begin(call: TurnCall, request: GuideRequest, signal: AbortSignal): Promise<Turn> {
    const { runs } = this.#parts;
    return beginTurn(runs, call, signal, async (before, turnId) => {
      const decision = supersedeSuspended(new Decision(before));
      const { input } = decision;
      const draft = new EventDraft(input);
      const { userPrompt: text, allowedTools, skipTools, requireTool } = request;
      const availableTools = [...runs.availableTools].toSorted();
      const vocabulary = await publishedWords(runs, input, signal);
      const lawVocabulary = vocabulary && draft.record(LawVocabularySchema, vocabulary, "law_vocabulary", []);
      const began = { allowedTools, skipTools, requireTool, availableTools, ...(lawVocabulary && { lawVocabulary }) };
      const prompt = create(UserPromptSchema, { turnId, text, ...began });
      const promptRef = draft.record(UserPromptSchema, prompt, "user_prompt", []);
      if (text.trim() !== "")
        draft.record(ConversationEntrySchema, entryOf(input, turnId, { text }), "conversation", []);
      const model = create(PrincipalSchema, { kind: Principal_Kind.MODEL, name: input.snapshot.model });
      const about = {
        wishes: request,
        promptRef,
        model,
        requests: [],
        calls: [],
        requestIds: [],
        contexts: [],
        persons: [],
        law: [],
        vocabulary,
        lawIds: [],
        flags: [],
        before: await resultsBefore(runs, call.runId),
        steps: 0,
        charsLeft: effectiveBudget(input.material.profile).turnChars,
      };
      return { decision, draft, about };
    });
  }

  async #work(turn: Turn): Promise<GuideResponse> {
    const reply: Reply<GuideResponse> = (settled) =>
      answered(GuideResponseSchema, (after) => this.#respond(turn, after, settled));
    const stop = await runTurn(this.#parts, turn);
    return stop.kind === "final"
      ? finishTurn(this.#parts, turn, stop.final, reply)
      : suspendTurn(this.#parts, turn, stop.step, reply);
  }

  #respond(turn: Turn, after: LoadedRun, { input, entry }: Settled): GuideResponse {
    const { runs } = this.#parts;
    const { userPrompt: text } = turn.wishes;
    const said: ConversationEntry[] = text.trim() === "" ? [] : [entryOf(input, turn.turnId, { text }, runs.user)];
    return create(GuideResponseSchema, {
      conversationLog: create(ConversationLogSchema, { entries: [...said, ...(entry ? [entry] : [])] }),
      toolRequestLog: create(ToolRequestLogSchema, { requests: turn.requests }),
      toolResultLog: create(ToolResultLogSchema, { results: turn.calls.map((call) => call.result) }),
      runContext: runs.contextFor(after, input.material),
      turnId: turn.turnId,
      suspended: entry === undefined,
    });
  }
}

/** The words of which a request to the LawBot of another machine may consist, where the run names one. */
const publishedWords = async (
  { parts }: Runs,
  { material }: DecisionInput,
  signal: AbortSignal,
): Promise<LawVocabulary | undefined> =>
  material.profile.remoteLawbot === "" ? undefined : parts.vocabulary?.read(signal);

/**
 * What became of the turn that went on after this call had ended, from the journal: for a command that is sent again after
 * it was cut off, and whose turn has gone on meanwhile. Undefined: none did, or it is still under way.
 */
const wentOn = async (
  runs: Runs,
  runId: string,
  { requestId, turnId }: { readonly requestId: string; readonly turnId: string },
): Promise<ContinuedTurn | undefined> => {
  if (turnId === "") return undefined;
  let [ended, resumed] = [false, false];
  for await (const { event, artifacts } of journalOf(runs, runId)) {
    if (event.case === "toolFinished" && event.value.requestId === requestId) ended = true;
    if (ended && event.case === "turnResumed" && event.value.turnId === turnId) resumed = true;
    if (!resumed) continue;
    if (event.case === "turnSuspended" && event.value.turnId === turnId)
      return create(ContinuedTurnSchema, { turnId, suspended: true });
    if (event.case !== "turnEnded" || event.value.turnId !== turnId) continue;
    const said = artifacts.find((one) => one.role === "conversation")?.ref;
    const { outcome, reason } = event.value;
    const message = said ? (await runs.reader.read(ConversationEntrySchema, said)).text : "";
    const stopReason = outcome === "completed" ? "" : reason;
    return create(ContinuedTurnSchema, { turnId, stopReason, message, ...(said ? { conversationEntry: said } : {}) });
  }
  return undefined;
};

async function* journalOf(runs: Runs, runId: string): AsyncIterable<RunEvent> {
  for (let from = 1; ; ) {
    const page = await runs.events(runId, from, 500);
    for (const { event } of page) yield event;
    if (page.length < 500) return;
    from += page.length;
  }
}
