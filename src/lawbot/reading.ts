import type { Unit } from "../../gen/pincite/span/v1/canonical_text_pb.ts";

/** Why a file was not taken, in one word; the words are published in law_import_service.proto. */
export type RefusalReason =
  | "NO_VALID_FROM"
  | "BAD_DATE"
  | "DATE_MISMATCH"
  | "NOT_XML"
  | "TRUNCATED"
  | "ENTITY_DECLARED"
  | "ENCODING"
  | "ERROR_STUB"
  | "UNKNOWN_ROOT"
  | "BAD_ID"
  | "WRONG_ID"
  | "TOO_LARGE"
  | "TOO_DEEP"
  | "NO_TEXT"
  | "OTHER_BYTES"
  | "WRONG_VERSION"
  | "OLDER_REGISTER";

/** A file that is not taken, with a sentence that helps the person who sent it. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** What the importer says about a file: its name as they know it, and the first day its text was in force ("" when not said). */
export interface SourceClaim {
  readonly path: string;
  readonly validFrom: string;
}

/** One law as it was read from one file. `units` count in code points of `text`. */
export interface LawReading {
  readonly lawId: string;
  readonly validFrom: string;
  readonly title: string;
  readonly citationTitle: string;
  readonly kind: string;
  readonly form: string;
  /** Name and version of the rules that made the text: another version may give another text. */
  readonly extractor: string;
  readonly extractorVersion: string;
  readonly text: string;
  readonly units: Unit[];
  /** Elements the reader does not know, with how often they came; their text was kept. */
  readonly unknownElements: ReadonlyMap<string, number>;
  /** The legal system whose rules read it; absent: the first one's. */
  readonly jurisdiction?: string;
  /** The source's own name of the version, `2014-01-01_1`; absent where it has none. */
  readonly label?: string;
  /** Identifiers of the units that stay the same in every version, in order of `units`, "" where one has none; absent where all have none. */
  readonly unitKeys?: readonly string[];
}
