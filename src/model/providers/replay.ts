import type { ModelAttempt } from "../../../gen/pincite/model/v1/model_call_pb.ts";
import { DomainError } from "../../error.ts";
import { type ModelOutput, type ModelProvider, ProviderError } from "../provider.ts";

/** Which call of a provider was recorded: the turn, its step from 0, and within the step the call from 0 (REPAIR). */
export interface RecordedCall {
  readonly turnId: string;
  readonly step: number;
  readonly reformat: number;
}

/** Finds a recorded output; undefined: that call was not recorded, or brought none. */
export type Recording = (call: RecordedCall) => Promise<ModelOutput | undefined>;

/**
 * The recording that attempts of a journal are, `raw` being the bytes of each one's `raw_output`. A call that failed has
 * none, however much had come of it, and fails again when it is replayed.
 */
export const recordingOf = (
  recorded: Iterable<{ readonly attempt: ModelAttempt; readonly raw: Uint8Array | undefined }>,
): Recording => {
  const outputs = new Map<string, ModelOutput>();
  for (const { attempt, raw } of recorded) {
    const { inputTokens, outputTokens, rejectReason } = attempt;
    if (raw && rejectReason !== "provider_error") outputs.set(keyOf(attempt), { raw, inputTokens, outputTokens });
  }
  return async (call) => outputs.get(keyOf(call));
};

const keyOf = ({ turnId, step, reformat }: RecordedCall): string => `${turnId}/${step}/${reformat}`;

/**
 * Answers with what was recorded, byte for byte, and asks nobody. Calls are matched by turn, step and call, never by
 * prompt: what the engine makes of the same answers is exactly what a replay is to show. Unlike other providers it gives
 * outputs uncut, as their limit was applied when they were recorded.
 *
 * Errors of `generate`: ProviderError `not_recorded`, CANCELLED.
 */
export const replayProvider = (recording: Recording): ModelProvider => ({
  name: "replay",
  async generate({ turnId, step, reformat }, signal) {
    if (signal.aborted) throw new DomainError("CANCELLED", "The turn was cancelled before the model answered.");
    const output = await recording({ turnId, step, reformat });
    if (!output) throw new ProviderError("replay", "not_recorded");
    return output;
  },
});
