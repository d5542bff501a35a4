import { Code } from "@connectrpc/connect";
import type { Reason } from "../error.ts";

/**
 * The RPC code of each reason (https://grpc.io/docs/guides/status-codes/, AIP-193). Exhaustive by type: a new reason
 * without a code does not compile. What decides between neighbours is what the caller does next: FAILED_PRECONDITION
 * waits for the run to change, ABORTED reads again and decides again, UNAVAILABLE sends the same call again.
 */
export const codeOfReason: Readonly<Record<Reason, Code>> = {
  REQUEST_INVALID: Code.InvalidArgument,
  IDEMPOTENCY_KEY_REUSED: Code.InvalidArgument,
  JSON_REFUSED: Code.InvalidArgument,
  HOST_REFUSED: Code.PermissionDenied,
  ORIGIN_REFUSED: Code.PermissionDenied,
  UNAUTHENTICATED: Code.Unauthenticated,
  RIGHT_MISSING: Code.PermissionDenied,
  PERSON_NEEDED: Code.PermissionDenied,
  INVITATION_NOT_FOUND: Code.NotFound,
  INVITATION_OVER: Code.FailedPrecondition,
  PAGE_TOKEN_INVALID: Code.InvalidArgument,
  CURSOR_INVALID: Code.InvalidArgument,
  ITEM_UNKNOWN: Code.InvalidArgument,
  PROPOSAL_WRONG_STAGE: Code.InvalidArgument,
  PROPOSAL_INVALID: Code.InvalidArgument,
  LOCATOR_INVALID: Code.InvalidArgument,
  CITATION_INVALID: Code.InvalidArgument,
  IMPORT_REFUSED: Code.InvalidArgument,
  SIGNATURE_INVALID: Code.InvalidArgument,
  PROFILE_UNKNOWN: Code.NotFound,

  RUN_NOT_FOUND: Code.NotFound,
  ARTIFACT_NOT_FOUND: Code.NotFound,
  TOOL_REQUEST_NOT_FOUND: Code.NotFound,
  EVIDENCE_NOT_FOUND: Code.NotFound,
  PIN_NOT_FOUND: Code.NotFound,
  CHOICE_NOT_FOUND: Code.NotFound,
  GRANT_NOT_FOUND: Code.NotFound,
  RECEIPT_NOT_FOUND: Code.NotFound,
  DOCUMENT_NOT_FOUND: Code.NotFound,
  THREAD_NOT_FOUND: Code.NotFound,
  STRAND_NOT_FOUND: Code.NotFound,
  LAW_NOT_FOUND: Code.NotFound,
  UNKNOWN_UNIT: Code.NotFound,
  VERSION_NOT_FOUND: Code.NotFound,

  ERASED: Code.FailedPrecondition,

  MISSING_INPUTS: Code.FailedPrecondition,
  STAGE_FORBIDS: Code.FailedPrecondition,
  TOOL_REFUSED: Code.FailedPrecondition,
  APPROVAL_MISMATCH: Code.FailedPrecondition,
  PROPOSAL_SUPERSEDED: Code.FailedPrecondition,
  NOTHING_PROPOSED: Code.FailedPrecondition,
  SECOND_PERSON_NEEDED: Code.FailedPrecondition,
  SIGNATURE_NEEDED: Code.FailedPrecondition,
  LOOKS_NOT_NAMED: Code.FailedPrecondition,
  COMPARISON_NOT_NAMED: Code.FailedPrecondition,
  LETTER_PINNED: Code.FailedPrecondition,
  LETTER_UNREADABLE: Code.FailedPrecondition,
  RUN_FINALISED: Code.FailedPrecondition,
  NO_LAW_LOADED: Code.FailedPrecondition,
  ALREADY_EXISTS: Code.AlreadyExists,

  RUN_VERSION_STALE: Code.Aborted,
  RUN_BUSY: Code.Unavailable,
  FENCED: Code.Aborted,
  CORPUS_CHANGED: Code.Aborted,
  PLAN_CHANGED: Code.Aborted,
  UPLOAD_ELSEWHERE: Code.FailedPrecondition,

  SERVER_DRAINING: Code.Unavailable,
  UPSTREAM_UNAVAILABLE: Code.Unavailable,
  DEADLINE_EXCEEDED: Code.DeadlineExceeded,
  CANCELLED: Code.Canceled,

  LIMIT_EXCEEDED: Code.ResourceExhausted,
  RATE_LIMITED: Code.ResourceExhausted,
  QUOTA_EXCEEDED: Code.ResourceExhausted,
  WATCHER_TOO_SLOW: Code.ResourceExhausted,

  DATA_LOSS: Code.DataLoss,
  STORE_UNAVAILABLE: Code.Unavailable,
  INDEX_STALE: Code.Unavailable,
  // The outcome of a commit that failed on its way to the disk is not known, and UNAVAILABLE would promise a plain retry.
  STORE_FAILED: Code.Unavailable,
  MODEL_TURN_REJECTED: Code.FailedPrecondition,
  UNSUPPORTED: Code.Unimplemented,
  INTERNAL: Code.Internal,
};

/** The reason told for an error that the RPC library itself raised; codes that are absent travel without one. */
export const reasonOfCode: Readonly<Partial<Record<Code, Reason>>> = {
  [Code.InvalidArgument]: "REQUEST_INVALID",
  [Code.Unauthenticated]: "UNAUTHENTICATED",
  [Code.DeadlineExceeded]: "DEADLINE_EXCEEDED",
  [Code.Canceled]: "CANCELLED",
  [Code.Unavailable]: "UPSTREAM_UNAVAILABLE",
  [Code.ResourceExhausted]: "LIMIT_EXCEEDED",
  [Code.Unimplemented]: "UNSUPPORTED",
};
