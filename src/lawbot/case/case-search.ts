import type { EvidenceSearchResult } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { FullTextHit } from "../../search/full-text-index.ts";
import { type CorpusQuery, type SearchedIndex, searchCorpus } from "../corpus-search.ts";
import type { Rulings } from "./rulings.ts";

/** Which rulings to search; "" and [] set no bound. */
export interface RulingsAsked {
  /** ISO days of the decision. */
  readonly from: string;
  readonly through: string;
  readonly courts: readonly string[];
}

/** Searches considerations. */
export class CaseSearch {
  readonly #rulings: Rulings;
  readonly #index: SearchedIndex;

  constructor(rulings: Rulings, index: SearchedIndex) {
    this.#rulings = rulings;
    this.#index = index;
  }

  /** One page, best first. Errors: NO_LAW_LOADED, INDEX_STALE. */
  async search(query: CorpusQuery & RulingsAsked): Promise<EvidenceSearchResult> {
    this.#rulings.requireAny();
    await this.#index.current();
    const { from, through, courts } = query;
    const period = [from && `from ${from}`, through && `through ${through}`].filter(Boolean);
    return searchCorpus(this.#index, query, {
      kind: "caselaw",
      bounds: {
        ...(from && { from }),
        ...(through && { to: through }),
        ...(courts.length > 0 && { facets: { court: [...courts] } }),
      },
      scope: [`${this.#rulings.all().length} loaded rulings`, ...courts, ...period].join(", "),
      corpusRevision: this.#rulings.revision,
      show: (id, path, hit) => this.#shown(id, path, hit),
    });
  }

  async #shown(id: string, path: string, { matchStart }: FullTextHit) {
    const ruling = this.#rulings.find(id);
    if (!ruling) return undefined;
    const open = await this.#rulings.open(ruling);
    const unit = open.unit(path);
    const at = (unit?.quotableStartChar ?? 0) + Math.max(0, matchStart);
    return {
      title: open.title(unit),
      address: open.address(unit),
      sourceLink: open.page(),
      occurredAtIso: ruling.decidedOn,
      sourceDigest: ruling.sourceDigest,
      chunkUid: open.source.structure.chunkAt(at)?.chunkUid ?? "",
    };
  }
}
