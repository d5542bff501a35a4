import { create } from "@bufbuild/protobuf";
import type { RunEvent } from "../../../gen/pincite/journal/v1/run_event_pb.ts";
import { ConversationEntrySchema } from "../../../gen/pincite/memo/v1/conversation_pb.ts";
import { type ContinuedTurn, ContinuedTurnSchema } from "../../../gen/pincite/tool/v1/tool_service_pb.ts";
import type { Runs } from "../run/runs.ts";

/**
 * What became of the turn that went on after this call had ended, from the journal: for a command that is sent again after
 * it was cut off, and whose turn has gone on meanwhile. Undefined: none did, or it is still under way.
 */
export const wentOn = async (
  runs: Runs,
  runId: string,
  { requestId, turnId }: { readonly requestId: string; readonly turnId: string },
): Promise<ContinuedTurn | undefined> => {
  if (turnId === "") return undefined;
  let [ended, resumed] = [false, false];
  for await (const { event, artifacts } of journalOf(runs, runId)) {
    if (event.case === "toolFinished" && event.value.requestId === requestId) ended = true;
    if (ended && event.case === "turnResumed" && event.value.turnId === turnId) resumed = true;
    if (!resumed) continue;
    if (event.case === "turnSuspended" && event.value.turnId === turnId)
      return create(ContinuedTurnSchema, { turnId, suspended: true });
    if (event.case !== "turnEnded" || event.value.turnId !== turnId) continue;
    const said = artifacts.find((one) => one.role === "conversation")?.ref;
    const { outcome, reason } = event.value;
    const message = said ? (await runs.reader.read(ConversationEntrySchema, said)).text : "";
    const stopReason = outcome === "completed" ? "" : reason;
    return create(ContinuedTurnSchema, { turnId, stopReason, message, ...(said ? { conversationEntry: said } : {}) });
  }
  return undefined;
};

async function* journalOf(runs: Runs, runId: string): AsyncIterable<RunEvent> {
  for (let from = 1; ; ) {
    const page = await runs.events(runId, from, 500);
    for (const { event } of page) yield event;
    if (page.length < 500) return;
    from += page.length;
  }
}
