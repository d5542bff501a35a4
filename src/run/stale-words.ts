import type { StaleItem } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { type Fact, type PlainId, type Said, worded } from "../messages/said.ts";
import { saidMessage } from "../messages/wire-form.ts";

/** What the parts of an item's fingerprint are called. Those that are named after another item are called as they are. */
const parts: ReadonlyMap<string, PlainId> = new Map([
  ["adverse", "stale-part.adverse"],
  ["answers", "stale-part.answers"],
  ["audience", "stale-part.audience"],
  ["claim_kind", "stale-part.claim-kind"],
  ["compared", "stale-part.compared"],
  ["description", "stale-part.description"],
  ["evidence", "stale-part.evidence"],
  ["frame", "stale-part.frame"],
  ["goal", "stale-part.goal"],
  ["kind", "stale-part.kind"],
  ["law_date", "stale-part.law-date"],
  ["letter_reading", "stale-part.letter-reading"],
  ["locale", "stale-part.locale"],
  ["looks", "stale-part.looks"],
  ["parties", "stale-part.parties"],
  ["reference_date", "stale-part.reference-date"],
  ["required", "stale-part.required"],
  ["section", "stale-part.section"],
  ["sections", "stale-part.sections"],
  ["span", "stale-part.span"],
  ["speakers", "stale-part.speakers"],
  ["text", "stale-part.text"],
  ["tone", "stale-part.tone"],
]);

const partOf = (name: string): Fact => {
  const id = parts.get(name);
  return id === undefined ? name.replaceAll("_", " ") : worded(id);
};

/** Why a confirmation holds no longer, from the path along which it became stale. */
export const saidOfPath = (itemId: string, path: readonly string[]): Said => {
  const [first = itemId, ...rest] = path;
  const at = first.lastIndexOf("/");
  const [where, what] = [first.slice(0, at), first.slice(at + 1)];
  if (what === "gone" && rest.length === 0) return worded("stale.gone", { itemId });
  const joined = (by: "stale.and" | "stale.then"): Fact =>
    rest.slice(1).reduce<Fact>((one, other) => worded(by, { one, other }), rest[0] ?? "");
  if (what === "gone" || what === "rejected")
    return worded(what === "gone" ? "stale.rests-on-gone" : "stale.rests-on-rejected", {
      where,
      rest: joined("stale.and"),
      count: rest.length,
    });
  if (rest.length === 0) return worded("stale.changed", { what: partOf(what), where });
  return worded("stale.changed-with", { what: partOf(what), where, rest: joined("stale.then") });
};

/** The items with their explanations as messages, which no event holds. */
export const withSaid = (stale: readonly StaleItem[]): StaleItem[] =>
  stale.map(({ $typeName, itemId, kind, path, explanation }) => ({
    $typeName,
    itemId,
    kind,
    path,
    explanation,
    said: saidMessage(saidOfPath(itemId, path)),
  }));
