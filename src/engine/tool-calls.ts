import { create, fromBinary } from "@bufbuild/protobuf";
import type { ArtifactRef } from "../../gen/pincite/artifact/v1/artifact_ref_pb.ts";
import type { Principal } from "../../gen/pincite/audit/v1/audit_meta_pb.ts";
import { type ToolCallIndex, ToolCallIndexSchema } from "../../gen/pincite/journal/v1/run_index_pb.ts";
import {
  ToolResultStatus as Status,
  type ToolRequest,
  type ToolRequestParams,
  ToolRequestSchema,
  type ToolResult,
  ToolResultSchema,
} from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import { DomainError } from "../error.ts";
import { decideToolFinished, decideToolRequested, Steps, toolStarted } from "../run/decide.ts";
import { artifactRef, type DecisionInput, encodeArtifact, type NewArtifact } from "../run/kernel.ts";
import { sha256 } from "../sha256.ts";
import { paramsDigest } from "../tool/params.ts";
import { specOf } from "../tool/specs.ts";
import type { KernelShell } from "./kernel-shell.ts";
import type { ToolOutcome, ToolOutput } from "./ports.ts";
import type { LoadedRun } from "./run-store.ts";
import { findingsOf } from "./tool-findings.ts";
import { within } from "./within.ts";

/** A tool call that is recorded: its request, its result, and what the result put out. */
export interface RecordedCall {
  readonly request: ToolRequest;
  readonly requestRef: ArtifactRef;
  readonly result?: ToolResult;
  readonly resultRef?: ArtifactRef;
}

/** A finished call with its output as stored. */
export interface FinishedCall extends RecordedCall {
  readonly result: ToolResult;
  readonly output: ToolOutput | undefined;
}

/** What is asked for. */
export interface ToolAsk {
  readonly toolName: string;
  readonly params: ToolRequestParams;
  readonly reason: string;
  readonly slotId: string;
  readonly requestedBy: "llm" | "user";
  readonly requiresUserConfirm: boolean;
  readonly turnId?: string;
  readonly retryOf?: string;
}

/** Records and runs tool requests: an artifact first, then ToolStarted, then the tool, then ToolFinished. */
export class ToolCalls {
  readonly #shell: KernelShell;

  constructor(shell: KernelShell) {
    this.#shell = shell;
  }

  /** The request as it will be recorded. */
  requestOf(input: DecisionInput, ask: ToolAsk): ToolRequest {
    return create(ToolRequestSchema, {
      id: `toolreq:${this.#shell.parts.ids.next()}`,
      runId: input.snapshot.runId,
      state: input.snapshot.state,
      toolName: ask.toolName,
      params: ask.params,
      requiresUserConfirm: ask.requiresUserConfirm,
      createdAtIso: input.nowIso,
      requestedBy: ask.requestedBy,
      reason: ask.reason,
      slotId: ask.slotId,
      paramsDigest: paramsDigest(ask.params, sha256),
      retryOf: ask.retryOf ?? "",
      turnId: ask.turnId ?? "",
    });
  }

  /** The steps that record a request; its artifact rests on the needs it serves. */
  recordSteps(input: DecisionInput, request: ToolRequest) {
    const mutating = specOf(request.toolName)?.risk === 2;
    return decideToolRequested(input, request, { mutating, parents: [input.snapshot.needs] });
  }

