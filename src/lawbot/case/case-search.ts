import { create } from "@bufbuild/protobuf";
import {
  EvidenceCandidateSchema,
  type EvidenceSearchResult,
  EvidenceSearchResultSchema,
} from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { FullTextHit, FullTextIndex } from "../../search/full-text-index.ts";
import type { Rulings } from "./rulings.ts";

/** What to search for, wire defaults applied; "" and [] set no bound. */
export interface CaseQuery {
  readonly text: string;
  readonly from: string;
  readonly through: string;
  readonly courts: readonly string[];
  readonly limit: number;
  readonly offset: number;
}

/** Searches considerations. */
export class CaseSearch {
  readonly #rulings: Rulings;
  readonly #index: FullTextIndex;

  constructor(rulings: Rulings, index: FullTextIndex) {
    this.#rulings = rulings;
    this.#index = index;
  }

  /** One page, best first. Errors: NO_LAW_LOADED. */
  async search(query: CaseQuery): Promise<EvidenceSearchResult> {
    this.#rulings.requireAny();
    const { hits, total, notes, reading, suggestion } = this.#index.search({
      text: query.text,
      fields: "titles",
      kinds: ["caselaw"],
      limit: query.limit,
      offset: query.offset,
      ...(query.from && { from: query.from }),
      ...(query.through && { to: query.through }),
      ...(query.courts.length > 0 && { facets: { court: [...query.courts] } }),
    });
    const candidates = await Promise.all(hits.map((hit) => this.#candidate(hit)));
    const period = [query.from && `from ${query.from}`, query.through && `through ${query.through}`].filter(Boolean);
    return create(EvidenceSearchResultSchema, {
      query: query.text,
      candidates: candidates.filter((each) => each !== undefined),
      corpusRevision: this.#rulings.revision,
      scope: [`${this.#rulings.all().length} loaded rulings`, ...query.courts, ...period].join(", "),
      totalCount: total,
      queryNotes: [...notes],
      queryReading: reading,
      suggestedQuery: suggestion,
    });
  }

  async #candidate(hit: FullTextHit) {
    const [ecli = "", path = ""] = hit.id.slice("law:".length).split("#");
    const ruling = this.#rulings.find(ecli);
    if (!ruling) return undefined;
    const open = await this.#rulings.open(ruling);
    const unit = open.unit(path);
    const at = (unit?.quotableStartChar ?? 0) + Math.max(0, hit.matchStart);
    return create(EvidenceCandidateSchema, {
      evidenceId: hit.id,
      docType: "caselaw",
      title: open.title(unit),
      snippet: hit.snippet,
      occurredAtIso: ruling.decidedOn,
      sourceLink: open.page(),
      sourceDigest: ruling.sourceDigest,
      chunkUid: open.source.structure.chunkAt(at)?.chunkUid ?? "",
      scoreMicros: BigInt(Math.max(0, hit.scoreMicros)),
      unitPath: path,
      address: open.address(unit),
    });
  }
}
