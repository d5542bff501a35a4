import { emptyHead, type ScopeOfNamed } from "../../store.ts";
import { eventLost } from "../commit-record.ts";
import { positionKey } from "../keys.ts";
import { encodePlace } from "../place.ts";
import type { FindOlder, NewLayout, OlderArtifact } from "./new-layout.ts";
import { type OlderEvent, olderEvent } from "./older-layout.ts";

/** Writes each event of an older layout as a record, with the artifacts that its stream had not named before. */
export class CarriedEvents {
  readonly #layout: NewLayout;
  readonly #find: FindOlder;
  readonly #scopeOf: ScopeOfNamed;
  /** Stream whose events are coming, the last one's hash, and the digests it has named. */
  #stream = { id: "", seq: 0, hash: emptyHead.hash, named: new Set<string>() };
  /** Owner and digest of every artifact that is in a scope by now, and with the scope, of those that are in one apart. */
  readonly #carried = new Set<string>();

  constructor(layout: NewLayout, find: FindOlder, scopeOf: ScopeOfNamed) {
    this.#layout = layout;
    this.#find = find;
    this.#scopeOf = scopeOf;
  }

  /** Errors: DATA_LOSS where the event is damaged or does not follow the one before it. */
  add(owner: string, stream: string, seq: number, value: Uint8Array): void {
    const event = olderEvent(owner, stream, seq, value);
    const id = `${owner}\0${stream}`;
    const last = this.#stream.id === id ? this.#stream : { id, seq: 0, hash: emptyHead.hash, named: new Set<string>() };
    if (seq !== last.seq + 1 || event.prevHash !== last.hash)
      throw eventLost(owner, stream, seq, "does not fit its chain");
    this.#stream = { ...last, seq, hash: event.hash };
    const scopes = this.#newArtifacts(owner, stream, event);
    const own = scopes.get(stream) ?? new Map<string, OlderArtifact>();
    scopes.delete(stream);
    for (const [scope, artifacts] of scopes) {
      const number = this.#layout.nextApart(owner, scope);
      this.#layout.record(owner, scope, number, { events: [], firstPosition: 0n, answers: [] }, artifacts);
    }
    const { bytes, position } = event;
    this.#layout.record(owner, stream, seq, { events: [bytes], firstPosition: position, answers: [] }, own);
    const place = positionKey(owner, position);
    this.#layout.put(place, encodePlace(place, { scope: stream, number: seq, events: 1 }));
    this.#layout.totals.eventCount += 1n;
  }

  /** Whether some scope holds the artifact. */
  has(owner: string, digest: string): boolean {
    return this.#carried.has(`${owner}\0${digest}`);
  }

  /** What the event names and its scope does not hold yet, by scope. Not every 64 digits in an event are a digest. */
  #newArtifacts(owner: string, stream: string, { type, body }: OlderEvent): Map<string, Map<string, OlderArtifact>> {
    const scopes = new Map<string, Map<string, OlderArtifact>>();
    const scopeOf = this.#scopeOf(stream, type, body);
    for (const digest of digestsIn(body)) {
      if (this.#stream.named.has(digest)) continue;
      this.#stream.named.add(digest);
      const scope = scopeOf(digest) ?? stream;
      const inScope = `${owner}\0${digest}\0${scope}`;
      const artifact = this.#carried.has(inScope) ? undefined : this.#find(owner, digest);
      if (!artifact) continue;
      this.#carried.add(`${owner}\0${digest}`);
      if (scope !== stream) this.#carried.add(inScope);
      scopes.set(scope, (scopes.get(scope) ?? new Map()).set(digest, artifact));
    }
    return scopes;
  }
}

/** Every 64 hexadecimal digits in a row, as events of every kind of stream write digests. */
const digestsIn = (body: Uint8Array): readonly string[] =>
  Buffer.from(body.buffer, body.byteOffset, body.length)
    .toString("latin1")
    .match(/[0-9a-f]{64}/g) ?? [];
