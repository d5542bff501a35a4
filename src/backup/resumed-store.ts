import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";
import type { Commit, Committed, EntryChange, Store } from "../store/store.ts";

/**
 * A store that a copy may have come to before it was broken off: what is there already is compared and not put again. For `restoreStore`, whose
 * commits come in the same order each time. Errors of a commit: ALREADY_EXISTS where the store holds something else.
 */
export const resumedStore = (store: Store): Pick<Store, "commit" | "stageBlob"> => ({
  stageBlob: (owner, pieces) => store.stageBlob(owner, pieces),
  commit: async (commit) => {
    const there = await eventsThere(store, commit);
    if (there) return there;
    if (commit.idempotency && (await isAnswered(store, commit))) return store.commit({ owner: commit.owner });
    if (!commit.entries?.length) return store.commit(commit);
    return store.commit({ ...commit, entries: await missingEntries(store, commit.owner, commit.entries) });
  },
});

/** What a commit of events came to, where all of them are there. */
const eventsThere = async (store: Store, commit: Commit): Promise<Committed | undefined> => {
  const { owner, stream, expect, events = [] } = commit;
  if (stream === undefined || !expect || events.length === 0) return undefined;
  const head = await store.head(owner, stream);
  if (head.seq <= expect.seq) return undefined;
  const stored = await store.read(owner, stream, { fromSeq: expect.seq + 1, limit: events.length });
  const isSame = events.every(
    ({ type, body }, at) => stored[at]?.type === type && Buffer.compare(stored[at].body, body) === 0,
  );
  const last = stored.at(-1);
  if (!isSame || !last || stored[0]?.prevHash !== expect.hash) throw other();
  return { head: { seq: last.seq, hash: last.hash }, position: last.position };
};

const isAnswered = async (store: Store, { owner, idempotency }: Commit): Promise<boolean> => {
  const state = idempotency && (await store.idempotency(owner, idempotency.key));
  if (!state) return false;
  const answer = typeof idempotency.answer === "function" ? undefined : idempotency.answer;
  const isSame = Buffer.compare(state.answer ?? new Uint8Array(), answer ?? new Uint8Array()) === 0;
  if (state.payloadDigest !== idempotency.payloadDigest || !isSame) throw other();
  return true;
};

/** Entries that are not there, each with the gaps before it: a gap that was made once has its number. */
const missingEntries = async (store: Store, owner: string, entries: readonly EntryChange[]): Promise<EntryChange[]> => {
  const missing: EntryChange[] = [];
  let gaps: EntryChange[] = [];
  for (const change of entries) {
    if (change.key.startsWith("\u0001")) {
      gaps.push(change);
      continue;
    }
    if (!(await store.entry(owner, change.list, change.key))) missing.push(...gaps, change);
    gaps = [];
  }
  return missing;
};

const other = (): DomainError =>
  new DomainError("ALREADY_EXISTS", worded("keeping-error.the-place-to-copy-to-holds-something-else"));
