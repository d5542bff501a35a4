import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ArtifactRef } from "../../gen/pincite/artifact/v1/artifact_ref_pb.ts";
import { fetchArtifact, listArtifacts } from "../client/artifact-store.ts";
import type { Connection } from "../client/connection.ts";

/** Writes every artifact of a run below a folder, as `<kind>/v<version>/<sha256>.pb`; each was checked against its name. */
export const writeArtifacts = async (connection: Connection, runId: string, folder: string): Promise<number> => {
  const infos = await listArtifacts(connection, runId);
  for (const { ref } of infos) {
    if (ref === undefined) continue;
    const path = join(folder, artifactPath(ref));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, (await fetchArtifact(connection, ref.digest)).content);
  }
  return infos.length;
};

/** The path of an artifact inside a folder. Made here from checked parts: a server's path is not to be trusted with files. */
export const artifactPath = ({ kind, version, digest }: ArtifactRef): string =>
  join(
    kind.replaceAll(/[^A-Za-z0-9._-]/gu, "-").replaceAll("..", "-"),
    `v${version}`,
    `${digest.replaceAll(/[^0-9a-f]/gu, "")}.pb`,
  );
