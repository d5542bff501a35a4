import { create, fromBinary } from "@bufbuild/protobuf";
import { type Principal, Principal_Kind } from "../../../gen/pincite/audit/v1/audit_meta_pb.ts";
import { type AttemptRecorded, type RunEvent, RunEventSchema } from "../../../gen/pincite/journal/v1/run_event_pb.ts";
import { type ModelAttempt, ModelAttemptSchema } from "../../../gen/pincite/model/v1/model_call_pb.ts";
import { type UsageRecord, UsageRecordSchema } from "../../../gen/pincite/usage/v1/usage_record_pb.ts";
import type { NewArtifact } from "../../run/kernel.ts";
import { type CountAt, type CountKind, KeptCounts, uncounted } from "../../store/kept-counts.ts";
import type { Head, NewEvent, Store } from "../../store/store.ts";
import { DaySums, type Whose } from "../../usage/day-sums.ts";
import type { ArtifactReader } from "./artifact-reader.ts";
import { usageSpace } from "./kept-spaces.ts";

/** Raised when the counting changes: older records are then counted again. */
const version = 1;
/** A question keeps what it counted once this many events are new: a run that was counted costs a later one a look at its head. */
const keepEvery = 8;
/** Days that are remembered over all runs: some hundred bytes each. */
const daysMax = 400_000;

/** Artifacts of a commit, which the store has not yet. */
type News = readonly NewArtifact[];

/**
 * What was used in runs, from their journals: a record of it goes to disk with the commit that ends a turn, or a call outside of one. What stands
 * in no record is counted on from the last one.
 */
export class RunUsage {
  readonly #counts: KeptCounts<UsageRecord, News>;

  constructor(store: Store, owner: string, reader: ArtifactReader) {
    this.#counts = new KeptCounts(store, owner, kindOf(reader));
  }

  /** Of one run, which is there. Errors: ERASED, DATA_LOSS. */
  ofRun(runId: string): Promise<UsageRecord> {
    return this.#counts.of({ key: runId, stream: runId });
  }

  /** Of these runs, in their order, as far as `sees` says; one that is erased counts for nothing. Errors: DATA_LOSS. */
  async *all(
    runIds: AsyncIterable<string>,
    sees?: (runId: string) => Promise<boolean>,
  ): AsyncIterable<{ runId: string; record: UsageRecord }> {
    for await (const { key, record } of this.#counts.all(streamsOf(runIds), sees)) yield { runId: key, record };
  }

  /** Counts what a commit is about to append to a run; see KeptCounts. */
  ahead(runId: string, before: Head, { events, artifacts }: { events: readonly NewEvent[]; artifacts: News }) {
    const isDue = events.some(({ type }) => endings.has(type));
    return this.#counts.ahead({ key: runId, stream: runId }, { before, events, isDue }, artifacts);
  }

  /** Lets go of a run that was erased. */
  forget(runId: string): void {
    this.#counts.drop(runId);
  }
}

/** Runs as what is counted: each under its id. */
export async function* streamsOf(runIds: AsyncIterable<string>): AsyncIterable<CountAt> {
  for await (const runId of runIds) yield { key: runId, stream: runId };
}

/** After these events nothing is used until somebody asks for it. */
const endings: ReadonlySet<string> = new Set<RunEvent["event"]["case"]>([
  "turnEnded",
  "turnSuspended",
  "toolFinished",
]) as ReadonlySet<string>;

/** Events of other kinds are not decoded. */
const counted: ReadonlySet<string> = new Set<RunEvent["event"]["case"]>([
  "turnStarted",
  "turnEnded",
  "attemptRecorded",
  "toolRequested",
  "toolFinished",
]) as ReadonlySet<string>;

const kindOf = (reader: ArtifactReader): CountKind<UsageRecord, News> => ({
  space: usageSpace,
  version,
  keepEvery,
  weigh: ({ days }) => 1 + days.length,
  weightMax: daysMax,
  begin: (stream) => create(UsageRecordSchema, { version, stream, ...uncounted }),
  goOn: (record, news = []) => new Counting(reader, record, news),
});

/** What was used in one run while its events are gone through. */
class Counting {
  readonly #reader: ArtifactReader;
  readonly #news: News;
  readonly #stream: string;
  readonly #sums: DaySums;
  readonly #open: Map<string, Whose>;
  /** Open turns in which a model was asked. */
  readonly #asked: Set<string>;

  constructor(reader: ArtifactReader, { stream, days, open }: UsageRecord, news: News) {
    this.#reader = reader;
    this.#news = news;
    this.#stream = stream;
    this.#sums = new DaySums(days);
    this.#open = new Map(open.map(({ id, issuer, subject }) => [id, { issuer, subject }]));
    this.#asked = new Set(open.flatMap(({ id, askedModel }) => (askedModel ? [id] : [])));
  }

  record({ seq, hash: headHash }: Head): UsageRecord {
    const open = [...this.#open].map(([id, whose]) => ({ id, ...whose, askedModel: this.#asked.has(id) }));
    return create(UsageRecordSchema, { version, stream: this.#stream, seq, headHash, days: this.#sums.days, open });
  }

  async add({ type, body }: NewEvent): Promise<void> {
    if (!counted.has(type)) return;
    const { event, actor, timeIso } = fromBinary(RunEventSchema, body);
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
    const { turnId, model, inputTokens, outputTokens } = await this.#attempt(ref);
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

  #attempt(ref: NonNullable<AttemptRecorded["attempt"]>): ModelAttempt | Promise<ModelAttempt> {
    const own = this.#news.find((one) => one.ref.digest === ref.digest);
    return own ? fromBinary(ModelAttemptSchema, own.bytes) : this.#reader.read(ModelAttemptSchema, ref);
  }
}

const whoseOf = (actor: Principal | undefined): Whose => ({
  issuer: actor?.issuer ?? "",
  subject: actor?.name ?? "",
});
