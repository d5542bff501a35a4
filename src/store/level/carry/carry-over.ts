import type { DurableMap } from "../../ordered-map.ts";
import { dataLoss } from "../../refusals.ts";
import { emptyHead, type ScopeOfNamed } from "../../store.ts";
import type { BlobFiles } from "../blob-files.ts";
import { encodeCommand } from "../command-record.ts";
import { idempotencyKey, longDigest, parseKey, stateKey } from "../keys.ts";
import { decodeHead, decodeOwner } from "../present.ts";
import { unseal } from "../seal.ts";
import { moved, type Totals } from "../totals.ts";
import { CarriedEvents } from "./carried-events.ts";
import { MapWriter } from "./map-writer.ts";
import { type FindOlder, NewLayout } from "./new-layout.ts";
import { olderBlobKey, olderCommand, olderFileSize } from "./older-layout.ts";
import { OwnRecords } from "./own-records.ts";

/** Told from time to time: entries read so far. */
export type CarriedSoFar = (entries: number) => void;

/** How a map of an earlier layout is carried over. */
export interface CarryOptions {
  /** The scope of what an event names; without it all of that is in the stream's. */
  readonly scopeOf?: ScopeOfNamed | undefined;
  readonly soFar?: CarriedSoFar | undefined;
}

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
  files: BlobFiles,
  before: Totals,
  { scopeOf = () => () => undefined, soFar = () => undefined }: CarryOptions = {},
): Promise<Totals> => {
  const view = from.view();
  try {
    const work = new CarryOver(to, before, olderArtifacts(from), scopeOf);
    let entries = 0;
    for await (const page of view.pages()) {
      for (const [key, value] of page) if (key !== stateKey) await work.carry(parsed(key), key, value);
      entries += page.length;
      soFar(entries);
    }
    // Only now is it known which artifacts no event named.
    for await (const keys of view.keyPages())
      for (const key of keys) if (key !== stateKey) await work.carryUnnamed(parsed(key));
    return await work.end(files);
  } finally {
    await view.close();
  }
};

const olderArtifacts =
  (from: DurableMap): FindOlder =>
  (owner, digest) => {
    const bytes = from.get(olderBlobKey(owner, digest));
    if (bytes) return { bytes };
    const fileBytes = olderFileSize(from, owner, digest);
    return fileBytes === undefined ? undefined : { fileBytes };
  };

const parsed = (key: string): ParsedKey => {
  const found = parseKey(key);
  if (found) return found;
  throw unknownKey(key);
};

const unknownKey = (key: string) => dataLoss("the database has a key that this store does not write", { key });

interface ParsedKey {
  readonly owner: string;
  readonly kind: string;
  readonly rest: readonly string[];
}

class CarryOver {
  readonly #layout: NewLayout;
  readonly #find: FindOlder;
  readonly #events: CarriedEvents;
  readonly #own: OwnRecords;

  constructor(to: DurableMap, before: Totals, find: FindOlder, scopeOf: ScopeOfNamed) {
    this.#layout = new NewLayout(new MapWriter(to), before);
    this.#find = find;
    this.#events = new CarriedEvents(this.#layout, find, scopeOf);
    this.#own = new OwnRecords(this.#layout);
  }

  /** Everything but artifacts that no event names. Undefined: nothing is to be waited for. */
  carry(parsedKey: ParsedKey, key: string, value: Uint8Array): Promise<void> | undefined {
    this.#carry(parsedKey, key, value);
    return this.#layout.relieve();
  }

  /** An artifact that no scope holds by now. */
  carryUnnamed({ owner, kind, rest }: ParsedKey): Promise<void> | undefined {
    if (kind !== "b" && kind !== "f") return undefined;
    const digest = longDigest(rest[0] ?? "");
    const artifact = this.#events.has(owner, digest) ? undefined : this.#find(owner, digest);
    if (artifact) this.#own.addArtifact(owner, digest, artifact);
    return this.#layout.relieve();
  }

  async end(files: BlobFiles): Promise<Totals> {
    this.#own.end();
    // First the files, since the map says that they are there.
    for (const { owner, scope, digest } of this.#layout.files) await files.adoptShared(owner, scope, digest);
    return this.#layout.end();
  }

  #carry({ owner, kind, rest: [name = "", number = ""] }: ParsedKey, key: string, value: Uint8Array): void {
    if (kind === "e") this.#events.add(owner, name, Number.parseInt(number, 16), value);
    else if (kind === "h") this.#head(key, value);
    else if (kind === "o") this.#layout.setPlace(owner, { position: decodeOwner(unseal(key, value)).position });
    else if (kind === "q") this.#command(owner, name, key, value);
    else if (kind === "r") this.#record(key, value);
    else if (!["b", "f", "g"].includes(kind)) throw unknownKey(key);
  }

  #head(key: string, value: Uint8Array): void {
    const { totals } = this.#layout;
    totals.headsRoot = moved(totals.headsRoot, emptyHead.hash, decodeHead(unseal(key, value)).hash);
    this.#layout.put(key, value);
  }

  #command(owner: string, name: string, key: string, value: Uint8Array): void {
    const { payloadDigest, answer } = olderCommand(key, value);
    this.#layout.totals.idempotencyCount += 1n;
    const at = idempotencyKey(owner, name);
    const answerAt = answer && this.#own.addAnswer(owner, name, answer);
    this.#layout.sealed(at, encodeCommand(at, answerAt ? { payloadDigest, answerAt } : { payloadDigest }));
  }

  #record(key: string, value: Uint8Array): void {
    this.#layout.totals.recordCount += 1n;
    this.#layout.sealed(key, value);
  }
}
