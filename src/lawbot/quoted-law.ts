import type { SpanEntry, SpanEntryResult } from "../../gen/pincite/lawbot/v1/law_span_service_pb.ts";
import type { OpenLaw, OpenLaws } from "./open-law.ts";
import { answerEntry, checkEntry, type QuotedText } from "./quoted-text.ts";
import { passageAt } from "./unit-passages.ts";
import type { Versions } from "./versions.ts";

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
      const result = answerEntry(quotedLaw(await this.#laws.get(version)), entry);
      const validity = day === "" ? undefined : this.#versions.validity(version, day);
      if (validity) for (const span of result.resolution?.spans ?? []) span.validity = validity;
      results.push(result);
    }
    return results;
  }
}

/** Each passage begins where it can be quoted and has the law's name in its address. */
const quotedLaw = (law: OpenLaw): QuotedText => ({
  source: law.source,
  versionDate: law.version.validFrom,
  address: (unit) => law.address(unit),
  passage(chunkUid, start, end) {
    const unit = law.source.structure.unitAround({ start, end });
    return [passageAt(law, chunkUid, start, end, unit ? law.address(unit) : "") ?? []].flat();
  },
});
