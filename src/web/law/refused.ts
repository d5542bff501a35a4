import type { PlainId } from "../../messages/speech.ts";

/** Why a file of law was refused, by the reason of ImportItem: what it is and what to do. */
export const refusedBecause: Readonly<Record<string, PlainId>> = {
  NO_VALID_FROM: "page-law.refused-no-valid-from",
  BAD_DATE: "page-law.refused-bad-date",
  DATE_MISMATCH: "page-law.refused-date-mismatch",
  NOT_XML: "page-law.refused-not-xml",
  TRUNCATED: "page-law.refused-truncated",
  ENTITY_DECLARED: "page-law.refused-entity-declared",
  ENCODING: "page-law.refused-encoding",
  ERROR_STUB: "page-law.refused-error-stub",
  UNKNOWN_ROOT: "page-law.refused-unknown-root",
  BAD_ID: "page-law.refused-bad-id",
  WRONG_ID: "page-law.refused-wrong-id",
  TOO_LARGE: "page-law.refused-too-large",
  TOO_DEEP: "page-law.refused-too-deep",
  NO_TEXT: "page-law.refused-no-text",
  OTHER_BYTES: "page-law.refused-other-bytes",
  WRONG_VERSION: "page-law.refused-wrong-version",
  OLDER_REGISTER: "page-law.refused-older-register",
  NO_RULING: "page-law.refused-no-ruling",
  UNREADABLE: "page-law.refused-unreadable",
};
