import { create, type DescMessage, type MessageInitShape, type MessageShape } from "@bufbuild/protobuf";
import { PinRole } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import { IntentSeedSchema } from "../../gen/pincite/memo/v1/intent_pb.ts";
import * as calls from "../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { OrchestratorState, RunLifecycle } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ActSignatureSchema } from "../../gen/pincite/run/v1/signed_act_pb.ts";
import type {
  DecideToolRequestRequest,
  RequestToolRequest,
  RevokeToolGrantRequest,
  SubmitToolResultRequest,
} from "../../gen/pincite/tool/v1/tool_service_pb.ts";
import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";
import type { Decision } from "../run/decide.ts";
import {
  decideAdvance,
  decideConfirm,
  decideCreate,
  decidePin,
  decidePropose,
  decideRewind,
  decideUnpin,
  refusePin,
  restsOnAbsence,
} from "../run/decide.ts";
import { stageRecord } from "../run/fold.ts";
import type { DecisionInput } from "../run/kernel.ts";
import { lawDayOf } from "../run/law-day.ts";
import { evidenceIn } from "../run/name-evidence.ts";
import { refuseBusy } from "../run/refusals.ts";
import { nothingToFinalise, preparedAct, refuseSignature, signed } from "./command/act-signature.ts";
import { advanceWithQuotes, pointsAtQuotes } from "./command/advance-with-quotes.ts";
import { answerToolRequest } from "./command/answer-tool-request.ts";
import { choosesWords, chooseWords, chosen } from "./command/choose-evidence.ts";
import { executeTool } from "./command/execute-tool.ts";
import { proposeResponse, proposeWithLocators } from "./command/ledger-proposals.ts";
import { recover } from "./command/recovery.ts";
import { refuseHealth } from "./command/refuse-health.ts";
import { requestTool } from "./command/request-tool.ts";
import { submitToolResult } from "./command/submit-tool-result.ts";
import type { ToolCommandParts } from "./command/tool-answers.ts";
import { revokeGrant } from "./command/tool-grants.ts";
import { Commands } from "./run/commands.ts";
import { birthOf } from "./run/fork.ts";
import { openIndex, type RebuildReport } from "./run/index-rebuild.ts";
import { answered } from "./run/recorded-answer.ts";
import type { LoadedRun } from "./run/run-store.ts";
import { type EngineParts, Runs } from "./run/runs.ts";
import type { TurnProgress } from "./run/turn-progress.ts";
import { refuseStale } from "./run/write.ts";
import { asksSources } from "./tool/ask-sources.ts";
import { loadRecorded } from "./tool/recorded.ts";
import { ToolCalls } from "./tool/tool-calls.ts";
import { beginRanking, rankSlots } from "./turn/ranking.ts";
import { beginReading, readDraft } from "./turn/second-reading.ts";
import { Turns } from "./turn/turns.ts";

/** The orchestrator's commands: each loads, decides by the kernel, commits, answers. Reads are in views.ts. */
export class Engine {
  readonly runs: Runs;
  readonly tools: ToolCalls;
  readonly #commands: Commands;
  readonly #turns: Turns;
  readonly #toolParts: ToolCommandParts;
  #stopTending: (() => void) | undefined;
  #tending = false;

  constructor(parts: EngineParts) {
    this.runs = new Runs(parts);
    this.tools = new ToolCalls(this.runs);
    this.#commands = new Commands(this.runs);
    this.#turns = new Turns(this.runs, this.#commands, this.tools);
    this.#toolParts = { runs: this.runs, commands: this.#commands, tools: this.tools, turns: this.#turns };
  }

  /**
   * Makes the records beside the journal those of this version, by building them anew from it where they are not: call before
   * anything is read. Undefined: they were. Errors: DATA_LOSS; FENCED while another server builds them.
   */
  openIndex(): Promise<RebuildReport | undefined> {
    const { store, owner, instance } = this.runs.parts;
    return openIndex(store, owner, instance ?? {});
  }

  /** Mends what dead servers left, now and every few seconds where there may be others. Call before serving. Gives the turns ended now. */
  async recover(): Promise<number> {
    await this.openIndex();
    this.#stopTending ??= this.runs.parts.instance?.timer(this.runs.leases.tendEveryMs, () => this.#tend());
    return recover(this.runs, this.tools);
  }

  /** Cuts turns under way and gives their leases back; whoever recovers next records them as interrupted. */
  async stop(): Promise<void> {
    this.#stopTending?.();
    this.#turns.stop();
    this.runs.replicas.stop();
    await this.runs.packing.settled();
    await this.runs.leases.giveAllBack();
  }

  /** One at a time: where it takes longer than the timer waits, the next is left out. */
  async #tend(): Promise<void> {
    if (this.#tending) return;
    this.#tending = true;
    try {
      await this.runs.leases.renew();
      await recover(this.runs, this.tools);
    } finally {
      this.#tending = false;
    }
  }

