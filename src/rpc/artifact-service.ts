import { create } from "@bufbuild/protobuf";
import type { ServiceImpl } from "@connectrpc/connect";
import {
  type ArtifactInfo,
  type ArtifactService,
  type BatchArtifact,
  BatchArtifactSchema,
  BatchGetArtifactsResponseSchema,
  GetLineageRequest_Direction as Direction,
  GetArtifactResponseSchema,
  GetLineageResponseSchema,
  ListArtifactsRequestSchema,
  ListArtifactsResponseSchema,
  StreamArtifactResponseSchema,
  WatchArtifactsResponseSchema,
} from "../../gen/pincite/artifact/v1/artifact_service_pb.ts";
import type { Views } from "../engine/read/views.ts";
import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";
import { decodeCursor, encodeCursor } from "./cursor.ts";
import type { Paging } from "./paging.ts";

/** What fits one message beside its envelope, in bytes. */
const wholeBytesMax = 4 * 1024 * 1024 - 64 * 1024;

/** ArtifactService: artifacts by digest, their order and their lineage. */
export const artifactService = (views: Views, paging: Paging): ServiceImpl<typeof ArtifactService> => ({
  async getArtifact({ digest }) {
    const info = await views.artifact(digest);
    refuseLarge(Number(info.ref?.sizeBytes ?? 0n), digest);
    return create(GetArtifactResponseSchema, { info, content: await views.content(digest) });
  },

  async batchGetArtifacts({ digests }) {
    const infos = await Promise.all(digests.map((digest) => infoIfAny(views, digest)));
    let total = 0;
    for (const { ref } of infos.filter((info) => info !== undefined)) {
      total += Number(ref?.sizeBytes ?? 0n);
      refuseLarge(total, ref?.digest ?? "");
    }
    // Read at once: one after the other, each waits for the disk, for a thread and for its digest.
    const artifacts = await Promise.all(
      digests.map(async (digest, at): Promise<BatchArtifact> => {
        const info = infos[at];
        if (info === undefined) return create(BatchArtifactSchema, { digest });
        return create(BatchArtifactSchema, { digest, found: true, info, content: await views.content(digest) });
      }),
    );
    return create(BatchGetArtifactsResponseSchema, { artifacts });
  },

  async *streamArtifact({ digest, offsetBytes }) {
    const info = await views.artifact(digest);
    let at = offsetBytes;
    for await (const content of views.pieces(digest, Number(offsetBytes))) {
      yield create(StreamArtifactResponseSchema, { offsetBytes: at, content, sizeBytes: info.ref?.sizeBytes ?? 0n });
      at += BigInt(content.length);
    }
  },

  async listArtifacts(request) {
    const { rows, nextPageToken } = await paging.page(ListArtifactsRequestSchema, request, (key, limit) =>
      views.artifacts(request.runId, request.kind, key, limit),
    );
    return create(ListArtifactsResponseSchema, { artifacts: rows, nextPageToken });
  },

  async *watchArtifacts({ cursor, runId, kind }, { signal }) {
    const after = decodeCursor("artifacts", `${runId}/${kind}`, cursor);
    for await (const { position, artifacts } of views.watchArtifacts(after, { runId, kind }, signal))
      yield create(WatchArtifactsResponseSchema, {
        cursor: encodeCursor("artifacts", `${runId}/${kind}`, position),
        artifacts,
      });
  },

  async getLineage({ digest, direction, depth, runId }) {
    const lineage = await views.lineage(digest, direction === Direction.CHILDREN, depth || 32, runId);
    const { nodes, edges, otherRunIds, ...rest } = lineage;
    return create(GetLineageResponseSchema, {
      ...rest,
      nodes: [...nodes],
      edges: [...edges],
      otherRunIds: [...otherRunIds],
    });
  },
});

const infoIfAny = async (views: Views, digest: string): Promise<ArtifactInfo | undefined> => {
  try {
    return await views.artifact(digest);
  } catch (error) {
    if (error instanceof DomainError && error.reason === "ARTIFACT_NOT_FOUND") return undefined;
    throw error;
  }
};

const refuseLarge = (sizeBytes: number, digest: string): void => {
  if (sizeBytes <= wholeBytesMax) return;
  throw new DomainError("LIMIT_EXCEEDED", worded("error.bytes-do-not-fit-one-message-use", { sizeBytes }), {
    digest,
    size_bytes: String(sizeBytes),
  });
};
