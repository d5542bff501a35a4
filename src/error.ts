import { inEnglish, type Said } from "./messages/said.ts";

/**
 * Reasons for refusing a call: a closed list that programs can switch on. A reason travels as google.rpc.ErrorInfo.reason
 * (AIP-193); src/wire/error.ts holds the one exhaustive table from reason to RPC code.
 */
export const reasons = [
  // The caller mends the request.
  "REQUEST_INVALID",
  "IDEMPOTENCY_KEY_REUSED",
  "JSON_REFUSED",
  "HOST_REFUSED",
  "ORIGIN_REFUSED",
  "UNAUTHENTICATED",
  "RIGHT_MISSING",
  "PERSON_NEEDED",
  "INVITATION_NOT_FOUND",
  "INVITATION_OVER",
  "PAGE_TOKEN_INVALID",
  "CURSOR_INVALID",
  "ITEM_UNKNOWN",
  "PROPOSAL_WRONG_STAGE",
  "PROPOSAL_INVALID",
  "LOCATOR_INVALID",
  "CITATION_INVALID",
  "IMPORT_REFUSED",
  "PROFILE_UNKNOWN",
  "SIGNATURE_INVALID",
  // The named thing is not there (or belongs to somebody else, which looks the same).
  "RUN_NOT_FOUND",
  "ARTIFACT_NOT_FOUND",
  "TOOL_REQUEST_NOT_FOUND",
  "EVIDENCE_NOT_FOUND",
  "PIN_NOT_FOUND",
  "CHOICE_NOT_FOUND",
  "GRANT_NOT_FOUND",
  "RECEIPT_NOT_FOUND",
  "DOCUMENT_NOT_FOUND",
  "THREAD_NOT_FOUND",
  "STRAND_NOT_FOUND",
  "LAW_NOT_FOUND",
  "UNKNOWN_UNIT",
  "VERSION_NOT_FOUND",
  // It was there, and a person had it erased.
  "ERASED",
  // The run's state does not allow it: read the run, do what its next action says.
  "MISSING_INPUTS",
  "STAGE_FORBIDS",
  "TOOL_REFUSED",
  "APPROVAL_MISMATCH",
  "PROPOSAL_SUPERSEDED",
  "NOTHING_PROPOSED",
  "SECOND_PERSON_NEEDED",
  "SIGNATURE_NEEDED",
  "LOOKS_NOT_NAMED",
  "COMPARISON_NOT_NAMED",
  "LETTER_PINNED",
  "LETTER_UNREADABLE",
  "RUN_FINALISED",
  "NO_LAW_LOADED",
  "ALREADY_EXISTS",
  // Somebody else was first: read again and decide again.
  "RUN_VERSION_STALE",
  "RUN_BUSY",
  "FENCED",
  "CORPUS_CHANGED",
  "PLAN_CHANGED",
  // Another server over the same store has it: ask that one.
  "UPLOAD_ELSEWHERE",
  // The caller waits and retries.
  "SERVER_DRAINING",
  "UPSTREAM_UNAVAILABLE",
  "DEADLINE_EXCEEDED",
  "CANCELLED",
  // A limit of GetCapabilities was met.
  "LIMIT_EXCEEDED",
  "RATE_LIMITED",
  "QUOTA_EXCEEDED",
  "WATCHER_TOO_SLOW",
  // The store is closed or cannot be reached: nothing was done.
  "STORE_UNAVAILABLE",
  // A search index lacks something of its corpus, or was damaged: it is made anew, and what it does not find is no absence.
  "INDEX_STALE",
  // A person must look into it.
  "DATA_LOSS",
  "STORE_FAILED",
  "MODEL_TURN_REJECTED",
  "UNSUPPORTED",
  "INTERNAL",
] as const;

/** A reason of the closed list above. */
export type Reason = (typeof reasons)[number];

/**
 * An error meant for the caller. `message` is a sentence that helps the caller to act; it carries no evidence text and no
 * internal text of a library. `facts` repeats the content of the message in machine-readable form; `cause` stays in the log.
 * Given as a message with an id it reads in English here, and in any language where it is shown.
 */
export class DomainError extends Error {
  override readonly name = "DomainError";
  readonly reason: Reason;
  readonly facts: Readonly<Record<string, string>>;
  /** What `message` says, to be said in the language of whoever reads it: a message with its id, else the sentence itself. */
  readonly told: Said | string;
  /** Field paths, each with the fault found there (google.rpc.BadRequest), or preconditions that do not hold. */
  readonly violations: readonly Violation[];
  /** Messages for the caller alone, which may hold evidence text: they travel as error details and are never logged. */
  readonly attached: readonly Attached[];

  constructor(
    reason: Reason,
    message: Said | string,
    facts: Readonly<Record<string, string>> = {},
    options: { cause?: unknown; violations?: readonly Violation[]; attached?: readonly Attached[]; said?: Said } = {},
  ) {
    super(inEnglish(message), options.cause === undefined ? undefined : { cause: options.cause });
    this.reason = reason;
    this.facts = facts;
    this.told = options.said ?? message;
    this.violations = options.violations ?? [];
    this.attached = options.attached ?? [];
  }
}

/** `subject` is a field path (BadRequest) or the id of the slot, claim or item concerned (PreconditionFailure). */
export interface Violation {
  readonly type: string;
  readonly subject: string;
  readonly description: string;
}

/** An encoded message with the full name of its type, as google.protobuf.Any has it. */
export interface Attached {
  readonly typeName: string;
  readonly value: Uint8Array;
}
