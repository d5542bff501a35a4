import { DomainError } from "../error.ts";

/** A search that cannot be answered from its index: what it would not find may be there all the same. */
export const indexStale = (cause?: unknown): DomainError =>
  new DomainError(
    "INDEX_STALE",
    "the search index was damaged or is behind what is to be searched, so that nothing can be said to be absent; it is being made anew: search again in a while",
    {},
    cause === undefined ? {} : { cause },
  );
