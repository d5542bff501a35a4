import { atHead } from "../../check-commit.ts";
import { checkIdempotency } from "../../idempotency-rule.ts";
import type { Leases } from "../../lease-table.ts";
import { storeLimits } from "../../limits.ts";
import type { Operation } from "../../ordered-map.ts";
import { staleHead, staleOwner, streamFull } from "../../refusals.ts";
import type {
  Commit,
  Committed,
  Fence,
  Head,
  IdempotencyState,
  RecordChange,
  StoredEvent,
  WantedEntry,
} from "../../store.ts";
import { emptyHead } from "../../store.ts";
import type { PreparedBlob } from "../blob-files.ts";
import { type CommandRecord, encodeCommand } from "../command-record.ts";
import { headKey, idempotencyKey, ownerKey, positionKey, recordKey, stateKey } from "../keys.ts";
import type { PreparedPacks } from "../pack-scope.ts";
import { encodePlace } from "../place.ts";
import type { PreparedErasure } from "../prepare-erasure.ts";
import { encodeHead, encodeOwner, type OwnerPlace, type Present } from "../present.ts";
import { seal, sealOf } from "../seal.ts";
import { encrypt, type ScopeKeys } from "../secrets/cipher.ts";
import { encodeTotals, moved, type Totals } from "../totals.ts";
import { BatchWriter } from "./batch-writer.ts";
import { type Chained, chained, headOf, storedEvents } from "./chained.ts";
import { ErasePlan } from "./erase-plan.ts";
import { KeyPlan } from "./key-plan.ts";
import { type PlannedLists, planEntries } from "./list-plan.ts";
import { planMend } from "./mend-list.ts";
import { planPacks } from "./pack-plan.ts";
import { type NewArtifact, type PreparedScope, ScopePlan } from "./scope-plan.ts";

/** A head that a batch moves, with where it stood before. */
interface MovedHead {
  readonly owner: string;
  readonly stream: string;
  readonly from: Head;
  head: Head;
}

/** The scope of what a commit does not put apart. Without an event it has no place in a stream's chain, and is the owner's own. */
export const scopeOf = ({ stream = "", events = [] }: Commit): string => (events.length === 0 ? "" : stream);

/** The records that a commit adds to its own scope, and the answer that it records. */
interface Addition {
  readonly events: readonly Chained[];
  readonly artifacts: readonly NewArtifact[];
  readonly answer: { readonly key: string; readonly answer: Uint8Array } | undefined;
}

/** A derived record that a commit sets, under its key of the map. */
interface CheckedRecord extends Pick<RecordChange, "value"> {
  readonly owner: string;
  readonly key: string;
  readonly scope: string | undefined;
}

/** The records that a commit adds to a scope apart, whose last record had this number. */
interface ApartAddition {
  readonly scope: string;
  readonly number: number;
  readonly artifacts: readonly NewArtifact[];
}

/**
 * One batch in the making: what is durable, overlaid with what the commits before in the same batch change. A commit is
 * first checked whole and only then applied, so one that is refused leaves no trace for its neighbours.
 */
export class BatchPlan {
  /** Events added; their bodies are still the callers' own bytes. */
  readonly events: StoredEvent[] = [];
  readonly heads = new Map<string, MovedHead>();
  readonly owners = new Map<string, OwnerPlace>();
  /** Seals of the derived records that the batch changes; null for one that it removes. */
  readonly recordSeals = new Map<string, bigint | null>();
  /** The new records of commands, by their keys. */
  readonly commands = new Map<string, CommandRecord>();
  readonly writer: BatchWriter;
  readonly keys: KeyPlan;
  readonly erasures: ErasePlan;
  readonly #scopes: ScopePlan;
  readonly #present: Present;
  readonly #leases: Leases;

  constructor(present: Present, leases: Leases, keys: ScopeKeys, totals: Totals) {
    this.#present = present;
    this.#leases = leases;
    this.writer = new BatchWriter(present, { ...totals, batch: totals.batch + 1n });
    this.keys = new KeyPlan(this.writer, present, keys);
    this.erasures = new ErasePlan(this.writer, present, this.keys);
    this.#scopes = new ScopePlan(this.writer, present, this.keys);
  }

  get totals(): Totals {
    return this.writer.totals;
  }

  get bytes(): number {
    return this.writer.bytes;
  }

  /** Where an owner stands after all that was added. */
  place(owner: string): OwnerPlace {
    return this.owners.get(owner) ?? this.#present.owner(owner);
  }

