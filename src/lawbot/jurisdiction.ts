import type { Unit } from "../../gen/pincite/span/v1/canonical_text_pb.ts";
import type { Citation, FoundCitation, NumberRange } from "../citation/citation.ts";
import type { LawNames } from "../citation/known-law.ts";
import type { CompanionReading } from "./companion.ts";
import type { OfficialService } from "./fetch/official-service.ts";
import type { Finding } from "./find-units.ts";
import type { OpenLaw } from "./open-law.ts";
import type { LawReading, SourceBytes, SourceClaim } from "./reading.ts";

/** One level below a provision, with the elements that may stand for it: a lid, an item. */
export interface UnitStep {
  readonly elements: readonly string[];
  readonly range: NumberRange;
  /** How the step is named to people: `lid`, `onder`. */
  readonly word: string;
}

/** One thing to look up: an article (or a range of them) and a way down to a part of it. */
export interface UnitQuery {
  readonly lawId: string;
  readonly elements: readonly string[];
  readonly article: NumberRange;
  readonly steps: readonly UnitStep[];
  /** True when the words before the list are cited along with the item. */
  readonly introductory: boolean;
  /** The part of the citation it stands for, as lawyers write it. */
  readonly part: string;
}

/** Why nothing can be looked up for a part of a citation. The reasons are those of `CitationError`. */
export interface QueryFault {
  readonly reason: "CITATION_INVALID" | "LAW_NOT_FOUND" | "UNKNOWN_UNIT";
  readonly message: string;
  readonly part: string;
}

/** A reference made for machines, read: it names its law by id and may name the version by its days ("" where it does not). */
export interface MachineReference {
  readonly lawId: string;
  /** The same in words, as a citation of the whole text. */
  readonly found: FoundCitation;
  readonly inForceOn: string;
  readonly knownOn: string;
  /** Days between which the version asked for must lie, where it names a period and no day; "" is an open end. */
  readonly from?: string;
  readonly through?: string;
  /** The units it names, or what exists instead. */
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
 * What LawBot asks of a legal system: to read its sources, and to read, write and place its citations. LawBot itself
 * knows versions, addresses and spans, and nothing of any country. The Dutch one is in nl/.
 */
export interface Jurisdiction {
  /** ISO 3166 country in lower case: `nl`. */
  readonly id: string;
  /** Whether an id of a regulation is one of this jurisdiction's. */
  owns(lawId: string): boolean;
  /** Whether a file is of a form that only this jurisdiction reads, judged by its beginning; absent in the first of several. */
  reads?(bytes: Uint8Array): boolean;
  /** Reads one source file. Pure: no clock, no network. Throws Refusal for what it does not take. */
  readSource(source: SourceBytes, claim: SourceClaim): LawReading;
  /** Reads a file that tells about a law without being its text (a register, names); undefined for any other file. */
  readCompanion?(bytes: Uint8Array, claim: SourceClaim): CompanionReading | undefined;
  /**
   * Citations in a text, in order, none overlapping. `laws` are the loaded ones, for their names. `standsIn` is the text of
   * the law that it stands in, whose own definitions ("wet: de Ziektewet") then count; absent: it stands in none.
   */
  parseCitations(text: string, laws: readonly LawNames[], standsIn?: string): FoundCitation[];
  /**
   * The citation as it is read for a day: a name that several laws share is the one's that alone is in force on that day.
   * The same citation where that is no law, or more than one. Absent: names do not depend on days.
   */
  onDay?(citation: Citation, laws: readonly LawNames[], day: string): Citation;
  /** Reads a text that as a whole is a reference for machines; undefined for any other. Absent: the system has none. */
  readReference?(text: string, laws: readonly LawNames[]): MachineReference | QueryFault | undefined;
  /** The reference for machines of a unit, given with those around it, outermost first; "" where there is none. */
  reference?(version: NamedVersion, chain: readonly Unit[]): string;
  /** Official services that its law can be fetched from, on a person's command; absent: none is known. */
  readonly services?: readonly OfficialService[];
  /** Writes a citation; total. */
  render(citation: Citation, style: "short" | "full", laws?: readonly LawNames[]): string;
  /** What to look up for a citation, in order of its parts. */
  locate(citation: Citation, laws: readonly LawNames[]): (UnitQuery | QueryFault)[];
  /** Ids of the regulations that a citation names, each once; none for an unknown law. */
  lawIds(citation: Citation, laws: readonly LawNames[]): string[];
  /** The name a law is cited by. */
  shortName(law: LawNames): string;
  /** Puts labels of nested units (outermost first) and the law's name together: `art. 7:669 lid 3 onder g BW`. */
  address(labels: readonly string[], shortName: string, lawId?: string): string;
  /** Page on which a person can read the unit, "" where there is none. */
  publicPage(lawId: string, versionDate: string, path: string): string;
  /** How a law is loaded, as one sentence for the person who has none. */
  readonly loadingHint: string;
}
