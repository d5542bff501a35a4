import { create } from "@bufbuild/protobuf";
import type { Passage } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import {
  type SpanEntry,
  type SpanEntryResult,
  SpanEntryResultSchema,
} from "../../gen/pincite/lawbot/v1/law_span_service_pb.ts";
import { DomainError } from "../error.ts";
import { queryTerms } from "../search/words/analysis.ts";
import { sha256 } from "../sha256.ts";
import { bestChunks } from "../span/passages.ts";
import { resolveLocator } from "../span/resolve.ts";
import type { OpenLaw, OpenLaws } from "./open-law.ts";
import { passageAt } from "./unit-passages.ts";
import type { Versions } from "./versions.ts";

const passagesDefault = 5;

/** Resolves quotes and finds passages in loaded versions, by the code that the Vault uses too. */
export class LawSpans {
  readonly #versions: Versions;
  readonly #laws: OpenLaws;

  constructor(versions: Versions, laws: OpenLaws) {
    this.#versions = versions;
    this.#laws = laws;
  }

  /** One result for each entry; spans say whether they are in force on `day`, unless it is "". Errors: NO_LAW_LOADED, LAW_NOT_FOUND, VERSION_NOT_FOUND, LOCATOR_INVALID; then none is resolved. */
  async resolve(entries: readonly SpanEntry[], day: string): Promise<SpanEntryResult[]> {
    for (const entry of entries) checkEntry(entry);
    // All documents are looked up first, so that a wrong one fails the call before any work.
    const versions = entries.map((entry) => this.#versions.named(entry.locator?.docUid ?? ""));
    const results: SpanEntryResult[] = [];
    for (const [index, version] of versions.entries()) {
      const entry = entries[index];
      if (!entry) continue;
      const result = resolveEntry(await this.#laws.get(version), entry);
      const validity = day === "" ? undefined : this.#versions.validity(version, day);
      if (validity) for (const span of result.resolution?.spans ?? []) span.validity = validity;
      results.push(result);
    }
    return results;
  }
}

/** Errors: LOCATOR_INVALID for an entry with neither a quote nor a query, or with both. */
export const checkEntry = ({ locator, query }: SpanEntry): void => {
  const hasQuote = (locator?.exactQuote ?? "") !== "";
  if (hasQuote !== (query !== "")) return;
  const what = hasQuote ? "both a quote and a query" : "neither a quote nor a query";
  throw new DomainError("LOCATOR_INVALID", `an entry for ${locator?.docUid} has ${what}; give one of the two`, {
    doc_uid: locator?.docUid ?? "",
  });
};

const resolveEntry = (law: OpenLaw, { locator, query, passageLimit }: SpanEntry): SpanEntryResult => {
  if (!locator || query !== "")
    return create(SpanEntryResultSchema, { passages: passages(law, locator?.chunkUid ?? "", query, passageLimit) });
  const resolution = resolveLocator(law.source, locator, {
    sha256,
    versionDate: law.version.validFrom,
    address: (unit) => law.address(unit),
  });
  return create(SpanEntryResultSchema, { resolution });
};

/** The best passages, of one chunk only where one is named; each begins where it can be quoted and has the law's name in its address. */
const passages = (law: OpenLaw, chunkUid: string, query: string, limit: number): Passage[] => {
  const wanted = limit || passagesDefault;
  const found = bestChunks(law.source, { termsOf: queryTerms }, query, chunkUid ? law.canonical.chunks.length : wanted);
  return found
    .filter((passage) => chunkUid === "" || passage.chunkUid === chunkUid)
    .flatMap(({ chunkUid: uid, startChar, endChar }) => {
      const unit = law.source.structure.unitAround({ start: startChar, end: endChar });
      return passageAt(law, uid, startChar, endChar, unit ? law.address(unit) : "") ?? [];
    })
    .slice(0, wanted);
};
