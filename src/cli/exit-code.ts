import { basename, isAbsolute } from "node:path";
import { DomainError, type Reason } from "../error.ts";
import type { Speech } from "../messages/speech.ts";
import { Explained } from "./explained.ts";
import { defaultUrl } from "./shell.ts";

/** Exit codes, by what happens next. Commander's own complaints about flags are `usage` too. */
export const exitCodes = {
  ok: 0,
  /** The run's state does not allow it: do what its next action says. */
  state: 1,
  /** The command line is wrong, or something that it names was refused: mend it. */
  usage: 2,
  /** What was named is not there. */
  absent: 3,
  /** Somebody else was first, or a turn is under way: look again and repeat. */
  conflict: 4,
  /** No server, or it is busy stopping: wait and repeat. */
  unavailable: 5,
  /** A person must look: damage, or a fault of ours. */
  fault: 6,
  /** The person stopped it (128 and SIGINT, as shells have it): repeat the command to go on. */
  stopped: 130,
} as const;

type ExitName = keyof typeof exitCodes;

/** Total, so that a new reason cannot be forgotten. */
const exitOfReason: Record<Reason, ExitName> = {
  REQUEST_INVALID: "usage",
  IDEMPOTENCY_KEY_REUSED: "usage",
  JSON_REFUSED: "usage",
  HOST_REFUSED: "usage",
  ORIGIN_REFUSED: "usage",
  UNAUTHENTICATED: "usage",
  RIGHT_MISSING: "usage",
  PERSON_NEEDED: "usage",
  INVITATION_NOT_FOUND: "absent",
  INVITATION_OVER: "state",
  PAGE_TOKEN_INVALID: "usage",
  CURSOR_INVALID: "usage",
  ITEM_UNKNOWN: "usage",
  PROPOSAL_WRONG_STAGE: "state",
  PROPOSAL_INVALID: "usage",
  LOCATOR_INVALID: "usage",
  CITATION_INVALID: "usage",
  IMPORT_REFUSED: "usage",
  SIGNATURE_INVALID: "usage",
  PROFILE_UNKNOWN: "absent",
  RUN_NOT_FOUND: "absent",
  ARTIFACT_NOT_FOUND: "absent",
  TOOL_REQUEST_NOT_FOUND: "absent",
  EVIDENCE_NOT_FOUND: "absent",
  PIN_NOT_FOUND: "absent",
  CHOICE_NOT_FOUND: "absent",
  GRANT_NOT_FOUND: "absent",
  RECEIPT_NOT_FOUND: "absent",
  DOCUMENT_NOT_FOUND: "absent",
  THREAD_NOT_FOUND: "absent",
  STRAND_NOT_FOUND: "absent",
  LAW_NOT_FOUND: "absent",
  UNKNOWN_UNIT: "absent",
  VERSION_NOT_FOUND: "absent",
  ERASED: "absent",
  MISSING_INPUTS: "state",
  STAGE_FORBIDS: "state",
  TOOL_REFUSED: "state",
  APPROVAL_MISMATCH: "conflict",
  PROPOSAL_SUPERSEDED: "conflict",
  NOTHING_PROPOSED: "state",
  SECOND_PERSON_NEEDED: "state",
  SIGNATURE_NEEDED: "state",
  LOOKS_NOT_NAMED: "state",
  COMPARISON_NOT_NAMED: "state",
  LETTER_PINNED: "state",
  LETTER_UNREADABLE: "state",
  RUN_FINALISED: "state",
  NO_LAW_LOADED: "absent",
  ALREADY_EXISTS: "conflict",
  RUN_VERSION_STALE: "conflict",
  RUN_BUSY: "conflict",
  FENCED: "conflict",
  CORPUS_CHANGED: "conflict",
  PLAN_CHANGED: "conflict",
  UPLOAD_ELSEWHERE: "conflict",
  SERVER_DRAINING: "unavailable",
  UPSTREAM_UNAVAILABLE: "unavailable",
  DEADLINE_EXCEEDED: "unavailable",
  CANCELLED: "stopped",
  LIMIT_EXCEEDED: "usage",
  RATE_LIMITED: "unavailable",
  QUOTA_EXCEEDED: "state",
  WATCHER_TOO_SLOW: "unavailable",
  INDEX_STALE: "unavailable",
  DATA_LOSS: "fault",
  STORE_UNAVAILABLE: "unavailable",
  STORE_FAILED: "fault",
  MODEL_TURN_REJECTED: "state",
  UNSUPPORTED: "usage",
  INTERNAL: "fault",
};

