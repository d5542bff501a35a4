import type { EvidenceSearchResult } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { FullTextHit } from "../../search/full-text-index.ts";
import { searchTurns } from "../../search/turns.ts";
import { type CorpusQuery, type SearchedIndex, searchCorpus } from "../corpus-search.ts";
import type { Jurisdiction } from "../port/jurisdiction.ts";
import { citedProvisions } from "./cited-provisions.ts";
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
  readonly #jurisdiction: Pick<Jurisdiction, "parseCitations">;

  constructor(rulings: Rulings, index: SearchedIndex, jurisdiction: Pick<Jurisdiction, "parseCitations">) {
    this.#rulings = rulings;
    this.#index = index;
    this.#jurisdiction = jurisdiction;
  }

  /**
   * One page, best first. Where the query cites a provision and a consideration cites it too, those considerations alone are found, by
   * the other words that they share with the query, or all of them where none shares a word; the scope says so. Errors: NO_LAW_LOADED, INDEX_STALE.
   */
  async search(query: CorpusQuery & RulingsAsked): Promise<EvidenceSearchResult> {
    this.#rulings.requireAny();
    await searchTurns.take(query.text);
    await this.#index.current();
    const { provisions, words } = citedProvisions(query.text, this.#jurisdiction);
    for (const text of provisions.length > 0 ? new Set([words, ""]) : []) {
      const found = await this.#found({ ...query, text }, provisions);
      if (found.totalCount > 0) return { ...found, query: query.text };
    }
    return await this.#found(query, []);
  }

  async #found(query: CorpusQuery & RulingsAsked, provisions: readonly string[]): Promise<EvidenceSearchResult> {
    const { from, through, courts } = query;
    const period = [from && `from ${from}`, through && `through ${through}`].filter(Boolean);
    return searchCorpus(this.#index, query, {
      kind: "caselaw",
      bounds: {
        ...(from && { from }),
        ...(through && { to: through }),
        facets: {
          ...(courts.length > 0 && { court: [...courts] }),
          ...(provisions.length > 0 && { provision: [...provisions] }),
        },
      },
      scope: [`${this.#rulings.all().length} loaded rulings`, ...courts, ...period, ...citing(provisions)].join(", "),
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

/** What the considerations found have in common. */
const citing = (provisions: readonly string[]): string[] =>
  provisions.length === 0 ? [] : [`considerations that cite ${provisions.slice(0, 5).join(" or ")}`];
