import type { DescMessage, MessageShape } from "@bufbuild/protobuf";
import type { Page } from "../engine/read/views.ts";
import { createPageTokens, pageScope } from "../wire/page-token.ts";

/** Pages whose token holds the key of the last row. */
export interface Paging {
  /**
   * The page that a request asks for: 50 rows, or as many as it says, but no more than 1,000 (AIP-158: more is made less, not refused).
   * `read` gives those behind a key, or the first, and the last row's key where there are more. Errors: PAGE_TOKEN_INVALID.
   */
  page<D extends DescMessage, Row>(
    schema: D,
    request: MessageShape<D> & { readonly pageToken: string; readonly pageSize: number },
    read: (key: string | undefined, limit: number) => Promise<Page<Row>>,
  ): Promise<{ rows: Row[]; nextPageToken: string }>;
}

/** Paging under one installation's key; `owner` is the argument that no request names. */
export const createPaging = (key: Uint8Array, owner: string): Paging => {
  const tokens = createPageTokens(key);
  return {
    async page(schema, request, read) {
      const scope = pageScope(schema, request, owner);
      const position = tokens.decode(request.pageToken, scope);
      const limit = Math.min(request.pageSize === 0 ? 50 : request.pageSize, 1000);
      const { rows, next } = await read(position && new TextDecoder().decode(position), limit);
      const nextPageToken = next === undefined ? "" : tokens.encode(new TextEncoder().encode(next), scope);
      return { rows: [...rows], nextPageToken };
    },
  };
};
