import { fromBinary } from "@bufbuild/protobuf";
import { type EvidenceSearchResult, EvidenceSearchResultSchema } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import { ResolveOutputSchema } from "../../../gen/pincite/tool/v1/tool_output_pb.ts";
import { type ToolRequest, ToolRequestSchema } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { Decision, decideToolFinished, type ToolFindings, toolStarted } from "../../run/decide.ts";
import { artifactRef, type DecisionInput, encodeArtifact, type NewArtifact } from "../../run/kernel.ts";
import { pendingOf } from "../../run/pending.ts";
import { sha256 } from "../../sha256.ts";
import type { EntryChange, Fence } from "../../store/store.ts";
import type { ToolOutput } from "../run/ports.ts";
import type { LoadedRun } from "../run/run-store.ts";
import type { RunActor, Runs } from "../run/runs.ts";
import type { WriteOptions } from "../run/write.ts";
import { callLease, openToolRecord, outcomeUnknown } from "./open-tools.ts";
import { RateLimits } from "./rate-limits.ts";
import { callById, type FinishedCall, finishedCall, noSuchCall, type RecordedCall } from "./recorded-calls.ts";
import { performTool } from "./tool-perform.ts";
import { type Outcome, type PolicyRecord, recordSteps, requestOf, resultOf, type ToolAsk } from "./tool-requests.ts";

export type { FinishedCall, RecordedCall } from "./recorded-calls.ts";
export type { ToolAsk } from "./tool-requests.ts";

/** Decides what is recorded before a call begins; throws where the run, as it stands, forbids the call. */
export type DecideOn = (input: DecisionInput, before: LoadedRun) => Decision | Promise<Decision>;

const nothingFound: ToolFindings = { candidates: [], isSearch: false };

/** Records and runs tool requests: an artifact first, then ToolStarted, then the tool, then ToolFinished. */
export class ToolCalls {
  readonly limits: RateLimits;
  readonly #runs: Runs;
  /** Calls under way in this process, by request. */
  readonly #running = new Map<string, Promise<FinishedCall>>();

  constructor(runs: Runs) {
    this.#runs = runs;
    this.limits = new RateLimits({ ...runs.parts, user: () => `${runs.user.issuer}${runs.user.name}` });
  }

  /** Records a request and its start, then runs it; a turn calls this for a read that may run at once. */
  async askAndRun(
    run: RunActor,
    ask: ToolAsk,
    signal: AbortSignal,
    said: PolicyRecord = { policy: "ALLOW" },
  ): Promise<FinishedCall> {
    const request = await this.#runs.write(run.runId, run, (input) => {
      const asked = requestOf(this.#runs, input, ask);
      const decision = toolStarted(recordSteps(this.#runs, input, asked, said), asked.id, 1);
      return { decision, answer: () => asked };
    });
    const requestRef = encodeArtifact(ToolRequestSchema, request, sha256).ref;
    return this.#alone(request.id, this.#run(run, { request, requestRef }, signal));
  }

  /** Records a request that waits for a person or a client. */
  async ask(run: RunActor, ask: ToolAsk, said: PolicyRecord): Promise<ToolRequest> {
    return this.#runs.write(run.runId, run, (input) => {
      const request = requestOf(this.#runs, input, ask);
      return { decision: recordSteps(this.#runs, input, request, said), answer: () => request };
    });
  }

  /** Records a request that is refused: it never runs, and the reason stands verbatim. */
  async refuse(run: RunActor, ask: ToolAsk, reason: string, said: PolicyRecord): Promise<FinishedCall> {
    return this.#runs.write(run.runId, run, (input) => {
      const request = requestOf(this.#runs, input, ask);
      const requestRef = encodeArtifact(ToolRequestSchema, request, sha256).ref;
      const summary = said.policy === "REFUSE" ? "refused by policy" : "refused";
      const decision = recordSteps(this.#runs, input, request, said);
      const ended = { status: "REFUSED", summary, reason, refinedQuery: "" } as const;
      const { records, ...call } = this.finish(decision, { request, requestRef }, ended);
      return { decision, records, answer: () => call };
    });
  }

  /** Tells whether the call runs in this process now. */
  isRunning(requestId: string): boolean {
    return this.#running.has(requestId);
  }

  /**
   * Begins a recorded request and runs it; a caller that asks meanwhile joins the running call. `decide` says what is recorded
   * in the same commit before the call begins, and throws where the run, as it then stands, forbids the call. A call that
   * another process ended meanwhile is returned as that process recorded it.
   */
  begin(
    run: RunActor & Pick<WriteOptions, "key">,
    call: RecordedCall,
    signal: AbortSignal,
    decide: DecideOn,
  ): Promise<FinishedCall> {
    const { id } = call.request;
    const running = this.#running.get(id);
    if (running) return running;
    return this.#alone(
      id,
      (async () => {
        const counted = await this.#runs.parts.quota?.call(run.runId);
        try {
          return await this.#begun(run, call, signal, decide);
        } finally {
          await counted?.();
        }
      })(),
    );
  }

  async #begun(
    run: RunActor & Pick<WriteOptions, "key">,
    call: RecordedCall,
    signal: AbortSignal,
    decide: DecideOn,
  ): Promise<FinishedCall> {
    const { runId, as } = run;
    const { isPending, fence } = await this.#start(run, call, decide);
    if (!isPending) return this.finished(await this.ofRun(runId, call.request.id));
    if (!fence) return this.#run({ runId, as }, call, signal);
    const under = { runId, as, fence, release: true } as const;
    return this.#runs.leases.keep(fence, () => this.#run(under, call, signal));
  }

