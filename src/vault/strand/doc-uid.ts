/** Ids of documents are digests: half as long as bytes, in tables and in the indexes over them. */
const form = /^[0-9a-f]{64}$/;
const nobodys = new Uint8Array();

/** The bytes of a doc_uid; of what is none, bytes that no document has, since ids come from callers as well. */
export const uidBytes = (docUid: string): Uint8Array => (form.test(docUid) ? Buffer.from(docUid, "hex") : nobodys);

/** A column of 32 bytes as a doc_uid. */
export const uidText = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("hex");
