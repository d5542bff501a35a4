import { sha256Hex } from "../../sha256.ts";
import type { MapView } from "../ordered-map.ts";
import { emptyHead } from "../store.ts";
import type { BlobFiles } from "./blob-files.ts";
import { decodeCommand } from "./command-record.ts";
import { type CommitContent, eventsIn, type NumberedRecord } from "./commit-record.ts";
import { decodeErased } from "./erased-record.ts";
import {
  artifactKey,
  erasedKey,
  headKey,
  idempotencyKey,
  locatorKey,
  longDigest,
  numberIn,
  packKey,
  parseKey,
  positionKey,
  scopeKey,
  stateKey,
} from "./keys.ts";
import { decodeLocator, isInFile } from "./locator.ts";
import { decodePlace } from "./place.ts";
import { decodeHead, decodeOwner } from "./present.ts";
import { decodePackTable, Records } from "./records.ts";
import { ListScan } from "./scan-lists.ts";
import { decodeScope, unpacked } from "./scope-reads.ts";
import { sealOf, unseal, unsealed } from "./seal.ts";
import { decrypted, type Secrets } from "./secrets/cipher.ts";
import { idOf } from "./secrets/key-file.ts";
import { decodeKey } from "./secrets/key-record.ts";
import { decodeTotals, moved, noTotals, resealed, type Totals } from "./totals.ts";

/** Looks at every entry of a map in the order of keys, keeps what was damaged, and counts what was found. */
export class Scan {
  readonly damages: string[] = [];
  readonly found: Totals = { ...noTotals };
  /** Artifacts, each once for every owner. */
  blobs = 0;
  records = 0;
  /** Events of erased streams: their heads count them, nothing else tells of them. */
  erasedEvents = 0n;
  /** Owner and digest of the locator before: those of one artifact follow one another. */
  #located = "";
  /** Last event seen of each stream whose head has not come yet; an owner's records sort before its heads. */
  readonly #last = new Map<string, { owner: string; stream: string; seq: number; hash: string }>();
  /** Last record seen of each scope that is no stream, whose own record has not come yet. */
  readonly #apart = new Map<string, { owner: string; scope: string; number: number }>();
  readonly #lists: ListScan;
  /** Where each owner stands by what was seen, whose own record has not come yet. */
  readonly #owners = new Map<string, { position: bigint; ownNumber: number }>();
  #totals: Totals | undefined;
  readonly #files: Pick<BlobFiles, "wholeBytes">;
  readonly #view: Pick<MapView, "get">;
  readonly #secrets: Secrets;
  readonly #records: Records;

  constructor(view: Pick<MapView, "get">, files: Pick<BlobFiles, "wholeBytes">, secrets: Secrets) {
    this.#view = view;
    this.#secrets = secrets;
    this.#records = new Records(view, secrets);
    this.#lists = new ListScan(view);
    this.#files = files;
  }

