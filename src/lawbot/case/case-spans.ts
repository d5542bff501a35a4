import { create } from "@bufbuild/protobuf";
import {
  type SpanEntry,
  type SpanEntryResult,
  SpanEntryResultSchema,
} from "../../../gen/pincite/lawbot/v1/law_span_service_pb.ts";
import { queryTerms } from "../../search/words/analysis.ts";
import { sha256 } from "../../sha256.ts";
import { bestChunks } from "../../span/passages.ts";
import { resolveLocator } from "../../span/resolve.ts";
import { checkEntry } from "../law-spans.ts";
import type { OpenRuling } from "./open-ruling.ts";
import type { Rulings } from "./rulings.ts";

const passagesDefault = 5;

/** Resolves quotes in rulings, by the code that statutes and the Vault use too. */
export class CaseSpans {
  readonly #rulings: Rulings;

  constructor(rulings: Rulings) {
    this.#rulings = rulings;
  }

  /** One result for each entry. Errors: NO_LAW_LOADED, LAW_NOT_FOUND, LOCATOR_INVALID; then none is resolved. */
  async resolve(entries: readonly SpanEntry[]): Promise<SpanEntryResult[]> {
    for (const entry of entries) checkEntry(entry);
    const rulings = entries.map((entry) => this.#rulings.named(entry.locator?.docUid ?? ""));
    const results: SpanEntryResult[] = [];
    for (const [index, ruling] of rulings.entries()) {
      const entry = entries[index];
      if (entry) results.push(resolveEntry(await this.#rulings.open(ruling), entry));
    }
    return results;
  }
}

const resolveEntry = (open: OpenRuling, { locator, query, passageLimit }: SpanEntry): SpanEntryResult => {
  if (!locator || query !== "")
    return passagesFor(open, locator?.chunkUid ?? "", query, passageLimit || passagesDefault);
  const resolution = resolveLocator(open.source, locator, {
    // A ruling has one text for ever: the date that its address names is when it was given, not since when it holds.
    sha256,
    address: (unit) => open.address(unit),
  });
  return create(SpanEntryResultSchema, { resolution });
};

const passagesFor = (open: OpenRuling, chunkUid: string, query: string, wanted: number): SpanEntryResult => {
  const limit = chunkUid ? open.source.canonical.chunks.length : wanted;
  const passages = bestChunks(open.source, { termsOf: queryTerms }, query, limit)
    .filter((passage) => chunkUid === "" || passage.chunkUid === chunkUid)
    .flatMap((passage) => open.passage(passage.chunkUid, passage.startChar, passage.endChar))
    .slice(0, wanted);
  return create(SpanEntryResultSchema, { passages });
};
