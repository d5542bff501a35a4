import { create } from "@bufbuild/protobuf";
import {
  type EvidenceCandidate,
  EvidenceCandidateSchema,
  type EvidenceSearchResult,
  EvidenceSearchResultSchema,
} from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { LawVersion } from "../../gen/pincite/lawbot/v1/law_pb.ts";
import type { FullTextHit, FullTextIndex } from "../search/full-text-index.ts";
import type { OpenLaw, OpenLaws } from "./open-law.ts";
import { sectionOf, titleOf } from "./sections.ts";
import type { Versions } from "./versions.ts";

/** What to search for, wire defaults applied. */
export interface LawQuery {
  readonly text: string;
  /** ISO day. */
  readonly day: string;
  /** ISO day as whose knowledge versions are chosen; "": as is known last. */
  readonly knownOn: string;
  /** Empty: every law. */
  readonly lawIds: readonly string[];
  readonly limit: number;
  readonly offset: number;
}

/** Searches the versions in force on one day. */
export class LawSearch {
  readonly #versions: Versions;
  readonly #laws: OpenLaws;
  readonly #index: FullTextIndex;

  constructor(versions: Versions, laws: OpenLaws, index: FullTextIndex) {
    this.#versions = versions;
    this.#laws = laws;
    this.#index = index;
  }

  /** One page, best first. Errors: NO_LAW_LOADED, LAW_NOT_FOUND for a law asked by id, VERSION_NOT_FOUND. */
  async search(query: LawQuery): Promise<EvidenceSearchResult> {
    const { versions: chosen, without } = this.#chosen(query);
    const byUid = new Map(chosen.map((version) => [version.docUid, version]));
    const { hits, total } = this.#index.search({
      text: query.text,
      kinds: ["statute"],
      // With one version of each law loaded there is nothing to choose from, and the filter would cost more than the search.
      ...(chosen.length < this.#versions.all().length && { facets: { version: [...byUid.keys()] } }),
      limit: query.limit,
      offset: query.offset,
    });
    const candidates = await Promise.all(hits.map((hit) => this.#candidate(hit, byUid)));
    return create(EvidenceSearchResultSchema, {
      query: query.text,
      candidates: candidates.filter((each) => each !== undefined),
      corpusRevision: this.#versions.revision,
      scope: scopeOf(chosen, without, query),
      totalCount: total,
      refinedQuery: total === 0 ? refined(query.text) : "",
    });
  }

  #chosen({ lawIds, day, knownOn }: LawQuery): { versions: LawVersion[]; without: string[] } {
    if (lawIds.length === 0) return this.#versions.everyOn(day, knownOn);
    const asked = [...new Set(lawIds)].sort();
    return { versions: asked.map((lawId) => this.#versions.on(lawId, day, knownOn)), without: [] };
  }

  async #candidate(hit: FullTextHit, byUid: ReadonlyMap<string, LawVersion>): Promise<EvidenceCandidate | undefined> {
    const [docUid = "", path = ""] = hit.id.slice("law:".length).split("#");
    const version = byUid.get(docUid);
    const law = version && (await this.#laws.get(version));
    const unit = law?.unit(path);
    if (!version || !law || !unit) return undefined;
    return create(EvidenceCandidateSchema, {
      evidenceId: hit.id,
      docType: "statute",
      title: titleOf(law, unit),
      snippet: hit.snippet,
      occurredAtIso: version.validFrom,
      sourceLink: law.publicPage(unit),
      sourceDigest: version.sourceDigest,
      chunkUid: chunkOf(law, path, hit.matchStart),
      scoreMicros: BigInt(Math.max(0, hit.scoreMicros)),
      versionDate: version.validFrom,
      unitPath: path,
      address: law.address(unit),
    });
  }
}

/** The chunk of the first match, or of the section's beginning where only the heading matched. */
const chunkOf = (law: OpenLaw, path: string, matchStart: number): string => {
  const unit = law.unit(path);
  const section = unit && sectionOf(law, unit);
  if (!section) return "";
  return law.source.structure.chunkAt(section.start + Math.max(0, matchStart))?.chunkUid ?? "";
};

/** Laws without a version for the day, named in the scope. */
const namedMax = 5;

const scopeOf = (chosen: readonly LawVersion[], without: readonly string[], query: LawQuery): string => {
  const what = chosen.length === 1 ? `${chosen[0]?.docUid}` : `${chosen.length} laws, each in its version`;
  const known = query.knownOn && `, as known on ${query.knownOn}`;
  const rest = without.length > namedMax ? ` and ${without.length - namedMax} more` : "";
  const out =
    without.length > 0
      ? `; not searched, no version loaded for that day: ${without.slice(0, namedMax).join(", ")}${rest}`
      : "";
  return `statutes in force on ${query.day}${known}: ${what}; repealed text is not searched${out}`;
};

/** Beginnings of words find what whole words do not: Dutch compounds are not taken apart. */
const refined = (text: string): string =>
  [...text.matchAll(/[\p{L}]{4,}/gu)]
    .map(([word]) => `${word.slice(0, Math.max(4, Math.ceil(word.length * 0.7)))}*`)
    .join(" ");
