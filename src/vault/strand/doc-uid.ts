import { isDigest } from "#kit/digest.ts";

/** Ids of documents are digests: half as long as bytes, in tables and in the indexes over them. */
const nobodys = new Uint8Array();

/** The bytes of a doc_uid; of what is none, bytes that no document has, since ids come from callers as well. */
export const uidBytes = (docUid: string): Uint8Array => (isDigest(docUid) ? Buffer.from(docUid, "hex") : nobodys);

/** A column of 32 bytes as a doc_uid. */
export const uidText = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("hex");
