import { ToolDecision } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import type { DecideToolRequestRequest } from "../../../gen/pincite/tool/v1/tool_service_pb.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { type Decision, decideToolDecided } from "../../run/decide.ts";
import type { DecisionInput } from "../../run/kernel.ts";
import { refuseBusy } from "../../run/refusals.ts";
import type { LoadedRun } from "../run/run-store.ts";
import { refuseStale } from "../run/write.ts";
import { rateLimited } from "../tool/rate-limits.ts";
import type { RecordedCall } from "../tool/tool-calls.ts";
import { judge } from "../tool/tool-judgement.ts";
import type { ToolCommandParts } from "./tool-answers.ts";
import { refuseUnlawfulAlways } from "./tool-grants.ts";

/** Whether it lets the call go ahead. */
export const allows = (decision: ToolDecision): boolean =>
  decision === ToolDecision.ALLOW || decision === ToolDecision.ALWAYS;

/** A grant ends after a day unless somebody says otherwise. */
const grantSecondsDefault = 86_400;

/** Seed 002: a decision that does not say what, and an approval that does not say of what, are none. */
export const refuseIncomplete = ({ decision, toolName, paramsDigest }: DecideToolRequestRequest): void => {
  if (decision === ToolDecision.UNSPECIFIED)
    throw new DomainError("REQUEST_INVALID", worded("error.decision-say-allow-deny-always-or-acknowledge"), {
      field: "decision",
    });
  if (!allows(decision)) return;
  const missing = toolName === "" ? "tool_name" : paramsDigest === "" ? "params_digest" : "";
  if (missing === "") return;
  throw new DomainError("REQUEST_INVALID", worded("error.an-approval-names-what-was-shown-give-it-as", { missing }), {
    field: missing,
  });
};

/** The decision, and what the policy and the limits say to it now. */
export const decidedBy = async (
  { runs, tools }: ToolCommandParts,
  request: DecideToolRequestRequest,
  { request: asked }: RecordedCall,
  input: DecisionInput,
  before: LoadedRun,
): Promise<Decision> => {
  const { decision, toolName, paramsDigest, reason, requestId, expectedVersion } = request;
  refuseBusy(input.snapshot);
  refuseStale(before, expectedVersion);
  const seconds = request.grantSeconds || grantSecondsDefault;
  const grantExpiresAtIso = new Date(Date.parse(input.nowIso) + seconds * 1_000).toISOString();
  const made = { decision, toolName, paramsDigest, reason, requestId, seenVersion: expectedVersion, grantExpiresAtIso };
  const decided = decideToolDecided(input, made);
  if (!allows(decision)) return decided;
  if (decision === ToolDecision.ALWAYS) refuseUnlawfulAlways(runs.catalogue.of(asked.toolName), asked.toolName);
  const requester = asked.requestedBy === "llm" ? "llm" : "user";
  const { params } = asked;
  const answer = judge(runs, input, { toolName: asked.toolName, requester, ...(params ? { params } : {}) });
  if (answer.decision === "REFUSE")
    throw new DomainError("TOOL_REFUSED", `${answer.reason}.`, { tool_name: asked.toolName });
  const waitMs = await tools.limits.take(request.runId, input.material.profile);
  if (waitMs > 0) throw rateLimited(waitMs);
  return decided;
};

/** The person's words, verbatim: the model is told them, and so is whoever asks why it did not run. */
export const declined = ({ runs }: ToolCommandParts, { reason }: DecideToolRequestRequest) => ({
  status: "REFUSED" as const,
  summary: `declined by ${runs.user.name}`,
  // Where nobody said why, that is what is told.
  reason: reason === "" ? `declined by ${runs.user.name}, who gave no reason` : reason,
  refinedQuery: "",
});

/** What has a result cannot be decided on. */
export const ended = ({ request, result }: RecordedCall): DomainError =>
  new DomainError(
    "ALREADY_EXISTS",
    worded("error.has-a-result-already-listtoolcalls-shows-it", {
      requestId: request.id,
      resultId: String(result?.id),
      summary: String(result?.summary),
    }),
    { request_id: request.id, result_id: result?.id ?? "" },
  );
