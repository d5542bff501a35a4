import type { ImportItem_Outcome } from "../../../gen/pincite/lawbot/v1/law_import_service_pb.ts";

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