  /** Adds a commit or leaves the plan as it was. Errors: those of `Store.commit`; ScopeMoved: ready it again. */
  add(
    commit: Commit,
    blobs: readonly PreparedBlob[],
    scopes: readonly PreparedScope[] = [],
    prepared: readonly PreparedErasure[] = [],
  ): Committed {
    const { owner, stream } = commit;
    const command = commit.idempotency && this.#checkCommand(owner, commit.idempotency);
    if (commit.fence) this.#leases.check(owner, commit.fence);
    const present = (name: string): Head => this.#head(owner, name);
    this.erasures.check(commit, present);
    const from = stream === undefined ? emptyHead : this.#checkHead(owner, stream, commit);
    const events = stream === undefined ? [] : chained(owner, stream, from, commit.events ?? []);
    const scope = scopeOf(commit);
    if (scope !== "" && from.seq === 0) this.#scopes.refuseNewStream(owner, scope);
    const artifacts = this.#scopes.newArtifacts(owner, scope, blobs);
    const apart = scopes.map((one) => this.#checkScope(owner, one));
    const lists = planEntries(this.writer, owner, this.place(owner).lists, commit.entries ?? []);
    const head = headOf(events.at(-1)) ?? from;
    const said = atHead(commit, head);
    const records = said.records.map((change) => this.#checkRecord(owner, change));
    const erasures = this.erasures.standing(owner, prepared, present);

    const answer = commit.idempotency && said.answer && { key: commit.idempotency.key, answer: said.answer };
    const number = this.#put(owner, scope, commit.id ?? "", { events, artifacts, answer });
    for (const one of apart) this.#putApart(owner, one);
    for (const one of records) this.#setRecord(one);
    if (commit.idempotency && command) {
      const { payloadDigest } = commit.idempotency;
      const answerAt = { scope, number, index: 0 };
      this.#setCommand(command, answer ? { payloadDigest, answerAt } : { payloadDigest });
    }
    if (commit.fence && commit.release) this.#leases.release(owner, commit.fence);
    if (stream !== undefined && events.length > 0) this.#append(owner, stream, from, events);
    if (commit.entries?.length) this.#setLists(owner, lists);
    for (const one of erasures) this.#erase(owner, one);
    return { head, position: this.place(owner).position };
  }

  /** See Store.mendList. */
  mendList(owner: string, list: string, wanted: readonly WantedEntry[], position: bigint): number {
    const place = this.place(owner);
    if (place.position !== position) throw staleOwner(owner, position);
    const { planned, mended } = planMend(this.writer, owner, list, place.lists, wanted);
    if (mended > 0) this.#setLists(owner, planned);
    return mended;
  }

  /** See Store.pack; `prepared` is of before the batch. */
  pack(owner: string, scope: string, prepared: PreparedPacks, fence: Fence | undefined): number {
    if (fence) this.#leases.check(owner, fence);
    this.erasures.refuse(owner, scope);
    const gone = planPacks(this.writer, owner, scope, prepared);
    if (fence) this.#leases.release(owner, fence);
    return gone;
  }

  /** Gives a scope its key, where it has none. */
  giveKey(owner: string, scope: string): void {
    this.erasures.refuse(owner, scope);
    this.keys.of(owner, scope);
  }

  /** See Commit.erase. */
  #erase(owner: string, erasure: PreparedErasure): void {
    const { scope, restored } = erasure;
    this.#beginOwner(owner);
    this.erasures.put(owner, erasure);
    if (!restored || restored.head.seq === 0) return;
    this.heads.set(headKey(owner, scope), { owner, stream: scope, from: emptyHead, head: restored.head });
    this.totals.eventCount += BigInt(restored.head.seq);
  }

  #setLists(owner: string, { changes, places }: PlannedLists): void {
    this.#beginOwner(owner);
    for (const change of changes) this.writer.changeRecord(change);
    this.owners.set(owner, { ...this.place(owner), lists: places });
  }

  /** Everything to write, totals last; empty when no commit changed anything. */
  finish(): readonly Operation[] {
    const { operations } = this.writer;
    if (operations.length === 0) return [];
    for (const [key, { head, from }] of this.heads) {
      this.writer.put(key, encodeHead(key, head));
      this.totals.headsRoot = moved(this.totals.headsRoot, from.hash, head.hash);
    }
    for (const [owner, place] of this.owners) this.writer.put(ownerKey(owner), encodeOwner(ownerKey(owner), place));
    this.writer.put(stateKey, encodeTotals(this.totals));
    return operations;
  }

