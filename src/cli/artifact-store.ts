import type { ArtifactInfo } from "../../gen/pincite/artifact/v1/artifact_service_pb.ts";
import type { Connection } from "./connection.ts";
import { checked } from "./run-view.ts";

/** An artifact with its bytes, whose digest was checked here. */
export interface FetchedArtifact {
  readonly info: ArtifactInfo | undefined;
  readonly content: Uint8Array;
}

/** One artifact whole. Errors: ARTIFACT_NOT_FOUND, DATA_LOSS when the bytes do not have the digest. */
export const fetchArtifact = async ({ artifacts }: Connection, digest: string): Promise<FetchedArtifact> => {
  const { info, content } = await artifacts.getArtifact({ digest });
  return { info, content: checked(digest, content) };
};

/** Every artifact of a run in order of appearance, page by page. */
export const listArtifacts = async ({ artifacts }: Connection, runId: string, kind = ""): Promise<ArtifactInfo[]> => {
  const all: ArtifactInfo[] = [];
  for (let pageToken = ""; ; ) {
    const page = await artifacts.listArtifacts({ runId, kind, pageSize: 500, pageToken });
    all.push(...page.artifacts);
    pageToken = page.nextPageToken;
    if (pageToken === "") return all;
  }
};
