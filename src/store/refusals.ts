import { DomainError } from "../error.ts";
import type { Head } from "./store.ts";

/** The refusals that every store words alike; the facts repeat the content of the sentence. */
export const staleHead = (stream: string, actual: Head): DomainError =>
  new DomainError("RUN_VERSION_STALE", `stream ${stream} stands at event ${actual.seq} by now; read it again`, {
    stream,
    seq: String(actual.seq),
    hash: actual.hash,
  });

export const streamFull = (stream: string, eventsMax: number): DomainError =>
  new DomainError("LIMIT_EXCEEDED", `stream ${stream} would pass ${eventsMax} events; begin a new one`, {
    stream,
    eventsMax: String(eventsMax),
  });

export const blobNotFound = (digest: string): DomainError =>
  new DomainError("ARTIFACT_NOT_FOUND", `there is no artifact ${digest}`, { digest });

/** `what` names owner, stream and seq, or the digest; never the content. */
export const dataLoss = (what: string, facts: Record<string, string> = {}, cause?: unknown): DomainError =>
  new DomainError(
    "DATA_LOSS",
    `${what}; it does not heal by itself: see pincite store check, and put a backup back with pincite restore`,
    facts,
    { cause },
  );

export const storeFailed = (cause?: unknown): DomainError =>
  new DomainError(
    "STORE_FAILED",
    "a write failed and its outcome is unknown; after the restart ask again with the same idempotency key",
    {},
    { cause },
  );

/** What a caller is told who asks what became of a commit that no record tells of. */
export const noOutcome = (): DomainError =>
  new DomainError(
    "REQUEST_INVALID",
    "the outcome of a commit can be asked when it has an id and events; others are told by their idempotency key",
    { field: "id" },
  );

/** What follows from events cannot be put right where there are other events by now. */
export const staleOwner = (owner: string, position: bigint): DomainError =>
  new DomainError("RUN_VERSION_STALE", `owner ${owner} is no longer at position ${position}; derive the list again`, {
    owner,
    position: String(position),
  });

/** An entry of a list that is gone or damaged: `mendList` puts it right. */
export const entryLost = (owner: string, list: string, number: number, cause?: unknown): DomainError =>
  dataLoss(
    `entry ${number} of the list ${list} of owner ${owner} is missing or damaged`,
    { owner, list, number: String(number) },
    cause,
  );

export const storeClosed = (): DomainError =>
  new DomainError("STORE_UNAVAILABLE", "the store is closed, and nothing was done; start the server again");

export const watcherTooSlow = (bufferMax: number): DomainError =>
  new DomainError("WATCHER_TOO_SLOW", `more than ${bufferMax} events waited; resume after the last position you saw`, {
    bufferMax: String(bufferMax),
  });

export const cursorInvalid = (after: bigint, newest: bigint): DomainError =>
  new DomainError(
    "CURSOR_INVALID",
    `position ${after} is not one of this store, whose newest is ${newest}; start from 0`,
    { newest: String(newest) },
  );

/** `what` names a scope or an artifact. */
export const erased = (what: string, timeMs: number, facts: Record<string, string>): DomainError => {
  const iso = new Date(timeMs).toISOString();
  const when = `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
  return new DomainError("ERASED", `${what} was erased on ${when}; nothing of it can be read or added any more`, {
    ...facts,
    erased_at: iso,
  });
};

export const scopeErased = (scope: string, timeMs: number): DomainError => erased(scope, timeMs, { scope });

export const artifactErased = (digest: string, timeMs: number): DomainError =>
  erased(`artifact ${digest}`, timeMs, { digest });
