import { isDigest } from "#kit/digest.ts";
import { sha256Hex } from "../../sha256.ts";
import type { OrderedMap } from "../ordered-map.ts";
import { eventsPerPage, pageSize, recordsPerPage } from "../page.ts";
import { artifactErased, blobNotFound, dataLoss, noOutcome } from "../refusals.ts";
import type { Commit, Committed, Head, IdempotencyState, ListRange, StoredEvent } from "../store.ts";
import type { EventPage } from "../watch-feed.ts";
import type { BlobFiles } from "./blob-files.ts";
import { after as behindRecord, eventLost, eventsIn, type NumberedRecord } from "./commit-record.ts";
import {
  commitKey,
  erasedKey,
  escapeName,
  headKey,
  idempotencyKey,
  locatorPrefix,
  numberIn,
  parseKey,
  positionIn,
  positionKey,
  recordPrefix,
  scopeKey,
  successor,
  unescapeName,
} from "./keys.ts";
import { ListReads } from "./list-reads.ts";
import { decodeLocator, isInFile, type Locator } from "./locator.ts";
import { decodePlace, type Place } from "./place.ts";
import type { Present } from "./present.ts";
import { decodeScope, heldArtifact } from "./scope-reads.ts";
import { isKeyLost } from "./secrets/key-file.ts";

/** Up to so many records one by one, synchronously; an iterator pays off only above. */
const singlyMax = 16;

/** Scopes that are asked for an artifact: those of the others hold the same bytes. */
const scopesAsked = 16;

/** Scopes read in one go where all are wanted. */
const scopesAtOnce = 1_000;

/** The reads of the store: nothing leaves here that was not checked against its digest, its chain or its check. */
export class CheckedReads {
  readonly lists: ListReads;
  readonly #map: OrderedMap;
  readonly #present: Present;
  readonly #files: Pick<BlobFiles, "read">;

  constructor(map: OrderedMap, present: Present, files: Pick<BlobFiles, "read">) {
    this.#map = map;
    this.#present = present;
    this.#files = files;
    this.lists = new ListReads(present);
  }

  async events(owner: string, stream: string, fromSeq = 1, limit?: number): Promise<StoredEvent[]> {
    this.#present.refuseErased(owner, stream);
    const head = this.#present.head(owner, stream);
    const from = Math.max(1, Math.floor(fromSeq));
    const to = Math.min(head.seq, from - 1 + pageSize(limit, eventsPerPage));
    if (to < from) return [];
    // One event more than asked for, because it names the hash of the last one; the head does so for the very last.
    const between = () => this.#eventsBetween(owner, stream, from, Math.min(to + 1, head.seq));
    // In the middle of it the stream may be packed: what is not where it was is looked for once more.
    const events = await between().catch(between);
    checkChain(events, head);
    return events.filter(({ seq }) => seq >= from && seq <= to);
  }

  /** Events of an owner after a position, but for erased ones without a gap: a page of them, or the rest of the record that ends it. */
  async page(owner: string, after: bigint): Promise<EventPage> {
    const newest = this.#present.owner(owner).position;
    const last = BigInt(Math.min(Number(newest), Number(after) + eventsPerPage));
    if (last <= after) return { events: [], upTo: after };
    const start = await this.#placeWith(owner, after + 1n);
    const range = { gte: positionKey(owner, start), lt: positionKey(owner, last + 1n), limit: eventsPerPage };
    const events: StoredEvent[] = [];
    let at = start;
    const places = await this.#map.entries(range);
    await this.#map.soon?.(places.flatMap(([key, value]) => keysOf(owner, decodePlace(key, value))));
    for (const [key, value] of places) {
      if (key !== positionKey(owner, at)) throw positionLost(owner, at);
      const place = decodePlace(key, value);
      const found = await this.#eventsAt(owner, place);
      if (found && (found.length !== place.events || found[0]?.position !== at)) throw positionLost(owner, at);
      events.push(...(found ?? []));
      at += BigInt(place.events);
    }
    if (at <= last) throw positionLost(owner, at);
    return { events: events.filter(({ position }) => position > after), upTo: at - 1n };
  }

  /** Undefined where they were erased, before this began or meanwhile. */
  async #eventsAt(owner: string, { scope, number, events }: Place): Promise<StoredEvent[] | undefined> {
    try {
      return await this.events(owner, scope, number, events);
    } catch (error) {
      if (this.#present.erased(owner, scope)) return undefined;
      throw error;
    }
  }

