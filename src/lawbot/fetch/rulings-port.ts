import type { ImportItem_Outcome } from "../../../gen/pincite/lawbot/v1/law_import_service_pb.ts";
import type { CaseLaw } from "../case/case-law.ts";

/** What became of a ruling's file. */
export interface RulingTaken {
  readonly outcome: ImportItem_Outcome;
  readonly reason: string;
  readonly message: string;
}

/** What a fetch needs of case law. */
export interface RulingsPort {
  isLoaded(ecli: string): boolean;
  /** The ordinary import of one file. */
  take(path: string, bytes: Uint8Array): Promise<RulingTaken>;
}

export const rulingsOf = ({ rulings, importer }: Pick<CaseLaw, "rulings" | "importer">): RulingsPort => ({
  isLoaded: (ecli) => rulings.find(ecli) !== undefined,
  take: (path, bytes) => importer.importFile({ path, validFrom: "", bytes }),
});
