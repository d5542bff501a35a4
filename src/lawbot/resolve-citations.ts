import { create } from "@bufbuild/protobuf";
import type { Passage } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import {
  type CitationError,
  CitationErrorSchema,
  type CitationResolution,
  CitationResolutionSchema,
  type ResolvedUnit,
  ResolvedUnitSchema,
} from "../../gen/pincite/lawbot/v1/law_citation_service_pb.ts";
import type { Unit } from "../../gen/pincite/span/v1/canonical_text_pb.ts";
import type { Validity } from "../../gen/pincite/span/v1/span_pb.ts";
import { lawFrom } from "../citation/carried.ts";
import type { FoundCitation } from "../citation/citation.ts";
import type { LawNames } from "../citation/known-law.ts";
import { DomainError } from "../error.ts";
import type { Corpus } from "./corpus.ts";
import { encodeCitation } from "./encode-citation.ts";
import { encodeUnit } from "./encode-unit.ts";
import { findUnits, hasArticle, unitsMax } from "./find-units.ts";
import type { OpenLaw } from "./open-law.ts";
import { OwnAddresses, type PlacedUnit } from "./own-addresses.ts";
import type { MachineReference } from "./port/citation-language.ts";
import type { QueryFault, UnitQuery } from "./port/unit-query.ts";
import type { TransitionalLaws } from "./transitional-law.ts";
import { passagesOf } from "./unit-passages.ts";

/** Characters of an official heading in a message. */
const nameLengthMax = 120;

/** The days of a call. `isDayNamed` is false where the day is today only for want of another. */
interface AskedOn {
  readonly day: string;
  readonly knownOn: string;
  readonly isDayNamed: boolean;
}

/** Reads citations and looks them up in the versions of one day. */
export class CitationResolver {
  readonly #corpus: Corpus;
  readonly #own: OwnAddresses;
  readonly #transitional: TransitionalLaws;

  constructor(corpus: Corpus, transitional: TransitionalLaws) {
    this.#corpus = corpus;
    this.#transitional = transitional;
    this.#own = new OwnAddresses(corpus);
  }

  /** The names by which loaded laws can be cited. */
  names(): readonly LawNames[] {
    return this.#corpus.versions.names();
  }

