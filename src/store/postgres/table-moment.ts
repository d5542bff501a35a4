import { DomainError } from "../../error.ts";
import {
  erasedKey,
  headKey,
  idempotencyKey,
  ownerKey,
  parseKey,
  recordPrefix,
  scopeKey,
  successor,
} from "../level/keys.ts";
import { contentsOf, type MomentReads } from "../moment.ts";
import type { Content, ErasedScope, StoreMoment } from "../store.ts";
import { readOwner } from "./owner-reads.ts";
import type { Rows } from "./rows.ts";

const keysAtOnce = 1_000;

/** Rows as of one moment, to be let go of. */
export interface MomentRows {
  readonly rows: Rows;
  close(): Promise<void>;
}

/** A store as of the moment at which its rows were first read. */
export class TableMoment implements StoreMoment {
  readonly #from: Promise<MomentRows>;
  readonly #closed: () => void;

  constructor(from: Promise<MomentRows>, closed: () => void) {
    this.#from = from;
    this.#closed = closed;
  }

  async *contents(): AsyncIterable<Content> {
    yield* contentsOf(momentReads((await this.#from).rows));
  }

  async close(): Promise<void> {
    try {
      await (await this.#from).close();
    } finally {
      this.#closed();
    }
  }
}

const momentReads = (rows: Rows): MomentReads => ({
  owners: () => ownersIn(rows),
  page: (owner, after) => readOwner(rows, owner, [ownerKey(owner)], ({ reads }) => reads.page(owner, after)),
  artifactsOf: (owner, scope) => readOwner(rows, owner, [], ({ reads }) => reads.artifactsOf(owner, scope)),
  eventCount: (owner, stream) =>
    readOwner(rows, owner, [headKey(owner, stream)], ({ present }) => present.head(owner, stream).seq),
  blobSize: (owner, digest) => readOwner(rows, owner, [], ({ reads }) => reads.blobSize(owner, digest)),
  erased: async function* (owner): AsyncIterable<ErasedScope> {
    for await (const scope of names(rows, erasedKey(owner, "")))
      yield await readOwner(rows, owner, [erasedKey(owner, scope), headKey(owner, scope)], ({ present }) => ({
        scope,
        timeMs: present.erased(owner, scope)?.timeMs ?? 0,
        head: present.head(owner, scope),
      }));
  },
  apart: (owner) => names(rows, scopeKey(owner, "")),
  spaces: (owner) => spaces(rows, owner),
  records: (owner, space, range) => readOwner(rows, owner, [], ({ reads }) => reads.records(owner, space, range)),
  lists: (owner) =>
    readOwner(rows, owner, [ownerKey(owner)], ({ present }) => [...present.owner(owner).lists.keys()].sort()),
  entries: (owner, list, range) => readOwner(rows, owner, [], ({ reads }) => reads.lists.page(owner, list, range)),
  commands: (owner) => names(rows, idempotencyKey(owner, "")),
  idempotency: (owner, key) =>
    readOwner(rows, owner, [], ({ reads }) => reads.idempotency(owner, key)).catch(unlessErased),
});

/** All owners of whom there is something. */
export const ownersIn = (rows: Rows): Promise<string[]> => readOwner(rows, "", [], ({ reads }) => reads.owners());

/** The names that keys with this prefix end with. */
async function* names(rows: Rows, prefix: string): AsyncIterable<string> {
  for (let gte = prefix; ; ) {
    const page = await rows.entries({ gte, lt: successor(prefix)!, limit: keysAtOnce });
    for (const [key] of page) yield parseKey(key)?.rest[0] ?? "";
    const [last] = page.at(-1) ?? [];
    if (last === undefined) return;
    gte = `${last}\0`;
  }
}

/** Found by their first keys: one look for each space. */
async function* spaces(rows: Rows, owner: string): AsyncIterable<string> {
  const all = recordPrefix(owner, "").slice(0, -1);
  for (let gte = all; ; ) {
    const [first] = await rows.entries({ gte, lt: successor(all)!, limit: 1 });
    if (!first) return;
    const space = parseKey(first[0])?.rest[0] ?? "";
    yield space;
    gte = successor(recordPrefix(owner, space))!;
  }
}

/** A command whose answer was erased is left out of a moment: there is nothing of it that could be told. */
const unlessErased = (error: unknown): undefined => {
  if (!(error instanceof DomainError) || error.reason !== "ERASED") throw error;
};
