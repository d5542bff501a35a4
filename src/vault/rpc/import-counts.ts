import { create } from "@bufbuild/protobuf";
import {
  type ImportedItem,
  type ImportSummary,
  ImportSummarySchema,
  ImportedItem_Outcome as Outcome,
} from "../../../gen/pincite/vault/v1/vault_import_service_pb.ts";

/** Rows by what became of them. */
export class ImportCounts {
  rows = 0;
  #lostWords = 0;
  readonly #byOutcome = new Map<Outcome, number>();

  /** Goes on from what was counted before. */
  constructor(before?: ImportSummary) {
    if (before === undefined) return;
    this.#lostWords = before.lostWordCount;
    this.#byOutcome.set(Outcome.IMPORTED, before.importedCount);
    this.#byOutcome.set(Outcome.DUPLICATE, before.duplicateCount);
    this.#byOutcome.set(Outcome.SUPERSEDES, before.supersedingCount);
    this.#byOutcome.set(Outcome.REFUSED, before.refusedCount);
    this.#byOutcome.set(Outcome.OPENED, before.openedCount);
    this.#byOutcome.set(Outcome.KEPT, before.keptCount);
    for (const count of this.#byOutcome.values()) this.rows += count;
  }

  add({ outcome, lostWordCount }: ImportedItem): void {
    this.rows++;
    this.#lostWords += lostWordCount;
    this.#byOutcome.set(outcome, (this.#byOutcome.get(outcome) ?? 0) + 1);
  }

  summary(corpusRevision: string, dryRun: boolean): ImportSummary {
    const count = (outcome: Outcome): number => this.#byOutcome.get(outcome) ?? 0;
    return create(ImportSummarySchema, {
      importedCount: count(Outcome.IMPORTED),
      duplicateCount: count(Outcome.DUPLICATE),
      supersedingCount: count(Outcome.SUPERSEDES),
      refusedCount: count(Outcome.REFUSED),
      openedCount: count(Outcome.OPENED),
      keptCount: count(Outcome.KEPT),
      lostWordCount: this.#lostWords,
      corpusRevision,
      dryRun,
    });
  }
}
