import type { SpanEntry, SpanEntryResult } from "../../gen/pincite/lawbot/v1/law_span_service_pb.ts";
import type { Validity } from "../../gen/pincite/span/v1/span_pb.ts";
import { answerEntry, checkEntry, type QuotedText } from "./quoted-text.ts";

/** Loaded texts of one kind, statutes or rulings, as far as quotes are looked for in them. */
export interface QuotedCorpus<Stored> {
  /** Errors: NO_LAW_LOADED, LAW_NOT_FOUND, VERSION_NOT_FOUND. */
  named(docUid: string): Stored;
  open(stored: Stored): Promise<QuotedText>;
  /** Absent: a text that holds for ever, as a ruling's does; the date that its address names is when it was given. */
  validity?(stored: Stored, day: string): Validity;
}

/** Resolves quotes and finds passages in loaded texts, by the code that the Vault uses too. */
export class CorpusSpans<Stored> {
  readonly #corpus: QuotedCorpus<Stored>;

  constructor(corpus: QuotedCorpus<Stored>) {
    this.#corpus = corpus;
  }

  /** One result for each entry; spans say whether they are in force on `day`, unless it is "". Errors: those of the corpus, LOCATOR_INVALID; then none is resolved. */
  async resolve(entries: readonly SpanEntry[], day = ""): Promise<SpanEntryResult[]> {
    for (const entry of entries) checkEntry(entry);
    // All documents are looked up first, so that a wrong one fails the call before any work.
    const asked = entries.map((entry) => ({ entry, stored: this.#corpus.named(entry.locator?.docUid ?? "") }));
    const results: SpanEntryResult[] = [];
    for (const { entry, stored } of asked) {
      const result = answerEntry(await this.#corpus.open(stored), entry);
      const validity = day === "" ? undefined : this.#corpus.validity?.(stored, day);
      if (validity) for (const span of result.resolution?.spans ?? []) span.validity = validity;
      results.push(result);
    }
    return results;
  }
}
