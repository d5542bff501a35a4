import { create, fromBinary } from "@bufbuild/protobuf";
import { type AttemptRecorded, RunEventSchema } from "../../../gen/pincite/journal/v1/run_event_pb.ts";
import { ModelAttemptSchema } from "../../../gen/pincite/model/v1/model_call_pb.ts";
import {
  type GetTelemetryResponse,
  GetTelemetryResponseSchema,
  type ModelCounts,
  type ToolCounts,
} from "../../../gen/pincite/receipt/v1/audit_service_pb.ts";
import { type TelemetryRecord, TelemetryRecordSchema } from "../../../gen/pincite/receipt/v1/telemetry_record_pb.ts";
import { OrchestratorState } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { holdsToolCall } from "../../model/telemetry.ts";
import { type CountKind, KeptCounts, uncounted } from "../../store/kept-counts.ts";
import type { Head, NewEvent } from "../../store/store.ts";
import type { ArtifactReader } from "../run/artifact-reader.ts";
import { telemetrySpace } from "../run/kept-spaces.ts";
import { streamsOf } from "../run/run-usage.ts";
import type { Runs } from "../run/runs.ts";
import { attemptCounts, sumModels, sumTools, toolCount } from "./telemetry-counts.ts";

/** Raised when the counting changes: older records are then counted again. */
const version = 1;
/** A record is kept once this many events are new: as with snapshots, a later question reads fewer than these. */
const keepEvery = 32;
/** Counts that are remembered over all runs: some hundred bytes each. */
const countsMax = 100_000;

/** Counts of what models and tools did, from the journal. Counted when asked for, from where the run was counted last. */
export class Telemetry {
  readonly #runs: Runs;
  readonly #counts: KeptCounts<TelemetryRecord>;

  constructor(runs: Runs) {
    this.#runs = runs;
    this.#counts = new KeptCounts(runs.parts.store, runs.parts.owner, kindOf(runs.reader));
  }

  /** Of one run, or for "" of all of the owner's that are not erased. Errors: RUN_NOT_FOUND, DATA_LOSS. */
  async counts(runId: string): Promise<GetTelemetryResponse> {
    const records: TelemetryRecord[] = [];
    if (runId === "") {
      const sees = await this.#runs.parts.sight?.runs();
      for await (const { record } of this.#counts.all(streamsOf(this.#runs.index.runIds()), sees)) records.push(record);
    } else {
      await this.#runs.load(runId);
      records.push(await this.#counts.of({ key: runId, stream: runId }));
    }
    return create(GetTelemetryResponseSchema, {
      models: sumModels(records.flatMap(({ models }) => models)),
      tools: sumTools(records.flatMap(({ tools }) => tools)),
      runs: records.length,
      turns: records.reduce((sum, { turns }) => sum + turns, 0),
    });
  }
}

const kindOf = (reader: ArtifactReader): CountKind<TelemetryRecord> => ({
  space: telemetrySpace,
  version,
  keepEvery,
  weigh: ({ models, tools }) => 1 + models.length + tools.length,
  weightMax: countsMax,
  begin: () => create(TelemetryRecordSchema, { version, state: OrchestratorState.INTENT_SEED, ...uncounted }),
  goOn: (record) => new Counting(reader, record),
});

/** The counts of one run while its events are gone through. */
class Counting {
  readonly #reader: ArtifactReader;
  readonly #open: Map<string, string>;
  readonly #models: ModelCounts[];
  readonly #tools: ToolCounts[];
  #state: OrchestratorState;
  #turns: number;

  constructor(reader: ArtifactReader, base: TelemetryRecord) {
    this.#reader = reader;
    this.#open = new Map(base.open.map(({ requestId, toolName }) => [requestId, toolName]));
    this.#models = [...base.models];
    this.#tools = [...base.tools];
    this.#state = base.state;
    this.#turns = base.turns;
  }

  record({ seq, hash: headHash }: Head): TelemetryRecord {
    return create(TelemetryRecordSchema, {
      version,
      seq,
      headHash,
      state: this.#state,
      models: sumModels(this.#models),
      tools: sumTools(this.#tools),
      turns: this.#turns,
      open: [...this.#open].map(([requestId, toolName]) => ({ requestId, toolName })),
    });
  }

  async add({ body }: NewEvent): Promise<void> {
    const { event } = fromBinary(RunEventSchema, body);
    switch (event.case) {
      case "turnStarted":
        this.#turns++;
        break;
      case "stageAdvanced":
      case "runRewound":
        this.#state = event.value.to;
        break;
      case "attemptRecorded":
        await this.#addAttempt(event.value);
        break;
      case "toolRequested":
        this.#open.set(event.value.requestId, event.value.toolName);
        this.#tools.push(toolCount(event.value.toolName, "requested"));
        break;
      case "toolFinished":
        this.#tools.push(toolCount(this.#open.get(event.value.requestId) ?? "", event.value.status));
        this.#open.delete(event.value.requestId);
        break;
      default:
    }
  }

  async #addAttempt({ attempt: ref }: AttemptRecorded): Promise<void> {
    if (!ref) return;
    const attempt = await this.#reader.read(ModelAttemptSchema, ref);
    const answer = attempt.slice ?? attempt.rawOutput;
    this.#models.push(
      attemptCounts({
        model: attempt.model,
        state: this.#state,
        rejectReason: attempt.rejectReason,
        heldToolCall: answer !== undefined && holdsToolCall(await this.#reader.bytes(answer.digest)),
        wasRepaired: attempt.repairs.length > 0,
        inputTokens: attempt.inputTokens,
        outputTokens: attempt.outputTokens,
      }),
    );
  }
}