  /** The text of a version, for citations that stand in it. Errors: NO_LAW_LOADED, LAW_NOT_FOUND, VERSION_NOT_FOUND. */
  async textOf(docUid: string): Promise<string> {
    return (await this.#corpus.laws.get(this.#corpus.versions.named(docUid))).canonical.text;
  }

  /** `standsIn` is the text of the law that `text` is a part of, "" where it is of none; laws are looked into as of `day`. */
  async parse(text: string, day: string, standsIn = "") {
    const names = this.names();
    const found = await this.#tried(this.#corpus.jurisdiction.parseCitations(text, names, standsIn), day, "");
    const read = (standsIn === "" && this.#corpus.jurisdiction.backReferences?.(text, found)) || found.map(unread);
    return read.map(({ found: each, means }) => {
      const parsed = encodeCitation(text, each, this.#corpus.jurisdiction, names);
      if (means) parsed.refersTo = this.#corpus.jurisdiction.render(means, "short", names) || means.law;
      return parsed;
    });
  }

  /**
   * What became of one citation. Never throws for a citation that is merely wrong: its errors say what is. `isDayNamed` is
   * false where the day is today only for want of another: a reference that names its own day then decides.
   */
  async resolve(citation: string, day: string, knownOn = "", isDayNamed = true): Promise<CitationResolution> {
    const resolution = await this.#resolved(citation, day, knownOn, isDayNamed);
    for (const each of resolution.units) each.transitional = await this.#transitional.of(each.evidenceId);
    return resolution;
  }

  async #resolved(citation: string, day: string, knownOn: string, isDayNamed: boolean): Promise<CitationResolution> {
    const names = this.names();
    const reference = this.#corpus.jurisdiction.readReference?.(citation, names);
    if (reference) return this.#resolveReference(reference, citation, { day, knownOn, isDayNamed });
    const named = await this.#own.ofEvidence(citation);
    if (named) return this.#resolveNamed(named, citation, { day, knownOn, isDayNamed });
    const read = await this.#resolveRead(citation, day, knownOn);
    const isWhole = read.errors.length === 0 && citation.trimStart().startsWith(read.parsed[0]?.raw ?? "");
    if (isWhole) return read;
    // What the grammar does not read, or reads only the end of, may still be what a unit is called here.
    const among = read.errors.length === 0 ? read.parsed.flatMap(({ lawIds }) => lawIds) : undefined;
    const placed = await this.#own.ofAddress(citation, { day, knownOn }, among);
    return placed ? this.#told(placed, citation, { day, knownOn }) : read;
  }

  /** What the grammar makes of a citation. */
  async #resolveRead(citation: string, day: string, knownOn: string): Promise<CitationResolution> {
    const names = this.names();
    const { onDay } = this.#corpus.jurisdiction;
    const written = this.#corpus.jurisdiction
      .parseCitations(citation, names)
      .map((each) => (onDay ? { ...each, citation: onDay(each.citation, names, day) } : each));
    const found = await this.#tried(written, day, knownOn);
    const parsed = found.map((each) => encodeCitation(citation, each, this.#corpus.jurisdiction, names));
    const queries = found.flatMap((each) => this.#corpus.jurisdiction.locate(each.citation, names));
    const units: ResolvedUnit[] = [];
    const errors: CitationError[] = found.length === 0 ? [unreadable] : [];
    for (const query of queries) {
      const result = await this.#look(query, day, knownOn);
      if ("units" in result) units.push(...result.units);
      else errors.push(result.error);
    }
    if (units.length > unitsMax)
      errors.push(error("CITATION_INVALID", `it names ${units.length} units; name at most ${unitsMax}`, ""));
    return create(CitationResolutionSchema, { citation, parsed, units: errors.length > 0 ? [] : units, errors });
  }

  /** The citations with their laws tried: a number that was given to a law which has no such article is given to none. */
  async #tried(found: readonly FoundCitation[], day: string, knownOn: string): Promise<FoundCitation[]> {
    const tried: FoundCitation[] = [];
    for (const each of found) {
      let lost = -1;
      for (const rank of each.carried ?? []) if (await this.#lacks(each, rank, { day, knownOn })) lost = rank;
      tried.push(...(lost < 0 ? [each] : lawFrom(each, lost)));
    }
    return tried;
  }

  async #lacks(
    { citation }: FoundCitation,
    rank: number,
    { day, knownOn }: Omit<AskedOn, "isDayNamed">,
  ): Promise<boolean> {
    const provisions = citation.provisions.slice(rank, rank + 1);
    const [query] = this.#corpus.jurisdiction.locate({ ...citation, provisions }, this.names());
    if (!query || "reason" in query) return false;
    const version = this.#version(query, day, knownOn);
    return "docUid" in version && !hasArticle(await this.#corpus.laws.get(version), query);
  }

  async #resolveReference(
    reference: MachineReference | QueryFault,
    citation: string,
    asked: AskedOn,
  ): Promise<CitationResolution> {
    if ("reason" in reference)
      return create(CitationResolutionSchema, {
        citation,
        errors: [error(reference.reason, reference.message, reference.part)],
      });
    const parsed = [encodeCitation(citation, reference.found, this.#corpus.jurisdiction, this.names())];
    const failed = (fault: CitationError) => create(CitationResolutionSchema, { citation, parsed, errors: [fault] });
    const version = this.#meant(reference, asked);
    if (!("docUid" in version)) return failed(version.error);
    const law = await this.#corpus.laws.get(version);
    const finding = reference.find(law);
    if (!("units" in finding)) return failed(error("UNKNOWN_UNIT", finding.message, "", finding.existing));
    const day = reference.inForceOn || asked.day;
    const validity = this.#corpus.versions.validity(version, day, reference.knownOn || asked.knownOn);
    const units = finding.units.map((unit) => resolved(law, unit, validity, false));
    return create(CitationResolutionSchema, { citation, parsed, units });
  }

  /** A unit that is named with its version: a day that means another text is a contradiction, as with references for machines. */
  #resolveNamed(placed: PlacedUnit, citation: string, asked: AskedOn): CitationResolution {
    const { docUid, lawId, validFrom } = placed.law.version;
    const wanted = asked.isDayNamed ? this.#version({ lawId, part: "" }, asked.day, asked.knownOn) : { docUid };
    if (!("docUid" in wanted)) return create(CitationResolutionSchema, { citation, errors: [wanted.error] });
    if (wanted.docUid === docUid)
      return this.#told(placed, citation, { ...asked, day: asked.isDayNamed ? asked.day : validFrom });
    const fault = error("CITATION_INVALID", otherText(docUid, asked.day), "");
    return create(CitationResolutionSchema, { citation, errors: [fault] });
  }

  #told(
    { law, unit }: PlacedUnit,
    citation: string,
    { day, knownOn }: Omit<AskedOn, "isDayNamed">,
  ): CitationResolution {
    const validity = this.#corpus.versions.validity(law.version, day, knownOn);
    return create(CitationResolutionSchema, { citation, units: [resolved(law, unit, validity, false)] });
  }

  /** The version that a reference and the call name together: two days that mean two texts are a contradiction, and no choice of ours. */
  #meant(reference: MachineReference, asked: AskedOn) {
    const query = { lawId: reference.lawId, part: "" };
    const { from, through } = reference;
    const day = reference.inForceOn || asked.day;
    if ((from && day < from) || (through && day > through))
      return { error: error("CITATION_INVALID", outsidePeriod(reference, day), "") };
    const version = this.#version(query, day, reference.knownOn || asked.knownOn);
    if (!("docUid" in version)) return version;
    const wantedDay = asked.isDayNamed ? asked.day : day;
    const wanted = this.#version(query, wantedDay, asked.knownOn || reference.knownOn);
    if ("docUid" in wanted && wanted.docUid === version.docUid) return version;
    return { error: error("CITATION_INVALID", otherText(version.docUid, wantedDay), "") };
  }

  async #look(
    query: UnitQuery | QueryFault,
    day: string,
    knownOn: string,
  ): Promise<{ units: ResolvedUnit[] } | { error: CitationError }> {
    if ("reason" in query) return { error: error(query.reason, query.message, query.part) };
    const version = this.#version(query, day, knownOn);
    if (!("docUid" in version)) return { error: version.error };
    const law = await this.#corpus.laws.get(version);
    const finding = findUnits(law, query);
    if (!("units" in finding)) return { error: error("UNKNOWN_UNIT", finding.message, query.part, finding.existing) };
    const validity = this.#corpus.versions.validity(version, day, knownOn);
    return { units: finding.units.map((unit) => resolved(law, unit, validity, query.introductory)) };
  }

  /** The law is known by name and no text of it is here: which it is, and how to get it. */
  #notLoaded(lawId: string): string {
    const { title, citationTitle } = this.#corpus.versions.namesOf(lawId);
    const name = citationTitle || (title.length > nameLengthMax ? `${title.slice(0, nameLengthMax)}…` : title);
    return `${lawId} is not loaded${name && `: ${name}`}; fetch it (\`pincite law fetch ${lawId}\`) or import its file`;
  }

