import { create } from "@bufbuild/protobuf";
import { Recent } from "#kit/recent.ts";
import { type Principal, Principal_Kind } from "../../../gen/pincite/audit/v1/audit_meta_pb.ts";
import type { AttemptRecorded, RunEvent } from "../../../gen/pincite/journal/v1/run_event_pb.ts";
import { ModelAttemptSchema } from "../../../gen/pincite/model/v1/model_call_pb.ts";
import { type UsageRecord, UsageRecordSchema } from "../../../gen/pincite/usage/v1/usage_record_pb.ts";
import { DomainError } from "../../error.ts";
import { emptyHead } from "../../store/store.ts";
import { DaySums, type Whose } from "../../usage/day-sums.ts";
import type { EventAt } from "../run/committed-events.ts";
import { usageSpace } from "../run/kept-spaces.ts";
import type { Runs } from "../run/runs.ts";

/** Raised when the counting changes: older records are then counted again. */
const version = 1;
/** A record is kept once this many events are new: a run that was counted costs a later question one look at its head. */
const keepEvery = 8;
/** So many runs are counted at once: over a database each of them is a way there and back. */
const runsAtOnce = 64;
/** Records that are kept in one commit: each would be brought to disk by itself otherwise. */
const keptAtOnce = 500;
const eventsAtOnce = 500;
/** Days that are remembered over all runs: some hundred bytes each. */
const daysMax = 400_000;

/** What was counted of a run, and up to which event the store has it. */
interface Known {
  readonly record: UsageRecord;
  readonly keptSeq: number;
}

/** What was used in runs, from their journals. Counted when asked for, from where each run was counted last. */
export class RunUsage {
  readonly #runs: Runs;
  readonly #known = new Recent<string, Known>(daysMax, ({ record }) => 1 + record.days.length);

  constructor(runs: Runs) {
    this.#runs = runs;
  }

  /** Of one run. Errors: RUN_NOT_FOUND, ERASED, DATA_LOSS. */
  async ofRun(runId: string): Promise<UsageRecord> {
    await this.#runs.load(runId);
    const { record, isNew } = await this.#count(runId);
    if (isNew) await this.#keep(new Map([[runId, record]]));
    return record;
  }

