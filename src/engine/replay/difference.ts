import { type DescField, type DescMessage, fromBinary, type MessageShape, type Registry } from "@bufbuild/protobuf";
import { reflect } from "@bufbuild/protobuf/reflect";
import { type RunEvent, RunEventSchema } from "../../../gen/pincite/journal/v1/run_event_pb.ts";

/** The first place where a replay came to something else. It names places, never what stands there. */
export interface Difference {
  /** Sequence number of the event. */
  readonly seq: number;
  /** The recorded event, such as `toolFinished`; empty: the record ends before it. */
  readonly event: string;
  /** Role of the artifact that differs, such as `model_attempt`; empty: the event itself. */
  readonly role: string;
  /** The artifact's digest as recorded; empty for the event itself. */
  readonly digest: string;
  /** The field, such as `claims[2].text`; `bytes[17]` in what is no message; empty: there is no counterpart at all. */
  readonly path: string;
  /** What differs, in a sentence. */
  readonly what: string;
}

type BytesOf = (digest: string) => Uint8Array | undefined;

/**
 * The first difference between an event as recorded and as derived again. Artifacts are looked into before the event,
 * in the order they were recorded in, which is the order they rest on one another in: what is named is the cause, not
 * the digest that follows from it.
 */
export const differenceOf = (
  seq: number,
  recorded: { readonly event: RunEvent; readonly bytes: BytesOf },
  derived: { readonly event: RunEvent; readonly bytes: BytesOf },
  kinds: Registry,
): Difference => {
  const event = recorded.event.event.case ?? "";
  const at = { seq, event, role: "", digest: "" };
  if (event !== derived.event.event.case)
    return { ...at, path: "", what: `it was recorded as ${event} and comes out as ${derived.event.event.case}` };
  for (const [index, one] of recorded.event.artifacts.entries()) {
    const other = derived.event.artifacts[index];
    const role = one.role;
    if (other?.role !== role || !one.ref || !other.ref) break;
    if (one.ref.digest === other.ref.digest) continue;
    const [a, b] = [recorded.bytes(one.ref.digest), derived.bytes(other.ref.digest)];
    const path = a && b ? artifactPath(one.ref.kind, a, b, kinds) : "";
    return { ...at, role, digest: one.ref.digest, path, what: `its ${one.ref.kind} comes out otherwise` };
  }
  const path = fieldPath(RunEventSchema, recorded.event, derived.event) ?? "";
  return { ...at, path, what: "the event comes out otherwise" };
};

const artifactPath = (kind: string, a: Uint8Array, b: Uint8Array, kinds: Registry): string => {
  const schema = kinds.getMessage(kind);
  const byByte = `bytes[${firstByte(a, b)}]`;
  return schema ? (fieldPath(schema, fromBinary(schema, a), fromBinary(schema, b)) ?? byByte) : byByte;
};

const firstByte = (a: Uint8Array, b: Uint8Array): number => {
  const shorter = Math.min(a.length, b.length);
  for (let at = 0; at < shorter; at++) if (a[at] !== b[at]) return at;
  return shorter;
};

/** The first field, in order of declaration, in which two messages differ; undefined: none that the schema knows. */
export const fieldPath = <D extends DescMessage>(
  schema: D,
  a: MessageShape<D>,
  b: MessageShape<D>,
): string | undefined => {
  const [left, right] = [reflect(schema, a), reflect(schema, b)];
  for (const field of schema.fields) {
    if (left.isSet(field) !== right.isSet(field)) return field.name;
    if (!left.isSet(field)) continue;
    const inner = valuePath(field, left.get(field), right.get(field));
    if (inner !== undefined) return `${field.name}${inner}`;
  }
  return undefined;
};

/** What stands behind the field's name: empty: the value itself differs; undefined: nothing does. */
const valuePath = (field: DescField, a: unknown, b: unknown): string | undefined => {
  if (field.fieldKind === "list") return listPath(field, [...(a as Iterable<unknown>)], [...(b as Iterable<unknown>)]);
  if (field.fieldKind === "message") return messagePath(field.message, a, b);
  return same(a, b) ? undefined : "";
};

const listPath = (field: DescField & { fieldKind: "list" }, a: unknown[], b: unknown[]): string | undefined => {
  for (let at = 0; at < Math.min(a.length, b.length); at++) {
    const inner = field.message ? messagePath(field.message, a[at], b[at]) : same(a[at], b[at]) ? undefined : "";
    if (inner !== undefined) return `[${at}]${inner}`;
  }
  return a.length === b.length ? undefined : `[${Math.min(a.length, b.length)}]`;
};

const messagePath = (schema: DescMessage, a: unknown, b: unknown): string | undefined => {
  const inner = fieldPath(schema, messageOf(a), messageOf(b));
  return inner === undefined ? undefined : `.${inner}`;
};

const messageOf = (value: unknown): MessageShape<DescMessage> =>
  (value as { message: MessageShape<DescMessage> }).message;

const same = (a: unknown, b: unknown): boolean =>
  a instanceof Uint8Array && b instanceof Uint8Array ? Buffer.compare(a, b) === 0 : a === b;
