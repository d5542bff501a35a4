import { sha256Hex } from "../../sha256.ts";
import { emptyHead } from "../store.ts";
import type { BlobFiles } from "./blob-files.ts";
import type { Database } from "./database.ts";
import { eventKey, headKey, longDigest, parseKey, positionKey, stateKey } from "./keys.ts";
import { decodeHead, decodeOwner } from "./present.ts";
import { sealOf, unseal } from "./seal.ts";
import { decodePosition, decodeStored } from "./stored-event.ts";
import { decodeTotals, moved, noTotals, resealed, type Totals } from "./totals.ts";

/** The database as of one moment. */
export type Snapshot = ReturnType<Database["snapshot"]>;

/** Looks at every entry of a snapshot in the order of keys, keeps what was damaged, and counts what was found. */
export class Scan {
  readonly damages: string[] = [];
  readonly found: Totals = { ...noTotals };
  blobs = 0;
  records = 0;
  /** Last event seen of each stream whose head has not come yet; an owner's events sort before its heads. */
  readonly #last = new Map<string, { owner: string; stream: string; seq: number; hash: string }>();
  /** Last position seen of each owner whose own record has not come yet. */
  readonly #positions = new Map<string, bigint>();
  #totals: Totals | undefined;
  readonly #db: Database;
  readonly #files: BlobFiles;
  readonly #snapshot: Snapshot;

  constructor(db: Database, files: BlobFiles, snapshot: Snapshot) {
    this.#db = db;
    this.#files = files;
    this.#snapshot = snapshot;
  }

  async look(key: string, value: Uint8Array): Promise<void> {
    try {
      await this.#check(key, value);
      // A damaged index or Bloom filter hides a key from lookups that a scan still meets.
      if (this.#db.getSync(key, { snapshot: this.#snapshot })) return;
      this.damages.push(`the key ${key} is stored but cannot be looked up`);
    } catch (error) {
      this.damages.push((error as Error).message);
    }
  }

  compareTotals(): void {
    if (!this.#totals) return void this.damages.push("the record of totals is missing");
    const names = [
      "eventCount",
      "blobCount",
      "idempotencyCount",
      "recordCount",
      "sealsSum",
      "headsRoot",
      "blobsRoot",
    ] as const;
    for (const name of names)
      if (this.#totals[name] !== this.found[name])
        this.damages.push(`${name} is not what the totals say: something is missing, or older than it was`);
    for (const { owner, stream } of this.#last.values())
      this.damages.push(`the head of stream ${stream} of owner ${owner} is missing`);
    for (const owner of this.#positions.keys()) this.damages.push(`the position of owner ${owner} is missing`);
  }

  #setTotals(body: Uint8Array): void {
    this.#totals = decodeTotals(body);
  }

  async #check(key: string, value: Uint8Array): Promise<void> {
    if (key === stateKey) return this.#setTotals(unseal(key, value));
    const parsed = parseKey(key);
    const checks = {
      e: this.#event,
      g: this.#position,
      h: this.#head,
      b: this.#blob,
      f: this.#blobFile,
      o: this.#owner,
      q: this.#command,
      r: this.#record,
    };
    const check = checks[(parsed?.kind ?? "") as keyof typeof checks];
    if (parsed && check) return check.call(this, parsed.owner, parsed.rest, key, value);
    throw new Error(`the key ${key} is not one of this store`);
  }

  async #event(owner: string, [stream = "", seqText = ""]: readonly string[], _key: string, value: Uint8Array) {
    this.found.eventCount += 1n;
    const seq = Number.parseInt(seqText, 16);
    const event = decodeStored(owner, stream, seq, value);
    const before = this.#last.get(headKey(owner, stream)) ?? emptyHead;
    this.#last.set(headKey(owner, stream), { owner, stream, seq, hash: event.hash });
    if (before.seq + 1 !== seq || before.hash !== event.prevHash)
      throw new Error(`event ${seq} of stream ${stream} of owner ${owner} does not fit its chain`);
    if (!this.#db.getSync(positionKey(owner, event.position), { snapshot: this.#snapshot }))
      throw new Error(`position ${event.position} of owner ${owner} is missing`);
  }

  async #position(owner: string, [text = ""]: readonly string[], _key: string, value: Uint8Array) {
    const position = BigInt(`0x${text}`);
    if (position !== (this.#positions.get(owner) ?? 0n) + 1n)
      this.damages.push(`a position before ${position} of owner ${owner} is missing`);
    this.#positions.set(owner, position);
    const place = decodePosition(value);
    if (!place) throw new Error(`position 0x${text} of owner ${owner} is damaged`);
    const stored = this.#db.getSync(eventKey(owner, place.stream, place.seq), { snapshot: this.#snapshot });
    const event = decodeStored(owner, place.stream, place.seq, stored);
    if (event.position !== position) throw new Error(`position 0x${text} of owner ${owner} names another event`);
  }

  async #head(owner: string, [stream = ""]: readonly string[], key: string, value: Uint8Array) {
    const last = this.#last.get(key);
    this.#last.delete(key);
    const head = decodeHead(unseal(key, value));
    this.found.headsRoot = moved(this.found.headsRoot, emptyHead.hash, head.hash);
    if (last?.seq !== head.seq || last.hash !== head.hash)
      throw new Error(`the head of stream ${stream} of owner ${owner} does not fit its last event`);
  }

  async #owner(owner: string, _rest: readonly string[], key: string, value: Uint8Array) {
    const last = this.#positions.get(owner);
    this.#positions.delete(owner);
    if (decodeOwner(unseal(key, value)) !== last)
      throw new Error(`the position of owner ${owner} is not that of its last event`);
  }

  async #blob(_owner: string, [short = ""]: readonly string[], _key: string, value: Uint8Array) {
    const digest = this.#count(short);
    if (sha256Hex(value) !== digest) throw new Error(`artifact ${digest} is damaged`);
  }

  async #blobFile(owner: string, [short = ""]: readonly string[], key: string, value: Uint8Array) {
    unseal(key, value);
    await this.#files.read(owner, this.#count(short));
  }

  async #command(_owner: string, _rest: readonly string[], key: string, value: Uint8Array) {
    this.found.idempotencyCount += 1n;
    this.#sealed(key, value);
  }

  async #record(_owner: string, _rest: readonly string[], key: string, value: Uint8Array) {
    this.records += 1;
    this.found.recordCount += 1n;
    this.#sealed(key, value);
  }

  #sealed(key: string, value: Uint8Array): void {
    this.found.sealsSum = resealed(this.found.sealsSum, undefined, sealOf(value));
    unseal(key, value);
  }

  #count(short: string): string {
    const digest = longDigest(short);
    this.blobs += 1;
    this.found.blobCount += 1n;
    if (digest.length === 64) this.found.blobsRoot = moved(this.found.blobsRoot, emptyHead.hash, digest);
    return digest;
  }
}