  /** The bytes as the first scope has them whole. */
  async blob(owner: string, digest: string): Promise<Uint8Array> {
    if (!isDigest(digest)) throw blobNotFound(digest);
    let damage: unknown;
    let asked = 0;
    for await (const [scope, locator] of this.#held(owner, digest)) {
      if (asked++ === scopesAsked) break;
      try {
        return await this.#artifact(owner, digest, scope, locator());
      } catch (error) {
        damage ??= error;
      }
    }
    throw damage ?? blobNotFound(digest);
  }

  /** As the first scope says that can be read. */
  async blobSize(owner: string, digest: string): Promise<number | undefined> {
    if (!isDigest(digest)) return undefined;
    for await (const [, locator] of this.#held(owner, digest)) return locator().sizeBytes;
    return undefined;
  }

  async scopesOf(owner: string, digest: string): Promise<string[]> {
    if (!isDigest(digest)) return [];
    const found: string[] = [];
    for await (const [scope] of this.#locators(owner, digest))
      if (!this.#present.erased(owner, scope)) found.push(scope);
    return found.sort();
  }

  /** The number of a scope's last record, or for a stream of its last event; 0 for none. Errors: DATA_LOSS. */
  lastRecord(owner: string, scope: string): number {
    if (scope === "") return this.#present.owner(owner).ownNumber;
    const key = scopeKey(owner, scope);
    const stored = this.#present.value(key);
    return stored ? decodeScope(key, stored) : this.#present.head(owner, scope).seq;
  }

  /** By the records of the scope, whose numbers have no gaps. */
  async artifactsOf(owner: string, scope: string): Promise<string[]> {
    this.#present.refuseErased(owner, scope);
    const last = this.lastRecord(owner, scope);
    const found = new Set<string>();
    for (let number = 1; number <= last; ) {
      const record = this.#present.records.at(owner, scope, number);
      if (!record) throw dataLoss(`record ${number} of scope ${scope} of owner ${owner} is missing`, { owner, scope });
      for (const bytes of record.artifacts) found.add(sha256Hex(bytes));
      for (const digest of record.outside) found.add(digest);
      number += Math.max(1, record.events.length);
    }
    return [...found];
  }

  /** The head that a commit came to; undefined: it is not there. */
  async outcome({ owner, stream, expect, events = [], id }: Commit): Promise<Committed | undefined> {
    if (stream === undefined || !expect || events.length === 0 || id === undefined) throw noOutcome();
    this.#present.refuseErased(owner, stream);
    const record = this.#present.records.at(owner, stream, expect.seq + 1);
    if (record?.commitId !== id) return undefined;
    const last = eventsIn(owner, stream, expect.seq + 1, record).at(-1);
    return last && { head: { seq: last.seq, hash: last.hash }, position: last.position };
  }

  async idempotency(owner: string, key: string): Promise<IdempotencyState | undefined> {
    const command = this.#present.command(idempotencyKey(owner, key));
    if (!command?.answerAt) return command;
    const { scope, number, index } = command.answerAt;
    this.#present.refuseErased(owner, scope);
    const found = this.#present.records.at(owner, scope, number)?.answers[index];
    if (found?.key !== key) throw dataLoss("the answer of a command is not where it should be", { owner, key });
    return { payloadDigest: command.payloadDigest, answer: found.answer };
  }

  async records(owner: string, space: string, { prefix = "", after, limit, reverse = false }: ListRange) {
    const base = recordPrefix(owner, space);
    const above = successor(base + prefix)!;
    const bounds = { gte: base + prefix, lt: above };
    if (after !== undefined && reverse && Buffer.compare(Buffer.from(base + after), Buffer.from(above)) < 0)
      bounds.lt = base + after;
    if (after !== undefined && !reverse) bounds.gte = larger(bounds.gte, `${base}${after}\0`);
    const entries = await this.#map.entries({ ...bounds, limit: pageSize(limit, recordsPerPage), reverse });
    return entries.flatMap(([key, stored]) => {
      const value = this.#present.derivedIn(key, stored);
      return value ? [{ key: key.slice(base.length), value }] : [];
    });
  }

  /** Found by their first keys: one look for each owner. */
  async owners(): Promise<string[]> {
    const owners: string[] = [];
    for (let from = behind(""); ; ) {
      const [first] = await this.#map.entries({ gte: from, limit: 1 });
      if (!first) return owners;
      const owner = parseKey(first[0])?.owner;
      if (!owner) throw dataLoss("the database has a key that this store does not write", { key: first[0] });
      owners.push(owner);
      from = behind(escapeName(owner));
    }
  }

  /** The events of all records that have one of these. */
  async #eventsBetween(owner: string, stream: string, from: number, to: number): Promise<StoredEvent[]> {
    const first = await this.#recordWith(owner, stream, from);
    const stored = await this.#values(owner, stream, first, to);
    const events: StoredEvent[] = [];
    for (let number = first; number <= to; )
      for (const one of this.#recordsOf(owner, stream, number, stored(number))) {
        if (one.record.events.length === 0) throw eventLost(owner, stream, number, "is missing");
        number = behindRecord(one);
        if (number > from && one.number <= to) events.push(...eventsIn(owner, stream, one.number, one.record));
      }
    return events;
  }

  #recordsOf(owner: string, stream: string, number: number, value: Uint8Array | undefined): readonly NumberedRecord[] {
    if (!value) throw eventLost(owner, stream, number, "is missing");
    try {
      return this.#present.records.of(commitKey(owner, stream, number), value);
    } catch (error) {
      if (isKeyLost(error)) throw error;
      throw eventLost(owner, stream, number, "is damaged", error);
    }
  }

  /** The number in the key that has an event, if it is there. */
  async #recordWith(owner: string, stream: string, seq: number): Promise<number> {
    if (this.#present.value(commitKey(owner, stream, seq))) return seq;
    const range = { gte: commitKey(owner, stream, 1), lt: commitKey(owner, stream, seq + 1), limit: 1, reverse: true };
    const [before] = await this.#map.entries(range);
    if (!before) throw eventLost(owner, stream, seq, "is missing");
    return numberIn(before[0]);
  }

  async #values(owner: string, stream: string, from: number, to: number) {
    const range = { gte: commitKey(owner, stream, from), lt: commitKey(owner, stream, to + 1), limit: to - from + 1 };
    const found = to - from < singlyMax ? undefined : new Map(await this.#map.entries(range));
    return (number: number): Uint8Array | undefined => {
      const key = commitKey(owner, stream, number);
      return found ? found.get(key) : this.#present.value(key);
    };
  }

  /** The position that the record with this one begins at. */
  async #placeWith(owner: string, position: bigint): Promise<bigint> {
    if (this.#present.value(positionKey(owner, position))) return position;
    const range = { gte: positionKey(owner, 1n), lt: positionKey(owner, position), limit: 1, reverse: true };
    const [before] = await this.#map.entries(range);
    if (!before) throw positionLost(owner, position);
    return positionIn(before[0]);
  }

  /** Where scopes hold an artifact that were not erased. Errors: ERASED where there were none but erased ones. */
  async *#held(owner: string, digest: string): AsyncGenerator<readonly [scope: string, locator: () => Locator]> {
    let isHeld = false;
    let erasedMs: number | undefined;
    for await (const [scope, key, value] of this.#locators(owner, digest)) {
      const erased = this.#present.erased(owner, scope);
      if (erased) {
        erasedMs = Math.max(erasedMs ?? 0, erased.timeMs);
        continue;
      }
      isHeld = true;
      yield [scope, () => decodeLocator(key, value)];
    }
    if (!isHeld && erasedMs !== undefined) throw artifactErased(digest, erasedMs);
  }

