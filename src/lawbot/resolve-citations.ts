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
import { DomainError } from "../error.ts";
import { encodeCitation } from "./encode-citation.ts";
import { encodeUnit } from "./encode-unit.ts";
import { findUnits, unitsMax } from "./find-units.ts";
import type { Jurisdiction, LawNames, QueryFault, UnitQuery } from "./jurisdiction.ts";
import type { OpenLaw, OpenLaws } from "./open-law.ts";
import { passagesOf } from "./unit-passages.ts";
import type { Versions } from "./versions.ts";

/** Reads citations and looks them up in the versions of one day. */
export class CitationResolver {
  readonly #jurisdiction: Jurisdiction;
  readonly #versions: Versions;
  readonly #laws: OpenLaws;

  constructor(jurisdiction: Jurisdiction, versions: Versions, laws: OpenLaws) {
    this.#jurisdiction = jurisdiction;
    this.#versions = versions;
    this.#laws = laws;
  }

  /** The names by which loaded laws can be cited. */
  names(): readonly LawNames[] {
    return this.#versions.names();
  }

  parse(text: string) {
    const names = this.names();
    return this.#jurisdiction
      .parseCitations(text, names)
      .map((found) => encodeCitation(text, found, this.#jurisdiction, names));
  }

  /** What became of one citation. Never throws for a citation that is merely wrong: its errors say what is. */
  async resolve(citation: string, day: string, knownOn = ""): Promise<CitationResolution> {
    const names = this.names();
    const found = this.#jurisdiction.parseCitations(citation, names);
    const parsed = found.map((each) => encodeCitation(citation, each, this.#jurisdiction, names));
    const queries = found.flatMap((each) => this.#jurisdiction.locate(each.citation, names));
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

  async #look(
    query: UnitQuery | QueryFault,
    day: string,
    knownOn: string,
  ): Promise<{ units: ResolvedUnit[] } | { error: CitationError }> {
    if ("reason" in query) return { error: error(query.reason, query.message, query.part) };
    const version = this.#version(query, day, knownOn);
    if (!("docUid" in version)) return { error: version.error };
    const law = await this.#laws.get(version);
    const finding = findUnits(law, query);
    if (!("units" in finding)) return { error: error("UNKNOWN_UNIT", finding.message, query.part, finding.existing) };
    return { units: finding.units.map((unit) => resolved(law, unit, query.introductory)) };
  }

  #version(query: UnitQuery, day: string, knownOn: string) {
    try {
      return this.#versions.on(query.lawId, day, knownOn);
    } catch (thrown) {
      if (!(thrown instanceof DomainError)) throw thrown;
      const existing = (thrown.facts.loaded ?? "").split(" ").filter(Boolean);
      const { why = "" } = thrown.facts;
      return { error: { ...error(thrown.reason, thrown.message, query.part, existing), why } };
    }
  }
}

const error = (reason: string, message: string, part: string, existing: readonly string[] = []): CitationError =>
  create(CitationErrorSchema, { reason, message, part, existing: [...existing] });

const unreadable = error(
  "CITATION_INVALID",
  "no citation could be read in it; write it as lawyers do, such as art. 7:611 BW or art. 3:4 lid 2 Awb",
  "",
);

const resolved = (law: OpenLaw, unit: Unit, introductory: boolean): ResolvedUnit => {
  const passages: Passage[] = unit.quotable ? passagesOf(law, unit, introductory) : [];
  return create(ResolvedUnitSchema, {
    evidenceId: law.evidenceId(unit),
    unit: encodeUnit(law, unit),
    passages,
    versionDate: law.version.validFrom,
    sourceDigest: law.version.sourceDigest,
    lawTitle: law.version.title,
  });
};