  /** Of every run that is not erased, in order of creation; `sees` says which ones count. Errors: DATA_LOSS. */
  async *all(sees?: (runId: string) => Promise<boolean>): AsyncIterable<{ runId: string; record: UsageRecord }> {
    const kept = new Map<string, UsageRecord>();
    for await (const ids of inParts(this.#runs.index.runIds(), runsAtOnce)) {
      const counted = await Promise.all(ids.map((runId) => this.#seen(runId, sees)));
      for (const one of counted.flat()) {
        if (one.isNew) kept.set(one.runId, one.record);
        yield one;
      }
      if (kept.size >= keptAtOnce) await this.#keep(kept);
    }
    await this.#keep(kept);
  }

  /** One that is erased in the middle of it counts for nothing, as one that was erased before. */
  async #seen(runId: string, sees: ((runId: string) => Promise<boolean>) | undefined) {
    if (sees && !(await sees(runId))) return [];
    try {
      return [{ runId, ...(await this.#count(runId)) }];
    } catch (error) {
      if (error instanceof DomainError && error.reason === "ERASED") return [];
      throw error;
    }
  }

  async #keep(kept: Map<string, UsageRecord>): Promise<void> {
    const { store, owner } = this.#runs.parts;
    const records = [...kept].map(([runId, record]) => usageSpace.set(runId, record));
    kept.clear();
    if (records.length > 0) await store.commit({ owner, records });
  }

  async #count(runId: string): Promise<{ record: UsageRecord; isNew: boolean }> {
    const { store, owner } = this.#runs.parts;
    const head = await store.head(owner, runId);
    const last = this.#known.get(runId) ?? (await this.#kept(runId));
    if (last?.record.seq === head.seq && last.record.headHash === head.hash) {
      this.#known.set(runId, last);
      return { record: last.record, isNew: false };
    }
    const { record: base, keptSeq } = await this.#base(runId, last);
    const counting = new Counting(this.#runs, base);
    for (let seq = base.seq; seq < head.seq; ) {
      const events = await this.#runs.events(runId, seq + 1, eventsAtOnce);
      for (const one of events) await counting.add(one);
      if (events.length === 0) break;
      seq = events.at(-1)?.seq ?? seq;
    }
    const { record } = counting;
    const isNew = record.seq - keptSeq >= keepEvery;
    this.#known.set(runId, { record, keptSeq: isNew ? record.seq : keptSeq });
    return { record, isNew };
  }

  /** What to go on from: what was counted last, where the journal still has its event; else the beginning. */
  async #base(runId: string, last: Known | undefined): Promise<Known> {
    const { store, owner } = this.#runs.parts;
    if (last) {
      const [event] = await store.read(owner, runId, { fromSeq: last.record.seq, limit: 1 });
      if (event?.hash === last.record.headHash) return last;
    }
    return { record: create(UsageRecordSchema, { version, stream: runId, headHash: emptyHead.hash }), keptSeq: 0 };
  }

  /** What the store has of it, by this counting. */
  async #kept(runId: string): Promise<Known | undefined> {
    const record = await this.#runs.index.get(usageSpace, runId);
    return record?.version === version ? { record, keptSeq: record.seq } : undefined;
  }
}

async function* inParts<T>(all: AsyncIterable<T>, size: number): AsyncIterable<T[]> {
  let part: T[] = [];
  for await (const one of all) {
    part.push(one);
    if (part.length < size) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}

/** What was used in one run while its events are gone through. */
class Counting {
  readonly #runs: Runs;
  readonly #stream: string;
  readonly #sums: DaySums;
  readonly #open: Map<string, Whose>;
  /** Open turns in which a model was asked. */
  readonly #asked: Set<string>;
  #at: { seq: number; hash: string };

  constructor(runs: Runs, { stream, days, open, seq, headHash }: UsageRecord) {
    this.#runs = runs;
    this.#stream = stream;
    this.#sums = new DaySums(days);
    this.#open = new Map(open.map(({ id, issuer, subject }) => [id, { issuer, subject }]));
    this.#asked = new Set(open.flatMap(({ id, askedModel }) => (askedModel ? [id] : [])));
    this.#at = { seq, hash: headHash };
  }

  get record(): UsageRecord {
    const open = [...this.#open].map(([id, whose]) => ({ id, ...whose, askedModel: this.#asked.has(id) }));
    const { seq, hash: headHash } = this.#at;
    return create(UsageRecordSchema, { version, stream: this.#stream, seq, headHash, days: this.#sums.days, open });
  }

  async add({ seq, hash, event: { event, actor, timeIso } }: EventAt): Promise<void> {
    this.#at = { seq, hash };
    switch (event.case) {
      case "turnStarted":
        this.#open.set(event.value.turnId, whoseOf(actor));
        break;
      case "turnEnded":
        this.#open.delete(event.value.turnId);
        this.#asked.delete(event.value.turnId);
        break;
      case "attemptRecorded":
        await this.#addAttempt(event.value, timeIso, actor);
        break;
      case "toolRequested":
        this.#open.set(event.value.requestId, this.#askedBy(event.value.turnId, actor));
        break;
      case "toolFinished":
        if (event.value.status !== "REFUSED")
          this.#sums.add(timeIso, this.#open.get(event.value.requestId) ?? whoseOf(actor), { toolCalls: 1 });
        this.#open.delete(event.value.requestId);
        break;
      default:
    }
  }

  /** What a model or the kernel does in a turn is done for whoever began it. */
  #askedBy(turnId: string, actor: Principal | undefined): Whose {
    const isPerson = actor?.kind === Principal_Kind.USER;
    return (isPerson ? undefined : this.#open.get(turnId)) ?? whoseOf(actor);
  }

  async #addAttempt({ attempt: ref }: AttemptRecorded, timeIso: string, actor: RunEvent["actor"]): Promise<void> {
    if (!ref) return;
    const { turnId, model, inputTokens, outputTokens } = await this.#runs.reader.read(ModelAttemptSchema, ref);
    const used = {
      modelCalls: 1,
      callsWithoutTokens: Number(inputTokens + outputTokens === 0),
      inputTokens: BigInt(inputTokens),
      outputTokens: BigInt(outputTokens),
    };
    const whose = this.#askedBy(turnId, actor);
    this.#sums.add(timeIso, whose, used, model);
    if (this.#open.has(turnId) && !this.#asked.has(turnId)) this.#sums.add(timeIso, whose, { turns: 1 });
    this.#asked.add(turnId);
  }
}

const whoseOf = (actor: Principal | undefined): Whose => ({
  issuer: actor?.issuer ?? "",
  subject: actor?.name ?? "",
});
