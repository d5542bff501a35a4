import { sha256Hex } from "../sha256.ts";
import type { BlobFiles } from "../store/level/blob-files.ts";
import { decodeCommand } from "../store/level/command-record.ts";
import { eventsIn, type NumberedRecord } from "../store/level/commit-record.ts";
import { decodeErased } from "../store/level/erased-record.ts";
import { idempotencyKey, longDigest, numberIn, recordKey } from "../store/level/keys.ts";
import { decodeLocator } from "../store/level/locator.ts";
import { decodePlace } from "../store/level/place.ts";
import { decodeHead, decodeOwner } from "../store/level/present.ts";
import { Records } from "../store/level/records.ts";
import { unseal, unsealed } from "../store/level/seal.ts";
import { decrypted, type Secrets } from "../store/level/secrets/cipher.ts";
import {
  type Content,
  type ErasedScope,
  emptyHead,
  type Head,
  type IdempotencyState,
  type StoredEvent,
} from "../store/store.ts";
import { HeldArtifacts } from "./held-artifacts.ts";
import { HeldLists } from "./held-lists.ts";
import type { RawMap } from "./raw-map.ts";

/** One scope as far as it was read. */
interface ScopeFinds {
  readonly links: Map<number, Link>;
  /** Records by their number: the key each lies under, and the position of its first event. */
  readonly records: Map<number, { readonly key: string; readonly position: bigint }>;
  readonly witnesses: Head[];
  /** Events of which only a trace was found. */
  readonly told: number[];
  /** Numbers of records that are damaged. */
  readonly damaged: number[];
}

/** Where all is read from. */
export interface FindsFrom {
  readonly map: RawMap;
  readonly files: BlobFiles;
  readonly secrets: Secrets;
}

/** What can be read of an owner, piece by piece; a piece whose check does not hold is named and left out. */
export class OwnerFinds {
  readonly owner: string;
  /** A sentence for each thing that is damaged. */
  readonly lost: string[] = [];
  readonly artifacts: HeldArtifacts;
  readonly lists = new HeldLists();
  readonly #map: RawMap;
  readonly #records: Records;
  readonly #scopes = new Map<string, ScopeFinds>();
  readonly #kept: { space: string; key: string }[] = [];
  readonly #commands: string[] = [];
  /** Scopes that were erased, with their time. */
  readonly #erased = new Map<string, number>();
  #followed: ReadonlyMap<string, Followed> = new Map();

  constructor(from: FindsFrom, owner: string) {
    this.#map = from.map;
    this.#records = new Records(from.map, from.secrets);
    this.owner = owner;
    this.artifacts = new HeldArtifacts(from, owner);
  }

  take(kind: string, rest: readonly string[], key: string, value: Uint8Array): void {
    const [first = "", second = ""] = rest;
    try {
      this.#take(kind, first, second, key, value);
    } catch (error) {
      this.lost.push((error as Error).message.split(";")[0]!);
      if (kind === "c") this.#scope(first).damaged.push(numberIn(key));
    }
  }

  /** A checkpoint names where a stream stood. */
  witness(stream: string, head: Head): void {
    this.#scope(stream).witnesses.push(head);
  }

