import { createHash } from "node:crypto";
import type { Container, ContainerPart } from "../../../gen/pincite/vault/v1/container_pb.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";

/** Where lists and members are kept. */
export interface Kept {
  part(digest: string): Promise<ContainerPart>;
  bytes(digest: string): Promise<Uint8Array>;
}

/** Digests of the parts of a list, first to last. */
export const partsOf = async (kept: Pick<Kept, "part">, { lastPartDigest }: Container): Promise<string[]> => {
  const digests: string[] = [];
  for (let digest = lastPartDigest; digest !== ""; digest = (await kept.part(digest)).previousDigest)
    digests.push(digest);
  return digests.reverse();
};

/**
 * The bytes of a container, made from its members and what stood between them. Errors: `UNSUPPORTED` where the list says that it
 * cannot; `DATA_LOSS` at the end when what came out is something else.
 */
export async function* rebuilt(kept: Kept, container: Container): AsyncGenerator<Uint8Array> {
  if (!container.isRebuildable)
    throw new DomainError(
      "UNSUPPORTED",
      worded("source-error.its-bytes-cannot-be-made-again", { whyNot: container.whyNot }),
    );
  const hash = createHash("sha256");
  for await (const bytes of piecesOf(kept, container)) {
    hash.update(bytes);
    yield bytes;
  }
  if (hash.digest("hex") === container.digest) return;
  throw new DomainError("DATA_LOSS", worded("source-error.what-is-stored-no-longer-gives-the-bytes-of"));
}

async function* piecesOf(kept: Kept, container: Container): AsyncGenerator<Uint8Array> {
  for (const digest of await partsOf(kept, container)) {
    for (const member of (await kept.part(digest)).members) {
      yield member.before;
      if (member.sizeBytes > 0n) yield await kept.bytes(Buffer.from(member.digest).toString("hex"));
    }
  }
  yield container.tail;
}
