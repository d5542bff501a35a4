import { create } from "@bufbuild/protobuf";
import type { RunEvent } from "../../../gen/pincite/journal/v1/run_event_pb.ts";
import { WordsSchema } from "../../../gen/pincite/memo/v1/words_pb.ts";
import type { ToolRequest, ToolResult } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import { ToolDecision } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import {
  type ExplainToolCallResponse,
  ExplainToolCallResponseSchema,
  type ToolAuthority,
  ToolAuthoritySchema,
  type ToolSpec,
  ToolSpecSchema,
} from "../../../gen/pincite/tool/v1/tool_service_pb.ts";
import type { Runs } from "../run/runs.ts";
import type { ToolCalls } from "../tool/tool-calls.ts";
import { answersOf } from "./explain-answers.ts";
import { usesOf } from "./explain-uses.ts";

/**
 * The six questions an operator asks about a tool call [S91], answered from journal and artifacts: which tool, why, was it
 * allowed, with what, what came back, what was it used for. Nothing runs and nobody else is asked.
 *
 * Errors: TOOL_REQUEST_NOT_FOUND.
 */
export const explainToolCall = async (runs: Runs, tools: ToolCalls, id: string): Promise<ExplainToolCallResponse> => {
  const { runId, call } = await tools.byId(id);
  const { request, requestRef, result } = call;
  const { snapshot } = await runs.load(runId);
  const tool = specAsListed(runs, request.toolName);
  const authority = await authorityOf(runs, request, requestRef.digest, result);
  const uses = result ? await usesOf(runs, runId, { request, result, resultRef: call.resultRef }) : [];
  const receiptRef = await receiptOf(runs, request.id);
  const known = { tool, request, authority, uses, ...(result ? { result } : {}) };
  return create(ExplainToolCallResponseSchema, {
    ...known,
    ...(result?.outputRef ? { outputRef: result.outputRef } : {}),
    ...(receiptRef ? { receiptRef } : {}),
    answers: answersOf(known, {
      locale: snapshot.locale,
      waiting: snapshot.pending.find((one) => one.requestId === request.id),
    }),
  });
};

/** A catalogue may have changed since: the record still names the tool. */
const specAsListed = (runs: Runs, name: string): ToolSpec => {
  const spec = runs.catalogue.of(name);
  return create(
    ToolSpecSchema,
    spec ? { ...spec, available: runs.availableTools.includes(name) } : { name: name.slice(0, 64) },
  );
};

const receiptOf = async (runs: Runs, requestId: string) => (await runs.recorded.call(requestId))?.receipt;

/** An event with its place in the journal. */
interface Placed {
  readonly seq: number;
  readonly event: RunEvent;
}

const authorityOf = async (
  runs: Runs,
  request: ToolRequest,
  requestDigest: string,
  result: ToolResult | undefined,
): Promise<ToolAuthority> => {
  const asked = await requestedEvent(runs, request.runId, requestDigest);
  const { policy = "", byGrant = false } = asked?.event.event.case === "toolRequested" ? asked.event.event.value : {};
  const decided = byGrant ? await grantBefore(runs, request, asked?.seq ?? 0) : await firstDecision(runs, request);
  const made = decided?.event.event.case === "toolDecided" ? decided.event.event.value : undefined;
  const said = await runs.reader.maybe(WordsSchema, made?.reasonWords);
  return create(ToolAuthoritySchema, {
    policy,
    byGrant,
    decision: made?.decision ?? ToolDecision.UNSPECIFIED,
    ...(decided?.event.actor ? { decidedBy: decided.event.actor } : {}),
    decidedAtIso: decided?.event.timeIso ?? "",
    eventSeq: decided?.seq ?? 0,
    // What refuses says so in the result, verbatim; a person's reason to allow stands with the decision.
    reason: result?.status === 4 ? result.reason : (said?.text ?? made?.reason ?? ""),
  });
};

const requestedEvent = async (runs: Runs, runId: string, digest: string): Promise<Placed | undefined> => {
  return eventAt(runs, runId, (await runs.recorded.of(runId)).last(digest)?.seq);
};

/** The decision on the request itself; what a person saw afterwards (ACKNOWLEDGE) gave no permission. */
const firstDecision = async (runs: Runs, { id, runId }: ToolRequest): Promise<Placed | undefined> =>
  eventAt(runs, runId, (await runs.recorded.of(runId)).lists.firstDecision(id));

/** The decision behind a grant: the last ALWAYS for the tool before the request was made. */
const grantBefore = async (runs: Runs, { runId, toolName }: ToolRequest, seq: number): Promise<Placed | undefined> =>
  eventAt(runs, runId, (await runs.recorded.of(runId)).lists.grantBefore(toolName, seq));

const eventAt = async (runs: Runs, runId: string, seq: number | undefined): Promise<Placed | undefined> =>
  seq === undefined ? undefined : (await runs.events(runId, seq, 1))[0];
