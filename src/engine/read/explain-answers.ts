import { protoName } from "#kit/proto-name.ts";
import type { PendingToolRequest } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { PendingToolRequest_WaitsFor as WaitsFor } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import {
  ToolResultStatus as Status,
  ToolDecision,
  ToolExecutorKind,
  type ToolRequest,
  type ToolResult,
  ToolResultStatusSchema,
} from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import {
  type ToolAuthority,
  type ToolSpec,
  ToolSpec_Risk,
  type ToolUse,
} from "../../../gen/pincite/tool/v1/tool_service_pb.ts";
import { type Speech, speechOf } from "../../messages/speech.ts";
import { stageName } from "../../tool/stages.ts";

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

/** The six answers in the run's language, one sentence each, in the order of the questions; English where it has no words of ours. */
export const answersOf = (call: KnownCall, telling: Telling): string[] => {
  const speech = speechOf(telling.locale);
  return [
    which(call, speech),
    why(call, speech),
    allowed(call, speech),
    withWhat(call, speech),
    came(call, telling, speech),
    used(call, speech),
  ];
};

const which = ({ tool: { executor, name, risk } }: KnownCall, { phrase }: Speech): string => {
  if (executor === ToolExecutorKind.UNSPECIFIED) return phrase("explain.gone", { name });
  if (executor === ToolExecutorKind.CLIENT) return phrase("explain.client", { name });
  return risk === ToolSpec_Risk.READ_ONLY ? phrase("explain.reads", { name }) : phrase("explain.changes", { name });
};

const why = ({ request: { requestedBy, state, slotId: slot, reason } }: KnownCall, { phrase }: Speech): string => {
  const by = phrase(requestedBy === "llm" ? "explain.the-model" : "explain.the-user");
  const stage = stageName(state);
  const where = slot === "" ? stage : phrase("explain.stage-for-slot", { stage, slot });
  return reason === ""
    ? phrase("explain.asked-without-reason", { by, where })
    : phrase("explain.asked", { by, where, reason });
};

const allowed = ({ authority, result }: KnownCall, { phrase }: Speech): string => {
  const { decision, decidedBy, decidedAtIso: when, policy, byGrant, reason } = authority;
  const who = decidedBy?.name ?? "";
  const made = { who, when, end: reason === "" ? "." : `: “${reason}”.` };
  if (byGrant) return phrase("explain.by-grant", { who });
  if (decision === ToolDecision.DENY) return phrase("explain.declined", made);
  if (decision === ToolDecision.ALWAYS) return phrase("explain.allowed-always", made);
  if (decision === ToolDecision.ALLOW) return phrase("explain.allowed", made);
  if (result?.status === Status.REFUSED) return phrase("explain.refused", { reason: ended(reason) });
  if (policy === "ALLOW") return phrase("explain.allowed-at-once");
  return phrase(policy === "ASK" && !result ? "explain.not-decided" : "explain.unclear");
};

const withWhat = ({ request }: KnownCall, { phrase }: Speech): string =>
  phrase("explain.params", {
    member: protoName(request.params?.params.case ?? ""),
    digest: request.paramsDigest,
  });

const came = ({ result }: KnownCall, { waiting }: Telling, { phrase }: Speech): string => {
  if (waiting?.waitsFor === WaitsFor.REVIEW) return phrase("explain.waits-for-review");
  if (result) {
    const { status, summary, reason } = result;
    return phrase("explain.came", {
      status:
        status === Status.UNSPECIFIED
          ? phrase("explain.status-unknown")
          : (ToolResultStatusSchema.value[status]?.localName ?? ""),
      said: [ended(summary), reason && ended(reason)].filter(Boolean).join(" "),
    });
  }
  if (waiting?.waitsFor === WaitsFor.DECISION) return phrase("explain.waits-for-decision");
  return phrase(waiting?.waitsFor === WaitsFor.CLIENT ? "explain.waits-for-client" : "explain.waits-for-execution");
};

/** What may rest on a call, in the order in which it is told. */
const uses = {
  turn: "explain.use-turn",
  evidence_set: "explain.use-evidence-set",
  pin: "explain.use-pin",
  binding: "explain.use-binding",
  citation_ledger: "explain.use-citation-ledger",
  draft_text: "explain.use-draft-text",
} as const;

const used = ({ uses: made }: KnownCall, { phrase }: Speech): string => {
  const parts = Object.entries(uses).flatMap(([kind, id]) => {
    const count = made.filter((use) => use.kind === kind).length;
    if (count === 0) return [];
    return id === "explain.use-evidence-set" ? phrase(id) : phrase(id, { count });
  });
  const last = parts.pop();
  if (last === undefined) return phrase("explain.unused");
  return phrase("explain.used", {
    parts: parts.length === 0 ? last : phrase("explain.used-and", { parts: parts.join(", "), last }),
  });
};

/** Reasons and summaries are recorded with and without a full stop. */
const ended = (text: string): string => text.replace(/[.]?$/, ".");
