import { refuseScope } from "../check-commit.ts";
import { scopeErased, staleHead } from "../refusals.ts";
import type { Commit, ScopeErasure } from "../store.ts";
import type { OwnerData } from "./owner-data.ts";

/** Refuses what would add to an erased scope, and an erasure of something else than what was meant. */
export const checkErased = (data: OwnerData, { stream, events = [], scopes = [], erase = [] }: Commit): void => {
  const added = scopes.map(({ scope }) => scope);
  if (stream !== undefined && events.length > 0) added.push(stream);
  for (const scope of added) refuseErased(data, scope);
  for (const { scope, expect, restored } of erase) {
    const head = data.head(scope);
    if (expect && !data.erased.has(scope) && (expect.seq !== head.seq || expect.hash !== head.hash))
      throw staleHead(scope, head);
    if (restored && !data.erased.has(scope) && (data.streams.has(scope) || data.apart.has(scope))) refuseScope(scope);
  }
};

/** Errors: ERASED. */
export const refuseErased = (data: OwnerData, scope: string): void => {
  const gone = data.erased.get(scope);
  if (gone) throw scopeErased(scope, gone.timeMs);
};

/** Lets go of all that only this scope held, but for its head. */
export const eraseScope = (data: OwnerData, { scope, restored }: ScopeErasure, nowMs: number): void => {
  if (data.erased.has(scope)) return;
  const erased = { scope, timeMs: nowMs, head: data.head(scope), ...restored };
  data.erased.set(scope, erased);
  for (const event of data.streams.get(scope) ?? []) data.events[Number(event.position) - 1] = undefined;
  data.streams.delete(scope);
  data.commitIds.delete(scope);
  data.apart.delete(scope);
  data.eraseRecords(scope);
  const digests = data.scopes.get(scope) ?? [];
  data.scopes.delete(scope);
  const held = new Set([...data.scopes.values()].flatMap((others) => [...others]));
  for (const digest of digests) {
    if (held.has(digest)) continue;
    data.blobs.delete(digest);
    data.erasedBlobs.set(digest, erased.timeMs);
  }
  for (const [key, within] of data.answerScopes)
    if (within === scope) data.idempotency.set(key, { ...data.idempotency.get(key)!, answer: new Uint8Array() });
};
