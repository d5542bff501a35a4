import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { type UsageRecord, UsageRecordSchema } from "../../../gen/pincite/usage/v1/usage_record_pb.ts";
import type { DocRecord } from "../../../gen/pincite/vault/v1/doc_pb.ts";
import { type CountAt, type CountKind, KeptCounts, uncounted } from "../../store/kept-counts.ts";
import type { Head, NewEvent, RecordChange, Store } from "../../store/store.ts";
import { DaySums } from "../../usage/day-sums.ts";
import { streamOf } from "./chain.ts";
import { importedIn, takenInBy } from "./journal-events.ts";
import { StrandList } from "./strand-list.ts";

/** Raised when the counting changes: older records are then counted again. */
const version = 1;
/** Days that are remembered over all strands: some hundred bytes each. */
const daysMax = 100_000;
const strandsAtOnce = 64;

/**
 * How many bytes of papers were put into strands, by whom and when, from their journals: a record of it goes to disk with the papers. What stands
 * in no record is counted on from the last one.
 */
export class PaperUsage {
  readonly #store: Store;
  readonly #owner: string;
  readonly #counts: KeptCounts<UsageRecord>;

  constructor(store: Store, owner: string) {
    this.#store = store;
    this.#owner = owner;
    this.#counts = new KeptCounts(store, owner, kind);
  }

  /** Of every strand, the newest first; `sees` says which ones count. Errors: DATA_LOSS. */
  async *all(sees?: (strandId: string) => Promise<boolean>): AsyncIterable<UsageRecord> {
    for await (const { record } of this.#counts.all(this.#strands(), sees)) yield record;
  }

  /** Counts what a commit is about to append to a strand's journal; see KeptCounts. */
  ahead(strandId: string, stream: string, before: Head, events: readonly NewEvent[]) {
    return this.#counts.ahead({ key: strandId, stream }, { before, events, isDue: events.some(importedIn) });
  }

  /** The change that takes away what was counted of a journal that is erased. */
  drop(strandId: string): RecordChange {
    return this.#counts.drop(strandId);
  }

  async *#strands(): AsyncIterable<CountAt> {
    const list = new StrandList(this.#store, this.#owner);
    for (let before: number | undefined; ; ) {
      const { strands, next } = await list.page(before, strandsAtOnce);
      yield* await Promise.all(strands.map(({ strandId }) => this.#journalOf(strandId)));
      if (next === undefined) return;
      before = next;
    }
  }

  /** The journal that counts: the first that was not erased. */
  async #journalOf(strandId: string): Promise<CountAt> {
    let nth = 1;
    while ((await this.#store.erasedAt(this.#owner, streamOf(strandId, nth))) !== undefined) nth++;
    return { key: strandId, stream: streamOf(strandId, nth) };
  }
}

const kind: CountKind<UsageRecord> = {
  space: {
    name: "vault-usage",
    value: {
      encode: (record) => toBinary(UsageRecordSchema, record),
      decode: (bytes) => fromBinary(UsageRecordSchema, bytes),
    },
  },
  version,
  keepEvery: 1,
  weigh: ({ days }) => 1 + days.length,
  weightMax: daysMax,
  begin: (stream) => create(UsageRecordSchema, { version, stream, ...uncounted }),
  goOn: ({ stream, days }) => {
    const sums = new DaySums(days);
    return {
      add: (event) => addPapers(sums, event),
      record: ({ seq, hash: headHash }) =>
        create(UsageRecordSchema, { version, stream, seq, headHash, days: sums.days }),
    };
  },
};

const addPapers = (sums: DaySums, event: NewEvent): void => {
  const { records = [], takenInBy: by } = takenInBy(event) ?? {};
  const whose = { issuer: by?.issuer ?? "", subject: by?.name ?? "" };
  for (const one of records) {
    const paperBytes = bytesOf(one);
    if (paperBytes > 0n) sums.add(one.detail?.importedAtIso ?? "", whose, { paperBytes });
  }
};

/** What stands within another paper came with the bytes of that one. */
export const bytesOf = ({ detail }: DocRecord): bigint =>
  detail && detail.parentDocUids.length === 0 ? (detail.original?.sizeBytes ?? 0n) : 0n;