  async look(key: string, value: Uint8Array): Promise<void> {
    try {
      await this.#check(key, value);
      // A damaged index or Bloom filter hides a key from lookups that a scan still meets.
      if (this.#view.get(key)) return;
      this.damages.push(`the key ${key} is stored but cannot be looked up`);
    } catch (error) {
      this.damages.push((error as Error).message);
    }
  }

  compareTotals(): void {
    if (!this.#totals) return void this.damages.push("the record of totals is missing");
    const names = [
      ...(["commitCount", "eventCount", "blobCount", "idempotencyCount", "recordCount"] as const),
      ...(["sealsSum", "headsRoot", "blobsRoot"] as const),
    ];
    for (const name of names)
      if (this.#totals[name] !== this.found[name])
        this.damages.push(`${name} is not what the totals say: something is missing, or older than it was`);
    for (const { owner, stream } of this.#last.values())
      this.damages.push(`the head of stream ${stream} of owner ${owner} is missing`);
    for (const { owner, scope } of this.#apart.values())
      this.damages.push(`where scope ${scope} of owner ${owner} stands is missing`);
    for (const owner of this.#owners.keys()) this.damages.push(`the position of owner ${owner} is missing`);
  }

  async #check(key: string, value: Uint8Array): Promise<void> {
    if (key === stateKey) {
      this.#totals = decodeTotals(unseal(key, value));
      return;
    }
    const parsed = parseKey(key);
    const checks = {
      b: this.#artifact,
      c: this.#commit,
      g: this.#position,
      h: this.#head,
      k: this.#entry,
      l: this.#locator,
      n: this.#number,
      o: this.#owner,
      p: this.#pack,
      q: this.#command,
      r: this.#record,
      s: this.#scope,
      x: this.#erasure,
      y: this.#key,
    };
    const check = checks[(parsed?.kind ?? "") as keyof typeof checks];
    if (parsed && check) return check.call(this, parsed.owner, parsed.rest, key, value);
    throw new Error(`the key ${key} is not one of this store`);
  }

  async #artifact(owner: string, [scope = "", short = ""]: readonly string[]) {
    // Its bytes are looked at with its locator, which says how they are packed.
    this.#requireLocator(owner, longDigest(short), scope);
  }

  async #commit(owner: string, [scope = ""]: readonly string[], key: string, value: Uint8Array) {
    this.found.commitCount += 1n;
    this.#addSeal(value);
    if (this.#isErased(owner, scope))
      throw new Error(`the scope ${scope} of owner ${owner} was erased, and ${key} is there`);
    const records = this.#records.of(key, value);
    if (records.length > 1 && !this.#view.get(packKey(owner, scope)))
      throw new Error(
        `which records of scope ${scope || "(the owner's own)"} of owner ${owner} were packed is missing`,
      );
    for (const one of records) this.#oneRecord(owner, scope, one);
  }

  #oneRecord(owner: string, scope: string, { number, record }: NumberedRecord): void {
    if (scope === "") this.#ownRecord(owner, number, record);
    else if (record.events.length === 0) this.#apartRecord(owner, scope, number);
    else this.#streamRecord(owner, scope, number, record);
    for (const digest of [...record.artifacts.map(sha256Hex), ...record.outside])
      this.#requireLocator(owner, digest, scope);
    for (const { key: command } of record.answers)
      if (!this.#view.get(idempotencyKey(owner, command)))
        throw new Error(`the command ${command} of owner ${owner} is missing, its answer is there`);
  }

  #ownRecord(owner: string, number: number, { events }: CommitContent): void {
    const before = this.#owners.get(owner) ?? { position: 0n, ownNumber: 0 };
    this.#owners.set(owner, { ...before, ownNumber: number });
    if (number !== before.ownNumber + 1) throw new Error(`a record before ${number} of owner ${owner} is missing`);
    if (events.length > 0) throw new Error(`record ${number} of owner ${owner} has events that belong to no stream`);
  }

  #apartRecord(owner: string, scope: string, number: number): void {
    const key = scopeKey(owner, scope);
    const before = this.#apart.get(key)?.number ?? 0;
    this.#apart.set(key, { owner, scope, number });
    if (number !== before + 1) throw new Error(`a record before ${number} of scope ${scope} of ${owner} is missing`);
  }

  #streamRecord(owner: string, stream: string, number: number, record: CommitContent): void {
    const events = eventsIn(owner, stream, number, record);
    this.found.eventCount += BigInt(events.length);
    const before = this.#last.get(headKey(owner, stream)) ?? emptyHead;
    let { seq, hash } = before;
    const last = events.at(-1);
    if (last) this.#last.set(headKey(owner, stream), { owner, stream, seq: last.seq, hash: last.hash });
    for (const event of events) {
      if (event.seq !== seq + 1 || event.prevHash !== hash)
        throw new Error(`event ${event.seq} of stream ${stream} of owner ${owner} does not fit its chain`);
      ({ seq, hash } = event);
    }
    if (!this.#view.get(positionKey(owner, record.firstPosition)))
      throw new Error(`position ${record.firstPosition} of owner ${owner} is missing`);
  }

  async #position(owner: string, [text = ""]: readonly string[], key: string, value: Uint8Array) {
    const position = BigInt(`0x${text}`);
    const before = this.#owners.get(owner) ?? { position: 0n, ownNumber: 0 };
    const { scope, number, events } = decodePlace(key, value);
    this.#owners.set(owner, { ...before, position: position + BigInt(events) - 1n });
    if (position !== before.position + 1n)
      throw new Error(`a position before ${position} of owner ${owner} is missing`);
    if (this.#isErased(owner, scope)) return;
    const record = this.#records.at(owner, scope, number);
    if (record?.firstPosition !== position || record.events.length !== events)
      throw new Error(`position ${position} of owner ${owner} names another event`);
  }

  async #head(owner: string, [stream = ""]: readonly string[], key: string, value: Uint8Array) {
    const last = this.#last.get(key);
    this.#last.delete(key);
    const head = decodeHead(unseal(key, value));
    this.found.headsRoot = moved(this.found.headsRoot, emptyHead.hash, head.hash);
    if (this.#isErased(owner, stream)) {
      this.found.eventCount += BigInt(head.seq);
      this.erasedEvents += BigInt(head.seq);
      return;
    }
    if (last?.seq !== head.seq || last.hash !== head.hash)
      throw new Error(`the head of stream ${stream} of owner ${owner} does not fit its last event`);
  }

  async #locator(owner: string, [short = "", scope = ""]: readonly string[], key: string, value: Uint8Array) {
    const digest = longDigest(short);
    this.found.blobCount += 1n;
    if (digest.length === 64) this.found.blobsRoot = moved(this.found.blobsRoot, emptyHead.hash, digest);
    this.#addSeal(value);
    const locator = decodeLocator(key, value);
    if (locator.isErased && this.#isErased(owner, scope)) return;
    if (this.#located !== `${owner}\0${short}`) this.blobs += 1;
    this.#located = `${owner}\0${short}`;
    if (isInFile(locator)) {
      if ((await this.#files.wholeBytes(owner, scope, digest)) !== locator.sizeBytes) throw otherSize(digest);
      return;
    }
    const bytes = this.#bytesAt(owner, digest, scope, locator);
    if (!bytes) throw new Error(`artifact ${digest} is not where its locator says`);
    if (sha256Hex(bytes) !== digest) throw new Error(`artifact ${digest} is damaged`);
    if (bytes.length !== locator.sizeBytes) throw otherSize(digest);
  }

  #bytesAt(owner: string, digest: string, scope: string, locator: ReturnType<typeof decodeLocator>) {
    const key = artifactKey(owner, digest, scope);
    if (locator.number === 0) return unpacked(key, this.#view.get(key), locator, this.#secrets);
    return this.#records.at(owner, scope, locator.number)?.artifacts[locator.index];
  }

  async #owner(owner: string, _rest: readonly string[], key: string, value: Uint8Array) {
    const seen = this.#owners.get(owner) ?? { position: 0n, ownNumber: 0 };
    this.#owners.delete(owner);
    const place = decodeOwner(unseal(key, value));
    if (place.position !== seen.position)
      throw new Error(`the position of owner ${owner} is not that of its last event`);
    if (place.ownNumber !== seen.ownNumber) throw new Error(`a record of owner ${owner} is missing`);
    this.#lists.owner(owner, place.lists);
  }

  async #entry(owner: string, [list = "", name = ""]: readonly string[], key: string, value: Uint8Array) {
    this.#countRecord(value);
    this.records += 1;
    this.#lists.entry(owner, list, name, key, value);
  }

  async #number(owner: string, [list = ""]: readonly string[], key: string, value: Uint8Array) {
    this.#countRecord(value);
    this.#lists.number(owner, list, numberIn(key), key, value);
  }

  async #scope(owner: string, [scope = ""]: readonly string[], key: string, value: Uint8Array) {
    this.#countRecord(value);
    const seen = this.#apart.get(key);
    this.#apart.delete(key);
    if (decodeScope(key, value) !== seen?.number)
      throw new Error(`the last record of scope ${scope} of owner ${owner} is missing`);
  }

  async #pack(owner: string, [scope = ""]: readonly string[], key: string, value: Uint8Array) {
    this.#countRecord(value);
    for (const number of decodePackTable(key, value).numbers)
      if ((this.#records.under(owner, scope, number)?.length ?? 0) < 2)
        throw new Error(`packed records from ${number} of scope ${scope} of owner ${owner} are missing`);
  }

  async #command(owner: string, [name = ""]: readonly string[], key: string, value: Uint8Array) {
    this.found.idempotencyCount += 1n;
    this.#addSeal(value);
    const at = decodeCommand(unseal(key, value)).answerAt;
    if (!at || this.#isErased(owner, at.scope)) return;
    if (this.#records.at(owner, at.scope, at.number)?.answers[at.index]?.key === name) return;
    throw new Error(`the answer of the command ${name} of owner ${owner} is not where it should be`);
  }

  async #record(_owner: string, _rest: readonly string[], key: string, value: Uint8Array) {
    this.records += 1;
    this.#countRecord(value);
    const { body, keyId } = unsealed(key, value);
    if (keyId === "" || !this.#secrets.isDestroyed(keyId)) decrypted(key, body, keyId, this.#secrets);
  }

  async #erasure(_owner: string, _rest: readonly string[], key: string, value: Uint8Array) {
    this.#countRecord(value);
    const erased = decodeErased(key, value);
    if (erased.isCleared && erased.key > 0 && !this.#secrets.isDestroyed(idOf(erased.key)))
      throw new Error(`the key ${erased.key} of an erased scope is there again: the file of keys is an older one`);
  }

  async #key(_owner: string, _rest: readonly string[], key: string, value: Uint8Array) {
    this.#countRecord(value);
    this.#secrets.find(idOf(decodeKey(key, value).number));
  }

  #isErased(owner: string, scope: string): boolean {
    return scope !== "" && this.#view.get(erasedKey(owner, scope)) !== undefined;
  }

  #countRecord(value: Uint8Array): void {
    this.found.recordCount += 1n;
    this.#addSeal(value);
  }

  #addSeal(value: Uint8Array): void {
    this.found.sealsSum = resealed(this.found.sealsSum, undefined, sealOf(value));
  }

  #requireLocator(owner: string, digest: string, scope: string): void {
    if (!this.#view.get(locatorKey(owner, digest, scope)))
      throw new Error(`the locator of artifact ${digest} in scope ${scope || "(the owner's own)"} is missing`);
  }
}

const otherSize = (digest: string): Error => new Error(`artifact ${digest} has another size than its locator`);
