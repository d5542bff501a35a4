/** The reason why a file was refused, in one word; the words are published in law_import_service.proto. */
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
  | "UNREADABLE"
  | "BAD_ID"
  | "WRONG_ID"
  | "TOO_LARGE"
  | "TOO_DEEP"
  | "NO_RULING"
  | "NO_TEXT"
  | "OTHER_BYTES"
  | "WRONG_VERSION"
  | "OLDER_REGISTER";

/** The refusal of a file, with a sentence that helps the person who sent it. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, message: string) {
    super(message);
    this.reason = reason;
  }
}
