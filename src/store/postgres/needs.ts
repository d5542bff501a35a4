import type { PreparedBlob } from "../level/blob-files.ts";
import {
  commitKey,
  entryKey,
  erasedKey,
  headKey,
  idempotencyKey,
  locatorKey,
  positionKey,
  recordKey,
  scopeKey,
  secretKey,
} from "../level/keys.ts";
import { scopeOf } from "../level/plan/batch-plan.ts";
import type { PreparedScope } from "../level/plan/scope-plan.ts";
import type { Commit } from "../store.ts";
import { leaseKey, leasePrefix } from "./lease-rows.ts";

/** Keys that the plan of a commit asks for as far as the commit tells: fetched in one go. Further keys are fetched when the plan asks for them. */
export const needsOf = (commit: Commit, blobs: readonly PreparedBlob[], scopes: readonly PreparedScope[]): string[] => {
  const { owner, stream, expect, idempotency, fence } = commit;
  const own = scopeOf(commit);
  const needs: string[] = [];
  if (stream !== undefined) needs.push(headKey(owner, stream));
  // The keys of a stream that may have no head yet.
  if (stream !== undefined && !expect?.seq)
    needs.push(commitKey(owner, stream, 1), scopeKey(owner, stream), positionKey(owner, 1n), commitKey(owner, "", 1));
  for (const scope of [own, ...scopes.map((one) => one.scope)])
    if (scope !== "") needs.push(erasedKey(owner, scope), secretKey(owner, scope));
  for (const { scope } of scopes) needs.push(scopeKey(owner, scope), headKey(owner, scope));
  for (const { digest } of blobs) needs.push(locatorKey(owner, digest, own));
  for (const one of scopes) for (const { digest } of one.blobs) needs.push(locatorKey(owner, digest, one.scope));
  if (idempotency) needs.push(idempotencyKey(owner, idempotency.key));
  if (fence) needs.push(leaseKey(owner, fence.key));
  if (typeof commit.records !== "function")
    for (const { space, key, scope } of commit.records ?? []) {
      needs.push(recordKey(owner, space, key));
      if (scope) needs.push(erasedKey(owner, scope), secretKey(owner, scope));
    }
  for (const { list, key } of commit.entries ?? []) needs.push(entryKey(owner, list, key));
  for (const { scope } of commit.erase ?? [])
    needs.push(erasedKey(owner, scope), secretKey(owner, scope), scopeKey(owner, scope), headKey(owner, scope));
  return needs;
};

/** Letters of keys (src/store/level/keys.ts) under which a commit mostly puts what was not there: locators, list entries by key and number, commands, records, packs. */
const oftenNew = new Set("lknqrp");

/** Whether no plan of a usual commit asks for what one of before wrote under a key: records of scopes, and places. Most of what is written is that, and would be held for nothing. */
export const isSeldomAsked = (key: string): boolean => {
  const at = key.indexOf("!");
  return at > 0 && (key[at + 1] === "c" || key[at + 1] === "g") && key[at + 2] === "!";
};

/** Whether nothing is to be expected under a key that this process never saw; leases of turns and calls, too, are mostly new. */
export const isOftenNew = (key: string): boolean => {
  if (key.startsWith("!")) return key.startsWith(leasePrefix);
  return oftenNew.has(key[key.indexOf("!") + 1] ?? "");
};
