import type { LawVersion } from "../../../gen/pincite/lawbot/v1/law_pb.ts";
import type { CanonicalText, Unit } from "../../../gen/pincite/span/v1/canonical_text_pb.ts";
import type { NumberRange } from "../../citation/citation.ts";

/** The units of one version of a law, as far as citations and references find their way among them. */
export interface UnitTree {
  readonly version: Pick<LawVersion, "docUid" | "lawId">;
  readonly canonical: Pick<CanonicalText, "units">;
  unit(path: string): Unit | undefined;
  children(unit: Unit): readonly Unit[];
  /** Address as lawyers write it, unique in the version. */
  address(unit: Unit): string;
}

/** What a query met: its units, or what does exist instead. */
export type Finding =
  | { readonly units: readonly Unit[] }
  | { readonly message: string; readonly existing: readonly string[] };

/** A level below a provision, such as a lid or an item, with the elements that may stand for it. */
export interface UnitStep {
  readonly elements: readonly string[];
  readonly range: NumberRange;
  /** Word for the step in messages to people: `lid`, `onder`. */
  readonly word: string;
}

/** A query for one article (or a range of articles) and a way down to a part of it. */
export interface UnitQuery {
  readonly lawId: string;
  readonly elements: readonly string[];
  readonly article: NumberRange;
  readonly steps: readonly UnitStep[];
  /** True when the words before the list are cited along with the item. */
  readonly introductory: boolean;
  /** The part of the citation that the query stands for, as lawyers write it. */
  readonly part: string;
}

/** Fault that keeps a part of a citation from being looked up. The reasons are those of `CitationError`. */
export interface QueryFault {
  readonly reason: "CITATION_INVALID" | "LAW_NOT_FOUND" | "UNKNOWN_UNIT";
  readonly message: string;
  readonly part: string;
}
