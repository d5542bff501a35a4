import { DomainError } from "../error.ts";
import type { IdempotencyChange, IdempotencyState } from "./store.ts";

/** What a command's record becomes, or the refusal; the table stands at IdempotencyChange. Pure. */
export const nextIdempotency = (known: IdempotencyState | undefined, change: IdempotencyChange): IdempotencyState => {
  if (known && known.payloadDigest !== change.payloadDigest) throw reused(change.key);
  if (known?.answer) throw exists(change.key, "has been answered; look its answer up");
  if (known && !change.answer && !change.takeOver)
    throw exists(change.key, "is being carried out; wait for its answer");
  return change.answer
    ? { payloadDigest: change.payloadDigest, answer: change.answer }
    : { payloadDigest: change.payloadDigest };
};

const reused = (key: string): DomainError =>
  new DomainError("IDEMPOTENCY_KEY_REUSED", `idempotency key ${key} was used for another command; take a new key`, {
    key,
  });

const exists = (key: string, what: string): DomainError =>
  new DomainError("ALREADY_EXISTS", `the command with idempotency key ${key} ${what}`, { key });
