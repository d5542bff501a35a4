import { create } from "@bufbuild/protobuf";
import type { ServiceImpl } from "@connectrpc/connect";
import type { Container } from "../../../gen/pincite/vault/v1/container_pb.ts";
import {
  GetContainerResponseSchema,
  RebuildContainerResponseSchema,
  type VaultContainerService,
} from "../../../gen/pincite/vault/v1/vault_container_service_pb.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { rebuilt } from "../container/rebuild.ts";
import type { Strand } from "../strand/strand.ts";
import type { Vault } from "../vault.ts";

const chunkBytesMax = 1024 * 1024;

export const containerService = (vault: Vault): ServiceImpl<typeof VaultContainerService> => ({
  async getContainer({ strandId, digest }) {
    const container = await containerIn(await vault.strand(strandId), digest);
    return create(GetContainerResponseSchema, { container });
  },

  async *rebuildContainer({ strandId, digest }) {
    const strand = await vault.strand(strandId);
    const container = await containerIn(strand, digest);
    for await (const chunk of chunksOf(rebuilt(strand.containers, container)))
      yield create(RebuildContainerResponseSchema, { chunk });
  },
});

const containerIn = async (strand: Strand, digest: string): Promise<Container> => {
  const container = await strand.containers.find(digest);
  if (container !== undefined) return container;
  throw new DomainError(
    "DOCUMENT_NOT_FOUND",
    worded("source-error.no-mailbox-or-archive-was-read-into-strand", { digest, strandId: strand.id }),
    { digest, strandId: strand.id },
  );
};

/** Puts small pieces together and takes large ones apart; the last is held back until the pieces have ended well. */
async function* chunksOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let [held, size]: [Uint8Array[], number] = [[], 0];
  for await (const piece of pieces) {
    for (let at = 0; at < piece.length; ) {
      if (size === chunkBytesMax) {
        yield Buffer.concat(held, size);
        [held, size] = [[], 0];
      }
      const part = piece.subarray(at, at + chunkBytesMax - size);
      held.push(part);
      size += part.length;
      at += part.length;
    }
  }
  if (size > 0) yield Buffer.concat(held, size);
}
