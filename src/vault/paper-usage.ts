import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { Recent } from "#kit/recent.ts";
import { type UsageRecord, UsageRecordSchema } from "../../gen/pincite/usage/v1/usage_record_pb.ts";
import type { DocRecord } from "../../gen/pincite/vault/v1/doc_pb.ts";
import { DomainError } from "../error.ts";
import { emptyHead, type RecordChange, type Store } from "../store/store.ts";
import { DaySums } from "../usage/day-sums.ts";
import { streamOf } from "./strand/chain.ts";
import { takenInBy } from "./strand/journal-events.ts";
import { StrandList } from "./strand/strand-list.ts";

/** Raised when the counting changes: older records are then counted again. */
const version = 1;
/** Name of the space in which it is kept how much was put into each strand. */
const space = "vault-usage";
/** Days that are remembered over all strands: some hundred bytes each. */
const daysMax = 100_000;
const strandsAtOnce = 64;
const eventsAtOnce = 100;

/** How many bytes of papers were put into strands, by whom and when, from their journals. A strand is counted on from where it was last. */
export class PaperUsage {
  readonly #store: Store;
  readonly #owner: string;
  readonly #known = new Recent<string, UsageRecord>(daysMax, ({ days }) => 1 + days.length);

  constructor(store: Store, owner: string) {
    this.#store = store;
    this.#owner = owner;
  }

  /** Of every strand, the newest first; `sees` says which ones count. Errors: DATA_LOSS. */
  async *all(sees?: (strandId: string) => Promise<boolean>): AsyncIterable<UsageRecord> {
    const list = new StrandList(this.#store, this.#owner);
    for (let before: number | undefined; ; ) {
      const { strands, next } = await list.page(before, strandsAtOnce);
      const counted = await Promise.all(strands.map(({ strandId }) => this.#seen(strandId, sees)));
      const found = counted.flat();
      await this.#keep(found.flatMap(({ change }) => change));
      for (const { record } of found) yield record;
      if (next === undefined) return;
      before = next;
    }
  }

  /** A journal that is erased in the middle of it is followed by another one, which is counted when it is asked for again. */
  async #seen(strandId: string, sees: ((strandId: string) => Promise<boolean>) | undefined) {
    if (sees && !(await sees(strandId))) return [];
    try {
      return [await this.#count(strandId)];
    } catch (error) {
      if (error instanceof DomainError && error.reason === "ERASED") return [];
      throw error;
    }
  }

  async #keep(records: readonly RecordChange[]): Promise<void> {
    if (records.length > 0) await this.#store.commit({ owner: this.#owner, records });
  }

  async #count(strandId: string): Promise<{ record: UsageRecord; change: RecordChange[] }> {
    const stream = await this.#streamOf(strandId);
    const head = await this.#store.head(this.#owner, stream);
    const base = await this.#base(strandId, stream);
    if (base.seq === head.seq && base.headHash === head.hash) {
      this.#known.set(strandId, base);
      return { record: base, change: [] };
    }
    const sums = new DaySums(base.days);
    let at = { seq: base.seq, hash: base.headHash };
    while (at.seq < head.seq) {
      const range = { fromSeq: at.seq + 1, limit: eventsAtOnce };
      const events = await this.#store.read(this.#owner, stream, range);
      for (const event of events) {
        const { records = [], takenInBy: by } = takenInBy(event) ?? {};
        const whose = { issuer: by?.issuer ?? "", subject: by?.name ?? "" };
        for (const one of records) {
          const paperBytes = bytesOf(one);
          if (paperBytes > 0n) sums.add(one.detail?.importedAtIso ?? "", whose, { paperBytes });
        }
        at = event;
      }
      if (events.length === 0) break;
    }
    const record = create(UsageRecordSchema, { version, stream, seq: at.seq, headHash: at.hash, days: sums.days });
    this.#known.set(strandId, record);
    return { record, change: [{ space, key: strandId, value: toBinary(UsageRecordSchema, record) }] };
  }

  /** The journal that counts: the first that was not erased. */
  async #streamOf(strandId: string): Promise<string> {
    let nth = 1;
    while ((await this.#store.erasedAt(this.#owner, streamOf(strandId, nth))) !== undefined) nth++;
    return streamOf(strandId, nth);
  }

  /** What to go on from: what is remembered or kept, where it is of this counting and of this journal; else the beginning. */
  async #base(strandId: string, stream: string): Promise<UsageRecord> {
    const record = this.#known.get(strandId) ?? (await this.#kept(strandId));
    if (record?.version === version && record.stream === stream) {
      if (record.seq === 0) return record;
      const [event] = await this.#store.read(this.#owner, stream, { fromSeq: record.seq, limit: 1 });
      if (event?.hash === record.headHash) return record;
    }
    return create(UsageRecordSchema, { version, stream, headHash: emptyHead.hash });
  }

  async #kept(strandId: string): Promise<UsageRecord | undefined> {
    const bytes = await this.#store.record(this.#owner, space, strandId);
    return bytes && fromBinary(UsageRecordSchema, bytes);
  }
}

/** What stands within another paper came with the bytes of that one. */
const bytesOf = ({ detail }: DocRecord): bigint =>
  detail && detail.parentDocUids.length === 0 ? (detail.original?.sizeBytes ?? 0n) : 0n;
