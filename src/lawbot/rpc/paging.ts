import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import type { PageTokens } from "../../wire/page-token.ts";

/**
 * Where a page begins, and the token of the next one. A token holds the offset and the corpus revision it was issued for:
 * after an import the pages of a list no longer fit together, and CORPUS_CHANGED says so.
 */
export const pageOf = (
  lawbot: { readonly tokens: PageTokens; readonly versions: { readonly revision: string } },
  token: string,
  scope: Uint8Array,
): { offset: number; next(offset: number, total: number): string } => {
  const revision = lawbot.versions.revision;
  const position = lawbot.tokens.decode(token, scope);
  const [seen = revision, offset = "0"] = position ? new TextDecoder().decode(position).split(" ") : [];
  if (seen !== revision)
    throw new DomainError("CORPUS_CHANGED", worded("source-error.laws-were-imported-since-the-first-page-begin"), {
      corpus_revision: revision,
    });
  return {
    offset: Number(offset),
    next: (end, total) =>
      end < total ? lawbot.tokens.encode(new TextEncoder().encode(`${revision} ${end}`), scope) : "",
  };
};
