import type { ArtifactRef } from "../../../gen/pincite/artifact/v1/artifact_ref_pb.ts";
import type { OpenTurn, ToolCallIndex } from "../../../gen/pincite/journal/v1/run_index_pb.ts";
import type { TelemetryRecord } from "../../../gen/pincite/receipt/v1/telemetry_record_pb.ts";
import type { ListRange, Store } from "../../store/store.ts";
import { decidedSpace, grantedSpace, pendingSpace } from "./decision-spaces.ts";
import { inOrder, type Space, seqOf } from "./index-space.ts";
import { openToolSpace, openTurnSpace, telemetrySpace } from "./kept-spaces.ts";
import {
  artifactSpace,
  receiptSpace,
  requestSpace,
  resultSpace,
  runCallSpace,
  runReceiptSpace,
  runSpace,
  talkSpace,
} from "./run-spaces.ts";

/** A record as read. */
export interface Row<V> {
  readonly key: string;
  readonly value: V;
}

/** A run that recorded an artifact: when it first did, and its last event that did. */
export interface Recorder {
  readonly runId: string;
  readonly firstIso: string;
  readonly lastSeq: number;
}

/** Which part of a list is wanted. `after` is the key or id of the row before; `limit` defaults to 100. */
export interface Part {
  readonly after?: string | undefined;
  readonly limit?: number;
  readonly newestFirst?: boolean;
}

/** Rows of a space that are read in one go where all are wanted. */
const rowsAtOnce = 256;

/** Reads the records beside the journal. Nothing else reads them, and nothing here writes. */
export class RunIndex {
  readonly #store: Store;
  readonly #owner: string;

  constructor(store: Store, owner: string) {
    this.#store = store;
    this.#owner = owner;
  }

  /** Ids of runs in order of creation. */
  async runs(part: Part = {}): Promise<string[]> {
    return (await this.page(runSpace, part)).map(({ key }) => key);
  }

  /** The runs that recorded an artifact, in the order in which they first did. Among more than `max`, the oldest runs. */
  async recorders(digest: string, max = 1): Promise<Recorder[]> {
    const byRun = new Map<string, Recorder>();
    for (let after: string | undefined; ; ) {
      const rows = await this.page(artifactSpace, { after, limit: rowsAtOnce }, `${digest}/`);
      for (const { key, value } of rows) {
        const runId = key.slice(digest.length + 1, -9);
        const known = byRun.get(runId);
        if (!known && byRun.size >= Math.max(max, recordersMin)) return inFirstOrder(byRun, max);
        const firstIso = known && known.firstIso < value ? known.firstIso : value;
        byRun.set(runId, { runId, firstIso, lastSeq: seqOf(key) });
      }
      if (rows.length < rowsAtOnce) return inFirstOrder(byRun, max);
      after = rows.at(-1)?.key;
    }
  }

  /** The last event of a run that recorded an artifact; undefined: none did. */
  async recordedAt(digest: string, runId: string): Promise<number | undefined> {
    const [last] = await this.page(artifactSpace, { limit: 1, newestFirst: true }, `${digest}/${runId}/`);
    return last && seqOf(last.key);
  }

  /** The last conversation entries of a run, newest first. */
  async lastSaid(runId: string, limit: number): Promise<ArtifactRef[]> {
    const rows = await this.page(talkSpace, { limit, newestFirst: true }, `${runId}/`);
    return rows.flatMap(({ value: { ref } }) => (ref ? [ref] : []));
  }

  /** Ids of the tool requests of a run in order of time. */
  async toolRequests(runId: string, { after, ...part }: Part): Promise<string[]> {
    const prefix = `${runId}/`;
    const from = after === undefined ? {} : { after: `${prefix}${after}` };
    const rows = await this.page(runCallSpace, { ...part, ...from }, prefix);
    return rows.map(({ key }) => key.slice(prefix.length));
  }

