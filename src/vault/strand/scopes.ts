import type { ScopeOfNamed, ScopePut } from "../../store/store.ts";
import type { MadeDocument } from "../import/record.ts";
import { changeOf } from "./journal-events.ts";

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

/** Whose scope an artifact belongs in that an event of a strand names, in folders from before there were scopes. */
export const scopeOfNamed: ScopeOfNamed = (stream, type, body) => {
  if (!stream.startsWith("vault/")) return () => undefined;
  const { records, paths, rereads = [], mends = [] } = changeOf({ type, body });
  // Every digest in these events is a document's, and so names its scope, but for the texts. Those of containers stay in the strand's.
  const isOfDocuments = records.length + paths.length + rereads.length + mends.length > 0;
  const texts = new Map<string, string>();
  for (const { record } of [...records, ...rereads]) {
    const docUid = record.detail?.summary?.docUid ?? "";
    for (const text of [
      record.detail?.canonicalText,
      ...(record.detail?.earlierTexts ?? []).map(({ canonicalText }) => canonicalText),
    ])
      if (text) texts.set(text.digest, docUid);
  }
  return (digest) => (isOfDocuments ? scopeOfDocument(texts.get(digest) ?? digest) : undefined);
};
