import type { DraftRule, LookCode, MarkCode, Remedy_Kind } from "../../gen/pincite/run/v1/look_pb.ts";
import type { Derived } from "./derive.ts";
import type { Source } from "./source.ts";
import type { Range } from "./tokens/token.ts";

/** What mends a refusal: with CITE_ENTRY the entries, best first. */
export interface Mending {
  readonly kind: Remedy_Kind;
  readonly entryIds?: readonly string[];
  /** Numbers that would be right for an exhibit. */
  readonly exhibitNumbers?: readonly number[];
}

/** A refusal of a sentence; an empty range concerns the whole. */
export interface Refusal extends Range {
  readonly rule: DraftRule;
  readonly remedy?: Mending;
}

/** Something only a person can judge; `source` is the entry it speaks of. */
export interface SeenLook extends Range {
  readonly code: LookCode;
  readonly source?: Source;
  /** Where in the excerpt of that entry stands what it is held against. */
  readonly against?: Range | undefined;
}

export interface SeenMark extends Range {
  readonly code: MarkCode;
}

export interface SeenDerivation extends Range {
  readonly derived: Derived;
}

/** Everything found in one sentence, in no order. */
export interface Findings {
  readonly refused: readonly Refusal[];
  readonly looks: readonly SeenLook[];
  readonly marks: readonly SeenMark[];
  readonly derivations: readonly SeenDerivation[];
}
