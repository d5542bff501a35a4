import type { DescMessage, MessageShape } from "@bufbuild/protobuf";
import { createPageTokens, pageScope } from "../wire/page-token.ts";

/** Default and largest page (AIP-158): what is larger is made smaller, not refused. */
export const pageSize = (asked: number): number => Math.min(asked === 0 ? 50 : asked, 1000);

/** Page tokens whose position is the key of the last row. */
export interface Paging {
  /** The key after which the page begins; undefined: the first page. Errors: PAGE_TOKEN_INVALID. */
  decode<D extends DescMessage>(
    schema: D,
    request: MessageShape<D> & { readonly pageToken: string },
  ): string | undefined;
  /** The token of the next page; empty when there is none. */
  encode<D extends DescMessage>(schema: D, request: MessageShape<D>, next: string | undefined): string;
}

/** Paging under one installation's key; `owner` is the argument that no request names. */
export const createPaging = (key: Uint8Array, owner: string): Paging => {
  const tokens = createPageTokens(key);
  return {
    decode(schema, request) {
      const position = tokens.decode(request.pageToken, pageScope(schema, request, owner));
      return position ? new TextDecoder().decode(position) : undefined;
    },
    encode(schema, request, next) {
      return next === undefined ? "" : tokens.encode(new TextEncoder().encode(next), pageScope(schema, request, owner));
    },
  };
};
