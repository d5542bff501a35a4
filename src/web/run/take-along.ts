import type { FileHead } from "../../../gen/pincite/export/v1/export_service_pb.ts";
import type { Clients } from "./clients.ts";
import { saveFile } from "./save-file.ts";

interface Part {
  readonly part:
    | { readonly case: "head"; readonly value: FileHead }
    | { readonly case: "content"; readonly value: Uint8Array }
    | { readonly case: undefined; readonly value?: undefined };
}

/**
 * Has a finalised memo made into a file, `proof` or a format of the export service, and saves it; `extracts`: the numbers of exhibits that go
 * into a zip as what is quoted of them alone. Gives the file's name.
 */
export const takeAlong = async (
  clients: Clients,
  runId: string,
  { format, extracts = [] }: { readonly format: string; readonly extracts?: readonly number[] },
): Promise<string> => {
  const parts: AsyncIterable<Part> =
    format === "proof"
      ? (await clients.proofs()).makeProof({ runId })
      : (await clients.exports()).exportMemo({ runId, format, extractExhibits: [...extracts] });
  const { name, bytes } = await collected(parts);
  saveFile(name, bytes);
  return name;
};

/** A streamed file, whole, held against the digest that came before it. */
const collected = async (parts: AsyncIterable<Part>): Promise<{ readonly name: string; readonly bytes: Blob }> => {
  let head: FileHead | undefined;
  const pieces: Uint8Array[] = [];
  for await (const { part } of parts) {
    if (part.case === "head") head = part.value;
    if (part.case === "content") pieces.push(part.value);
  }
  const bytes = new Blob(pieces as BlobPart[], { type: head?.mediaType ?? "" });
  const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", await bytes.arrayBuffer()));
  const hex = [...sum].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  if (head === undefined || head.sha256 !== hex) throw new Error("the file arrived damaged: export it again");
  return { name: head.name, bytes };
};
