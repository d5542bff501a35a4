import { create } from "@bufbuild/protobuf";
import type { BindingProposal } from "../../../gen/pincite/memo/v1/need_map_pb.ts";
import { type StageProposal, StageProposalSchema } from "../../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import { OrchestratorState } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import type { RunContext } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { ItemDecision } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import {
  type ToolRequest,
  ToolRequestSchema,
  type ToolResult,
  ToolResultSchema,
} from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import type { Connection } from "../../client/connection.ts";
import { contextOf, loadRunView, type RunView } from "../../client/run-view.ts";
import { fromConnectError } from "../../wire/client.ts";
import type { Change } from "./change.ts";
import { type Input, inputsOf, type ReadRun } from "./inputs.ts";
import { Names } from "./names.ts";

/** What became of a fork. */
export interface Forked {
  readonly context: RunContext;
  /** Inputs of the parent that do not apply any more, each in a sentence. */
  readonly left: readonly string[];
  /** Items that a person has to look at before it can go on; empty: it went as far as the parent. */
  readonly open: readonly string[];
}

/**
 * Takes the parent's inputs again, one after the other, in a fork: proposals, prompts, pins and searches, the latter two
 * live. Nothing is confirmed: the kernel carries over what rests on the same, and at the first stage where something is
 * left to confirm the fork stops. Each input has a key of its own, so that a fork which a person has helped on can be
 * gone on with: what was taken already is not taken twice.
 */
export const forkRun = async (
  connection: Connection,
  parent: ReadRun,
  parentView: RunView,
  change: Change,
  into: RunContext,
): Promise<Forked> => {
  const fork = new Fork(connection, parent, parentView, change, into);
  if (change.lawDate) await fork.readLawOn(change.lawDate);
  for (const input of inputsOf(parent)) if (!(await fork.take(input))) break;
  return fork.outcome();
};

class Fork {
  readonly #connection: Connection;
  readonly #parent: ReadRun;
  readonly #parentView: RunView;
  readonly #change: Change;
  readonly #names = new Names();
  /** Provisions that are not in the law of the other day. */
  readonly #gone = new Set<string>();
  readonly #left: string[] = [];
  #context: RunContext;

  constructor(connection: Connection, parent: ReadRun, parentView: RunView, change: Change, context: RunContext) {
    this.#change = change;
    this.#connection = connection;
    this.#parent = parent;
    this.#parentView = parentView;
    this.#context = context;
  }

  outcome(): Forked {
    const open = this.#context.items.filter(({ decision }) => decision === ItemDecision.UNSPECIFIED);
    return { context: this.#context, left: this.#left, open: open.map(({ itemId }) => itemId) };
  }

  /** Finds the provisions of the parent in the version of another day. */
  async readLawOn(inForceOn: string): Promise<void> {
    const ofOwnDay = this.#readByOwnDay();
    const laws = (this.#parentView.evidence?.entries ?? []).flatMap(({ candidate }) =>
      candidate?.evidenceId.startsWith("law:") && candidate.address && !ofOwnDay.has(candidate.evidenceId)
        ? [candidate]
        : [],
    );
    for (const { evidenceId, address } of laws) {
      const { resolutions } = await this.#connection.lawCitation.resolveCitations({ citations: [address], inForceOn });
      const now = resolutions[0]?.units[0]?.evidenceId;
      if (now) this.#names.setLaw(evidenceId, now);
      else this.#gone.add(evidenceId);
    }
  }

  /** What only claims with a law date of their own rest on: another day of the run is none of theirs. */
  #readByOwnDay(): ReadonlySet<string> {
    const bound = (this.#parentView.needMap?.bindings ?? []).flatMap(({ evidence, lawDate }) =>
      evidence?.evidence.case === "law" ? [{ id: evidence.evidence.value.evidenceId, lawDate }] : [],
    );
    const byRun = new Set(bound.flatMap(({ id, lawDate }) => (lawDate === "" ? [id] : [])));
    return new Set(bound.flatMap(({ id }) => (byRun.has(id) ? [] : [id])));
  }

  /** Takes one input; false where a person has to confirm something first. What does not apply any more is told. */
  async take(input: Input): Promise<boolean> {
    try {
      await this.#apply(input);
      return true;
    } catch (error) {
      const { reason, message } = fromConnectError(error);
      // Taken before, when the run stood elsewhere: the fork goes on from where it is.
      if (reason === "IDEMPOTENCY_KEY_REUSED") return true;
      if (input.kind === "advance" && reason === "MISSING_INPUTS") return false;
      if (reason === "UPSTREAM_UNAVAILABLE" || reason === "INTERNAL") throw error;
      this.#left.push(`event ${input.seq} (${input.kind}): ${message}`);
      return input.kind !== "advance" && input.kind !== "rewind";
    } finally {
      await this.#look();
    }
  }

