import { create } from "@bufbuild/protobuf";
import type { AttemptRecorded, RunEvent } from "../../../gen/pincite/journal/v1/run_event_pb.ts";
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
import type { RecordChange } from "../../store/store.ts";
import { telemetrySpace } from "../run/kept-spaces.ts";
import type { Runs } from "../run/runs.ts";
import { attemptCounts, sumModels, sumTools, toolCount } from "./telemetry-counts.ts";

/** Raised when the counting changes: older records are then counted again. */
const version = 1;
/** A record is kept once this many events are new: as with snapshots, a later question reads fewer than these. */
const keepEvery = 32;

/**
 * Counts of what models and tools did, from the journal. Counted when asked for, from where the run was counted last: a
 * second question reads one record and the events since. The first one over many runs reads every attempt once.
 */
export class Telemetry {
  readonly #runs: Runs;

  constructor(runs: Runs) {
    this.#runs = runs;
  }

  /** Of one run, or for "" of all of the owner's that are not erased. Errors: RUN_NOT_FOUND, DATA_LOSS. */
  async counts(runId: string): Promise<GetTelemetryResponse> {
    if (runId !== "") await this.#runs.load(runId);
    const [models, tools, kept]: [ModelCounts[], ToolCounts[], RecordChange[]] = [[], [], []];
    let [runs, turns] = [0, 0];
    const sees = runId === "" ? await this.#runs.parts.sight?.runs() : undefined;
    for await (const id of runId === "" ? this.#runs.index.runIds() : [runId]) {
      if (sees && !(await sees(id))) continue;
      const { record, isNew } = await this.#ofRun(id);
      models.push(...record.models);
      tools.push(...record.tools);
      runs++;
      turns += record.turns;
      if (isNew) kept.push(telemetrySpace.set(id, record));
      if (kept.length >= keptAtOnce) await this.#keep(kept.splice(0));
    }
    await this.#keep(kept);
    return create(GetTelemetryResponseSchema, { models: sumModels(models), tools: sumTools(tools), runs, turns });
  }

  async #keep(records: readonly RecordChange[]): Promise<void> {
    const { store, owner } = this.#runs.parts;
    if (records.length > 0) await store.commit({ owner, records });
  }

  async #ofRun(runId: string): Promise<{ record: TelemetryRecord; isNew: boolean }> {
    const base = await this.#kept(runId);
    const counting = new Counting(this.#runs, base);
    for (let seq = base.seq; ; ) {
      const events = await this.#runs.events(runId, seq + 1, 500);
      for (const one of events) await counting.add(one);
      seq = events.at(-1)?.seq ?? seq;
      if (events.length < 500) break;
    }
    const { record } = counting;
    return { record, isNew: record.seq - base.seq >= keepEvery };
  }

  /** The record, if it is of this counting and the journal still has its event; else the beginning. */
  async #kept(runId: string): Promise<TelemetryRecord> {
    const { store, owner } = this.#runs.parts;
    const beginning = create(TelemetryRecordSchema, { version, state: OrchestratorState.INTENT_SEED });
    const record = await this.#runs.index.telemetry(runId);
    if (!record) return beginning;
    const [event] = await store.read(owner, runId, { fromSeq: record.seq, limit: 1 });
    return record.version === version && event?.hash === record.headHash ? record : beginning;
  }
}

/** Records written in one commit: each has its own fsync otherwise. */
const keptAtOnce = 500;

/** The counts of one run while its events are gone through. */
class Counting {
  readonly #runs: Runs;
  readonly #open: Map<string, string>;
  readonly #models: ModelCounts[];
  readonly #tools: ToolCounts[];
  #state: OrchestratorState;
  #turns: number;
  #at: { seq: number; hash: string };

  constructor(runs: Runs, base: TelemetryRecord) {
    this.#runs = runs;
    this.#open = new Map(base.open.map(({ requestId, toolName }) => [requestId, toolName]));
    this.#models = [...base.models];
    this.#tools = [...base.tools];
    this.#state = base.state;
    this.#turns = base.turns;
    this.#at = { seq: base.seq, hash: base.headHash };
  }

  get record(): TelemetryRecord {
    return create(TelemetryRecordSchema, {
      version,
      seq: this.#at.seq,
      headHash: this.#at.hash,
      state: this.#state,
      models: sumModels(this.#models),
      tools: sumTools(this.#tools),
      turns: this.#turns,
      open: [...this.#open].map(([requestId, toolName]) => ({ requestId, toolName })),
    });
  }

  async add({ seq, hash, event: { event } }: { seq: number; hash: string; event: RunEvent }): Promise<void> {
    this.#at = { seq, hash };
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
    const { reader } = this.#runs;
    const attempt = await reader.read(ModelAttemptSchema, ref);
    const answer = attempt.slice ?? attempt.rawOutput;
    this.#models.push(
      attemptCounts({
        model: attempt.model,
        state: this.#state,
        rejectReason: attempt.rejectReason,
        heldToolCall: answer !== undefined && holdsToolCall(await reader.bytes(answer.digest)),
        wasRepaired: attempt.repairs.length > 0,
        inputTokens: attempt.inputTokens,
        outputTokens: attempt.outputTokens,
      }),
    );
  }
}
