import { create } from "@bufbuild/protobuf";
import type { ConfirmationRecord, RunSnapshot } from "../../gen/pincite/journal/v1/run_snapshot_pb.ts";
import {
  type FingerprintInput,
  ItemDecision,
  ItemKind,
  type ItemState,
  ItemStateSchema,
  type StaleItem,
  StaleItemSchema,
} from "../../gen/pincite/run/v1/run_context_pb.ts";

/**
 * A confirmation is carried over if and only if the fingerprint of everything it rested on is equal; otherwise the
 * person is asked again, and told what changed along which path.
 */

/** The items with the decisions that earlier confirmations still give them. */
export const carryOver = (snapshot: RunSnapshot, items: readonly ItemState[]): ItemState[] => {
  const confirmed = new Set(snapshot.confirmations.map((c) => `${c.kind}/${c.fingerprint}`));
  return items.map((item) => {
    const holds = confirmed.has(`${item.kind}/${item.fingerprint}`);
    return create(ItemStateSchema, {
      ...item,
      decision: holds ? ItemDecision.CONFIRM : ItemDecision.UNSPECIFIED,
      carriedOver: holds,
    });
  });
};

/** The items as decided by the user in the same breath ("Save intent" is one call). */
export const confirmAll = (items: readonly ItemState[]): ItemState[] =>
  items.map((item) => create(ItemStateSchema, { ...item, decision: ItemDecision.CONFIRM, carriedOver: false }));

/** Confirmations of this kind of item that the new proposal no longer meets, each with its path. */
export const staleItems = (snapshot: RunSnapshot, kind: ItemKind, items: readonly ItemState[]): StaleItem[] => {
  const current = new Set(items.map((item) => item.fingerprint));
  const latest = new Map<string, ConfirmationRecord>();
  for (const record of snapshot.confirmations) if (record.kind === kind) latest.set(record.itemId, record);
  const byId = new Map(items.map((item) => [item.itemId, item]));
  const stale: StaleItem[] = [];
  for (const record of latest.values()) {
    if (current.has(record.fingerprint)) continue;
    const path = stalePath(snapshot, record, byId.get(record.itemId));
    stale.push(
      create(StaleItemSchema, { itemId: record.itemId, kind, path, explanation: explain(record.itemId, path) }),
    );
  }
  return stale;
};

/** What changed, outermost first: the changed part of the outermost item, then each item down to the one asked about. */
const stalePath = (snapshot: RunSnapshot, was: ConfirmationRecord, now: ItemState | undefined): string[] => {
  if (!now) return [`${was.itemId}/gone`];
  const changed = now.inputs.find((input, at) => !sameInput(input, was.inputs[at]));
  if (!changed) return [was.itemId];
  const before = was.inputs.find((input) => input.name === changed.name);
  const outer = parentPath(snapshot, before, changed);
  return outer.length > 0 ? [...outer, was.itemId] : [`${was.itemId}/${changed.name}`];
};

const sameInput = (a: FingerprintInput, b: FingerprintInput | undefined): boolean =>
  b !== undefined && a.name === b.name && a.fingerprint === b.fingerprint;

/** When the changed input is itself an item's fingerprint: that item's path; empty when it is a plain part. */
const parentPath = (snapshot: RunSnapshot, before: FingerprintInput | undefined, now: FingerprintInput): string[] => {
  const was = snapshot.confirmations.find((c) => c.fingerprint === before?.fingerprint);
  if (!was) return [];
  const item = snapshot.stages.flatMap((stage) => stage.items).find((i) => i.fingerprint === now.fingerprint);
  return stalePath(snapshot, was, item);
};

const explain = (itemId: string, path: readonly string[]): string => {
  const [first = itemId, ...rest] = path;
  if (first.endsWith("/gone"))
    return rest.length === 0
      ? `${itemId} is no longer part of the proposal.`
      : `${first.slice(0, -5)} is gone, so ${rest.join(", then ")} must be confirmed again.`;
  const [where, what] = [first.slice(0, first.lastIndexOf("/")), first.slice(first.lastIndexOf("/") + 1)];
  const then = rest.length > 0 ? ` and with it ${rest.join(", then ")}` : "";
  return `The ${what.replaceAll("_", " ")} of ${where} changed${then}: confirm again.`;
};

/** Confirmations after decisions on items: CONFIRM adds or renews, REJECT takes back. */
export const withDecisions = (
  confirmations: readonly ConfirmationRecord[],
  items: readonly ItemState[],
  make: (item: ItemState) => ConfirmationRecord,
): ConfirmationRecord[] => {
  const decided = new Set(items.filter((i) => i.decision).map((i) => `${i.kind}/${i.fingerprint}`));
  const kept = confirmations.filter((c) => !decided.has(`${c.kind}/${c.fingerprint}`));
  return [...kept, ...items.filter((i) => i.decision === ItemDecision.CONFIRM).map(make)];
};

/** Kinds whose items a user drops by rejecting them: the stage goes on without. */
export const rejectDrops = (kind: ItemKind): boolean => kind === ItemKind.CLAIM || kind === ItemKind.SLOT;