  /** A tool call by the id of its request, its result or its receipt; undefined: there is none of that id. */
  toolCall(id: string): Promise<ToolCallIndex | undefined> {
    if (id.startsWith("toolres:")) return this.get(resultSpace, id);
    return id.startsWith("receipt:") ? this.get(receiptSpace, id) : this.get(requestSpace, id);
  }

  /** Calls of a run that have a receipt, in order of number; `after` is the event that ended the call before. */
  async receipts(runId: string, after: number | undefined, part: Omit<Part, "after">): Promise<ToolCallIndex[]> {
    const from = after === undefined ? {} : { after: `${runId}/${inOrder(after)}` };
    return (await this.page(runReceiptSpace, { ...part, ...from }, `${runId}/`)).map(({ value }) => value);
  }

  /** The call with a receipt that an event of a run ended. */
  receiptAt(runId: string, seq: number): Promise<ToolCallIndex | undefined> {
    return this.get(runReceiptSpace, `${runId}/${inOrder(seq)}`);
  }

  /** What waits, oldest first: request ids with their runs. */
  async pending(part: Part): Promise<{ requestId: string; runId: string }[]> {
    return (await this.page(pendingSpace, part)).map(({ key, value }) => ({ requestId: key, runId: value }));
  }

  /** The event that first decided about a request. */
  async firstDecision(requestId: string): Promise<number | undefined> {
    const [row] = await this.page(decidedSpace, { limit: 1 }, `${requestId}/`);
    return row && seqOf(row.key);
  }

  /** The last event before `seq` that gave a run a grant for a tool. */
  async grantBefore(runId: string, toolName: string, seq: number): Promise<number | undefined> {
    const prefix = `${runId}/${toolName}/`;
    const range = { after: `${prefix}${inOrder(seq)}`, newestFirst: true, limit: 1 };
    const [row] = await this.page(grantedSpace, range, prefix);
    return row && seqOf(row.key);
  }

  /** The counts of a run as they were kept. */
  telemetry(runId: string): Promise<TelemetryRecord | undefined> {
    return this.get(telemetrySpace, runId);
  }

  /** Turns under way, by run. */
  openTurns(part: Part): Promise<Row<OpenTurn>[]> {
    return this.page(openTurnSpace, part);
  }

  /** Calls under way that may change something, by `<run>/<request>`. */
  openTools(part: Part): Promise<Row<true>[]> {
    return this.page(openToolSpace, part);
  }

  /** The record of a space under a key. */
  async get<V>(space: Space<V>, key: string): Promise<V | undefined> {
    const bytes = await this.#store.record(this.#owner, space.name, key);
    return bytes && space.value.decode(bytes);
  }

  /** Records of a space in order of key. */
  async page<V>(space: Space<V>, part: Part = {}, prefix = ""): Promise<Row<V>[]> {
    const rows = await this.#rows(space.name, part, prefix);
    return rows.map(({ key, value }) => ({ key, value: space.value.decode(value) }));
  }

  /** Keys of a space by its name, in order: for a rebuild, which also empties spaces that are no more. */
  async keys(name: string, limit: number): Promise<string[]> {
    return (await this.#rows(name, { limit }, "")).map(({ key }) => key);
  }

  #rows(name: string, { after, limit = 100, newestFirst = false }: Part, prefix: string) {
    const range: ListRange = { prefix, limit, reverse: newestFirst, ...(after === undefined ? {} : { after }) };
    return this.#store.list(this.#owner, name, range);
  }
}

/** So many runs are compared by time, though fewer are asked for: who recorded first need not be the oldest run. */
const recordersMin = 101;

const inFirstOrder = (byRun: ReadonlyMap<string, Recorder>, max: number): Recorder[] =>
  [...byRun.values()]
    .sort((a, b) => (a.firstIso < b.firstIso ? -1 : a.firstIso > b.firstIso ? 1 : a.runId < b.runId ? -1 : 1))
    .slice(0, max);
