import { isDigest } from "#kit/digest.ts";
import { sha256Hex } from "../../sha256.ts";
import { eventsPerPage, pageSize, recordsPerPage } from "../page.ts";
import { blobNotFound, dataLoss } from "../refusals.ts";
import type { Head, ListRange, StoredEvent } from "../store.ts";
import type { BlobFiles } from "./blob-files.ts";
import { type Database, entriesOf } from "./database.ts";
import { blobKey, escapeName, eventKey, parseKey, positionKey, recordPrefix, successor } from "./keys.ts";
import type { Present } from "./present.ts";
import { unseal } from "./seal.ts";
import { decodePosition, decodeStored, eventLost } from "./stored-event.ts";

/** Up to so many events one by one, synchronously; an iterator pays off only above. */
const singlyMax = 16;

/** The reads of the store: nothing leaves here that was not checked against its digest, its chain or its check. */
export class CheckedReads {
  readonly #db: Database;
  readonly #present: Present;
  readonly #files: BlobFiles;

  constructor(db: Database, present: Present, files: BlobFiles) {
    this.#db = db;
    this.#present = present;
    this.#files = files;
  }

  async events(owner: string, stream: string, fromSeq = 1, limit?: number): Promise<StoredEvent[]> {
    const head = this.#present.head(owner, stream);
    const from = Math.max(1, Math.floor(fromSeq));
    const to = Math.min(head.seq, from - 1 + pageSize(limit, eventsPerPage));
    if (to < from) return [];
    // One event more than asked for, because it names the hash of the last one; the head does so for the very last.
    const values = await this.#eventValues(owner, stream, from, Math.min(to + 1, head.seq));
    const events = values.map((value, index) => decodeStored(owner, stream, from + index, value));
    checkChain(events, head);
    return events.slice(0, to - from + 1);
  }

  /** Events of an owner after a position, in order and without a gap. */
  async page(owner: string, after: bigint): Promise<StoredEvent[]> {
    const first = after + 1n;
    const last = BigInt(Math.min(Number(this.#present.position(owner)), Number(after) + eventsPerPage));
    const range = { gte: positionKey(owner, first), lt: positionKey(owner, last + 1n), limit: eventsPerPage };
    const entries = await entriesOf(this.#db, range);
    const events: StoredEvent[] = [];
    for (let position = first; position <= last; position += 1n)
      events.push(await this.#eventAt(owner, position, entries[Number(position - first)]));
    return events;
  }

  async blob(owner: string, digest: string): Promise<Uint8Array> {
    if (!isDigest(digest)) throw blobNotFound(digest);
    const bytes = this.#present.value(blobKey(owner, digest));
    if (bytes && sha256Hex(bytes) !== digest) throw dataLoss(`artifact ${digest} is damaged`, { digest });
    if (bytes) return bytes;
    if (this.#present.blobFileSize(owner, digest) === undefined) throw blobNotFound(digest);
    return this.#files.read(owner, digest);
  }

  blobSize(owner: string, digest: string): number | undefined {
    if (!isDigest(digest)) return undefined;
    return this.#present.value(blobKey(owner, digest))?.length ?? this.#present.blobFileSize(owner, digest);
  }

  async records(owner: string, space: string, { prefix = "", after, limit, reverse = false }: ListRange) {
    const base = recordPrefix(owner, space);
    const above = successor(base + prefix)!;
    const bounds = { gte: base + prefix, lt: above };
    if (after !== undefined && reverse && Buffer.compare(Buffer.from(base + after), Buffer.from(above)) < 0)
      bounds.lt = base + after;
    if (after !== undefined && !reverse) bounds.gte = larger(bounds.gte, `${base}${after}\0`);
    const entries = await entriesOf(this.#db, { ...bounds, limit: pageSize(limit, recordsPerPage), reverse });
    return entries.map(([key, value]) => ({ key: key.slice(base.length), value: unseal(key, value) }));
  }

  /** Found by their first keys: one look for each owner. */
  async owners(): Promise<string[]> {
    const owners: string[] = [];
    for (let from = behind(""); ; ) {
      const [first] = await entriesOf(this.#db, { gte: from, limit: 1 });
      if (!first) return owners;
      const owner = parseKey(first[0])?.owner;
      if (!owner) throw dataLoss("the database has a key that this store does not write", { key: first[0] });
      owners.push(owner);
      from = behind(escapeName(owner));
    }
  }

  async #eventValues(owner: string, stream: string, from: number, to: number) {
    if (to - from < singlyMax)
      return Array.from({ length: to - from + 1 }, (_, n) => this.#present.value(eventKey(owner, stream, from + n)));
    const range = { gte: eventKey(owner, stream, from), lt: eventKey(owner, stream, to + 1), limit: to - from + 1 };
    const found = new Map(await entriesOf(this.#db, range));
    return Array.from({ length: to - from + 1 }, (_, n) => found.get(eventKey(owner, stream, from + n)));
  }

  async #eventAt(owner: string, position: bigint, entry: [string, Uint8Array] | undefined): Promise<StoredEvent> {
    const place = entry?.[0] === positionKey(owner, position) ? decodePosition(entry[1]) : undefined;
    const [event] = place ? await this.events(owner, place.stream, place.seq, 1) : [];
    if (event?.position === position) return event;
    throw dataLoss(`position ${position} of owner ${owner} is damaged`, { owner, position: String(position) });
  }
}

const checkChain = (events: readonly StoredEvent[], head: Head): void => {
  for (const [index, event] of events.entries()) {
    const named = events[index + 1]?.prevHash ?? (event.seq === head.seq ? head.hash : event.hash);
    if (event.hash !== named) throw eventLost(event.owner, event.stream, event.seq, "does not fit its chain");
  }
};

const larger = (a: string, b: string): string => (Buffer.compare(Buffer.from(a), Buffer.from(b)) > 0 ? a : b);

/** Behind all keys that begin with this name and a separator, and before every longer name: `"` follows `!`, and no name has it. */
const behind = (name: string): string => `${name}"`;
