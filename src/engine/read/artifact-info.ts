import { create } from "@bufbuild/protobuf";
import type { ArtifactRef } from "../../../gen/pincite/artifact/v1/artifact_ref_pb.ts";
import { type ArtifactInfo, ArtifactInfoSchema } from "../../../gen/pincite/artifact/v1/artifact_service_pb.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";

/** What clients are told of a recorded artifact. */
export const infoOf = (recorded: {
  readonly ref?: ArtifactRef | undefined;
  readonly role: string;
  readonly runId: string;
  readonly timeIso: string;
}): ArtifactInfo => {
  const file = `v${recorded.ref?.version}/${recorded.ref?.digest}.pb`;
  return create(ArtifactInfoSchema, {
    ...(recorded.ref ? { ref: recorded.ref } : {}),
    role: recorded.role,
    runId: recorded.runId,
    createdAtIso: recorded.timeIso,
    path: `${recorded.ref?.kind}/${file}`,
    rolePath: recorded.role === "" ? "" : `${recorded.role}/${file}`,
  });
};

/** What a caller is told who names an artifact that is not there, or not theirs. */
export const noSuchArtifact = (digest: string): DomainError =>
  new DomainError("ARTIFACT_NOT_FOUND", worded("error.there-is-no-artifact-listartifacts-lists-a", { digest }), {
    digest,
  });
