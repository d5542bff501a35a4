import { sha256Hex } from "../../sha256.ts";
import type { DurableMap } from "../ordered-map.ts";
import { dataLoss } from "../refusals.ts";
import { emptyHead } from "../store.ts";
import { encodeCommand } from "./command-record.ts";
import { type CommitContent, encodeCommit, eventLost } from "./commit-record.ts";
import {
  artifactKey,
  commitKey,
  idempotencyKey,
  locatorKey,
  locatorPrefix,
  longDigest,
  ownerKey,
  parseKey,
  positionKey,
  stateKey,
  successor,
} from "./keys.ts";
import { encodeLocator, recordArtifactBytesMax } from "./locator.ts";
import { MapWriter } from "./map-writer.ts";
import { olderBlobKey, olderCommand, olderEvent, olderFileSize } from "./older-layout.ts";
import { encodePlace } from "./place.ts";
import { decodeHead, decodeOwner, encodeOwner } from "./present.ts";
import { sealOf, unseal } from "./seal.ts";
import { encodeTotals, moved, noTotals, resealed, type Totals } from "./totals.ts";

/** Told from time to time: entries read so far. */
export type CarriedSoFar = (entries: number) => void;

/** Bytes of answers or artifacts that a record of the owner's own may hold here, where no commit says what belongs together. */
const ownRecordBytes = 64 * 1024;

/**
 * Writes all that a map of layout 1 or 2 holds to an empty one in layout 3. Each event gets a record of its own, with the
 * artifacts that its stream had not named before; what no event names goes to the owner's own scope. Bytes of events, hashes,
 * positions and digests stay. Errors: DATA_LOSS where an event, a head or a command is damaged; an artifact or a derived record
 * that is damaged comes along as it is, since each of them costs only itself.
 *
 * @returns the totals of the new map, as stored in it
 */
export const carryOver = async (
  from: DurableMap,
  to: DurableMap,
  before: Totals,
  soFar: CarriedSoFar = () => undefined,
): Promise<Totals> => {
  const view = from.view();
  try {
    const work = new CarryOver(from, to, before);
    let entries = 0;
    for await (const page of view.pages()) {
      for (const [key, value] of page) if (key !== stateKey) await work.carry(parsed(key), key, value);
      entries += page.length;
      soFar(entries);
    }
    await work.flush();
    // Only now is it known which artifacts no event named.
    for await (const keys of view.keyPages())
      for (const key of keys) if (key !== stateKey) await work.carryUnnamed(parsed(key));
    return await work.end();
  } finally {
    await view.close();
  }
};

const parsed = (key: string): ParsedKey => {
  const found = parseKey(key);
  if (found) return found;
  throw dataLoss("the database has a key that this store does not write", { key });
};

interface ParsedKey {
  readonly owner: string;
  readonly kind: string;
  readonly rest: readonly string[];
}

/** A record of the owner's own that is being filled. */
interface OwnRecord {
  readonly owner: string;
  readonly artifacts: Uint8Array[];
  readonly answers: { key: string; answer: Uint8Array }[];
  bytes: number;
}

class CarryOver {
  readonly #from: DurableMap;
  readonly #to: DurableMap;
  readonly #writer: MapWriter;
  readonly #totals: Totals;
  /** Stream whose events are coming, the last one's hash, and the digests it has named. */
  #stream = { id: "", seq: 0, hash: emptyHead.hash, named: new Set<string>() };
  readonly #owners = new Map<string, { position: bigint; ownNumber: number }>();
  #own: OwnRecord | undefined;

  constructor(from: DurableMap, to: DurableMap, before: Totals) {
    this.#from = from;
    this.#to = to;
    this.#writer = new MapWriter(to);
    const { epoch, batch, checkpointNumber } = before;
    // A batch of its own: what the last checkpoint says of the totals is about the layout before.
    this.#totals = { ...noTotals, epoch, checkpointNumber, batch: batch + 1n };
  }

