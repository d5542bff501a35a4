import type { Unit } from "../../gen/pincite/span/v1/canonical_text_pb.ts";
import type { Citation, FoundCitation, NumberRange } from "../citation/citation.ts";
import type { LawNames } from "../citation/known-law.ts";
import type { CompanionReading } from "./companion.ts";
import type { OfficialService } from "./fetch/official-service.ts";
import type { Finding } from "./find-units.ts";
import type { OpenLaw } from "./open-law.ts";
import type { LawReading, SourceBytes, SourceClaim } from "./reading.ts";

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
  find(law: OpenLaw): Finding;
}

/** A version as references name it. `knownFrom` is "" where no register tells. */
export interface NamedVersion {
  readonly lawId: string;
  readonly validFrom: string;
  readonly label: string;
  readonly knownFrom: string;
}

/**
 * A legal system as LawBot needs it: to read its sources, and to read, write and place its citations. LawBot itself knows
 * versions, addresses and spans, and nothing of any country. The Dutch jurisdiction is in nl/.
 */
export interface Jurisdiction {
  /** ISO 3166 country in lower case: `nl`. */
  readonly id: string;
  /** Tells whether an id of a regulation belongs to this jurisdiction. */
  owns(lawId: string): boolean;
  /**
   * Tells from its beginning whether a file has a form that only this jurisdiction reads; absent in the first of several
   * jurisdictions.
   */
  reads?(bytes: Uint8Array): boolean;
  /** Reads one source file. Pure: no clock, no network. Throws Refusal for a file that it does not take. */
  readSource(source: SourceBytes, claim: SourceClaim): LawReading;
  /** Reads a file that tells about a law without being its text (a register, names); undefined for any other file. */
  readCompanion?(bytes: Uint8Array, claim: SourceClaim): CompanionReading | undefined;
  /**
   * Finds the citations in a text, in order, none overlapping. `laws` are the loaded laws, for their names. `standsIn` is the
   * text of the law in which the parsed text stands, whose own definitions ("wet: de Ziektewet") then count; absent: the parsed
   * text stands in no law.
   */
  parseCitations(text: string, laws: readonly LawNames[], standsIn?: string): FoundCitation[];
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
   * Returns "" where there is no such reference.
   */
  reference?(version: NamedVersion, chain: readonly Unit[]): string;
  /** Official services from which its law can be fetched, on a person's command; absent: no service is known. */
  readonly services?: readonly OfficialService[];
  /** Writes a citation; total. */
  render(citation: Citation, style: "short" | "full", laws?: readonly LawNames[]): string;
  /** Lists the queries for a citation, in order of its parts; a part that cannot be looked up gives its fault. */
  locate(citation: Citation, laws: readonly LawNames[]): (UnitQuery | QueryFault)[];
  /** Ids of the regulations that a citation names, without repeats; empty for an unknown law. */
  lawIds(citation: Citation, laws: readonly LawNames[]): string[];
  /** Returns the name by which a law is cited. */
  shortName(law: LawNames): string;
  /** Puts labels of nested units (outermost first) and the law's name together: `art. 7:669 lid 3 onder g BW`. */
  address(labels: readonly string[], shortName: string, lawId?: string): string;
  /** Returns the page on which a person can read the unit, "" where there is none. */
  publicPage(lawId: string, versionDate: string, path: string): string;
  /** Sentence that tells a person who has no law how to load a law. */
  readonly loadingHint: string;
}
