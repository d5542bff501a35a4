import { create } from "@bufbuild/protobuf";
import type { ConfirmationRecord, RunSnapshot } from "../../gen/pincite/journal/v1/run_snapshot_pb.ts";
import {
  type FingerprintInput,
  ItemDecision,
  type ItemKind,
  type ItemState,
  ItemStateSchema,
  type StaleItem,
  StaleItemSchema,
} from "../../gen/pincite/run/v1/run_context_pb.ts";
import { inEnglish } from "../messages/said.ts";
import { saidOfPath } from "./stale-words.ts";

/**
 * A confirmation is carried over if and only if the fingerprint of everything it rested on is equal; otherwise the
 * person is asked again, and told what changed along which path.
 */

/** The items with the decisions that earlier confirmations still give them; `isHeld`: whether one may hold for an item at all. */
export const carryOver = (
  snapshot: RunSnapshot,
  items: readonly ItemState[],
  isHeld: (item: ItemState, confirmation: ConfirmationRecord) => boolean = () => true,
): ItemState[] => {
  const confirmed = new Map(snapshot.confirmations.map((c) => [`${c.kind}/${c.fingerprint}`, c]));
  return items.map((item) => {
    const confirmation = confirmed.get(`${item.kind}/${item.fingerprint}`);
    const holds = confirmation !== undefined && isHeld(item, confirmation);
    return create(ItemStateSchema, {
      ...item,
      decision: holds ? ItemDecision.CONFIRM : ItemDecision.UNSPECIFIED,
      carriedOver: holds,
    });
  });
};

/**
 * The items as decided by the user in the same breath ("Save intent" is one call). One with looks is not among them: it is
 * confirmed in a call of its own that names them, and stays as it was until then.
 */
export const confirmAll = (items: readonly ItemState[]): ItemState[] =>
  items.map((item) =>
    item.looks.length + item.compareDigests.length > 0
      ? item
      : create(ItemStateSchema, { ...item, decision: ItemDecision.CONFIRM, carriedOver: false }),
  );

/** At most so many are explained in one event, which has to stay below 256 KiB; the rest shows as not confirmed. */
const explainedMax = 100;

/**
 * Confirmations of this kind of item that the new proposal no longer meets, each with its path. An item that is decided in the
 * new proposal is settled and not stale, even where an older confirmation of it said something else; what is gone is
 * told once, when it was still among the `former` items of the stage.
 */
export const staleItems = (
  snapshot: RunSnapshot,
  kind: ItemKind,
  items: readonly ItemState[],
  former: readonly ItemState[],
): StaleItem[] => {
  const known = new Set([...former, ...items].map((item) => item.itemId));
  const current = new Set(items.map((item) => item.fingerprint));
  const latest = new Map<string, ConfirmationRecord>();
  for (const record of snapshot.confirmations) if (record.kind === kind) latest.set(record.itemId, record);
  const byId = new Map(items.map((item) => [item.itemId, item]));
  const stale: StaleItem[] = [];
  for (const record of latest.values()) {
    if (!known.has(record.itemId) || current.has(record.fingerprint) || byId.get(record.itemId)?.decision) continue;
    if (stale.length >= explainedMax) break;
    const path = stalePath(snapshot, record, byId.get(record.itemId));
    stale.push(
      create(StaleItemSchema, {
        itemId: record.itemId,
        kind,
        path,
        explanation: inEnglish(saidOfPath(record.itemId, path)),
      }),
    );
  }
  return stale;
};

/** What changed, outermost first: the changed part of the outermost item, then each item down to the one asked about. */
const stalePath = (snapshot: RunSnapshot, was: ConfirmationRecord, now: ItemState | undefined): string[] => {
  if (!now) return gonePath(snapshot, was);
  // Compared as sets: an item that cites one entry less must not look as if its text had changed.
  const lost = was.inputs.find((input) => !now.inputs.some((other) => sameInput(other, input)));
  const gained = now.inputs.filter((input) => !was.inputs.some((other) => sameInput(other, input)));
  const name = lost?.name ?? gained[0]?.name ?? "";
  const after = gained.find((input) => input.name === name);
  const outer = parentPath(snapshot, lost, after);
  return outer.length > 0 ? [...outer, was.itemId] : [`${was.itemId}/${name}`];
};

const sameInput = (a: FingerprintInput, b: FingerprintInput): boolean =>
  a.name === b.name && a.fingerprint === b.fingerprint;

/** An item that is gone because one it rested on is gone or changed says so; otherwise it was itself left out. */
const gonePath = (snapshot: RunSnapshot, was: ConfirmationRecord): string[] => {
  for (const input of was.inputs) {
    const outer = snapshot.confirmations.find((c) => c.fingerprint === input.fingerprint);
    const rejected = outer ? [] : rejectedPath(snapshot, input);
    if (rejected.length > 0) return [...rejected, was.itemId];
    const now = outer && itemNow(snapshot, (item) => item.kind === outer.kind && item.itemId === outer.itemId);
    if (outer && now?.fingerprint !== outer.fingerprint) return [...stalePath(snapshot, outer, now), was.itemId];
  }
  return [`${was.itemId}/gone`];
};

const itemNow = (snapshot: RunSnapshot, is: (item: ItemState) => boolean): ItemState | undefined =>
  snapshot.stages.flatMap((stage) => stage.items).find((item) => item.decision !== ItemDecision.REJECT && is(item));

/** When the changed input is itself an item's fingerprint: that item's path; empty when it is a plain part. */
const parentPath = (
  snapshot: RunSnapshot,
  before: FingerprintInput | undefined,
  now: FingerprintInput | undefined,
): string[] => {
  const was = snapshot.confirmations.find((c) => c.fingerprint === before?.fingerprint);
  if (!was) return rejectedPath(snapshot, before);
  return stalePath(
    snapshot,
    was,
    itemNow(snapshot, (item) => item.fingerprint === now?.fingerprint),
  );
};

/** A rejection takes its confirmation back, so what was rejected is looked up among the items themselves. */
const rejectedPath = (snapshot: RunSnapshot, before: FingerprintInput | undefined): string[] =>
  snapshot.stages
    .flatMap((stage) => stage.items)
    .filter((item) => item.fingerprint === before?.fingerprint && item.decision === ItemDecision.REJECT)
    .slice(0, 1)
    .map((item) => `${item.itemId}/rejected`);

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
