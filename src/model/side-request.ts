import { create, type MessageInitShape } from "@bufbuild/protobuf";
import type { Sha256 } from "#kit/digest.ts";
import type { ArtifactRef } from "../../gen/pincite/artifact/v1/artifact_ref_pb.ts";
import {
  type ManifestEntry,
  ManifestEntrySchema,
  type TurnContextSchema,
} from "../../gen/pincite/model/v1/model_call_pb.ts";
import type { OrchestratorState } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { type PromptedCall, promptedCall } from "./manifest-prompts.ts";
import { partedText, type TextPart } from "./prompt/parted-text.ts";

/** Where a call to a model beside the turn's own stands. */
export interface SideCall {
  readonly runId: string;
  readonly turnId: string;
  readonly step: number;
  readonly nonce: string;
  readonly modelId: string;
}

/** What such a call asks, and what of the run it shows. */
export interface SideQuestion {
  readonly state: OrchestratorState;
  readonly system: readonly TextPart[];
  readonly prompt: readonly TextPart[];
  /** The same as messages, for a model that is no language model. */
  readonly context: MessageInitShape<typeof TurnContextSchema>;
  readonly answerSchema: string;
  readonly timeoutMs: number;
  readonly outputBytesMax: number;
  /** What is shown of what the run holds; the two prompts are named besides. */
  readonly shown: readonly ManifestEntry[];
}

/** A call to a model beside the turn's own, with the manifest of what it is shown: a context of its own, and a final answer. */
export const sideRequest = (at: SideCall, question: SideQuestion, sha256: Sha256): PromptedCall => {
  const { state, timeoutMs, outputBytesMax, answerSchema } = question;
  const context = { ...question.context, state, finalOnly: true };
  const texts = { system: partedText(question.system), prompt: partedText(question.prompt) };
  const asked = { ...at, timeoutMs, outputBytesMax, answerSchema, context };
  return promptedCall(asked, texts, { state, entries: question.shown }, sha256);
};

/** What is shown of an artifact: these texts of it, and why that is allowed. Nothing where there is no such artifact. */
export const shownOf = (ref: ArtifactRef | undefined, reason: string, texts: readonly string[]): ManifestEntry[] => {
  const shownChars = texts.reduce((sum, text) => sum + [...text].length, 0);
  return ref ? [create(ManifestEntrySchema, { ref, reason, shownChars })] : [];
};
