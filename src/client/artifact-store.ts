import type { ArtifactRef } from "../../gen/pincite/artifact/v1/artifact_ref_pb.ts";
import type { ArtifactInfo } from "../../gen/pincite/artifact/v1/artifact_service_pb.ts";
import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";
import { sha256Hex } from "../sha256.ts";
import { fromConnectError } from "../wire/client.ts";
import type { Connection } from "./connection.ts";

/** An artifact with its bytes, whose digest was checked here. `info` is absent for one too large for one message. */
export interface FetchedArtifact {
  readonly info: ArtifactInfo | undefined;
  readonly content: Uint8Array;
}

/** One artifact whole, in pieces where it is large. Errors: ARTIFACT_NOT_FOUND, DATA_LOSS for bytes of another digest. */
export const fetchArtifact = async (connection: Connection, digest: string): Promise<FetchedArtifact> => {
  try {
    const { info, content } = await connection.artifacts.getArtifact({ digest });
    return { info, content: checked(digest, content) };
  } catch (error) {
    if (!isTooLarge(error)) throw error;
    return { info: undefined, content: checked(digest, await streamed(connection, digest)) };
  }
};

/** Artifacts by digest, each checked; what the server does not have is absent. Errors: DATA_LOSS. */
export const fetchAll = async (
  connection: Connection,
  refs: readonly ArtifactRef[],
): Promise<ReadonlyMap<string, Uint8Array>> => {
  const digests = [...new Set(refs.map(({ digest }) => digest))];
  if (digests.length === 0) return new Map();
  try {
    const { artifacts } = await connection.artifacts.batchGetArtifacts({ digests });
    return new Map(
      artifacts.filter(({ found }) => found).map(({ digest, content }) => [digest, checked(digest, content)]),
    );
  } catch (error) {
    if (!isTooLarge(error)) throw error;
    const one = async (digest: string) => [digest, (await fetchArtifact(connection, digest)).content] as const;
    return new Map(await Promise.all(digests.map(one)));
  }
};

/** Every artifact of a run in order of first appearance, each digest once: the same bytes may be recorded again. */
export const listArtifacts = async ({ artifacts }: Connection, runId: string, kind = ""): Promise<ArtifactInfo[]> => {
  const all = new Map<string, ArtifactInfo>();
  for (let pageToken = ""; ; ) {
    const page = await artifacts.listArtifacts({ runId, kind, pageSize: 500, pageToken });
    for (const info of page.artifacts) {
      const digest = info.ref?.digest ?? "";
      if (!all.has(digest)) all.set(digest, info);
    }
    pageToken = page.nextPageToken;
    if (pageToken === "") return [...all.values()];
  }
};

const streamed = async ({ artifacts }: Connection, digest: string): Promise<Uint8Array> => {
  const pieces: Uint8Array[] = [];
  for await (const { content } of artifacts.streamArtifact({ digest })) pieces.push(content);
  return Buffer.concat(pieces);
};

/** What does not fit in one message is asked for in another way. */
const isTooLarge = (error: unknown): boolean => fromConnectError(error).reason === "LIMIT_EXCEEDED";

/** The bytes, once they have been seen to have the digest they were asked for by: a server is told on, not believed. */
const checked = (digest: string, content: Uint8Array): Uint8Array => {
  if (sha256Hex(content) === digest) return content;
  throw new DomainError("DATA_LOSS", worded("record-error.the-server-gave-other-bytes-for-do-not-use", { digest }), {
    digest,
  });
};