/** A failed command: what to print, line by line, and how to exit. */
export interface Failure {
  readonly lines: readonly string[];
  readonly exitCode: number;
}

/** Any thrown value as a failure. The server's sentence comes first, then what is wrong where, then advice. */
export const failureOf = async (thrown: unknown, speech: Speech): Promise<Failure> => {
  const { sentence, itemName } = speech;
  if (isFileError(thrown)) return { lines: [`pincite: ${thrown.message}`], exitCode: exitCodes.usage };
  const error = await asDomainError(thrown);
  if (error === undefined) throw thrown;
  const isDatabase = error.reason === "STORE_UNAVAILABLE";
  if (!isDatabase && isUnreachable(error))
    return { lines: unreachable(error, speech), exitCode: exitCodes.unavailable };
  // A single fault is told by the error itself.
  const wrong = error.violations
    .filter(({ description }) => error.violations.length > 1 || description !== error.message)
    .map(({ subject, description }) => `  ${subject ? itemName(subject) : sentence("run")}: ${sentence(description)}`);
  const advice = speech.advice(error.reason);
  const lines = [
    `pincite: ${sentence(error.told)} (${error.reason})`,
    ...wrong,
    ...(isDatabase ? wordsOfSystem(error) : []),
    ...(error instanceof Explained ? error.lines : []),
    ...(advice === undefined ? [] : [advice]),
  ];
  return { lines, exitCode: exitCodes[exitOfReason[error.reason]] };
};

/** What the system or the database itself said where a command of this process did not reach it; no server sends that along. */
const wordsOfSystem = ({ cause }: DomainError): string[] => {
  const { code, message } = (cause ?? {}) as { readonly code?: unknown; readonly message?: string };
  return typeof code === "string" ? [`  ${message || code}`] : [];
};

const unreachable = (error: DomainError, { sentence, phrase }: Speech): string[] => {
  const address = addressTried(error);
  return [
    address === ""
      ? sentence("pincite: no server answers there")
      : phrase("command-error.pincite-no-server-answers-at", { address }),
    sentence(
      `Start one with \`pincite serve\` (it listens at ${defaultUrl}), or name another with --url or PINCITE_URL.`,
    ),
  ];
};

/** The address that a failed connection was for, as the system's error has it, of a Unix socket with its path; empty: it has none. */
const addressTried = ({ cause }: DomainError): string => {
  for (let at: unknown = cause; at instanceof Error; at = at.cause) {
    const { address, hostname, port } = at as Error & { address?: string; hostname?: string; port?: number };
    const host = address ?? hostname;
    if (host !== undefined && isAbsolute(host)) return `${basename(host).replace(/-(?=\d+$)/u, ":")} (${host})`;
    if (host !== undefined) return port === undefined ? host : `${host}:${port}`;
  }
  return "";
};

/** A file or folder of the command line that the system would not open; its message says which and why. */
const isFileError = (thrown: unknown): thrown is NodeJS.ErrnoException =>
  thrown instanceof Error && typeof (thrown as NodeJS.ErrnoException).path === "string";

/** Errors of the RPC library are the server's; anything else is a fault of this program and keeps its stack. */
export const asDomainError = async (thrown: unknown): Promise<DomainError | undefined> => {
  if (thrown instanceof DomainError) return thrown;
  if (!(thrown instanceof Error && thrown.name === "ConnectError")) return undefined;
  const { fromConnectError } = await import("../wire/client.ts");
  return fromConnectError(thrown);
};

/** A failed connection carries the system's error instead of one the server wrote. */
export const isUnreachable = ({ cause }: DomainError): boolean => {
  for (let at: unknown = cause; at instanceof Error; at = at.cause) {
    const { code, syscall } = at as NodeJS.ErrnoException;
    if (/^(ECONNREFUSED|ENOTFOUND|EHOSTUNREACH|EAI_AGAIN)$/.test(String(code))) return true;
    // A Unix socket that is not there.
    if (code === "ENOENT" && syscall === "connect") return true;
  }
  return false;
};
