import { create } from "@bufbuild/protobuf";
import { ConversationEntrySchema } from "../../../gen/pincite/memo/v1/conversation_pb.ts";
import { ToolRequestLogSchema, ToolResultLogSchema } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import { type ContinuedTurn, ContinuedTurnSchema } from "../../../gen/pincite/tool/v1/tool_service_pb.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { Decision, turnResumed } from "../../run/decide.ts";
import { encodeArtifact } from "../../run/kernel.ts";
import { sha256 } from "../../sha256.ts";
import type { Fence } from "../../store/store.ts";
import { isFenced } from "../run/leases.ts";
import type { LoadedRun } from "../run/run-store.ts";
import type { Runs } from "../run/runs.ts";
import { type Turn, type TurnParts, turnLease } from "./turn.ts";
import { endTurn, type Failure, failureIn, finishTurn, type TurnToEnd } from "./turn-ending.ts";
import { openTurnRecord } from "./turn-records.ts";
import { runTurn } from "./turn-steps.ts";
import { changedSince, resumedTurn, type StoredTurn, storedTurn, suspendTurn } from "./turn-suspension.ts";

/**
 * Lets the suspended turn go on once nothing it waited for is left: under the versions of policy and envelope that were
 * saved with it, or not at all. It ends, waits again, or comes to nothing as any turn does; what came of it is given to
 * whoever decided last. One-shot: it is resumed by compare-and-swap, so two who decide at once resume it once.
 */
export const goOn = async (
  parts: TurnParts,
  runId: string,
  signal: AbortSignal,
): Promise<ContinuedTurn | undefined> => {
  const ready = await readyTurn(parts.runs, runId);
  if (!ready) return undefined;
  const { turnId } = ready.stored.state;
  const changed = changedSince(parts.runs, ready.run, ready.stored);
  if (changed.length > 0) return endedTurn(parts.runs, { runId, turnId }, versionChanged(changed));
  const resumed = await resume(parts.runs, runId, turnId);
  const continued = resumed && (await runOn(parts, resumed, ready.stored, signal));
  await parts.runs.parts.quota?.wentOn(runId);
  return continued;
};

/** The suspended turn of the run, where it waits for nothing any more. */
const readyTurn = async (runs: Runs, runId: string): Promise<{ run: LoadedRun; stored: StoredTurn } | undefined> => {
  const run = await runs.load(runId);
  const { suspendedTurn: waiting, turnId } = run.snapshot;
  if (!waiting || waiting.requestIds.length > 0 || turnId !== "") return undefined;
  return { run, stored: await storedTurn(runs, waiting) };
};

/** The run as the turn goes on, and the lease it goes on under. */
interface Resumed {
  readonly run: LoadedRun;
  readonly fence: Fence;
}

/** Records that it goes on, unless somebody was faster: another call, or another process over the same store. */
const resume = async (runs: Runs, runId: string, turnId: string): Promise<Resumed | undefined> => {
  try {
    return await runs.leases.begin(turnLease(runId), (take) =>
      runs.write<Resumed | undefined>(runId, { as: runs.kernel }, async (input, { snapshot }) => {
        const { suspendedTurn: waiting, turnId: busy } = snapshot;
        if (busy !== "" || waiting?.turnId !== turnId || waiting.requestIds.length > 0)
          return { answer: () => undefined };
        const fence = await take();
        const decision = turnResumed(new Decision(input), turnId);
        const records = [openTurnRecord(runId, turnId, undefined)];
        return { decision, records, fence, answer: (run) => ({ run, fence }) };
      }),
    );
  } catch (error) {
    if (isFenced(error)) return undefined;
    throw error;
  }
};

const runOn = (
  parts: TurnParts,
  { run, fence }: Resumed,
  stored: StoredTurn,
  signal: AbortSignal,
): Promise<ContinuedTurn> => {
  const { turnId } = stored.state;
  const { runId } = run.snapshot;
  const ended = (error: unknown) =>
    endedTurn(parts.runs, { runId, turnId, fence }, failureIn({ turnId, signal }, error));
  return parts.runs.leases.keep(fence, () => toItsEnd(parts, { run, fence }, stored, signal).catch(ended));
};

const toItsEnd = async (
  parts: TurnParts,
  { run, fence }: Resumed,
  stored: StoredTurn,
  signal: AbortSignal,
): Promise<ContinuedTurn> => {
  const turn = await resumedTurn(parts, run, stored, { signal, fence });
  const stop = await runTurn(parts, turn);
  if (stop.kind === "waiting")
    return suspendTurn(parts, turn, stop.step, () => ({ answer: () => continued(turn, { suspended: true }) }));
  return finishTurn(parts, turn, stop.final, ({ entry }) => ({
    answer: () => {
      const conversationEntry = encodeArtifact(ConversationEntrySchema, entry, sha256).ref;
      return continued(turn, { conversationEntry, message: entry.text });
    },
  }));
};

const continued = (turn: Turn, more: Partial<Omit<ContinuedTurn, "$typeName">>): ContinuedTurn =>
  create(ContinuedTurnSchema, {
    turnId: turn.turnId,
    toolRequestLog: create(ToolRequestLogSchema, { requests: turn.requests }),
    toolResultLog: create(ToolResultLogSchema, { results: turn.calls.map((call) => call.result) }),
    ...more,
  });

const endedTurn = async (runs: Runs, turn: TurnToEnd, failure: Failure): Promise<ContinuedTurn> => {
  const { turnId } = turn;
  const entry = await endTurn(runs, turn, failure);
  const conversationEntry = encodeArtifact(ConversationEntrySchema, entry, sha256).ref;
  return create(ContinuedTurnSchema, { turnId, conversationEntry, stopReason: failure.reason, message: entry.text });
};

const versionChanged = (changed: readonly string[]): Failure => ({
  outcome: "cancelled",
  reason: "version_changed",
  error: new DomainError(
    "STAGE_FORBIDS",
    worded("error.while-the-turn-waited-changed-so-it-does-not", { changed: changed.join(" and ") }),
  ),
});
