import { create, type DescMessage, type MessageInitShape, type MessageShape } from "@bufbuild/protobuf";
import { EvidenceSetSchema } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import { IntentSeedSchema } from "../../gen/pincite/memo/v1/intent_pb.ts";
import {
  type AdvanceRequest,
  AdvanceRequestSchema,
  AdvanceResponseSchema,
  type ConfirmRequest,
  ConfirmRequestSchema,
  ConfirmResponseSchema,
  type CreateRunRequest,
  CreateRunRequestSchema,
  CreateRunResponseSchema,
  type ExecuteToolRequestRequest,
  ExecuteToolRequestRequestSchema,
  type ExecuteToolRequestResponse,
  ExecuteToolRequestResponseSchema,
  type GuideRequest,
  GuideRequestSchema,
  type PinEvidenceRequest,
  PinEvidenceRequestSchema,
  PinEvidenceResponseSchema,
  type ProposeRequest,
  ProposeRequestSchema,
  ProposeResponseSchema,
  type RewindRequest,
  RewindRequestSchema,
  RewindResponseSchema,
  type UnpinEvidenceRequest,
  UnpinEvidenceRequestSchema,
  UnpinEvidenceResponseSchema,
} from "../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { OrchestratorState } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ToolResultLogSchema } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import {
  type RequestToolRequest,
  RequestToolRequestSchema,
  RequestToolResponseSchema,
} from "../../gen/pincite/tool/v1/tool_service_pb.ts";
import { DomainError } from "../error.ts";
import type { Steps } from "../run/decide.ts";
import {
  decideAdvance,
  decideConfirm,
  decideCreate,
  decidePin,
  decidePropose,
  decideRewind,
  decideUnpin,
} from "../run/decide.ts";
import { emptySnapshot, stageRecord } from "../run/fold.ts";
import type { DecisionInput } from "../run/kernel.ts";
import { refuseBusy } from "../run/refusals.ts";
import { sha256 } from "../sha256.ts";
import { emptyHead } from "../store/store.ts";
import { checkParams } from "../tool/params.ts";
import { decide } from "../tool/policy.ts";
import { Commands, change, commandKey, successAnswer } from "./commands.ts";
import { type EngineParts, KernelShell, refuseStale } from "./kernel-shell.ts";
import { proposeResponse, proposeWithLocators } from "./ledger-proposals.ts";
import { hasLocators } from "./locators.ts";
import { loadRecorded } from "./recorded.ts";
import { recover } from "./recovery.ts";
import type { LoadedRun } from "./run-store.ts";
import { type RecordedCall, ToolCalls } from "./tool-calls.ts";
import { Turns } from "./turns.ts";

/** The orchestrator's commands: each loads, decides by the kernel, commits, answers. Reads are in views.ts. */
export class Engine {
  readonly shell: KernelShell;
  readonly tools: ToolCalls;
  readonly #commands: Commands;
  readonly #turns: Turns;

  constructor(parts: EngineParts) {
    this.shell = new KernelShell(parts);
    this.tools = new ToolCalls(this.shell);
    this.#commands = new Commands(this.shell);
    this.#turns = new Turns(this.shell, this.#commands, this.tools);
  }

