import { DomainError } from "../error.ts";
import { dataLoss } from "./refusals.ts";
import type { Store } from "./store.ts";

/** The bytes of an artifact that an event or record names: not known is lost. Errors: DATA_LOSS, ERASED. */
export const namedBlob = async (store: Pick<Store, "getBlob">, owner: string, digest: string): Promise<Uint8Array> => {
  try {
    return await store.getBlob(owner, digest);
  } catch (error) {
    throw isNotFound(error) ? artifactLost(digest, error) : error;
  }
};

/** The error for an artifact that is named and of which the store has nothing. */
export const artifactLost = (digest: string, cause?: unknown): DomainError =>
  dataLoss(`artifact ${digest} is named in the journal, and the store does not have it`, { digest }, cause);

export const isNotFound = (error: unknown): boolean =>
  error instanceof DomainError && error.reason === "ARTIFACT_NOT_FOUND";
