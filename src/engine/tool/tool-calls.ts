import type { Principal } from "../../../gen/pincite/audit/v1/audit_meta_pb.ts";
import { type ToolRequest, ToolRequestSchema } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import { DomainError } from "../../error.ts";
import { decideToolFinished, Steps, type ToolFindings, toolStarted } from "../../run/decide.ts";
import { artifactRef, type DecisionInput, encodeArtifact, type NewArtifact } from "../../run/kernel.ts";
import { pendingOf } from "../../run/pending.ts";
import { sha256 } from "../../sha256.ts";
import type { CommitExtras, KernelShell } from "../run/kernel-shell.ts";
import type { ToolOutput } from "../run/ports.ts";
import type { LoadedRun } from "../run/run-store.ts";
import { openToolRecord, outcomeUnknown } from "./open-tools.ts";
import { RateLimits } from "./rate-limits.ts";
import { callById, type FinishedCall, finishedCall, noSuchCall, type RecordedCall } from "./recorded-calls.ts";
import { findingsOf } from "./tool-findings.ts";
import { performTool } from "./tool-perform.ts";
import { type Ended, type PolicyRecord, recordSteps, requestOf, resultOf, type ToolAsk } from "./tool-requests.ts";

export type { FinishedCall, RecordedCall } from "./recorded-calls.ts";
export type { ToolAsk } from "./tool-requests.ts";

/** On whose behalf something is recorded, and in which run. */
export interface RunActor {
  readonly runId: string;
  readonly actor: Principal;
}

/** What a call came to, to be recorded. */
export interface Outcome extends Ended {
  readonly output?: ToolOutput;
  /** What it found, where that is not read from the output itself. */
  readonly findings?: ToolFindings;
}

/** What is recorded before a call begins; throws where the run, as it stands, forbids it. */
export type DecideOn = (input: DecisionInput, before: LoadedRun) => Steps;

const nothingFound: ToolFindings = { candidates: [], isSearch: false };
/** Another process may have got in between so often before something else is wrong. */
const racesMax = 5;

/** Records and runs tool requests: an artifact first, then ToolStarted, then the tool, then ToolFinished. */
export class ToolCalls {
  readonly limits: RateLimits;
  readonly #shell: KernelShell;
  /** Calls under way in this process, by request. */
  readonly #running = new Map<string, Promise<FinishedCall>>();

  constructor(shell: KernelShell) {
    this.#shell = shell;
    this.limits = new RateLimits(shell.parts.clock);
  }

  /** Records a request and that it began, then runs it: what a turn does with a read that may run at once. */
  async askAndRun(
    run: RunActor,
    ask: ToolAsk,
    signal: AbortSignal,
    said: PolicyRecord = { policy: "ALLOW" },
  ): Promise<FinishedCall> {
    let request: ToolRequest | undefined;
    await this.#shell.step(run.runId, run.actor, (input) => {
      request = requestOf(this.#shell, input, ask);
      return toolStarted(recordSteps(this.#shell, input, request, said), request.id, 1);
    });
    if (!request) throw new Error("a step that decided nothing");
    const requestRef = encodeArtifact(ToolRequestSchema, request, sha256).ref;
    return this.#alone(request.id, this.#run(run, { request, requestRef }, signal));
  }

  /** Records a request that waits for a person or a client. */
  async ask(run: RunActor, ask: ToolAsk, said: PolicyRecord): Promise<ToolRequest> {
    let request: ToolRequest | undefined;
    await this.#shell.step(run.runId, run.actor, (input) => {
      request = requestOf(this.#shell, input, ask);
      return recordSteps(this.#shell, input, request, said);
    });
    if (!request) throw new Error("a step that decided nothing");
    return request;
  }

  /** Records a request that is refused: it never runs, and the reason stands verbatim. */
  async refuse(run: RunActor, ask: ToolAsk, reason: string, said: PolicyRecord): Promise<FinishedCall> {
    let call: FinishedCall | undefined;
    await this.#shell.step(run.runId, run.actor, (input) => {
      const request = requestOf(this.#shell, input, ask);
      const requestRef = encodeArtifact(ToolRequestSchema, request, sha256).ref;
      const summary = said.policy === "REFUSE" ? "refused by policy" : "refused";
      const steps = recordSteps(this.#shell, input, request, said);
      call = this.finish(steps, { request, requestRef }, { status: "REFUSED", summary, reason, refinedQuery: "" });
      return steps;
    });
    if (!call) throw new Error("a step that decided nothing");
    return call;
  }

  /** Whether the call runs in this process now. */
  isRunning(requestId: string): boolean {
    return this.#running.has(requestId);
  }

  /**
   * Begins a recorded request and runs it; whoever asks meanwhile joins. `decide` says what is recorded in the same
   * commit before it begins, and throws where the run, as it then stands, forbids it. A call that another process ended
   * meanwhile is given as that one recorded it.
   */
  begin(
    run: RunActor,
    call: RecordedCall,
    signal: AbortSignal,
    decide: DecideOn,
    extras: (after: LoadedRun) => CommitExtras = () => ({}),
  ): Promise<FinishedCall> {
    const { id } = call.request;
    const running = this.#running.get(id);
    if (running) return running;
    return this.#alone(
      id,
      (async () => {
        await this.#start(run, call, decide, extras);
        return this.#run(run, call, signal);
      })(),
    );
  }

