import { classesOf } from "#kit/lexicon.ts";

/** What a word does to the sentence it stands in, beside what that sentence is about. */
export const operatorKinds = ["modality", "quantity", "condition", "cause", "negation", "order", "comparison"] as const;
export type OperatorKind = (typeof operatorKinds)[number];

/** A pole of a class of operators: its words say the same, and those of another pole of its group otherwise. */
export interface Pole {
  readonly kind: OperatorKind;
  readonly group: string;
  readonly pole: string;
  readonly words: ReadonlySet<string>;
}

const isKind = (name: string | undefined): name is OperatorKind => operatorKinds.some((kind) => kind === name);

/** The operators of both languages, as the lexicon names their classes: kind, group and pole. */
export const operators: readonly Pole[] = [...classesOf("operator-")].map(([name, words]) => {
  const [kind, group = "", pole = ""] = name.split("-");
  if (!isKind(kind)) throw new Error(`lexicon.json has operators of a kind that is none: ${name}`);
  return { kind, group, pole, words };
});