  #version(query: Pick<UnitQuery, "lawId" | "part">, day: string, knownOn: string) {
    try {
      return this.#corpus.versions.on(query.lawId, day, knownOn);
    } catch (thrown) {
      if (!(thrown instanceof DomainError)) throw thrown;
      const existing = (thrown.facts.loaded ?? "").split(" ").filter(Boolean);
      const { why = "" } = thrown.facts;
      const message = this.#corpus.versions.isLoaded(query.lawId) ? thrown.message : this.#notLoaded(query.lawId);
      return { error: { ...error(thrown.reason, message, query.part, existing), why } };
    }
  }
}

const unread = (found: FoundCitation) => ({ found, means: undefined });

const error = (reason: string, message: string, part: string, existing: readonly string[] = []): CitationError =>
  create(CitationErrorSchema, { reason, message, part, existing: [...existing] });

const outsidePeriod = ({ from, through }: MachineReference, day: string): string =>
  `it names the versions from ${from || "the beginning"} through ${through || "today"}, and ${day} is not among those days; ask for a day that is`;

const otherText = (docUid: string, day: string): string =>
  `its own days name ${docUid}, and that is not the text for ${day}, which was asked for; leave the days of the reference out, or ask for those`;

const unreadable = error(
  "CITATION_INVALID",
  "no citation could be read in it; write it as lawyers do, such as art. 7:611 BW or art. 3:4 lid 2 Awb",
  "",
);

const resolved = (law: OpenLaw, unit: Unit, validity: Validity, introductory: boolean): ResolvedUnit => {
  const passages: Passage[] = unit.quotable ? passagesOf(law, unit, introductory) : [];
  return create(ResolvedUnitSchema, {
    evidenceId: law.evidenceId(unit),
    unit: encodeUnit(law, unit),
    passages,
    versionDate: law.version.validFrom,
    sourceDigest: law.version.sourceDigest,
    lawTitle: law.version.title,
    validity,
  });
};
