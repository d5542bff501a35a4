import type { Unit } from "../../../gen/pincite/span/v1/canonical_text_pb.ts";
import type { Citation, FoundCitation } from "../../citation/citation.ts";
import type { LawNames } from "../../citation/known-law.ts";
import type { Finding, QueryFault, UnitQuery, UnitTree } from "./unit-query.ts";

/** A parsed reference for machines: it names its law by id and may name the version by its days ("" where it names none). */
export interface MachineReference {
  readonly lawId: string;
  /** The same reference in words, as a citation of the whole text. */
  readonly found: FoundCitation;
  readonly inForceOn: string;
  readonly knownOn: string;
  /** Days between which the version asked for must lie, where the reference names a period and no day; "" is an open end. */
  readonly from?: string;
  readonly through?: string;
  /** Finds the units that the reference names, or says what exists instead. */
  find(law: UnitTree): Finding;
}

/** A version as references name it. `knownFrom` is "" where no register tells. */
export interface NamedVersion {
  readonly lawId: string;
  readonly validFrom: string;
  readonly label: string;
  readonly knownFrom: string;
}

/** How the law of a legal system is cited: its citations are read, written and placed. */
export interface CitationLanguage {
  /**
   * Finds the citations in a text, in order, none overlapping. `laws` are the loaded laws, for their names. `standsIn` is the
   * text of the law in which the parsed text stands, whose own definitions ("wet: de Ziektewet") then count; absent: the parsed
   * text stands in no law.
   */
  parseCitations(text: string, laws: readonly LawNames[], standsIn?: string): FoundCitation[];
  /** Tells whether a citation is written by the customs of this legal system; absent in the first of several. */
  ownsCitation?(citation: Citation): boolean;
  /** Names the legal system whose customs a citation follows; absent: the only one there is. */
  systemOf?(citation: Citation, laws: readonly LawNames[]): string;
  /**
   * Reads the citation for a day: a name that several laws share means the only one of these laws in force on that day. Returns
   * the same citation where no law is in force then, or more than one. Absent: names do not depend on days.
   */
  onDay?(citation: Citation, laws: readonly LawNames[], day: string): Citation;
  /**
   * Reads a text that as a whole is a reference for machines; undefined for any other text. Absent: the legal system has no
   * such references.
   */
  readReference?(text: string, laws: readonly LawNames[]): MachineReference | QueryFault | undefined;
  /**
   * Writes the reference for machines to a unit; `chain` holds the units around it and the unit itself, outermost first.
   * Returns "" where there is no such reference. Whether it leads back to the unit is for the caller to try.
   */
  reference?(version: NamedVersion, chain: readonly Unit[]): string;
  /**
   * Says what the citations of a text that only refer back mean, beside each citation as it stands; absent: the legal system has
   * no such words that are read.
   */
  backReferences?(
    text: string,
    found: readonly FoundCitation[],
  ): { readonly found: FoundCitation; readonly means: Citation | undefined }[];
  /** Writes a citation; total. */
  render(citation: Citation, style: "short" | "full", laws?: readonly LawNames[]): string;
  /** Lists the queries for a citation, in order of its parts; a part that cannot be looked up gives its fault. */
  locate(citation: Citation, laws: readonly LawNames[]): (UnitQuery | QueryFault)[];
  /** Ids of the regulations that a citation names, without repeats; empty for an unknown law. */
  lawIds(citation: Citation, laws: readonly LawNames[]): string[];
  /** Returns the name by which a law is cited. */
  shortName(law: LawNames): string;
  /**
   * Puts labels of nested units (outermost first) and the law's name together: `art. 7:669 lid 3 onder g BW`. `rank` is 0, or
   * the place of the unit among those of the same labels in the order of the text, from 1, which the address then says.
   */
  address(labels: readonly string[], shortName: string, of: { readonly lawId: string; readonly rank: number }): string;
  /** Returns the page on which a person can read the unit, "" where there is none. */
  publicPage(lawId: string, versionDate: string, path: string): string;
}
