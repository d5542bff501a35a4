import type { DocRecord } from "../../../gen/pincite/vault/v1/doc_pb.ts";

/**
 * Whether two documents are one message that was kept twice: in Inbox and All Mail, at its sender and its receiver. Its id, its text
 * and what is attached must be the same, so that whatever is found or quoted in the one is so in the other; servers may have
 * written other headers above. What a list or a gateway changed is another document.
 */
export const isSameMessage = (one: DocRecord, other: DocRecord | undefined): boolean => {
  const [a, b] = [one.detail, other?.detail];
  if (a === undefined || b === undefined || a.messageId === "" || a.messageId !== b.messageId) return false;
  return a.summary?.sourceDigest === b.summary?.sourceDigest && attachedTo(one) === attachedTo(other);
};

const attachedTo = (record: DocRecord | undefined): string =>
  JSON.stringify(
    (record?.detail?.attachments ?? []).map(({ name, docUid, sizeBytes }) => [name, docUid, `${sizeBytes}`]),
  );
