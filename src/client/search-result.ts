import { fromBinary } from "@bufbuild/protobuf";
import type { ArtifactRef } from "../../gen/pincite/artifact/v1/artifact_ref_pb.ts";
import { type EvidenceSearchResult, EvidenceSearchResultSchema } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import { fetchAll } from "./artifact-store.ts";
import type { Connection } from "./connection.ts";

/** What a recorded search found; undefined for the output of another tool, and for none. Errors: DATA_LOSS. */
export const searchResult = async (
  connection: Connection,
  output: ArtifactRef | undefined,
): Promise<EvidenceSearchResult | undefined> => {
  if (output?.kind !== EvidenceSearchResultSchema.typeName) return undefined;
  const bytes = (await fetchAll(connection, [output])).get(output.digest);
  return bytes && fromBinary(EvidenceSearchResultSchema, bytes);
};
