import { create } from "@bufbuild/protobuf";
import {
  AttemptGate,
  type ContextManifest,
  ContextManifestSchema,
  ModelAttemptSchema,
  type ModelRequest,
} from "../../../gen/pincite/model/v1/model_call_pb.ts";
import { promptArtifacts } from "../../model/manifest-prompts.ts";
import { attemptRecorded, Decision } from "../../run/decide.ts";
import { artifactRef, EventDraft } from "../../run/kernel.ts";
import { sha256 } from "../../sha256.ts";
import type { RunActor, Runs } from "../run/runs.ts";

/** What became of a call to a model that is not the one whose turn it is. */
export interface SideAttempt {
  /** Role under which it is recorded. */
  readonly role: Exclude<(typeof attemptRoles)[number], "model_attempt">;
  /** Its output as it came; undefined: none, or more than is kept. */
  readonly raw: Uint8Array | undefined;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Canonical reason; empty: it was clear. */
  readonly rejectReason: string;
  readonly firstFailure: string;
  readonly isAccepted: boolean;
}

/** Roles under which attempts of models beside the turn's own are recorded, and of that one. */
export const attemptRoles = ["model_attempt", "guard_attempt", "judge_attempt", "rank_attempt"] as const;

/** Records a call to a guard, a second reader or a model that orders passages: what it was shown and what it said, whatever became of it. */
export const recordSideAttempt = async (
  runs: Runs,
  by: RunActor,
  { request, manifest }: { readonly request: ModelRequest; readonly manifest: ContextManifest },
  { role, raw, isAccepted, ...said }: SideAttempt,
): Promise<void> => {
  await runs.step(by, (input) => {
    const draft = new EventDraft(input);
    const shown = manifest.entries.map(({ ref }) => ref);
    const prompts = [manifest.systemPrompt, manifest.prompt];
    const manifestRef = draft.record(ContextManifestSchema, manifest, "context_manifest", [...shown, ...prompts]);
    for (const { role: part, ...artifact } of promptArtifacts(request, sha256)) draft.add(artifact, part, []);
    const output = raw && { bytes: raw, ref: artifactRef("opaque:model-output", raw, sha256) };
    const rawOutput = output && draft.add(output, "model_output", [manifestRef]);
    const attempt = create(ModelAttemptSchema, {
      turnId: request.turnId,
      step: request.step,
      nonce: request.nonce,
      model: by.as.name,
      manifest: manifestRef,
      ...said,
      ...(rawOutput ? { rawOutput } : {}),
      gate: isAccepted ? AttemptGate.ACCEPTED : AttemptGate.STOPPED,
    });
    const ref = draft.record(ModelAttemptSchema, attempt, role, [manifestRef, rawOutput]);
    return attemptRecorded(new Decision(input), draft, ref, said.rejectReason);
  });
};