  /** Mends what a stopped server left; call before serving. */
  recover(): Promise<number> {
    return recover(this.shell, this.#turns);
  }

  /** Cuts turns under way; the next recovery records them as interrupted. */
  stop(): void {
    this.#turns.stop();
  }

  create(request: CreateRunRequest) {
    const { shell } = this;
    const { parts } = shell;
    const profileId = request.profileId || "email-reply";
    const key = commandKey("create", request.idempotencyKey, CreateRunRequestSchema, request);
    return this.#commands.once(key, CreateRunResponseSchema, async () => {
      const profile = parts.profiles.find((one) => one.profileId === profileId);
      if (!profile)
        throw new DomainError(
          "PROFILE_UNKNOWN",
          `There is no workflow profile ${profileId}: GetCapabilities lists them.`,
          {
            profile_id: profileId,
          },
        );
      const before: LoadedRun = { snapshot: emptySnapshot(), head: emptyHead };
      const nowIso = shell.nowIso();
      const input: DecisionInput = {
        ...{ snapshot: before.snapshot, sha256, nowIso, actor: shell.user, checkDraft: parts.checkDraft },
        material: { profile, proposals: {} },
      };
      const steps = decideCreate(input, {
        runId: `run-${parts.ids.next()}`,
        owner: parts.owner,
        title: request.title.trim(),
        strandId: request.strandId || "default",
        locale: request.locale || "nl",
        referenceDate: request.referenceDate || nowIso.slice(0, 10),
      });
      const respond = (after: LoadedRun) =>
        create(CreateRunResponseSchema, { runContext: shell.contextFor(after, profile) });
      const after = await shell.commit(before, steps, (run) => ({
        idempotency: { ...change(key), answer: successAnswer(CreateRunResponseSchema, respond(run)) },
      }));
      return respond(after);
    });
  }

  propose(request: ProposeRequest) {
    const { proposal, runId } = request;
    if (!proposal) throw new DomainError("REQUEST_INVALID", "proposal: it is required.");
    const key = commandKey(runId, request.idempotencyKey, ProposeRequestSchema, request);
    if (proposal.proposal.case === "citationLedger" && hasLocators(proposal.proposal.value)) {
      const parts = { shell: this.shell, commands: this.#commands, tools: this.tools, turns: this.#turns };
      return proposeWithLocators(parts, key, request);
    }
    return this.#commands.mutate(
      { ...key, runId, expectedVersion: request.expectedVersion },
      ProposeResponseSchema,
      async (input) =>
        decidePropose(input, proposal, {
          confirm: request.confirm,
          recorded: await loadRecorded(this.shell, this.tools, runId, proposal),
        }),
      (after, input) => proposeResponse(this.shell, after, input),
    );
  }

  confirm(request: ConfirmRequest) {
    return this.#mutate(request, ConfirmRequestSchema, ConfirmResponseSchema, async (input) => {
      const proposal =
        input.snapshot.state === OrchestratorState.INTENT_SEED
          ? await this.shell.reader.maybe(IntentSeedSchema, stageRecord(input.snapshot, input.snapshot.state)?.proposal)
          : undefined;
      return decideConfirm(input, request.proposalDigest, request.items, proposal);
    });
  }

  advance(request: AdvanceRequest) {
    return this.#mutate(request, AdvanceRequestSchema, AdvanceResponseSchema, decideAdvance);
  }

  rewind(request: RewindRequest) {
    return this.#mutate(request, RewindRequestSchema, RewindResponseSchema, (input) =>
      decideRewind(input, request.toState, request.reason),
    );
  }

  pin(request: PinEvidenceRequest, signal: AbortSignal) {
    return this.#mutate(request, PinEvidenceRequestSchema, PinEvidenceResponseSchema, async (input) => {
      const { strandId, referenceDate } = input.snapshot;
      const { evidenceId, slotId, note } = request;
      const candidate = await this.shell.parts.directory.lookUp(evidenceId, { strandId, referenceDate, signal });
      if (!candidate)
        throw new DomainError(
          "EVIDENCE_NOT_FOUND",
          `${evidenceId} is neither in strand ${strandId} nor in the loaded law: import it first, or search for its id.`,
          { evidence_id: evidenceId, strand_id: strandId },
        );
      return decidePin(input, { candidate, slotId, note });
    });
  }

  unpin(request: UnpinEvidenceRequest) {
    return this.#mutate(request, UnpinEvidenceRequestSchema, UnpinEvidenceResponseSchema, (input) =>
      decideUnpin(input, request.evidenceId),
    );
  }

  guide(request: GuideRequest) {
    const key = commandKey(request.runId, request.idempotencyKey, GuideRequestSchema, request);
    return this.#turns.guide(key, request);
  }

  /** A user's tool request: recorded, not run. */
  requestTool(request: RequestToolRequest) {
    const key = commandKey(request.runId, request.idempotencyKey, RequestToolRequestSchema, request);
    let recorded: ReturnType<ToolCalls["requestOf"]> | undefined;
    return this.#commands.mutate(
      { ...key, runId: request.runId, expectedVersion: request.expectedVersion },
      RequestToolResponseSchema,
      (input) => {
        const { params } = request;
        if (!params) throw new DomainError("REQUEST_INVALID", "params: they are required.");
        const misfit = checkParams(request.toolName, params);
        const answer = this.#policy(input, request.toolName, params);
        if (answer.decision === "REFUSE")
          throw new DomainError(misfit ? "REQUEST_INVALID" : "TOOL_REFUSED", `${answer.reason}.`, {
            tool_name: request.toolName,
          });
        refuseUnknownSlot(input, request.slotId);
        recorded = this.tools.requestOf(input, {
          ...{ toolName: request.toolName, params, reason: request.reason, slotId: request.slotId },
          requestedBy: "user",
          requiresUserConfirm: answer.decision === "ASK",
          retryOf: request.retryOf,
        });
        return this.tools.recordSteps(input, recorded);
      },
      (after, input) =>
        create(RequestToolResponseSchema, {
          ...(recorded ? { request: recorded } : {}),
          runContext: this.shell.contextFor(after, input.material.profile),
        }),
    );
  }

  /**
   * Runs a recorded request once; whoever else asks for it meanwhile, under whatever key, joins, and whoever asks later
   * gets the recorded result. Without an idempotency_key the request is its own.
   */
  async execute(request: ExecuteToolRequestRequest): Promise<ExecuteToolRequestResponse> {
    const { runId } = await this.tools.byId(request.requestId);
    if (request.idempotencyKey === "") return this.#executeJoined(request, runId);
    const key = commandKey(runId, request.idempotencyKey, ExecuteToolRequestRequestSchema, request);
    return this.#commands.once(key, ExecuteToolRequestResponseSchema, async () => {
      const response = await this.#executeJoined(request, runId);
      const answer = successAnswer(ExecuteToolRequestResponseSchema, response);
      const { store, owner } = this.shell.parts;
      await store.commit({ owner, idempotency: { ...change(key), answer } });
      return response;
    });
  }

  async #executeJoined(request: ExecuteToolRequestRequest, runId: string): Promise<ExecuteToolRequestResponse> {
    const { call } = await this.tools.byId(request.requestId);
    // Before joining: who did not confirm is told so, and nobody who did shares that refusal.
    if (!call.result && call.request.requiresUserConfirm) refuseUnconfirmed(request, call);
    const running = { scope: `execute/${request.requestId}`, payloadDigest: "" };
    return this.#commands.once(running, ExecuteToolRequestResponseSchema, () => this.#executeOnce(request, runId));
  }

  async #executeOnce(request: ExecuteToolRequestRequest, runId: string) {
    const { call } = await this.tools.byId(request.requestId);
    if (!call.result) {
      refuseStale(await this.shell.runs.load(runId), request.expectedVersion);
      // The tool outlives the call that began it, as a turn does: what was started is finished and recorded.
      const { signal } = new AbortController();
      await this.tools.runRecorded({ runId, actor: this.shell.user }, call, signal, (input) =>
        this.#refuseExecution(request, input, call),
      );
    }
    const { call: done } = await this.tools.byId(request.requestId);
    const run = await this.shell.runs.load(runId);
    const set = await this.shell.reader.maybe(EvidenceSetSchema, run.snapshot.evidenceSet);
    return create(ExecuteToolRequestResponseSchema, {
      toolResultLog: create(ToolResultLogSchema, { results: done.result ? [done.result] : [] }),
      ...(set ? { evidenceSet: set } : {}),
      runContext: await this.shell.context(run),
    });
  }

  #refuseExecution(request: ExecuteToolRequestRequest, input: DecisionInput, call: RecordedCall): void {
    refuseBusy(input.snapshot);
    const { params, toolName } = call.request;
    if (!params) throw new Error("a recorded request without parameters");
    const answer = this.#policy(input, toolName, params);
    if (answer.decision === "REFUSE")
      throw new DomainError("TOOL_REFUSED", `${answer.reason}.`, { tool_name: toolName });
    if (answer.decision === "ASK" || call.request.requiresUserConfirm) refuseUnconfirmed(request, call);
  }

  /** A command whose answer is where the run then stands (and, for pins, the evidence). */
  #mutate<Req extends DescMessage, Res extends DescMessage>(
    request: MessageShape<Req> & {
      readonly runId: string;
      readonly idempotencyKey: string;
      readonly expectedVersion: string;
    },
    requestSchema: Req,
    responseSchema: Res,
    decideOn: (input: DecisionInput) => Steps | Promise<Steps>,
  ): Promise<MessageShape<Res>> {
    const { runId, idempotencyKey, expectedVersion } = request;
    const key = commandKey(runId, idempotencyKey, requestSchema, request);
    return this.#commands.mutate({ ...key, runId, expectedVersion }, responseSchema, decideOn, (after, input) => {
      const { profile, evidenceSet } = input.material;
      const answer = { runContext: this.shell.contextFor(after, profile), ...(evidenceSet ? { evidenceSet } : {}) };
      const known = Object.entries(answer).filter(([name]) => responseSchema.fields.some((f) => f.localName === name));
      return create(responseSchema, Object.fromEntries(known) as MessageInitShape<Res>);
    });
  }

  #policy(input: DecisionInput, toolName: string, params: NonNullable<RequestToolRequest["params"]>) {
    return decide({
      ...{ toolName, params, state: input.snapshot.state, requester: "user" },
      profile: { caseLaw: input.material.profile.caseLaw },
      available: this.shell.parts.tools.tools,
    });
  }
}

const refuseUnconfirmed = (request: ExecuteToolRequestRequest, { request: { id, toolName } }: RecordedCall): void => {
  if (request.confirmed) return;
  throw new DomainError(
    "TOOL_REFUSED",
    `${toolName} runs only when a person has confirmed this request: show it, then call again with confirmed.`,
    { tool_name: toolName, request_id: id },
  );
};

/** A request says which slot it serves, and what it finds is linked there: so the slot must be one of the run's. */
const refuseUnknownSlot = (input: DecisionInput, slotId: string): void => {
  if (slotId === "" || input.snapshot.slots.some((slot) => slot.slotId === slotId)) return;
  throw new DomainError("ITEM_UNKNOWN", `There is no slot ${slotId}: read the run's slots and name one of those.`, {
    slot_id: slotId,
  });
};
