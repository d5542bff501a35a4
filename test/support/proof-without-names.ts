import { fromBinary, type JsonValue, toJson } from "@bufbuild/protobuf";
import type { ArtifactRef } from "../../gen/pincite/artifact/v1/artifact_ref_pb.ts";
import { EventRecordSchema } from "../../gen/pincite/journal/v1/record_pb.ts";
import { RunEventSchema } from "../../gen/pincite/journal/v1/run_event_pb.ts";
import type { MemoProof } from "../../gen/pincite/proof/v1/memo_proof_pb.ts";
import { CanonicalTextSchema } from "../../gen/pincite/span/v1/canonical_text_pb.ts";
import { kindRegistry } from "../../src/cli/proto/files.ts";
import { sha256Hex } from "../../src/sha256.ts";

/** Names that are drawn, nonces of prompts, digests of what holds them, and bytes that are no text: the same one is the same number wherever it stands. */
const drawn =
  /(?<=nonce[\\"]+(?: is |:)[\\"]+)[\w-]{22}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\b[0-9A-HJKMNP-TV-Z]{26}\b|\bt?[0-9a-f]{16,128}\b|[A-Za-z0-9+/]{40,}={0,2}/gu;
/** A list of nothing but drawn names stands in their order, as they were drawn. */
const listOfDrawn = /\[(?:"#\d+",?)+\]/gu;
const time = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/gu;

/**
 * A whole proof as JSON, with every event and artifact decoded, the artifacts in the order in which events name them; names and digests are numbered in the
 * order in which they come, and times of the clock left out. Two proofs are equal by it exactly where one is the other with other names and times.
 */
export const withoutNames = (proof: MemoProof): string[] => {
  const registry = kindRegistry();
  const kinds = new Map<string, string>();
  const events = proof.events.map((bytes) => {
    const record = fromBinary(EventRecordSchema, bytes);
    const event = fromBinary(RunEventSchema, record.body);
    for (const { ref } of event.artifacts as readonly { readonly ref?: ArtifactRef }[])
      if (ref) kinds.set(ref.digest, ref.kind);
    return [
      toJson(EventRecordSchema, { ...record, body: new Uint8Array() }, { registry }),
      toJson(RunEventSchema, event, { registry }),
    ];
  });
  const byDigest = new Map(proof.artifacts.map((bytes) => [sha256Hex(bytes), bytes]));
  const artifacts = [...kinds].map(([digest, kind]): JsonValue => {
    const schema = registry.getMessage(kind);
    const bytes = byDigest.get(digest) ?? new Uint8Array();
    const value = schema ? toJson(schema, fromBinary(schema, bytes), { registry }) : Buffer.from(bytes).toString();
    return { digest, kind, value };
  });
  const texts = proof.texts.map((bytes) => toJson(CanonicalTextSchema, fromBinary(CanonicalTextSchema, bytes)));
  const { runId, checkpoint, maker } = proof;
  const rest = { runId, checkpoint, maker: maker ? { ...maker } : null };
  const numbers = new Map<string, number>();
  const named = (text: string): string =>
    text
      .replace(time, "TIME")
      .replace(drawn, (name) => {
        if (!numbers.has(name)) numbers.set(name, numbers.size);
        return `#${numbers.get(name)}`;
      })
      .replace(listOfDrawn, (list) => JSON.stringify((JSON.parse(list) as string[]).sort()));
  return [...events, ...artifacts, ...texts, rest].map((one) => named(JSON.stringify(one)));
};