  async #start(
    { runId, actor }: RunActor,
    { request: { id, toolName } }: RecordedCall,
    decide: DecideOn,
    extras: (after: LoadedRun) => CommitExtras,
  ): Promise<void> {
    const shell = this.#shell;
    await shell.exclusively(runId, async () => {
      const before = await shell.runs.load(runId);
      const steps = decide(await shell.input(before, actor), before);
      const pending = pendingOf(steps.input.snapshot, id);
      if (!pending)
        throw new DomainError("ALREADY_EXISTS", `${id} has a result already: ExecuteToolRequest gives it.`, {
          request_id: id,
          tool_name: toolName,
        });
      toolStarted(steps, id, pending.started ? 2 : 1);
      await shell.commit(before, steps, (after) => {
        const { records = [], ...more } = extras(after);
        return { ...more, records: [...records, ...(pending.mutating ? [openToolRecord(runId, id)] : [])] };
      });
    });
  }

  async #alone(requestId: string, work: Promise<FinishedCall>): Promise<FinishedCall> {
    this.#running.set(requestId, work);
    try {
      return await work;
    } finally {
      this.#running.delete(requestId);
    }
  }

  async #run(run: RunActor, call: RecordedCall, signal: AbortSignal): Promise<FinishedCall> {
    const { snapshot } = await this.#shell.runs.load(run.runId);
    const outcome = await performTool(this.#shell, call.request, snapshot, signal);
    return this.record(run, call, outcome);
  }

  /**
   * Records how a call ended. Where another process was first, nothing is recorded and its result is given: a request
   * has one result.
   */
  async record(
    { runId, actor }: RunActor,
    call: RecordedCall,
    outcome: Outcome,
    options: {
      /** Throws where the run, as it stands, forbids it. */
      readonly check?: (before: LoadedRun) => void;
      readonly extras?: (after: LoadedRun, finished: FinishedCall, input: DecisionInput) => CommitExtras;
    } = {},
  ): Promise<FinishedCall> {
    const shell = this.#shell;
    for (let race = 1; ; race++) {
      try {
        return await shell.exclusively(runId, async () => {
          const before = await shell.runs.load(runId);
          options.check?.(before);
          const steps = new Steps(await shell.input(before, actor));
          const finished = this.finish(steps, call, outcome);
          await shell.commit(before, steps, (after) => {
            const { records = [], ...more } = options.extras?.(after, finished, steps.input) ?? {};
            const { id } = call.request;
            const open = pendingOf(before.snapshot, id)?.mutating ? [openToolRecord(runId, id, "closed")] : [];
            return { ...more, records: [...records, ...open] };
          });
          return finished;
        });
      } catch (error) {
        const raced = error instanceof DomainError && ["RUN_VERSION_STALE", "STAGE_FORBIDS"].includes(error.reason);
        if (!raced || race >= racesMax) throw error;
        const { call: known } = await this.byId(call.request.id);
        if (known.result) return this.finished(known);
        if (error.reason === "STAGE_FORBIDS") throw error;
      }
    }
  }

  /** Adds to the steps how a call ended, as the kernel decides it; gives the call as it will be recorded. */
  finish(steps: Steps, call: RecordedCall, outcome: Outcome): FinishedCall {
    const { input } = steps;
    const output = outcome.output && artifactOf(outcome.output);
    const result = resultOf(this.#shell, call, input.nowIso, outcome, output?.ref);
    const { request, requestRef } = call;
    const findings = outcome.findings ?? (outcome.output ? findingsOf(outcome.output) : nothingFound);
    steps.append(decideToolFinished(input, { request, requestRef, result, output, findings }));
    return { request, requestRef, result, output: outcome.output };
  }

  /** Records that a call which may change something was cut off: nobody knows whether it acted. */
  cutOff(runId: string, call: RecordedCall): Promise<FinishedCall> {
    return this.record({ runId, actor: this.#shell.kernel }, call, outcomeUnknown(call.request));
  }

  /** A recorded call that has a result, with its output. */
  finished(call: RecordedCall): Promise<FinishedCall> {
    return finishedCall(this.#shell, call);
  }

  /** A recorded call by the id of its request or result. Errors: TOOL_REQUEST_NOT_FOUND. */
  byId(id: string): Promise<{ runId: string; call: RecordedCall }> {
    return callById(this.#shell, id);
  }

  /** A recorded call of this run. Errors: TOOL_REQUEST_NOT_FOUND, also where another run has it. */
  async ofRun(runId: string, requestId: string): Promise<RecordedCall> {
    const found = await this.byId(requestId);
    if (found.runId !== runId) throw noSuchCall(requestId);
    return found.call;
  }
}

/** The stored form of an output. */
const artifactOf = (output: ToolOutput): NewArtifact => ({
  bytes: output.bytes,
  ref: artifactRef(output.kind, output.bytes, sha256),
});
