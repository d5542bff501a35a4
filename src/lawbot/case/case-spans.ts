import type { SpanEntry, SpanEntryResult } from "../../../gen/pincite/lawbot/v1/law_span_service_pb.ts";
import { answerEntry, checkEntry } from "../quoted-text.ts";
import type { Rulings } from "./rulings.ts";

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
      // A ruling has one text for ever: the date that its address names is when it was given, not since when it holds.
      if (entry) results.push(answerEntry(await this.#rulings.open(ruling), entry));
    }
    return results;
  }
}
