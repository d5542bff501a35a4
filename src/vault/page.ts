import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";
import type { PageTokens } from "../wire/page-token.ts";

/** Where a page begins, bound to the corpus revision it was computed on. */
export interface PageStart {
  readonly offset: number;
}

/** How many items a page gives: `usual` when the caller says 0, never more than `max` (AIP-158 coerces, it does not refuse). */
export const pageLimit = (asked: number, usual: number, max = 200): number =>
  asked === 0 ? usual : Math.min(asked, max);

/**
 * Reads a page token. Errors: `PAGE_TOKEN_INVALID` for one that was not made for this request, `CORPUS_CHANGED` when
 * something was imported since it was made, because offsets then mean other items.
 */
export const readPageToken = (tokens: PageTokens, token: string, scope: Uint8Array, revision: string): PageStart => {
  const position = tokens.decode(token, scope);
  if (position === undefined) return { offset: 0 };
  const [offset = "", made = ""] = new TextDecoder().decode(position).split("\n");
  if (made !== revision) throw corpusChanged(made, revision);
  return { offset: Number(offset) };
};

/** The token of the page that begins at `next`; empty when there is nothing left. */
export const nextPageToken = (
  tokens: PageTokens,
  next: number,
  total: number,
  scope: Uint8Array,
  revision: string,
): string => (next >= total ? "" : tokens.encode(new TextEncoder().encode(`${next}\n${revision}`), scope));

const corpusChanged = (before: string, now: string): DomainError =>
  new DomainError("CORPUS_CHANGED", worded("source-error.documents-were-imported-since-the-first-page"), {
    revisionBefore: before,
    revisionNow: now,
  });
