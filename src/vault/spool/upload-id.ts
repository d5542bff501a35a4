import type { BeginUploadRequest } from "../../../gen/pincite/vault/v1/vault_upload_service_pb.ts";
import { sha256Hex } from "../../sha256.ts";

/** The same request has the same id: that is how an upload is found again, also by another process. */
export const uploadIdOf = (request: BeginUploadRequest): string => {
  const { strandId, path, mediaType, sizeBytes, sha256, version, dryRun } = request;
  const parts = [strandId, path, mediaType, String(sizeBytes), sha256, version, String(dryRun)];
  return sha256Hex(Buffer.from(parts.map((part) => `${part.length}:${part}`).join("")));
};
