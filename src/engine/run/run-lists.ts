import type { ArtifactRef } from "../../../gen/pincite/artifact/v1/artifact_ref_pb.ts";
import type { ToolCallIndex } from "../../../gen/pincite/journal/v1/run_index_pb.ts";
import { ToolDecision } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import type { Placed } from "./index-space.ts";
import { callOf, endedCall, recordedBy } from "./run-spaces.ts";

/** What is listed of one run, by its events alone: they have no gaps, so a list of it lacks nothing in silence. */
export class RunLists {
  /** What was said, in order. */
  readonly said: ArtifactRef[] = [];
  /** Ids of tool requests, in the order in which they were made. */
  readonly requests: string[] = [];
  /** Those of them that a turn made, by the turn. */
  readonly requestsOfTurn = new Map<string, string[]>();
  /** Calls that ended with a receipt, in order of number. */
  readonly receipts: ToolCallIndex[] = [];
  readonly #calls = new Map<string, ToolCallIndex>();
  readonly #firstDecisions = new Map<string, number>();
  /** Events that gave a grant, by tool. */
  readonly #grants = new Map<string, number[]>();

  /** Ids of requests after one of them, or before it where the newest come first. */
  requestsAfter(after: string | undefined, limit: number, newestFirst: boolean): string[] {
    const ordered = newestFirst ? this.requests.toReversed() : this.requests;
    const from = after === undefined ? 0 : ordered.indexOf(after) + 1;
    return ordered.slice(from, from + limit);
  }

  /** Calls with a receipt after the event that ended one, or before it where the newest come first. */
  receiptsAfter(after: number | undefined, limit: number, newestFirst: boolean): ToolCallIndex[] {
    const ordered = newestFirst ? this.receipts.toReversed() : this.receipts;
    const isBehind = ({ seq }: ToolCallIndex) => after === undefined || (newestFirst ? seq < after : seq > after);
    return ordered.filter(isBehind).slice(0, limit);
  }

  /** A tool call by the id of its request, its result or its receipt. */
  call(id: string): ToolCallIndex | undefined {
    return this.#calls.get(id);
  }

  /** The event that first decided about a request. */
  firstDecision(requestId: string): number | undefined {
    return this.#firstDecisions.get(requestId);
  }

  /** The last event before `seq` that gave a grant for a tool. */
  grantBefore(toolName: string, seq: number): number | undefined {
    return this.#grants.get(toolName)?.findLast((at) => at < seq);
  }

  /** Takes the next event in. */
  add(placed: Placed): void {
    for (const { ref, role } of recordedBy(placed.event)) if (role === "conversation" && ref) this.said.push(ref);
    const { event } = placed.event;
    if (event.case === "toolRequested" && event.value.request) {
      const { requestId, turnId, request } = event.value;
      this.requests.push(requestId);
      this.#calls.set(requestId, callOf({ runId: placed.runId, request }));
      if (turnId !== "") this.requestsOfTurn.set(turnId, [...(this.requestsOfTurn.get(turnId) ?? []), requestId]);
    }
    if (event.case === "toolDecided") this.#decided(event.value, placed.seq);
    const ended = endedCall(placed);
    if (!ended) return;
    for (const id of [ended.requestId, ended.resultId]) this.#calls.set(id, ended.call);
    if (!ended.call.receipt) return;
    this.#calls.set(ended.receiptId, ended.call);
    this.receipts.push(ended.call);
  }

  #decided({ requestId, toolName, decision }: { requestId: string; toolName: string; decision: number }, seq: number) {
    if (!this.#firstDecisions.has(requestId)) this.#firstDecisions.set(requestId, seq);
    if (decision !== ToolDecision.ALWAYS) return;
    this.#grants.set(toolName, [...(this.#grants.get(toolName) ?? []), seq]);
  }
}