  create(request: calls.CreateRunRequest) {
    const { runs } = this;
    const { parts } = runs;
    const key = this.#commands.key("create", calls.CreateRunRequestSchema, request);
    return this.#commands.once(key, calls.CreateRunResponseSchema, async () => {
      const { profile, ...birth } = await birthOf(runs, request);
      const runId = `run-${parts.ids.next()}`;
      const shown = { profile, title: birth.title };
      const notMade = await parts.quota?.run(runId);
      try {
        return await runs.begin(shown, { as: runs.user, key }, (input) => ({
          decision: decideCreate(input, { runId, owner: input.actor.name, ...birth }),
          ...answered(calls.CreateRunResponseSchema, (after) =>
            create(calls.CreateRunResponseSchema, { runContext: runs.contextFor(after, shown) }),
          ),
        }));
      } catch (error) {
        await notMade?.();
        throw error;
      }
    });
  }

  propose(request: calls.ProposeRequest) {
    const { proposal, runId } = request;
    if (!proposal) throw new DomainError("REQUEST_INVALID", worded("error.proposal-it-is-required"));
    const key = this.#commands.key(runId, calls.ProposeRequestSchema, request);
    if (asksSources(proposal)) return proposeWithLocators(this.#toolParts, key, request);
    const { expectedVersion, confirm, merge } = request;
    return this.#commands.mutate({ ...key, runId, expectedVersion }, calls.ProposeResponseSchema, async (input) => {
      const recorded = await loadRecorded(this.runs, this.tools, runId, proposal);
      const decision = decidePropose(input, proposal, { confirm, merge, recorded });
      return { decision, answer: (after) => proposeResponse(this.runs, after, decision.input) };
    });
  }

  confirm(request: calls.ConfirmRequest) {
    const { signature } = request;
    return this.#mutate(request, calls.ConfirmRequestSchema, calls.ConfirmResponseSchema, async (input, before) => {
      const decision = await this.#confirmed(signed(input, signature), request);
      refuseSignature(this.runs, { input, before, decision }, signature);
      return decision;
    });
  }

  /** What is to be signed for Confirm or, from DRAFT, for Advance: of what they would record now. */
  async prepareAct({ act, expectedVersion, runId }: calls.PrepareActRequest): Promise<calls.PrepareActResponse> {
    if (act.case === undefined) throw new DomainError("REQUEST_INVALID", worded("signature-error.name-what"));
    const before = await this.runs.load(runId);
    refuseBusy(before.snapshot);
    refuseStale(before, expectedVersion);
    const input = signed(await this.runs.input(before, this.runs.user), create(ActSignatureSchema));
    const decision = act.case === "decisions" ? await this.#confirmed(input, act.value) : await this.#finalised(input);
    return preparedAct({ input, before, decision });
  }

  async #finalised(input: DecisionInput): Promise<Decision> {
    if (input.snapshot.state !== OrchestratorState.DRAFT) throw nothingToFinalise();
    return decideAdvance(await this.#asked(input));
  }

  async #confirmed(input: DecisionInput, { proposalDigest, items }: calls.PreparedDecisions | calls.ConfirmRequest) {
    const { state } = input.snapshot;
    const proposal =
      state === OrchestratorState.INTENT_SEED
        ? await this.runs.reader.maybe(IntentSeedSchema, stageRecord(input.snapshot, state)?.proposal)
        : undefined;
    return decideConfirm(input, proposalDigest, items, proposal);
  }

  async advance(request: calls.AdvanceRequest) {
    const { runId, expectedVersion: expected, signature } = request;
    const key = this.#commands.key(runId, calls.AdvanceRequestSchema, request);
    if (!signature && (await pointsAtQuotes(this.runs, runId)))
      return advanceWithQuotes(this.#toolParts, { key, runId, expected });
    return this.#mutate(request, calls.AdvanceRequestSchema, calls.AdvanceResponseSchema, async (input, before) => {
      const decision = decideAdvance(await this.#asked(signed(input, signature)));
      refuseSignature(this.runs, { input, before, decision }, signature);
      return decision;
    });
  }

  async rewind(request: calls.RewindRequest) {
    const { quota } = this.runs.parts;
    const wasFinalised = quota && (await this.runs.load(request.runId)).snapshot.lifecycle === RunLifecycle.FINALISED;
    const rewound = await this.#mutate(request, calls.RewindRequestSchema, calls.RewindResponseSchema, (input) =>
      decideRewind(input, request.toState, request.reason),
    );
    if (wasFinalised) await quota.reopened(request.runId);
    return rewound;
  }

  pin(request: calls.PinEvidenceRequest, signal: AbortSignal) {
    return this.#mutate(request, calls.PinEvidenceRequestSchema, calls.PinEvidenceResponseSchema, async (input) => {
      const { strandId } = input.snapshot;
      const { evidenceId, slotId, note, role } = request;
      const referenceDate = lawDayOf(input.snapshot, slotId);
      const asLetter = role === PinRole.ANSWERED;
      if (asLetter && !evidenceId.startsWith("vault:"))
        throw new DomainError("REQUEST_INVALID", worded("letter.role-only-a-document-of-the-vault-can-be-the"));
      refusePin(input, evidenceId, asLetter);
      const { caseLaw } = input.material.profile;
      const scope = { strandId, referenceDate, caseLaw, signal };
      const { directory } = this.runs.parts;
      const candidate = await directory.lookUp(evidenceId, scope);
      const answered = candidate && asLetter ? await directory.letter(evidenceId, scope) : undefined;
      if (!candidate || (asLetter && !answered))
        throw new DomainError(
          "EVIDENCE_NOT_FOUND",
          worded("error.is-neither-in-strand-nor-in-the-loaded-law", { evidenceId, strandId }),
          { evidence_id: evidenceId, strand_id: strandId },
        );
      return decidePin(input, { candidate, slotId, note, ...(answered ? { answered } : {}) });
    });
  }

  async choose(request: calls.ChooseEvidenceRequest, signal: AbortSignal) {
    if (await choosesWords(this.runs, request)) {
      const { runId, expectedVersion: expected } = request;
      const key = this.#commands.key(runId, calls.ChooseEvidenceRequestSchema, request);
      return chooseWords(this.#toolParts, { key, runId, expected }, request);
    }
    return this.#mutate(request, calls.ChooseEvidenceRequestSchema, calls.ChooseEvidenceResponseSchema, (input) =>
      chosen(this.#toolParts, input, request, signal),
    );
  }

  unpin(request: calls.UnpinEvidenceRequest) {
    return this.#mutate(request, calls.UnpinEvidenceRequestSchema, calls.UnpinEvidenceResponseSchema, (input) =>
      decideUnpin(input, request.evidenceId),
    );
  }

  /** A turn; `progress` is told what happens in it. */
  guide(request: calls.GuideRequest, progress?: TurnProgress) {
    const key = this.#commands.key(request.runId, calls.GuideRequestSchema, request);
    return this.#turns.guide(key, request, progress);
  }

  /** A second reading of the draft under review: it raises looks and does nothing else. */
  judgeDraft(request: calls.JudgeDraftRequest) {
    const { runId, expectedVersion: expected } = request;
    const call = { key: this.#commands.key(runId, calls.JudgeDraftRequestSchema, request), runId, expected };
    const begin = (signal: AbortSignal) => beginReading(this.runs, call, signal);
    return this.#commands.once(call.key, calls.JudgeDraftResponseSchema, () =>
      this.#turns.run(call, begin, (reading) => readDraft(this.runs, reading)),
    );
  }

  /** Has a model order the passages that may serve slots: it changes in which order they are listed and nothing else. */
  rankCandidates(request: calls.RankCandidatesRequest) {
    const { runId, slotIds, expectedVersion: expected } = request;
    const call = { key: this.#commands.key(runId, calls.RankCandidatesRequestSchema, request), runId, expected };
    const begin = (signal: AbortSignal) => beginRanking(this.runs, call, slotIds, signal);
    return this.#commands.once(call.key, calls.RankCandidatesResponseSchema, () =>
      this.#turns.run(call, begin, (ranking) => rankSlots(this.runs, ranking)),
    );
  }

  /** A user's tool request: recorded, not run. */
  requestTool(request: RequestToolRequest) {
    return requestTool(this.#toolParts, request);
  }

  /** Runs a recorded request once, or says what it would do. */
  execute(request: calls.ExecuteToolRequestRequest) {
    return executeTool(this.#toolParts, request);
  }

  /** What a person decided about a request that waits. */
  answerToolRequest(request: DecideToolRequestRequest) {
    return answerToolRequest(this.#toolParts, request);
  }

  /** What a client-executed tool gave. */
  submitToolResult(request: SubmitToolResultRequest, signal: AbortSignal) {
    return submitToolResult(this.#toolParts, request, signal);
  }

  /** Ends a standing permission. */
  revokeGrant(request: RevokeToolGrantRequest) {
    return revokeGrant(this.#toolParts, request);
  }

  /** With what the documents are now, where a memo about to be finalised says that they do not hold something. */
  async #asked(input: DecisionInput): Promise<DecisionInput> {
    await refuseHealth(input, this.runs.parts.directory);
    if (!restsOnAbsence(input)) return input;
    const { signal } = new AbortController();
    const { strandId } = input.snapshot;
    return { ...input, corpusRevision: await this.runs.parts.directory.revision({ strandId, signal }) };
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
    decideOn: (input: DecisionInput, before: LoadedRun) => Decision | Promise<Decision>,
  ): Promise<MessageShape<Res>> {
    const { runId, expectedVersion } = request;
    const key = this.#commands.key(runId, requestSchema, request);
    return this.#commands.mutate({ ...key, runId, expectedVersion }, responseSchema, async (input, before) => {
      const decision = await decideOn(input, before);
      const { material } = decision.input;
      const shown = responseSchema.field.evidenceSet ? { evidenceSet: evidenceIn(material.evidenceSet) } : {};
      const answer = (after: LoadedRun) =>
        create(responseSchema, {
          runContext: this.runs.contextFor(after, material),
          ...shown,
        } as unknown as MessageInitShape<Res>);
      return { decision, answer };
    });
  }
}
