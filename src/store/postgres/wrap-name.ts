import { seal, unseal } from "../level/seal.ts";

/** Where a store says which key of the installation wraps the keys of its scopes; no owner's keys begin so. */
export const wrapNameKey = "!wrap!current";

export const encodeWrapName = (id: string): Uint8Array => seal(wrapNameKey, new TextEncoder().encode(id));

export const decodeWrapName = (value: Uint8Array): string => new TextDecoder().decode(unseal(wrapNameKey, value));