  #checkCommand(owner: string, change: NonNullable<Commit["idempotency"]>) {
    const key = idempotencyKey(owner, change.key);
    const known = this.commands.get(key) ?? this.#present.command(key);
    checkIdempotency(known && stateOf(known), change);
    return { key, known };
  }

  #checkHead(owner: string, stream: string, { expect, events }: Commit): Head {
    const head = this.#head(owner, stream);
    if (expect && (expect.seq !== head.seq || expect.hash !== head.hash)) throw staleHead(stream, head);
    if (head.seq + (events?.length ?? 0) > storeLimits.streamEventsMax)
      throw streamFull(stream, storeLimits.streamEventsMax);
    return head;
  }

  #head(owner: string, stream: string): Head {
    return this.heads.get(headKey(owner, stream))?.head ?? this.#present.head(owner, stream);
  }

  #checkScope(owner: string, { scope, blobs }: PreparedScope): ApartAddition {
    const number = this.#scopes.numberOf(owner, scope, (name) => this.#head(owner, name).seq > 0);
    return { scope, number, artifacts: this.#scopes.newArtifacts(owner, scope, blobs) };
  }

  /** Writes the record of the commit's own scope, where it needs one; gives its number, or that of the record before it. */
  #put(owner: string, scope: string, commitId: string, { events, artifacts, answer }: Addition): number {
    const [first] = events;
    const place = this.place(owner);
    const isNeeded = first !== undefined || artifacts.length > 0 || answer !== undefined;
    const number = first?.seq ?? place.ownNumber + (isNeeded ? 1 : 0);
    if (!isNeeded) return number;
    const firstPosition = first ? place.position + 1n : 0n;
    const content = { events: events.map(({ encoded }) => encoded.bytes), firstPosition, commitId };
    this.#scopes.put(owner, scope, { ...content, number, answers: answer ? [answer] : [] }, artifacts);
    if (!first) this.owners.set(owner, { ...place, ownNumber: number });
    return number;
  }

  #putApart(owner: string, { scope, number: last, artifacts }: ApartAddition): void {
    if (artifacts.length === 0) return;
    const number = last + 1;
    this.#scopes.put(owner, scope, { events: [], firstPosition: 0n, answers: [], commitId: "", number }, artifacts);
    this.#scopes.setNumber(owner, scope, number);
  }

  /** An owner of whom there are lists alone gets a record too: where the place of an owner is gone, the first record tells. */
  #beginOwner(owner: string): void {
    const place = this.place(owner);
    if (place.position > 0n || place.ownNumber > 0) return;
    this.#scopes.put(owner, "", { events: [], firstPosition: 0n, answers: [], number: 1 }, []);
    this.owners.set(owner, { ...place, ownNumber: 1 });
  }

  /** Looks up what the change replaces, now, because a block that cannot be read must refuse the commit as a whole. */
  #checkRecord(owner: string, { space, key: name, value, scope }: RecordChange): CheckedRecord {
    if (scope !== undefined && value) this.erasures.refuse(owner, scope);
    const key = recordKey(owner, space, name);
    if (!this.recordSeals.has(key)) this.recordSeals.set(key, this.#present.recordSeal(key));
    return { owner, key, value, scope };
  }

  #setRecord({ owner, key, value, scope = "" }: CheckedRecord): void {
    const before = this.recordSeals.get(key) ?? null;
    const secret = value && this.keys.of(owner, scope);
    const sealed = value && (secret ? seal(key, encrypt(secret, key, value), secret.id) : seal(key, value));
    this.recordSeals.set(key, sealed ? sealOf(sealed) : null);
    this.writer.changeRecord({ key, sealed, before });
  }

  #setCommand({ key, known }: { key: string; known: CommandRecord | undefined }, next: CommandRecord): void {
    this.commands.set(key, next);
    if (!known) this.totals.idempotencyCount += 1n;
    const stored = known && this.writer.value(key);
    const before = stored ? sealOf(stored) : null;
    this.writer.change({ key, sealed: encodeCommand(key, next), before });
  }

  #append(owner: string, stream: string, from: Head, events: readonly Chained[]): void {
    const place = this.place(owner);
    const first = place.position + 1n;
    const key = positionKey(owner, first);
    this.writer.put(key, encodePlace(key, { scope: stream, number: from.seq + 1, events: events.length }));
    const head = headOf(events.at(-1)) ?? from;
    const before = this.heads.get(headKey(owner, stream));
    if (before) before.head = head;
    else this.heads.set(headKey(owner, stream), { owner, stream, from, head });
    const position = place.position + BigInt(events.length);
    this.owners.set(owner, { ...place, position });
    this.totals.eventCount += BigInt(events.length);
    this.events.push(...storedEvents(owner, stream, first, events));
  }
}

const nothing = new Uint8Array();

/** For the rule it matters whether there is an answer, not what it says. */
const stateOf = ({ payloadDigest, answerAt }: CommandRecord): IdempotencyState =>
  answerAt ? { payloadDigest, answer: nothing } : { payloadDigest };
