/**
 * What becomes of one field of a tool's parameters: `text` leaves as it was written; `id` leaves only as an id that the
 * service itself gave, that a person pinned or that parses; `day` leaves as an ISO date and as nothing else, which the
 * adapter holds; `number` leaves; `stays` does not leave the installation, of a message nothing of it.
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

/** Bytes have no kind in which they may leave; a oneof has none before somebody writes one. */
type LeafOf<Value> = Value extends string
  ? Exclude<Leaf, "number">
  : Value extends number | bigint | boolean
    ? "number" | "stays"
    : Value extends Uint8Array
      ? "stays"
      : Value extends readonly (infer Item)[]
        ? LeafOf<Item>
        : Value extends { readonly case: unknown }
          ? never
          : Leaves<Value> | "stays";

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
  if (Array.isArray(value)) for (const item of value) yield* leavesOf(tree, item);
  else if (typeof tree !== "string")
    for (const [field, below] of Object.entries(tree)) yield* leavesOf(below, (value as Message | undefined)?.[field]);
  else if (typeof value === "string" && value !== "") yield { kind: tree, text: value };
}

type Message = Readonly<Record<string, unknown>>;
