import type { RunSnapshot } from "../../../gen/pincite/journal/v1/run_snapshot_pb.ts";
import { WorkflowProfileSchema } from "../../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import type { ToolRequest } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import { lawDayOf } from "../../run/law-day.ts";
import type { Runs } from "../run/runs.ts";
import { within } from "../run/within.ts";
import { inBoundTexts } from "./bound-text.ts";
import { outcomeUnknown } from "./open-tools.ts";
import { isMutating } from "./tool-judgement.ts";
import type { Outcome } from "./tool-requests.ts";

const timeoutDefaultMs = 30_000;

/**
 * The tool itself, with its own time limit; whatever it throws becomes an ERROR that says what to do. One that may change
 * something and did not say how it ended may have acted: that is OUTCOME_UNKNOWN, never an ERROR that invites to try again.
 */
export const performTool = async (
  runs: Runs,
  request: ToolRequest,
  snapshot: RunSnapshot,
  signal: AbortSignal,
  dryRun = false,
): Promise<Outcome> => {
  const spec = runs.catalogue.of(request.toolName);
  const timeout = AbortSignal.timeout(spec?.timeoutMs || timeoutDefaultMs);
  const { strandId } = snapshot;
  const referenceDate = lawDayOf(snapshot, request.slotId);
  try {
    const sent = await inBoundTexts(runs, request, snapshot);
    const remoteLawbot = await remoteLawbotOf(runs, snapshot);
    const run = { request: sent, strandId, referenceDate, remoteLawbot, ...(dryRun ? { dryRun } : {}) };
    return await within(AbortSignal.any([signal, timeout]), (cut) => runs.parts.tools.run({ ...run, signal: cut }));
  } catch {
    // The server stops: nothing is recorded, the request stays as it is, and the next start sees what to do with it.
    signal.throwIfAborted();
    if (isMutating(spec) && !dryRun) return outcomeUnknown(request);
    return { status: "ERROR", summary: "the tool failed", refinedQuery: "", reason: "The tool failed: ask again." };
  }
};

const remoteLawbotOf = async ({ reader }: Runs, { profile }: RunSnapshot): Promise<string> =>
  profile ? (await reader.read(WorkflowProfileSchema, profile)).remoteLawbot : "";
