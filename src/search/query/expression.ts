import type { Token } from "../words/analysis.ts";

/** What one part of a query looks for. */
export interface Clause {
  /** Words in order of a phrase, or the one word. Folded, never empty. */
  readonly words: readonly Token[];
  /** Other readings of the same characters: the whole of a compound, the ISO form of a date. */
  readonly extras: readonly Token[];
  /** Written in quotation marks: the forms as they are, in this order, no stems. */
  readonly isPhrase: boolean;
  /** Written with `*` at the end: the last word is a beginning. */
  readonly isPrefix: boolean;
  /** Written with `*` or `?` elsewhere: what words must look like. It then stands for the one word. */
  readonly pattern?: string;
}

/** Fields that are asked by their words. `subject` is the title of whatever it is. */
export type FieldName = "from" | "to" | "cc" | "subject" | "filename" | "has";

/** What a query asks for, as a tree. */
export type Expression =
  | { readonly kind: "clause"; readonly clause: Clause }
  | {
      readonly kind: "near";
      readonly sides: readonly [Clause[], Clause[]];
      readonly within: number;
      readonly isOrdered: boolean;
    }
  | { readonly kind: "field"; readonly name: FieldName; readonly clause: Clause }
  /** First and last date, inclusive, either of them empty; a shorter date means its whole day, month or year. */
  | { readonly kind: "period"; readonly from: string; readonly to: string }
  | { readonly kind: "all" | "some"; readonly parts: readonly Expression[] }
  | { readonly kind: "not"; readonly part: Expression }
  | Row;

/** What stands side by side without an operator. */
export interface Row {
  readonly kind: "row";
  /** Written with `+`: each must match. */
  readonly must: readonly Expression[];
  /** Written with `-`: none may match. */
  readonly not: readonly Expression[];
  /** One of these must match where nothing was written with `+`; more of them rank higher. */
  readonly may: readonly Expression[];
  /** Fields and periods, which narrow: each must match. */
  readonly filters: readonly Expression[];
  /** Bare words in the order in which they were typed, those too common to be clauses among them: where they stand together in a text, it ranks higher. */
  readonly runs: readonly (readonly string[])[];
}

/** A query, read. */
export interface Query {
  /** Undefined where the text asks for nothing. */
  readonly expression: Expression | undefined;
  /** What was not understood and what was done instead, a sentence each. */
  readonly notes: readonly string[];
  /** How it was read, where it has operators or fields; empty for words alone. */
  readonly reading: string;
}
