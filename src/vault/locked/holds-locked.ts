import type { DocRecord } from "../../../gen/pincite/vault/v1/doc_pb.ts";
import { lockedReasons } from "./passwords.ts";

/** Whether an attachment of a document, or of one that is attached to it, was locked when it was read. */
export const holdsLocked = (find: (docUid: string) => DocRecord | undefined, docUid: string): boolean =>
  (find(docUid)?.detail?.attachments ?? []).some(({ docUid: inner, reason }) =>
    inner === "" ? lockedReasons.has(reason) : inner !== docUid && holdsLocked(find, inner),
  );
