import { create } from "@bufbuild/protobuf";
import type { PendingToolRequest } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { ToolRequestSchema } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import { type PendingToolCall, PendingToolCallSchema } from "../../../gen/pincite/tool/v1/tool_service_pb.ts";
import { type LoadedRun, versionOf } from "../run/run-store.ts";
import type { Runs } from "../run/runs.ts";
import { nextOf, numberIn, seenRows } from "./list-cursor.ts";
import type { Page } from "./views.ts";

/** What waits for a person or a client, oldest first, of all runs or one, each with its run's version then. Errors: RUN_NOT_FOUND. */
export const pendingCalls = (
  runs: Runs,
  runId: string,
  after: string | undefined,
  limit: number,
): Promise<Page<PendingToolCall>> =>
  runId === "" ? pendingOfAll(runs, after, limit) : pendingOfRun(runs, runId, after, limit);

const pendingOfRun = async (
  runs: Runs,
  runId: string,
  after: string | undefined,
  limit: number,
): Promise<Page<PendingToolCall>> => {
  const run = await runs.load(runId);
  const waiting = run.snapshot.pending
    .toSorted((a, b) => (a.requestId < b.requestId ? -1 : 1))
    .filter(({ requestId }) => after === undefined || requestId > after);
  const rows = await Promise.all(waiting.slice(0, limit).map((one) => callOf(runs, run, one)));
  return { rows, next: waiting.length > limit ? waiting[limit - 1]?.requestId : undefined };
};

const pendingOfAll = async (runs: Runs, after: string | undefined, limit: number): Promise<Page<PendingToolCall>> => {
  const sees = await runs.parts.sight?.runs();
  const waits = await seenRows(
    (part) => runs.index.pending(part),
    { after: numberIn(after), limit: limit + 1 },
    sees && (({ value }) => sees(value)),
  );
  const rows = await Promise.all(
    waits.slice(0, limit).map(async ({ key: requestId, value: runId }) => {
      const run = await runs.load(runId);
      const waiting = run.snapshot.pending.find((one) => one.requestId === requestId);
      // It came to an end between the two reads.
      return waiting && callOf(runs, run, waiting);
    }),
  );
  return { rows: rows.filter((row) => row !== undefined), next: nextOf(waits, limit) };
};

const callOf = async (runs: Runs, run: LoadedRun, pending: PendingToolRequest): Promise<PendingToolCall> => {
  const request = await runs.reader.maybe(ToolRequestSchema, pending.ref);
  return create(PendingToolCallSchema, {
    ...(request ? { request } : {}),
    pending,
    version: versionOf(run.head),
    runTitle: await runs.titleOf(run),
  });
};