  /** Records a request and that it began, then runs it: what a turn does with a read that may run at once. */
  async askAndRun(run: { runId: string; actor: Principal }, ask: ToolAsk, signal: AbortSignal): Promise<FinishedCall> {
    let request: ToolRequest | undefined;
    await this.#shell.step(run.runId, run.actor, (input) => {
      request = this.requestOf(input, ask);
      return toolStarted(this.recordSteps(input, request), request.id, 1);
    });
    if (!request) throw new Error("a step that decided nothing");
    const requestRef = encodeArtifact(ToolRequestSchema, request, sha256).ref;
    return this.#run(run, { request, requestRef }, signal);
  }

  /** Records a request that is refused: it never runs, and the reason stands verbatim. */
  async refuse(run: { runId: string; actor: Principal }, ask: ToolAsk, reason: string): Promise<FinishedCall> {
    let call: FinishedCall | undefined;
    await this.#shell.step(run.runId, run.actor, (input) => {
      const request = this.requestOf(input, ask);
      const requestRef = encodeArtifact(ToolRequestSchema, request, sha256).ref;
      const result = this.#result(request, requestRef, input.nowIso, {
        status: "REFUSED",
        summary: "refused by policy",
        reason,
        refinedQuery: "",
      });
      call = { request, requestRef, result, output: undefined };
      const steps = this.recordSteps(input, request);
      const nothing = { candidates: [], isSearch: false };
      const finished = decideToolFinished(steps.input, { ...call, output: undefined, findings: nothing });
      return steps.append(finished);
    });
    if (!call) throw new Error("a step that decided nothing");
    return call;
  }

  /** Runs a recorded request that has no result yet; `refuse` throws where the run, as it then stands, forbids it. */
  async runRecorded(
    run: { runId: string; actor: Principal },
    call: RecordedCall,
    signal: AbortSignal,
    refuse: (input: DecisionInput) => void,
  ): Promise<FinishedCall> {
    await this.#shell.step(run.runId, run.actor, (input) => {
      refuse(input);
      const pending = input.snapshot.pending.find((one) => one.requestId === call.request.id);
      if (!pending) throw new Error(`${call.request.id} has a result already`);
      return toolStarted(new Steps(input), call.request.id, pending.started ? 2 : 1);
    });
    return this.#run(run, call, signal);
  }

  async #run(run: { runId: string; actor: Principal }, call: RecordedCall, signal: AbortSignal): Promise<FinishedCall> {
    const loaded = await this.#shell.runs.load(run.runId);
    const outcome = await this.#perform(call.request, loaded, signal);
    let finished: FinishedCall | undefined;
    await this.#shell.step(run.runId, run.actor, (input) => {
      const output = outcome.output ? artifactOf(outcome.output) : undefined;
      const result = this.#result(call.request, call.requestRef, input.nowIso, outcome, output?.ref);
      finished = { ...call, result, output: outcome.output };
      return decideToolFinished(input, {
        request: call.request,
        requestRef: call.requestRef,
        result,
        output,
        findings: findingsOf(outcome.output),
      });
    });
    if (!finished) throw new Error("a step that decided nothing");
    return finished;
  }

  /** The tool itself, with its own timeout; whatever it throws becomes an ERROR that says what to do. */
  async #perform(request: ToolRequest, run: LoadedRun, signal: AbortSignal): Promise<ToolOutcome> {
    const timeout = AbortSignal.timeout(specOf(request.toolName)?.timeoutMs ?? 30_000);
    try {
      const { strandId, referenceDate } = run.snapshot;
      return await within(AbortSignal.any([signal, timeout]), (cut) =>
        this.#shell.parts.tools.run({ request, strandId, referenceDate, signal: cut }),
      );
    } catch {
      // The server stops: nothing is recorded, the request stays pending and can be run again.
      signal.throwIfAborted();
      return { status: "ERROR", summary: "the tool failed", refinedQuery: "", reason: "The tool failed: ask again." };
    }
  }

  #result(
    request: ToolRequest,
    requestRef: ArtifactRef,
    nowIso: string,
    outcome: Omit<ToolOutcome, "status" | "output"> & { status: ToolOutcome["status"] | "REFUSED" },
    outputRef?: ArtifactRef,
  ): ToolResult {
    return create(ToolResultSchema, {
      id: `toolres:${this.#shell.parts.ids.next()}`,
      requestId: request.id,
      runId: request.runId,
      status: Status[outcome.status],
      summary: outcome.summary,
      ...(outputRef ? { outputRef } : {}),
      createdAtIso: nowIso,
      refinedQuery: outcome.refinedQuery,
      reason: outcome.reason,
      executor: "server",
      requestRef,
    });
  }

  /** A recorded call by the id of its request or result. Errors: TOOL_REQUEST_NOT_FOUND. */
  async byId(id: string): Promise<{ runId: string; call: RecordedCall }> {
    const index = await this.#index(id);
    if (!index?.request)
      throw new DomainError("TOOL_REQUEST_NOT_FOUND", `There is no ${id}: ListToolCalls lists a run's tool calls.`, {
        id,
      });
    return { runId: index.runId, call: await this.#call(index, index.request) };
  }

  async #index(id: string): Promise<ToolCallIndex | undefined> {
    const space = id.startsWith("toolres:") ? "toolres" : "toolreq";
    const bytes = await this.#shell.parts.store.record(this.#shell.parts.owner, space, id);
    return bytes ? fromBinary(ToolCallIndexSchema, bytes) : undefined;
  }

  async #call(index: ToolCallIndex, requestRef: ArtifactRef): Promise<RecordedCall> {
    const { reader } = this.#shell;
    const request = await reader.read(ToolRequestSchema, requestRef);
    if (!index.result) return { request, requestRef };
    return { request, requestRef, resultRef: index.result, result: await reader.read(ToolResultSchema, index.result) };
  }
}

/** The stored form of an output. */
const artifactOf = (output: ToolOutput): NewArtifact => ({
  bytes: output.bytes,
  ref: artifactRef(output.kind, output.bytes, sha256),
});
