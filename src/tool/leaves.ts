/**
 * What becomes of one field of a tool's parameters: `text` leaves as it was written; `id` leaves only as an id that the
 * service itself gave, that a person pinned or that parses; `day` leaves as an ISO date and as nothing else, which the
 * adapter holds; `number` leaves; `stays` does not leave the installation.
 */
export type Leaf = "text" | "id" | "day" | "number" | "stays";

/** What the fields of a message let leave, field by field and into the messages they hold. There is no default. */
export type Leaves<Message> = { readonly [Name in keyof Fields<Message>]: LeafOf<Fields<Message>[Name]> };

/** The same for a service of the installation itself: each field is named, and stays. */
export type Stays<Message> = { readonly [Name in keyof Fields<Message>]: "stays" };

/** The fields a message declares, those that may be absent too. */
export type Fields<Message> = {
  readonly [Name in keyof Message as Name extends `$${string}` ? never : Name]-?: NonNullable<Message[Name]>;
};

/** Of a oneof each member is declared, since any of them may be the one that is set. */
type LeafOf<Value> = [Value] extends [Oneof]
  ? { readonly [Case in NonNullable<Value["case"]>]: LeafOf<Extract<Value, { case: Case }>["value"]> }
  : PlainLeaf<Value>;

interface Oneof {
  readonly case: string | undefined;
  readonly value?: unknown;
}

/** Bytes have no kind in which they may leave. */
type PlainLeaf<Value> = Value extends string
  ? Exclude<Leaf, "number">
  : Value extends number | bigint | boolean
    ? "number" | "stays"
    : Value extends Uint8Array
      ? "stays"
      : Value extends readonly (infer Item)[]
        ? LeafOf<Item>
        : Leaves<Value>;

/** What would leave with one request, in the order in which the fields are declared. */
export interface Outgoing {
  readonly texts: readonly string[];
  readonly ids: readonly string[];
}

/** Leaves as they are walked: the types above have judged them. */
export type LeafTree = Leaf | { readonly [field: string]: LeafTree };

/** Gathers what leaves of a value; empty texts and ids say nothing and are left out. */
export const leaving = (tree: LeafTree, value: unknown): Outgoing => {
  const found = [...leavesOf(tree, value)];
  const of = (kind: Leaf) => found.filter((one) => one.kind === kind).map(({ text }) => text);
  return { texts: of("text"), ids: of("id") };
};

function* leavesOf(tree: LeafTree, value: unknown): Generator<{ readonly kind: Leaf; readonly text: string }> {
  if (typeof tree === "string") {
    for (const text of Array.isArray(value) ? value : [value])
      if (typeof text === "string" && text !== "") yield { kind: tree, text };
  } else if (Array.isArray(value)) for (const item of value) yield* leavesOf(tree, item);
  else for (const [field, below] of Object.entries(tree)) yield* leavesOf(below, memberOf(value, field));
}

/** The value of a field, or of a member of a oneof, which protobuf-es gives as a pair of case and value. */
const memberOf = (value: unknown, name: string): unknown => {
  if (typeof value !== "object" || value === null) return undefined;
  const held: Readonly<Record<string, unknown>> = { ...value };
  if ("$typeName" in held) return held[name];
  return held.case === name ? held.value : undefined;
};