  /** Everything but artifacts that no event names. */
  async carry({ owner, kind, rest }: ParsedKey, key: string, value: Uint8Array): Promise<void> {
    if (kind === "e") return this.#event(owner, rest[0] ?? "", Number.parseInt(rest[1] ?? "", 16), value);
    if (kind === "h") return this.#head(key, value);
    if (kind === "o") return this.#owner(owner, unseal(key, value));
    if (kind === "q") return this.#command(owner, rest[0] ?? "", key, value);
    if (kind === "r") return this.#record(key, value);
    if (!["b", "f", "g"].includes(kind))
      throw dataLoss("the database has a key that this store does not write", { key });
  }

  /** An artifact that no scope holds by now. */
  async carryUnnamed({ owner, kind, rest }: ParsedKey): Promise<void> {
    if (kind !== "b" && kind !== "f") return;
    const digest = longDigest(rest[0] ?? "");
    const gte = locatorPrefix(owner, digest);
    const [found] = await this.#to.entries({ gte, lt: successor(gte)!, limit: 1 });
    if (found) return;
    const bytes = this.#from.get(olderBlobKey(owner, digest));
    if (!bytes || !isSmallAndWhole(bytes, digest)) return this.#locate(owner, digest, "");
    const own = await this.#ownRecord(owner, bytes.length);
    own.artifacts.push(bytes);
    await this.#locator(owner, digest, "", bytes.length, this.#numberOf(owner), own.artifacts.length - 1);
  }

  flush(): Promise<void> {
    return this.#endOwnRecord().then(() => this.#writer.flush());
  }

  /** Owners and totals, last of all: a map without them is not a store. */
  async end(): Promise<Totals> {
    await this.#endOwnRecord();
    for (const [owner, place] of this.#owners) {
      const key = ownerKey(owner);
      await this.#writer.put(key, encodeOwner(key, place));
    }
    await this.#writer.put(stateKey, encodeTotals(this.#totals));
    await this.#writer.flush();
    return this.#totals;
  }

