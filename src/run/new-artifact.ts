import type { DescMessage, MessageShape } from "@bufbuild/protobuf";
import type { ArtifactRef } from "../../gen/pincite/artifact/v1/artifact_ref_pb.ts";

/** A new artifact with its bytes. */
export interface NewArtifact {
  readonly ref: ArtifactRef;
  readonly bytes: Uint8Array;
  /** What the bytes decode to, where that is at hand; so that a reader of it need not decode them. */
  readonly message?: MessageShape<DescMessage>;
}
