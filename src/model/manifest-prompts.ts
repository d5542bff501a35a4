import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { digestOf, type Sha256 } from "#kit/digest.ts";
import { type ArtifactRef, ArtifactRefSchema } from "../../gen/pincite/artifact/v1/artifact_ref_pb.ts";
import {
  type ContextManifest,
  ContextManifestSchema,
  type ManifestEntry,
  type ModelRequest,
  ModelRequestSchema,
} from "../../gen/pincite/model/v1/model_call_pb.ts";
import type { OrchestratorState } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { manifestParts, type PartedText } from "./prompt/parted-text.ts";

/** Kind of an artifact that holds a prompt as it was sent. */
export const promptKind = "opaque:prompt";

/** A call to a model, and the manifest of what it is shown. */
export interface PromptedCall {
  readonly request: ModelRequest;
  readonly manifest: ContextManifest;
}

/** A call to a model with these two texts; `entries`: what they show of what the run holds. */
export const promptedCall = (
  asked: MessageInitShape<typeof ModelRequestSchema> & { readonly turnId: string; readonly step: number },
  { system, prompt }: { readonly system: PartedText; readonly prompt: PartedText },
  { state, entries }: { readonly state: OrchestratorState; readonly entries: readonly ManifestEntry[] },
  sha256: Sha256,
): PromptedCall => {
  const { turnId, step } = asked;
  return {
    request: create(ModelRequestSchema, { ...asked, systemPrompt: system.text, prompt: prompt.text }),
    manifest: create(ContextManifestSchema, {
      turnId,
      step,
      state,
      entries: [...entries],
      ...manifestPrompts(system, prompt, sha256),
    }),
  };
};

/** What a manifest says of the two texts of a call: their artifacts, digests and parts. */
const manifestPrompts = (systemPrompt: PartedText, prompt: PartedText, sha256: Sha256) => {
  const [system, user] = [refOf(systemPrompt.text, sha256), refOf(prompt.text, sha256)];
  return {
    systemPrompt: system,
    prompt: user,
    systemPromptSha256: system.digest,
    promptSha256: user.digest,
    parts: manifestParts(systemPrompt, prompt),
  };
};

/** The two texts of a call as a manifest names them, with the bytes to keep. */
export const promptArtifacts = (
  { systemPrompt, prompt }: Pick<ModelRequest, "systemPrompt" | "prompt">,
  sha256: Sha256,
): { readonly role: string; readonly ref: ArtifactRef; readonly bytes: Uint8Array }[] => [
  { role: "system_prompt", ref: refOf(systemPrompt, sha256), bytes: bytesOf(systemPrompt) },
  { role: "prompt", ref: refOf(prompt, sha256), bytes: bytesOf(prompt) },
];

const refOf = (text: string, sha256: Sha256): ArtifactRef => {
  const bytes = bytesOf(text);
  return create(ArtifactRefSchema, {
    kind: promptKind,
    version: 1,
    digest: digestOf(bytes, sha256),
    sizeBytes: BigInt(bytes.length),
  });
};

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
