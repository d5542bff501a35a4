import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";

/** A search that cannot be answered from its index: what it would not find may be there all the same. */
export const indexStale = (cause?: unknown): DomainError =>
  new DomainError(
    "INDEX_STALE",
    worded("error.the-search-index-was-damaged-or-is-behind"),
    {},
    cause === undefined ? {} : { cause },
  );
