import type { Client } from "@connectrpc/connect";
import type { StoredHead } from "../../../gen/pincite/artifact/v1/stored_head_pb.ts";
import type { DocsService } from "../../../gen/pincite/vault/v1/docs_service_pb.ts";

/** The bytes of a document as they came in, and what they are. */
export interface OriginalFile {
  readonly head: StoredHead;
  readonly bytes: Blob;
}

/** Fetches the original and holds it against its digest. Errors: those of GetOriginal; an Error where it arrived damaged. */
export const fetchOriginal = async (
  docs: Client<typeof DocsService>,
  strandId: string,
  docUid: string,
): Promise<OriginalFile> => {
  let head: StoredHead | undefined;
  const pieces: BlobPart[] = [];
  for await (const { part } of docs.getOriginal({ strandId, docUid })) {
    if (part.case === "content") pieces.push(part.value.slice());
    else if (part.case === "head") head = part.value;
  }
  const bytes = new Blob(pieces);
  if (head === undefined || (await sha256HexOf(bytes)) !== head.digest)
    throw new Error("the original arrived damaged: ask for it again");
  return { head, bytes };
};

/** SHA-256 of a blob, 64 hexadecimal digits. */
export const sha256HexOf = async (bytes: Blob): Promise<string> => {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", await bytes.arrayBuffer()));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
};

/** Keeps it as a file, never to be opened by the browser itself: it is a stranger's. */
export const saveAs = ({ head, bytes }: OriginalFile): void => {
  const address = URL.createObjectURL(new Blob([bytes], { type: "application/octet-stream" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = head.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
};
