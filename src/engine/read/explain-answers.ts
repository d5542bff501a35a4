import { protoName } from "#kit/proto-name.ts";
import type { PendingToolRequest } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { PendingToolRequest_WaitsFor as WaitsFor } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import {
  ToolResultStatus as Status,
  ToolDecision,
  ToolExecutorKind,
  type ToolRequest,
  type ToolResult,
} from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import {
  type ToolAuthority,
  type ToolSpec,
  ToolSpec_Risk,
  type ToolUse,
} from "../../../gen/pincite/tool/v1/tool_service_pb.ts";
import { inLocale } from "../../messages/locale.ts";
import { stageName } from "../../tool/stages.ts";
import { dutch, english, type Words } from "./explain-words.ts";

/** What is known of a call. */
export interface KnownCall {
  readonly tool: ToolSpec;
  readonly request: ToolRequest;
  readonly authority: ToolAuthority;
  readonly result?: ToolResult;
  readonly uses: readonly ToolUse[];
}

/** In which language, and how the call waits where it does. */
export interface Telling {
  readonly locale: string;
  readonly waiting: PendingToolRequest | undefined;
}

/** The six answers in the run's language, one sentence each, in the order of the questions; Dutch for `nl`, else English. */
export const answersOf = (call: KnownCall, telling: Telling): string[] => {
  const say = inLocale({ en: english, nl: dutch }, telling.locale);
  return [
    which(call, say),
    why(call, say),
    allowed(call, say),
    withWhat(call, say),
    came(call, telling, say),
    used(call, say),
  ];
};

const which = ({ tool }: KnownCall, say: Words): string => {
  if (tool.executor === ToolExecutorKind.UNSPECIFIED) return say.tool(tool.name, "gone");
  if (tool.executor === ToolExecutorKind.CLIENT) return say.tool(tool.name, "client");
  return say.tool(tool.name, tool.risk === ToolSpec_Risk.READ_ONLY ? "reads" : "changes");
};

const why = ({ request }: KnownCall, say: Words): string =>
  say.why(
    request.requestedBy === "llm" ? say.model : say.user,
    stageName(request.state),
    request.slotId,
    request.reason,
  );

const allowed = ({ authority, result }: KnownCall, say: Words): string => {
  const { decision, decidedBy, decidedAtIso, policy, byGrant, reason } = authority;
  const who = decidedBy?.name ?? "";
  if (byGrant) return say.byGrant(who);
  if (decision === ToolDecision.DENY) return say.decided("declined", who, decidedAtIso, reason);
  if (decision === ToolDecision.ALWAYS) return say.decided("always", who, decidedAtIso, reason);
  if (decision === ToolDecision.ALLOW) return say.decided("allowed", who, decidedAtIso, reason);
  if (result?.status === Status.REFUSED) return say.refused(reason);
  if (policy === "ALLOW") return say.allowedAtOnce;
  return policy === "ASK" && !result ? say.notDecided : say.unclear;
};

const withWhat = ({ request }: KnownCall, say: Words): string =>
  say.params(protoName(request.params?.params.case ?? ""), request.paramsDigest);

const came = ({ result }: KnownCall, { waiting }: Telling, say: Words): string => {
  if (waiting?.waitsFor === WaitsFor.REVIEW) return say.waits.review;
  if (result) return say.came(say.status[result.status] ?? "", result.summary, result.reason);
  if (waiting?.waitsFor === WaitsFor.DECISION) return say.waits.decision;
  return waiting?.waitsFor === WaitsFor.CLIENT ? say.waits.client : say.waits.execution;
};

const used = ({ uses }: KnownCall, say: Words): string => {
  const parts = Object.entries(say.use).flatMap(([kind, words]) => {
    const count = uses.filter((use) => use.kind === kind).length;
    return count === 0 ? [] : [words(count)];
  });
  if (parts.length === 0) return say.unused;
  return say.used(parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} ${say.and} ${parts.at(-1)}`);
};
