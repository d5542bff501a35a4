import type { StoredHead } from "../../gen/pincite/artifact/v1/stored_head_pb.ts";
import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";
import { sha256Hex } from "../sha256.ts";

/** One message of a service that gives stored bytes. */
interface Piece {
  readonly part: { readonly case?: string | undefined; readonly value?: StoredHead | Uint8Array | undefined };
}

/** Stored bytes whole, held against the digest that came first. Errors: those of the call; DATA_LOSS. */
export const storedOriginal = async (
  pieces: AsyncIterable<Piece>,
): Promise<{ readonly head: StoredHead; readonly bytes: Uint8Array }> => {
  let head: StoredHead | undefined;
  const content: Uint8Array[] = [];
  for await (const { part } of pieces) {
    if (part.value instanceof Uint8Array) content.push(part.value);
    else head = part.value;
  }
  const bytes = new Uint8Array(Buffer.concat(content));
  if (head && head.digest === sha256Hex(bytes)) return { head, bytes };
  throw new DomainError("DATA_LOSS", worded("help.the-file-arrived-damaged-ask-for-it-again"));
};
