import { create } from "@bufbuild/protobuf";
import type { Sha256 } from "#kit/digest.ts";
import type { ArtifactRef } from "../../gen/pincite/artifact/v1/artifact_ref_pb.ts";
import { type ManifestEntry, ManifestEntrySchema, type TurnContext } from "../../gen/pincite/model/v1/model_call_pb.ts";
import type { Budget } from "./budget.ts";
import { type PromptedCall, promptedCall } from "./manifest-prompts.ts";
import { charsOf } from "./prompt/content-lines.ts";
import { outputLines } from "./prompt/output-lines.ts";
import { renderContext } from "./prompt/render-context.ts";
import { systemPrompt } from "./prompt/system-prompt.ts";
import { answerSchema } from "./providers/answer-schema.ts";
import type { ClientTools } from "./providers/client-params.ts";

/** An artifact the context shows, why it may be shown (ManifestEntry.reason), and how many characters of it. */
export interface ShownArtifact {
  readonly ref: ArtifactRef;
  readonly reason: string;
  readonly shownChars: number;
}

/**
 * Builds what a provider is called with, and the manifest of every artifact in it. Tool results of the context and the
 * current stage artifacts the run itself names are added to the manifest where the caller left them out; an artifact
 * named twice stands once, with the larger count.
 */
export const buildModelRequest = (input: {
  context: TurnContext;
  runId: string;
  turnId: string;
  step: number;
  nonce: string;
  budget: Budget;
  shown: readonly ShownArtifact[];
  sha256: Sha256;
  /** Searches that a final answer may suggest. Default: none. */
  searches?: readonly string[];
  /** The client-executed tools. Default: there are none. */
  clientTools?: ClientTools;
}): PromptedCall => {
  const { context, runId, turnId, step, nonce, budget } = input;
  const question = {
    state: context.state,
    nonce,
    allowedTools: context.finalOnly ? [] : context.allowedTools,
    finalOnly: context.finalOnly || context.allowedTools.length === 0,
    toolRequired: context.requireTool,
    requestsMax: budget.requestsPerStep,
    ...(input.searches ? { searches: input.searches } : {}),
    ...(input.clientTools ? { clientTools: input.clientTools } : {}),
  };
  const asked = {
    runId,
    turnId,
    step,
    nonce,
    context,
    answerSchema: answerSchema(question),
    modelId: context.profile?.modelId ?? "",
    timeoutMs: budget.providerTimeoutMs,
    outputBytesMax: budget.outputBytes,
  };
  const entries = entriesOf([...input.shown, ...toolResults(context), ...currentArtifacts(context)]);
  const texts = { system: systemPrompt(question), prompt: renderContext(context) };
  return promptedCall(asked, texts, { state: context.state, entries }, input.sha256);
};

const entriesOf = (shown: readonly ShownArtifact[]): ManifestEntry[] => {
  const entries = new Map<string, ManifestEntry>();
  for (const { ref, reason, shownChars } of shown) {
    const key = `${ref.kind} ${ref.digest}`;
    const known = entries.get(key);
    if (known) known.shownChars = Math.max(known.shownChars, shownChars);
    else entries.set(key, create(ManifestEntrySchema, { ref, reason, shownChars }));
  }
  return [...entries.values()];
};

const toolResults = (context: TurnContext): ShownArtifact[] =>
  context.toolContexts.flatMap(({ result, output }) =>
    result?.outputRef
      ? [{ ref: result.outputRef, reason: "tool-result", shownChars: charsOf(outputLines(output)) }]
      : [],
  );

/** Roles of RunContext.current whose artifact a part of the context shows, with the reason it is allowed. */
const reasonOfRole: Readonly<Record<string, readonly [part: keyof TurnContext, reason: string]>> = {
  intent_seed: ["intent", "intent"],
  skeleton: ["skeleton", "outline"],
  evidence_needs: ["needs", "needs"],
  evidence_set: ["evidenceSet", "needs"],
  need_map: ["needMap", "bound-evidence"],
  citation_ledger: ["ledger", "bound-evidence"],
  draft_text: ["draft", "outline"],
  answered_text: ["answered", "answered-letter"],
  letter_reading: ["letterReading", "answered-letter"],
};

const currentArtifacts = (context: TurnContext): ShownArtifact[] =>
  (context.run?.current ?? []).flatMap(({ role, ref }) => {
    const known = reasonOfRole[role];
    return known && ref && context[known[0]] !== undefined ? [{ ref, reason: known[1], shownChars: 0 }] : [];
  });
