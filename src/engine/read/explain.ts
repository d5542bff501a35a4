import { create, fromBinary } from "@bufbuild/protobuf";
import type { RunEvent } from "../../../gen/pincite/journal/v1/run_event_pb.ts";
import { ArtifactIndexSchema, ToolCallIndexSchema } from "../../../gen/pincite/journal/v1/run_index_pb.ts";
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
import { inOrder, seqOf } from "../run/decision-index.ts";
import type { KernelShell } from "../run/kernel-shell.ts";
import type { ToolCalls } from "../tool/tool-calls.ts";
import { answersOf } from "./explain-answers.ts";
import { usesOf } from "./explain-uses.ts";

/**
 * The six questions an operator asks about a tool call [S91], answered from journal and artifacts: which tool, why, was it
 * allowed, with what, what came back, what was it used for. Nothing runs and nobody else is asked.
 *
 * Errors: TOOL_REQUEST_NOT_FOUND.
 */
export const explainToolCall = async (
  shell: KernelShell,
  tools: ToolCalls,
  id: string,
): Promise<ExplainToolCallResponse> => {
  const { runId, call } = await tools.byId(id);
  const { request, requestRef, result } = call;
  const { snapshot } = await shell.runs.load(runId);
  const tool = specAsListed(shell, request.toolName);
  const authority = await authorityOf(shell, request, requestRef.digest, result);
  const uses = result ? await usesOf(shell, runId, { request, result, resultRef: call.resultRef }) : [];
  const receiptRef = await receiptOf(shell, request.id);
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
const specAsListed = (shell: KernelShell, name: string): ToolSpec => {
  const spec = shell.catalogue.of(name);
  return create(
    ToolSpecSchema,
    spec ? { ...spec, available: shell.availableTools.includes(name) } : { name: name.slice(0, 64) },
  );
};

const receiptOf = async (shell: KernelShell, requestId: string) => {
  const { store, owner } = shell.parts;
  const bytes = await store.record(owner, "toolreq", requestId);
  return bytes && fromBinary(ToolCallIndexSchema, bytes).receipt;
};

/** An event with its place in the journal. */
interface Placed {
  readonly seq: number;
  readonly event: RunEvent;
}

const authorityOf = async (
  shell: KernelShell,
  request: ToolRequest,
  requestDigest: string,
  result: ToolResult | undefined,
): Promise<ToolAuthority> => {
  const asked = await requestedEvent(shell, request.runId, requestDigest);
  const { policy = "", byGrant = false } = asked?.event.event.case === "toolRequested" ? asked.event.event.value : {};
  const decided = byGrant ? await grantBefore(shell, request, asked?.seq ?? 0) : await firstDecision(shell, request);
  const made = decided?.event.event.case === "toolDecided" ? decided.event.event.value : undefined;
  const said = await shell.reader.maybe(WordsSchema, made?.reasonWords);
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

const requestedEvent = async (shell: KernelShell, runId: string, digest: string): Promise<Placed | undefined> => {
  const { store, owner } = shell.parts;
  const bytes = await store.record(owner, "art", `${digest}/${runId}`);
  return bytes && eventAt(shell, runId, fromBinary(ArtifactIndexSchema, bytes).seq);
};

/** The decision on the request itself; what a person saw afterwards (ACKNOWLEDGE) gave no permission. */
const firstDecision = async (shell: KernelShell, { id, runId }: ToolRequest): Promise<Placed | undefined> => {
  const { store, owner } = shell.parts;
  const [row] = await store.list(owner, "decided", { prefix: `${id}/`, limit: 1 });
  return row && eventAt(shell, runId, seqOf(row.key));
};

/** The decision behind a grant: the last ALWAYS for the tool before the request was made. */
const grantBefore = async (
  shell: KernelShell,
  { runId, toolName }: ToolRequest,
  seq: number,
): Promise<Placed | undefined> => {
  const { store, owner } = shell.parts;
  const prefix = `${runId}/${toolName}/`;
  const range = { prefix, after: `${prefix}${inOrder(seq)}`, reverse: true, limit: 1 };
  const [row] = await store.list(owner, "granted", range);
  return row && eventAt(shell, runId, seqOf(row.key));
};

const eventAt = async (shell: KernelShell, runId: string, seq: number): Promise<Placed | undefined> =>
  (await shell.runs.events(runId, seq, 1))[0];
