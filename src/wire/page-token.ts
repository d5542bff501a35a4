import { createHmac, timingSafeEqual } from "node:crypto";
import { clone, type DescMessage, type MessageShape, toBinary } from "@bufbuild/protobuf";
import { reflect } from "@bufbuild/protobuf/reflect";
import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";

/** Page tokens by AIP-158: opaque to the caller, and valid only for a call with the same other arguments. */
export interface PageTokens {
  /** Encodes a position of our own making as base64url text, bound to `scope`. */
  encode(position: Uint8Array, scope: Uint8Array): string;
  /** The position; undefined for "", the first page. Errors: PAGE_TOKEN_INVALID for one not issued for this scope. */
  decode(token: string, scope: Uint8Array): Uint8Array | undefined;
}

const macBytes = 32;

/** Creates page tokens of `key`, 32 random bytes of this installation. HMAC suffices: only we verify them. */
export const createPageTokens = (key: Uint8Array): PageTokens => {
  // The scope's length comes first, so that no byte can move between scope and position under the same code.
  const mac = (position: Uint8Array, scope: Uint8Array): Uint8Array =>
    createHmac("sha256", key).update(`page ${scope.length}\n`).update(scope).update(position).digest();
  return {
    encode: (position, scope) => Buffer.concat([mac(position, scope), position]).toString("base64url"),
    decode(token, scope) {
      if (token === "") return undefined;
      const bytes = Buffer.from(token, "base64url");
      const position = bytes.subarray(macBytes);
      // Node's decoder skips characters outside base64url, so the text is compared with the text it should have been.
      const isCanonical = bytes.toString("base64url") === token && bytes.length >= macBytes;
      if (!isCanonical || !timingSafeEqual(bytes.subarray(0, macBytes), mac(position, scope))) throw invalid();
      return new Uint8Array(position);
    },
  };
};

/**
 * Returns the scope to which a token of this request is bound: the request type and all of its arguments but `page_token`
 * and `page_size`, which AIP-158 lets a caller change between pages. `extra` is the caller's owner or strand, if it is not
 * an argument.
 */
export const pageScope = <D extends DescMessage>(schema: D, request: MessageShape<D>, extra = ""): Uint8Array => {
  const rest = reflect(schema, clone(schema, request));
  for (const field of schema.fields) if (field.name === "page_token" || field.name === "page_size") rest.clear(field);
  const name = new TextEncoder().encode(`${schema.typeName}\n${extra.length} ${extra}\n`);
  return Buffer.concat([name, toBinary(schema, rest.message as MessageShape<D>)]);
};

const invalid = (): DomainError =>
  new DomainError("PAGE_TOKEN_INVALID", worded("error.the-page-token-was-not-issued-for-this-call"));