  async #event(owner: string, stream: string, seq: number, value: Uint8Array): Promise<void> {
    const event = olderEvent(owner, stream, seq, value);
    const id = `${owner}\0${stream}`;
    const last = this.#stream.id === id ? this.#stream : { id, seq: 0, hash: emptyHead.hash, named: new Set<string>() };
    if (seq !== last.seq + 1 || event.prevHash !== last.hash)
      throw eventLost(owner, stream, seq, "does not fit its chain");
    const artifacts: Uint8Array[] = [];
    for (const digest of digestsIn(event.body)) {
      if (last.named.has(digest)) continue;
      last.named.add(digest);
      const bytes = this.#from.get(olderBlobKey(owner, digest));
      if (!bytes || !isSmallAndWhole(bytes, digest)) await this.#locate(owner, digest, stream);
      else {
        artifacts.push(bytes);
        await this.#locator(owner, digest, stream, bytes.length, seq, artifacts.length - 1);
      }
    }
    this.#stream = { ...last, seq, hash: event.hash };
    await this.#commit(owner, stream, seq, {
      events: [event.bytes],
      firstPosition: event.position,
      artifacts,
      answers: [],
    });
    const place = positionKey(owner, event.position);
    await this.#writer.put(place, encodePlace(place, { scope: stream, number: seq, events: 1 }));
    this.#totals.eventCount += 1n;
  }

  /** An artifact outside records, where there is one of this digest: not every 64 digits in an event are a digest. */
  async #locate(owner: string, digest: string, scope: string): Promise<void> {
    const bytes = this.#from.get(olderBlobKey(owner, digest));
    if (bytes) return this.#alone(owner, digest, scope, bytes);
    const size = olderFileSize(this.#from, owner, digest);
    if (size !== undefined) await this.#locator(owner, digest, scope, size, 0, 0);
  }

  async #alone(owner: string, digest: string, scope: string, bytes: Uint8Array): Promise<void> {
    await this.#writer.put(artifactKey(owner, digest, scope), bytes);
    await this.#locator(owner, digest, scope, bytes.length, 0, 0);
  }

  async #locator(owner: string, digest: string, scope: string, sizeBytes: number, number: number, index: number) {
    const key = locatorKey(owner, digest, scope);
    this.#totals.blobCount += 1n;
    this.#totals.blobsRoot = moved(this.#totals.blobsRoot, emptyHead.hash, digest);
    await this.#sealed(key, encodeLocator(key, { sizeBytes, number, index }));
  }

  async #head(key: string, value: Uint8Array): Promise<void> {
    const head = decodeHead(unseal(key, value));
    this.#totals.headsRoot = moved(this.#totals.headsRoot, emptyHead.hash, head.hash);
    await this.#writer.put(key, value);
  }

  async #owner(owner: string, body: Uint8Array): Promise<void> {
    this.#owners.set(owner, { ...this.#placeOf(owner), position: decodeOwner(body).position });
  }

  async #command(owner: string, name: string, key: string, value: Uint8Array): Promise<void> {
    const { payloadDigest, answer } = olderCommand(key, value);
    this.#totals.idempotencyCount += 1n;
    if (!answer) return this.#sealed(key, encodeCommand(key, { payloadDigest }));
    const own = await this.#ownRecord(owner, answer.length);
    own.answers.push({ key: name, answer });
    const answerAt = { scope: "", number: this.#numberOf(owner), index: own.answers.length - 1 };
    const at = idempotencyKey(owner, name);
    await this.#sealed(at, encodeCommand(at, { payloadDigest, answerAt }));
  }

  async #record(key: string, value: Uint8Array): Promise<void> {
    this.#totals.recordCount += 1n;
    await this.#sealed(key, value);
  }

  async #commit(owner: string, scope: string, number: number, content: CommitContent): Promise<void> {
    const key = commitKey(owner, scope, number);
    this.#totals.commitCount += 1n;
    await this.#sealed(key, encodeCommit(key, content));
  }

  async #sealed(key: string, value: Uint8Array): Promise<void> {
    this.#totals.sealsSum = resealed(this.#totals.sealsSum, undefined, sealOf(value));
    await this.#writer.put(key, value);
  }

  /** The owner's own record with room for so much; the one before is written when it is full or another owner's. */
  async #ownRecord(owner: string, bytes: number): Promise<OwnRecord> {
    const own = this.#own;
    if (own?.owner === owner && own.bytes + bytes <= ownRecordBytes) {
      own.bytes += bytes;
      return own;
    }
    await this.#endOwnRecord();
    const place = this.#placeOf(owner);
    this.#owners.set(owner, { ...place, ownNumber: place.ownNumber + 1 });
    this.#own = { owner, artifacts: [], answers: [], bytes };
    return this.#own;
  }

  async #endOwnRecord(): Promise<void> {
    const own = this.#own;
    this.#own = undefined;
    if (!own) return;
    const { owner, artifacts, answers } = own;
    await this.#commit(owner, "", this.#numberOf(owner), { events: [], firstPosition: 0n, artifacts, answers });
  }

  #numberOf(owner: string): number {
    return this.#placeOf(owner).ownNumber;
  }

  #placeOf(owner: string) {
    return this.#owners.get(owner) ?? { position: 0n, ownNumber: 0 };
  }
}

/** Whether an artifact goes into a record: one whose bytes have changed would be found in none. */
const isSmallAndWhole = (bytes: Uint8Array, digest: string): boolean =>
  bytes.length <= recordArtifactBytesMax && sha256Hex(bytes) === digest;

/** Every 64 hexadecimal digits in a row, as events of every kind of stream write digests. */
const digestsIn = (body: Uint8Array): readonly string[] =>
  Buffer.from(body.buffer, body.byteOffset, body.length)
    .toString("latin1")
    .match(/[0-9a-f]{64}/g) ?? [];
