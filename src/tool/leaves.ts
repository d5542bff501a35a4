/**
 * What a field of a tool's parameters may hold when it leaves for a service elsewhere: `words` become a set of words that are
 * offered; a `quote` is a stretch of a text of law that the service gave; a `citation` is written from its parse; an `id` is one
 * that the service gave or a person pinned; a `day` and a `number` are the run's, whatever the model wrote; `stays` does not
 * leave the installation.
 */
export type Leaf = "words" | "quote" | "citation" | "id" | "day" | "number" | "stays";

/** The rule of leaving for a message, field by field and into the messages they hold. There is no default. */
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

/** Leaves as they are walked: the types above have judged them. */
export type LeafTree = Leaf | { readonly [field: string]: LeafTree };
