import type { EvidenceSearchResult } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { LawVersion } from "../../gen/pincite/lawbot/v1/law_pb.ts";
import type { FullTextHit } from "../search/full-text-index.ts";
import { searchTurns } from "../search/turns.ts";
import { type CorpusQuery, type SearchedIndex, searchCorpus } from "./corpus-search.ts";
import type { OpenLaws } from "./open-law.ts";
import { VersionChoice, type VersionsAsked } from "./searched-versions.ts";
import { shownSection } from "./shown-section.ts";
import type { Versions } from "./versions.ts";

/** Searches the versions in force on one day. */
export class LawSearch {
  readonly #versions: Versions;
  readonly #choice: VersionChoice;
  readonly #laws: OpenLaws;
  readonly #index: SearchedIndex;

  constructor(versions: Versions, laws: OpenLaws, index: SearchedIndex) {
    this.#versions = versions;
    this.#choice = new VersionChoice(versions);
    this.#laws = laws;
    this.#index = index;
  }

  /** One page, best first. Errors: NO_LAW_LOADED, LAW_NOT_FOUND for a law asked by id, VERSION_NOT_FOUND, INDEX_STALE. */
  async search(query: CorpusQuery & VersionsAsked): Promise<EvidenceSearchResult> {
    await searchTurns.take(query.text);
    await this.#index.current();
    const { byUid, isAll, scope } = this.#choice.of(query);
    return searchCorpus(this.#index, query, {
      kind: "statute",
      bounds: isAll ? {} : { facets: { version: [...byUid.keys()] } },
      scope,
      corpusRevision: this.#versions.revision,
      show: async (docUid, path, hit) => {
        const version = byUid.get(docUid);
        const shown = version && (await this.#shown(version, path, hit));
        return shown && { ...shown, validity: this.#versions.validity(version, query.day, query.knownOn) };
      },
    });
  }

  async #shown(version: LawVersion, path: string, { matchStart }: FullTextHit) {
    const law = await this.#laws.get(version);
    const section = shownSection(law, path);
    if (!section) return undefined;
    const { title, address, link: sourceLink } = section;
    // The chunk of the first match, or of the section's beginning where only the heading matched.
    const at = section.start === undefined ? undefined : section.start + Math.max(0, matchStart);
    return {
      title,
      address,
      sourceLink,
      occurredAtIso: version.validFrom,
      versionDate: version.validFrom,
      sourceDigest: version.sourceDigest,
      chunkUid: at === undefined ? "" : (law.source.structure.chunkAt(at)?.chunkUid ?? ""),
    };
  }
}
