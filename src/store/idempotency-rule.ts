import { DomainError } from "../error.ts";
import type { IdempotencyChange, IdempotencyState } from "./store.ts";

/** Refuses what a command's record cannot become; the table stands at IdempotencyChange. Pure. */
export const checkIdempotency = (known: IdempotencyState | undefined, change: IdempotencyChange): void => {
  if (known && known.payloadDigest !== change.payloadDigest) throw reused(change.key);
  if (known?.answer) throw exists(change.key, "has been answered; look its answer up");
  if (known && !change.answer && !change.takeOver)
    throw exists(change.key, "is being carried out; wait for its answer");
};

/** The next record of a command, with its answer where the commit has one. */
export const nextIdempotency = (
  { payloadDigest }: IdempotencyChange,
  answer: Uint8Array | undefined,
): IdempotencyState => (answer ? { payloadDigest, answer } : { payloadDigest });

const reused = (key: string): DomainError =>
  new DomainError("IDEMPOTENCY_KEY_REUSED", `idempotency key ${key} was used for another command; take a new key`, {
    key,
  });

const exists = (key: string, what: string): DomainError =>
  new DomainError("ALREADY_EXISTS", `the command with idempotency key ${key} ${what}`, { key });
