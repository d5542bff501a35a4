import type { DescMessage, MessageShape } from "@bufbuild/protobuf";
import { digestOf, type Sha256 } from "#kit/digest.ts";
import type { ArtifactRef } from "../../../gen/pincite/artifact/v1/artifact_ref_pb.ts";
import type { MemoProof } from "../../../gen/pincite/proof/v1/memo_proof_pb.ts";
import { redactedFormat } from "../formats.ts";
import { strictDecode } from "../strict-decode.ts";
import { must } from "./broken.ts";
import type { Journal } from "./journal.ts";

/** The artifacts of the file, by digest. */
export type Artifacts = ReadonlyMap<string, Uint8Array>;

/**
 * Holds the artifacts against the events: all that these name, each intact, and no other. Of a redacted proof those that are there:
 * which these must be, the checks say that need them.
 */
export const readArtifacts = ({ artifacts, format }: MemoProof, { events }: Journal, sha256: Sha256): Artifacts => {
  const found = inOrder(artifacts, "artifact", sha256);
  const named = new Set<string>();
  for (const { seq, event } of events)
    for (const { ref } of event.artifacts) {
      must(ref, `event ${seq} names an artifact without saying which`);
      named.add(ref.digest);
      const bytes = found.get(ref.digest);
      if (!bytes && format === redactedFormat) continue;
      must(bytes, `artifact ${ref.digest} (${ref.kind}), which event ${seq} names, is not there`);
      must(
        BigInt(bytes.length) === BigInt(ref.sizeBytes),
        `artifact ${ref.digest} has not the size that event ${seq} says`,
      );
    }
  const stray = [...found.keys()].find((digest) => !named.has(digest));
  must(stray === undefined, `no event names artifact ${stray}`);
  return found;
};

/** Bytes by their digest; they must stand in its order, each once. */
export const inOrder = (all: readonly Uint8Array[], what: string, sha256: Sha256): Map<string, Uint8Array> => {
  const found = new Map<string, Uint8Array>();
  let before = "";
  for (const bytes of all) {
    const digest = digestOf(bytes, sha256);
    must(digest > before, `${what} ${digest} is not in its place`);
    found.set(digest, bytes);
    before = digest;
  }
  return found;
};

/** Reads an artifact that must be there and be of this kind. */
export const artifactAs = <D extends DescMessage>(
  artifacts: Artifacts,
  schema: D,
  ref: ArtifactRef | undefined,
  what: string,
): MessageShape<D> => {
  must(ref?.kind === schema.typeName, `${what} is no ${schema.typeName}`);
  const bytes = artifacts.get(ref.digest);
  must(bytes, `${what} is not there`);
  const message = strictDecode(schema, bytes);
  must(message, `${what} cannot be read`);
  return message;
};