  async *#locators(owner: string, digest: string): AsyncGenerator<readonly [scope: string, key: string, Uint8Array]> {
    const prefix = locatorPrefix(owner, digest);
    for (let gte = prefix, limit = scopesAsked; ; limit = scopesAtOnce) {
      const page = await this.#map.entries({ gte, lt: successor(prefix)!, limit });
      for (const [key, value] of page) yield [unescapeName(key.slice(prefix.length)), key, value];
      const [last] = page.at(-1) ?? [];
      if (page.length < limit || last === undefined) return;
      gte = `${last}\0`;
    }
  }

  async #artifact(owner: string, digest: string, scope: string, locator: Locator): Promise<Uint8Array> {
    if (isInFile(locator)) return this.#files.read(owner, scope, digest);
    return heldArtifact(this.#present, owner, digest, scope, locator);
  }
}

const positionLost = (owner: string, position: bigint) =>
  dataLoss(`position ${position} of owner ${owner} is damaged`, { owner, position: String(position) });

const checkChain = (events: readonly StoredEvent[], head: Head): void => {
  for (const [index, event] of events.entries()) {
    const named = events[index + 1]?.prevHash ?? (event.seq === head.seq ? head.hash : event.hash);
    if (event.hash !== named) throw eventLost(event.owner, event.stream, event.seq, "does not fit its chain");
  }
};

const larger = (a: string, b: string): string => (Buffer.compare(Buffer.from(a), Buffer.from(b)) > 0 ? a : b);

/** Behind all keys that begin with this name and a separator, and before every longer name: `"` follows `!`, and no name has it. */
const behind = (name: string): string => `${name}"`;

/** The keys that the events of a record are read from. */
const keysOf = (owner: string, { scope, number }: Place): string[] => [
  erasedKey(owner, scope),
  headKey(owner, scope),
  commitKey(owner, scope, number),
];