  async #apply(input: Input): Promise<unknown> {
    const { orchestrator } = this.#connection;
    const { runId, version } = this.#context;
    const idempotencyKey = `fork-${this.#parent.runId}-${input.seq}`;
    const stale = { runId, idempotencyKey, expectedVersion: version };
    // Without a version the call is the same whenever it is made, and its recorded answer is given again.
    const any = { runId, idempotencyKey };
    switch (input.kind) {
      case "propose":
        return orchestrator.propose({ ...stale, proposal: this.#proposal(input), merge: input.merge });
      case "pin": {
        const { evidenceId, slotId, note, role } = input;
        if (this.#gone.has(evidenceId)) return this.#left.push(`event ${input.seq} (pin): ${goneWords(evidenceId)}`);
        return orchestrator.pinEvidence({ ...any, evidenceId: this.#names.of(evidenceId), slotId, note, role });
      }
      case "unpin":
        return orchestrator.unpinEvidence({ ...any, evidenceId: this.#names.of(input.evidenceId) });
      case "choose": {
        const { slotId, binding } = input;
        const choice = binding
          ? ({ case: "binding", value: binding } as const)
          : ({ case: "withdrawn", value: true } as const);
        return orchestrator.chooseEvidence({ ...any, slotId, choice });
      }
      case "guide":
        return this.#guide(input, any);
      case "tool":
        return this.#tool(input.request, any);
      case "advance":
        return orchestrator.advance(stale);
      case "rewind":
        return orchestrator.rewind({ ...stale, toState: input.toState, reason: input.reason });
    }
  }

  /** A proposal in the fork's names, without what is not there any more, on the fork's day. */
  #proposal({ seq, proposal: given }: Input & { kind: "propose" }): StageProposal {
    const { proposal } = given;
    const { lawDate } = this.#change;
    if (proposal.case === "intentSeed" && lawDate)
      return create(StageProposalSchema, {
        proposal: { case: "intentSeed", value: { ...proposal.value, referenceDate: lawDate } },
      });
    if (proposal.case !== "needMap") return this.#names.in(given);
    const isGone = ({ evidence }: BindingProposal): boolean =>
      evidence?.evidence.case === "law" && this.#gone.has(evidence.evidence.value.evidenceId);
    for (const { slotId } of proposal.value.bindings.filter(isGone))
      this.#left.push(`event ${seq} (propose): ${slotId} was bound to what is not in the law of that day`);
    const bindings = proposal.value.bindings.filter((binding) => !isGone(binding));
    const value = this.#names.in({ ...proposal.value, bindings });
    return create(StageProposalSchema, { proposal: { case: "needMap", value } });
  }

  async #guide(input: Input & { kind: "guide" }, key: { runId: string; idempotencyKey: string }): Promise<void> {
    const { text: userPrompt, allowedTools, skipTools, requireTool } = input.prompt;
    const asked = { userPrompt, allowedTools, skipTools, requireTool };
    const answer = await this.#connection.orchestrator.guide({ ...key, ...asked });
    const now = answer.toolRequestLog?.requests ?? [];
    const results = answer.toolResultLog?.results ?? [];
    const before = this.#calls().filter(({ request }) => request.turnId === input.turnId);
    for (const [at, { request, result }] of before.entries()) {
      const same = now.filter((one) => one.toolName === request.toolName && one.slotId === request.slotId);
      const nth = before.slice(0, at).filter((one) => likes(one.request, request)).length;
      const counterpart = same[nth];
      this.#named(
        request,
        result,
        counterpart,
        results.find(({ requestId }) => requestId === counterpart?.id),
      );
    }
  }

  async #tool(before: ToolRequest, key: { runId: string; idempotencyKey: string }): Promise<void> {
    const { toolName, params, reason, slotId, retryOf, requiresUserConfirm } = before;
    if (requiresUserConfirm) {
      this.#left.push(`${toolName} (${before.id}): a person has to ask for it again, as it wants a confirmation`);
      return;
    }
    const asked = {
      toolName,
      reason,
      slotId,
      retryOf: this.#names.of(retryOf),
      ...(params ? { params: this.#names.in(params) } : {}),
    };
    const { request } = await this.#connection.tools.requestTool({ ...key, ...asked });
    const answer = await this.#connection.orchestrator.executeToolRequest({ requestId: request?.id ?? "" });
    const known = this.#calls().find((one) => one.request.id === before.id);
    this.#named(before, known?.result, request, answer.toolResultLog?.results[0]);
  }

  #named(before: ToolRequest, result: ToolResult | undefined, now?: ToolRequest, nowResult?: ToolResult): void {
    this.#names.set(before.id, now?.id ?? "");
    this.#names.set(result?.id ?? "", nowResult?.id ?? "");
  }

  /** The parent's tool calls, in order. */
  #calls(): { readonly request: ToolRequest; readonly result: ToolResult | undefined }[] {
    const results = this.#parent.events.flatMap(
      ({ event }) => this.#parent.recorded(event, "tool_result", ToolResultSchema) ?? [],
    );
    return this.#parent.events.flatMap(({ event }) => {
      const request = this.#parent.recorded(event, "tool_request", ToolRequestSchema);
      return request ? [{ request, result: results.find(({ requestId }) => requestId === request.id) }] : [];
    });
  }

  /** Reads where the fork stands, and what bindings and entries are called there. */
  async #look(): Promise<void> {
    const { runContext } = await this.#connection.orchestrator.getRun({ runId: this.#context.runId });
    this.#context = contextOf(runContext);
    if (this.#context.state < OrchestratorState.EVIDENCE_BINDING) return;
    const view = await loadRunView(this.#connection, this.#context);
    this.#names.setBindings(this.#parentView.needMap, view.needMap);
    this.#names.setEntries(this.#parentView.ledger, view.ledger);
  }
}

const goneWords = (evidenceId: string): string => `${evidenceId} is not in the law of that day`;

const likes = (a: ToolRequest, b: ToolRequest): boolean => a.toolName === b.toolName && a.slotId === b.slotId;
