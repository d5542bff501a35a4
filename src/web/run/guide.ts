import type { GuideStreamResponse } from "../../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import type { RunContext } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import type { Words } from "../words/use-words.ts";
import type { Clients } from "./clients.ts";
import { contextOf, newKey } from "./run-store.ts";

/** Has the guide take a turn and tells of it as it happens. Returns the run afterwards. Errors: those of GuideStream. */
export const guideWith = async (
  { orchestrator }: Clients,
  { runId, version }: RunContext,
  userPrompt: string,
  words: Words,
  tell: (text: string) => void,
): Promise<RunContext> => {
  const guide = { runId, userPrompt, idempotencyKey: newKey(), expectedVersion: version };
  tell(words.say("page.the-guide-is-at-work"));
  for await (const { progress } of orchestrator.guideStream({ guide })) {
    if (progress.case === "finished") return contextOf(progress.value);
    const text = progressText(progress, words);
    if (text !== "") tell(text);
  }
  throw new Error("the server ended the turn's stream without its answer");
};

const progressText = (progress: GuideStreamResponse["progress"], { say }: Words): string => {
  if (progress.case === "stepBegan") return say("page.the-guide-is-at-work-step", { step: progress.value.step + 1 });
  if (progress.case !== "toolRequested") return "";
  const params = progress.value.params?.params;
  const query = params?.value && "query" in params.value ? String(params.value.query) : progress.value.toolName;
  return say("page.the-guide-searches", { query });
};
