import { create } from "@bufbuild/protobuf";
import { digestOf, type Sha256 } from "#kit/digest.ts";
import { type ArtifactRef, ArtifactRefSchema } from "../../gen/pincite/artifact/v1/artifact_ref_pb.ts";
import type { ModelRequest } from "../../gen/pincite/model/v1/model_call_pb.ts";
import { manifestParts, type PartedText } from "./prompt/parted-text.ts";

/** Kind of an artifact that holds a prompt as it was sent. */
export const promptKind = "opaque:prompt";

/** What a manifest says of the two texts of a call: their artifacts, digests and parts. */
export const manifestPrompts = (systemPrompt: PartedText, prompt: PartedText, sha256: Sha256) => {
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
