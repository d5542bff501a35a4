import type { Address } from "./address.ts";
import type { Citation } from "./citation.ts";

/**
 * What a citation points at: a law, a ruling, a clause of a contract or another document, or something named before in words
 * ("van die wet") for which its own sentence gives no antecedent.
 */
export type ReadingTarget = "law" | "ruling" | "document" | "back";

/** One place that a citation names, with where it stands: every number of a list, each end of a range, each lid and item. */
export interface NamedPlace {
  readonly address: Address;
  readonly start: number;
  readonly end: number;
}

/** A citation as it was read in a text. Offsets are UTF-16 code units of that text, half-open. */
export interface Reading {
  readonly citation: Citation;
  readonly target: ReadingTarget;
  readonly start: number;
  readonly end: number;
  readonly raw: string;
  /** Empty for a clause of a document, and for what only refers back. */
  readonly places: readonly NamedPlace[];
  /** What was read otherwise than it stands there, each as a sentence part for people; empty: all of it is literal. */
  readonly readAs: readonly string[];
}