  /** Records that the call begins, unless it has ended meanwhile; a call that may change something begins under a lease. */
  #start(
    run: RunActor & Pick<WriteOptions, "key">,
    { request: { id } }: RecordedCall,
    decide: DecideOn,
  ): Promise<{ readonly isPending: boolean; readonly fence?: Fence }> {
    const { runId } = run;
    return this.#runs.leases.begin(callLease(id), (take) =>
      this.#runs.write<{ readonly isPending: boolean; readonly fence?: Fence }>(runId, run, async (input, before) => {
        const decision = await decide(input, before);
        const pending = pendingOf(decision.input.snapshot, id);
        if (!pending) return { answer: () => ({ isPending: false }) };
        toolStarted(decision, id, pending.started ? 2 : 1);
        if (!pending.mutating) return { decision, answer: () => ({ isPending: true }) };
        const fence = await take();
        return { decision, records: [openToolRecord(runId, id)], fence, answer: () => ({ isPending: true, fence }) };
      }),
    );
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
    const { snapshot } = await this.#runs.load(run.runId);
    const outcome = await performTool(this.#runs, call.request, snapshot, signal);
    return this.record(run, call, outcome);
  }

  /** Records the end of a call; where another process was first, its result is returned: a request has one. */
  async record(run: RunActor, call: RecordedCall, outcome: Outcome): Promise<FinishedCall> {
    try {
      return await this.#runs.write(run.runId, run, (input) => {
        const decision = new Decision(input);
        const { records, ...finished } = this.finish(decision, call, outcome);
        return { decision, records, answer: () => finished };
      });
    } catch (error) {
      if (!(error instanceof DomainError) || error.reason !== "STAGE_FORBIDS") throw error;
      const { call: known } = await this.byId(call.request.id);
      if (!known.result) throw error;
      return this.finished(known);
    }
  }

  /** Adds a call's end to the decision, as the kernel decides it; returns the call and the records that change. */
  finish(
    decision: Decision,
    call: RecordedCall,
    outcome: Outcome,
  ): FinishedCall & { readonly records: readonly EntryChange[] } {
    const { input } = decision;
    const output = outcome.output && artifactOf(outcome.output);
    const result = resultOf(this.#runs, call, input.nowIso, outcome, output?.ref);
    const { request, requestRef } = call;
    const findings = outcome.findings ?? (outcome.output ? findingsOf(outcome.output) : nothingFound);
    const pending = pendingOf(input.snapshot, request.id);
    const isOpen = pending?.mutating && pending.started;
    decision.append(decideToolFinished(input, { request, requestRef, result, output, findings }));
    const records = isOpen ? [openToolRecord(request.runId, request.id, "closed")] : [];
    return { request, requestRef, result, output: outcome.output, records };
  }

  /** Records that a call which may change something was cut off: nobody knows whether it acted. */
  cutOff(run: RunActor, call: RecordedCall): Promise<FinishedCall> {
    return this.record(run, call, outcomeUnknown(call.request));
  }

  /**
   * Does the same as `cutOff` for a call that has begun; while another server works on it, waits for what that one records.
   * Errors: RUN_BUSY where that takes longer than a call may.
   */
  async cutOffLeft(runId: string, call: RecordedCall): Promise<FinishedCall> {
    const { leases, kernel, replicas } = this.#runs;
    const { id } = call.request;
    const fence = await leases.takeOver(callLease(id));
    if (fence) return this.cutOff({ runId, as: kernel, fence, release: true }, call);
    const ended = await replicas.until(runId, async () => {
      const recorded = await this.ofRun(runId, id);
      return recorded.result && recorded;
    });
    if (ended) return this.finished(ended);
    throw new DomainError("RUN_BUSY", worded("error.another-server-runs-wait-for-it-watchrun", { id }), {
      request_id: id,
    });
  }

  /** Returns a recorded call that has a result, together with its output. */
  finished(call: RecordedCall): Promise<FinishedCall> {
    return finishedCall(this.#runs, call);
  }

  /** Finds a recorded call by the id of its request or result. Errors: TOOL_REQUEST_NOT_FOUND. */
  byId(id: string): Promise<{ runId: string; call: RecordedCall }> {
    return callById(this.#runs, id);
  }

  /** Finds a recorded call of this run. Errors: TOOL_REQUEST_NOT_FOUND, also where the call belongs to another run. */
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

/** What the kernel looks at in a tool's output: candidates, and whether it was a search. Other kinds bring no candidates. */
const findingsOf = (output: ToolOutput | undefined): ToolFindings => {
  if (output?.kind === EvidenceSearchResultSchema.typeName) {
    const { candidates, nothingToSearch } = searchResult(output.bytes);
    // Where there was nothing to search, finding nothing says nothing.
    return { candidates, isSearch: !nothingToSearch };
  }
  if (output?.kind === ResolveOutputSchema.typeName) {
    const items = fromBinary(ResolveOutputSchema, output.bytes).items;
    return { candidates: items.flatMap((item) => item.candidates), isSearch: false };
  }
  return { candidates: [], isSearch: false };
};

/** The search result in these bytes. */
const searchResult = (bytes: Uint8Array): EvidenceSearchResult => fromBinary(EvidenceSearchResultSchema, bytes);
