import type { ScopePut } from "../../store/store.ts";
import type { MadeDocument } from "../import/record.ts";

/** The scope of a document: its original and its texts, whichever strands have it. */
export const scopeOfDocument = (docUid: string): string => `doc/${docUid}`;

/** The document whose scope this is; undefined: no document's. */
export const documentOfScope = (scope: string): string | undefined => /^doc\/(.+)$/.exec(scope)?.[1];

/** The bytes of each document for its scope. */
export const putsOf = (documents: readonly Omit<MadeDocument, "text">[]): ScopePut[] => {
  const scopes = new Map<string, Uint8Array[]>();
  for (const { record, original, canonical } of documents) {
    const scope = scopeOfDocument(record.detail?.summary?.docUid ?? "");
    const blobs = [original, canonical].filter((bytes) => bytes !== undefined);
    if (blobs.length > 0) scopes.set(scope, [...(scopes.get(scope) ?? []), ...blobs]);
  }
  return [...scopes].map(([scope, blobs]) => ({ scope, blobs }));
};