  /** Follows every chain; to be called when all is taken. */
  follow(): void {
    const streams = [...this.#scopes].filter(
      ([name, finds]) => name !== "" && !this.#erased.has(name) && isStream(finds),
    );
    this.#followed = new Map(
      streams.map(([name, { links, witnesses, told, damaged }]) => [
        name,
        followChain(links, witnesses, [...told, ...damaged]),
      ]),
    );
  }

  streams(): ReadonlyMap<string, Followed> {
    return this.#followed;
  }

  /** Scopes that were erased, with the newest word about where they stood. */
  erased(): ErasedScope[] {
    return [...this.#erased].map(([scope, timeMs]) => {
      const heads = this.#scopes.get(scope)?.witnesses ?? [];
      return {
        scope,
        timeMs,
        head: heads.reduce((newest, head) => (head.seq > newest.seq ? head : newest), emptyHead),
      };
    });
  }

  /** The scopes that are no streams, the owner's own last. */
  apart(): string[] {
    const names = new Set([...this.artifacts.scopes(), ...this.#scopes.keys()]);
    return [...names]
      .filter((name) => !this.#heldStream(name) && !this.#erased.has(name))
      .sort((a, b) => (a === "" ? 1 : b === "" || a < b ? -1 : 1));
  }

  /** Events of all streams as far as their chains hold, in the order in which they were committed. */
  *events(): Generator<StoredEvent> {
    const records = [...this.#followed].flatMap(([stream, { head }]) =>
      [...(this.#scopes.get(stream)?.records ?? [])].map(([number, place]) => ({ stream, number, head, ...place })),
    );
    records.sort((a, b) => (a.position < b.position ? -1 : a.position > b.position ? 1 : a.number - b.number));
    for (const { stream, number, head, key } of records)
      for (const one of this.#recordsUnder(key).filter((found) => found.number === number))
        for (const event of eventsIn(this.owner, stream, number, one.record)) if (event.seq <= head.seq) yield event;
  }

  *kept(): Generator<Extract<Content, { kind: "record" }>> {
    for (const { space, key } of this.#kept) {
      const at = recordKey(this.owner, space, key);
      yield { kind: "record", space, key, value: this.#derived(at, this.#map.get(at)!) };
    }
  }

  /** Commands with their answers; undefined for one whose answer is lost, or was given for an event that is. */
  *commands(): Generator<{ readonly key: string; readonly state: IdempotencyState | undefined }> {
    for (const key of this.#commands) if (!this.#isErased(key)) yield { key, state: this.#stateOf(key) };
  }

  /** Whether the answer of a command went with an erased scope. */
  #isErased(command: string): boolean {
    const at = idempotencyKey(this.owner, command);
    return this.#erased.has(decodeCommand(unseal(at, this.#map.get(at)!)).answerAt?.scope ?? "");
  }

  #derived(at: string, value: Uint8Array): Uint8Array {
    const { body, keyId } = unsealed(at, value);
    return decrypted(at, body, keyId, this.#records.secrets);
  }

  #stateOf(command: string): IdempotencyState | undefined {
    const at = idempotencyKey(this.owner, command);
    const { payloadDigest, answerAt } = decodeCommand(unseal(at, this.#map.get(at)!));
    if (!answerAt) return { payloadDigest };
    const { scope, number, index } = answerAt;
    const stream = this.#followed.get(scope);
    if (stream && number > stream.head.seq) return undefined;
    const place = this.#scopes.get(scope)?.records.get(number);
    const record = place && this.#recordsUnder(place.key).find((one) => one.number === number)?.record;
    const answer = record?.answers[index];
    return answer?.key === command ? { payloadDigest, answer: answer.answer } : undefined;
  }

  #take(kind: string, first: string, second: string, key: string, value: Uint8Array): void {
    if (kind === "c") for (const one of this.#records.of(key, value)) this.#record(first, key, one);
    else if (kind === "h") this.witness(first, decodeHead(unseal(key, value)));
    else if (kind === "g") this.#place(key, value);
    else if (kind === "l") this.#locator(longDigest(first), second, key, value);
    else if (kind === "b") this.artifacts.named(first, longDigest(second));
    else if (kind === "n") this.lists.number(first, numberIn(key), key, value);
    else if (kind === "k") this.lists.entry(first, second, key, value);
    else if (kind === "o") this.lists.standAt(decodeOwner(unseal(key, value)).lists);
    else if (kind === "r") this.#kept.push(...(this.#derived(key, value) && [{ space: first, key: second }]));
    else if (kind === "x") this.#erased.set(first, decodeErased(key, value).timeMs);
    else if (kind === "q") this.#commands.push(...(decodeCommand(unseal(key, value)) && [first]));
    else unseal(key, value);
  }

  #record(scope: string, key: string, { number, record }: NumberedRecord): void {
    const finds = this.#scope(scope);
    for (const { seq, hash, prevHash } of record.events.length > 0 ? eventsIn(this.owner, scope, number, record) : [])
      finds.links.set(seq, { hash, prevHash });
    finds.records.set(number, { key, position: record.firstPosition });
    for (const [index, bytes] of record.artifacts.entries())
      this.artifacts.inRecord(
        scope,
        sha256Hex(bytes),
        () => this.#recordsUnder(key).find((one) => one.number === number)?.record.artifacts[index],
      );
    for (const digest of record.outside) this.artifacts.named(scope, digest);
  }

  /** Where an event lies tells that there was one. */
  #place(key: string, value: Uint8Array): void {
    const { scope, number, events } = decodePlace(key, value);
    this.#scope(scope).told.push(number + events - 1);
  }

  #locator(digest: string, scope: string, key: string, value: Uint8Array): void {
    if (unsealsAsErased(key, value)) return;
    this.artifacts.named(scope, digest);
    unseal(key, value);
  }

  #recordsUnder(key: string): readonly NumberedRecord[] {
    const value = this.#map.get(key);
    return value ? this.#records.of(key, value) : [];
  }

  #heldStream(name: string): boolean {
    return (this.#followed.get(name)?.head ?? emptyHead).seq > 0;
  }

  #scope(name: string): ScopeFinds {
    const known = this.#scopes.get(name);
    if (known) return known;
    const fresh = { links: new Map(), records: new Map(), witnesses: [], told: [], damaged: [] };
    this.#scopes.set(name, fresh);
    return fresh;
  }
}

/** Whether a locator says that its scope was erased; one that is damaged says nothing. */
const unsealsAsErased = (key: string, value: Uint8Array): boolean => {
  try {
    return decodeLocator(key, value).isErased ?? false;
  } catch {
    return false;
  }
};

const isStream = ({ links, witnesses, told }: ScopeFinds): boolean => links.size + witnesses.length + told.length > 0;

/** An event by its place in the chain. */
interface Link {
  readonly hash: string;
  readonly prevHash: string;
}

/** How far a chain holds, and how far anything says that it went. */
interface Followed {
  readonly head: Head;
  readonly known: number;
}

/**
 * Follows a chain from its first event: it ends before a gap, before an event that does not name the one before it, and before
 * one that is not what a witness says of it (a head, a checkpoint). What lies behind is whole in itself and hangs on nothing.
 *
 * @param told numbers of events of which there is a trace and no more
 */
const followChain = (
  links: ReadonlyMap<number, Link>,
  witnesses: readonly Head[],
  told: readonly number[],
): Followed => {
  const hashes = new Map(witnesses.map(({ seq, hash }) => [seq, hash]));
  let head = emptyHead;
  for (let link = links.get(1); link && fits(link, head, hashes); link = links.get(head.seq + 1))
    head = { seq: head.seq + 1, hash: link.hash };
  const known = [...links.keys(), ...hashes.keys(), ...told].reduce((most, seq) => Math.max(most, seq), head.seq);
  return { head, known };
};

const fits = (link: Link, head: Head, hashes: ReadonlyMap<number, string>): boolean =>
  link.prevHash === head.hash && (hashes.get(head.seq + 1) ?? link.hash) === link.hash;
