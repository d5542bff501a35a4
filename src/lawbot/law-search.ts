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
import { VersionChoice, type VersionsAsked } from "./searched-versions.ts";
import { shownSection } from "./shown-section.ts";
import type { Versions } from "./versions.ts";

/** What to search for, wire defaults applied. */
export interface LawQuery extends VersionsAsked {
  readonly text: string;
  readonly limit: number;
  readonly offset: number;
}

/** Searches the versions in force on one day. */
export class LawSearch {
  readonly #versions: Versions;
  readonly #choice: VersionChoice;
  readonly #laws: OpenLaws;
  readonly #index: FullTextIndex;

  constructor(versions: Versions, laws: OpenLaws, index: FullTextIndex) {
    this.#versions = versions;
    this.#choice = new VersionChoice(versions);
    this.#laws = laws;
    this.#index = index;
  }

  /** One page, best first. Errors: NO_LAW_LOADED, LAW_NOT_FOUND for a law asked by id, VERSION_NOT_FOUND. */
  async search(query: LawQuery): Promise<EvidenceSearchResult> {
    const { byUid, isAll, scope } = this.#choice.of(query);
    const { hits, total, notes, reading, suggestion } = this.#index.search({
      text: query.text,
      fields: "titles",
      kinds: ["statute"],
      ...(!isAll && { facets: { version: [...byUid.keys()] } }),
      limit: query.limit,
      offset: query.offset,
    });
    return create(EvidenceSearchResultSchema, {
      query: query.text,
      candidates: await this.#candidates(hits, byUid, query),
      corpusRevision: this.#versions.revision,
      scope,
      totalCount: total,
      queryNotes: [...notes],
      queryReading: reading,
      suggestedQuery: suggestion,
      refinedQuery: total === 0 ? refined(query.text) : "",
    });
  }

  async #candidates(
    hits: readonly FullTextHit[],
    byUid: ReadonlyMap<string, LawVersion>,
    { day, knownOn }: LawQuery,
  ): Promise<EvidenceCandidate[]> {
    const opened = new Map<string, OpenLaw>();
    const candidates: EvidenceCandidate[] = [];
    for (const hit of hits) {
      const [docUid = "", path = ""] = hit.id.slice("law:".length).split("#");
      const version = byUid.get(docUid);
      if (!version) continue;
      const law = opened.get(docUid) ?? (await this.#laws.get(version));
      opened.set(docUid, law);
      const candidate = candidateOf(hit, law, path);
      if (!candidate) continue;
      candidate.validity = this.#versions.validity(version, day, knownOn);
      candidates.push(candidate);
    }
    return candidates;
  }
}

const candidateOf = (hit: FullTextHit, law: OpenLaw, path: string): EvidenceCandidate | undefined => {
  const shown = shownSection(law, path);
  if (!shown) return undefined;
  // The chunk of the first match, or of the section's beginning where only the heading matched.
  const at = shown.start === undefined ? undefined : shown.start + Math.max(0, hit.matchStart);
  return create(EvidenceCandidateSchema, {
    evidenceId: hit.id,
    docType: "statute",
    title: shown.title,
    snippet: hit.snippet,
    occurredAtIso: law.version.validFrom,
    sourceLink: shown.link,
    sourceDigest: law.version.sourceDigest,
    chunkUid: at === undefined ? "" : (law.source.structure.chunkAt(at)?.chunkUid ?? ""),
    scoreMicros: BigInt(Math.max(0, hit.scoreMicros)),
    versionDate: law.version.validFrom,
    unitPath: path,
    address: shown.address,
  });
};

/** Beginnings of words find what whole words do not: Dutch compounds are not taken apart. */
const refined = (text: string): string =>
  [...text.matchAll(/[\p{L}]{4,}/gu)]
    .map(([word]) => `${word.slice(0, Math.max(4, Math.ceil(word.length * 0.7)))}*`)
    .join(" ");
