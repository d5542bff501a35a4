import { create } from "@bufbuild/protobuf";
import { expect, it } from "vitest";
import { EvidenceSetSchema } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import { ResolveOutputSchema, SpansOutputSchema } from "../../../gen/pincite/tool/v1/tool_output_pb.ts";
import { ArtifactReader } from "../../../src/engine/run/artifact-reader.ts";
import { encodeArtifact } from "../../../src/run/kernel.ts";
import { sha256 } from "../../../src/sha256.ts";
import { openMemoryStore } from "../../../src/store/memory/memory-store.ts";

it("keeps two kinds apart that have the same bytes, as all empty messages have", async () => {
  const reader = new ArtifactReader(await openMemoryStore(), "ann");
  const spans = encodeArtifact(SpansOutputSchema, create(SpansOutputSchema), sha256);
  const resolved = encodeArtifact(ResolveOutputSchema, create(ResolveOutputSchema), sha256);
  expect(spans.ref.digest).toBe(resolved.ref.digest);
  reader.remember(spans);
  expect((await reader.read(ResolveOutputSchema, resolved.ref)).items).toEqual([]);
  expect((await reader.read(SpansOutputSchema, spans.ref)).answers).toEqual([]);
});

it("keeps the message of a large artifact, so that the next command need not read it from the store", async () => {
  const reader = new ArtifactReader(await openMemoryStore(), "ann");
  const entries = Array.from({ length: 1_000 }, (_, n) => ({ note: `${n} `.repeat(50) }));
  const large = encodeArtifact(EvidenceSetSchema, create(EvidenceSetSchema, { entries }), sha256);
  expect(large.bytes.length).toBeGreaterThan(64 * 1024);
  reader.remember(large);
  // The store has never heard of it.
  expect(await reader.read(EvidenceSetSchema, large.ref)).toBe(large.message);
  reader.forget();
  await expect(reader.read(EvidenceSetSchema, large.ref)).rejects.toMatchObject({ reason: "ARTIFACT_NOT_FOUND" });
});
