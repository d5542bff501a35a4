import { create } from "@bufbuild/protobuf";
import { ToolDecidedSchema, ToolGrantRevokedSchema } from "../../../gen/pincite/journal/v1/run_event_pb.ts";
import {
  type PendingToolRequest,
  PendingToolRequest_WaitsFor as WaitsFor,
} from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { ToolDecision } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { type DecisionInput, EventDraft } from "../kernel.ts";
import { isDecided, pendingOf } from "../pending.ts";
import { Decision } from "./decision.ts";

/** What a person decided, and about what they saw. */
export interface PersonsDecision {
  readonly requestId: string;
  readonly decision: ToolDecision;
  /** The tool and the digest of the parameters that were shown. */
  readonly toolName: string;
  readonly paramsDigest: string;
  readonly reason: string;
  /** Version of the run in which the person saw the request; empty where a call needs none. */
  readonly seenVersion: string;
  /** For ALWAYS: when the grant ends, RFC 3339 UTC. */
  readonly grantExpiresAtIso?: string;
}

/**
 * Records a decision. It binds to the tool and the parameters that were shown and counts once; who may give ALWAYS is
 * the policy's to say, before. Errors: TOOL_REQUEST_NOT_FOUND, APPROVAL_MISMATCH, ALREADY_EXISTS, TOOL_REFUSED.
 */
export const decideToolDecided = (input: DecisionInput, made: PersonsDecision): Decision => {
  const pending = pendingOf(input.snapshot, made.requestId);
  if (!pending) throw notPending(made.requestId);
  refuseOtherThanShown(pending, made);
  refuseDecided(pending, made.decision);
  const draft = new EventDraft(input);
  const reasonWords = draft.words(made.reason);
  const value = create(ToolDecidedSchema, {
    requestId: made.requestId,
    decision: made.decision,
    toolName: pending.toolName,
    paramsDigest: pending.paramsDigest,
    ...(reasonWords ? { reasonWords } : {}),
    seenVersion: made.seenVersion,
    grantExpiresAtIso: made.decision === ToolDecision.ALWAYS ? (made.grantExpiresAtIso ?? "") : "",
  });
  return new Decision(input).add({ event: draft.event({ case: "toolDecided", value }), artifacts: draft.artifacts });
};

/** Ends the grant that ALWAYS gave for a tool. Errors: GRANT_NOT_FOUND. */
export const decideGrantRevoked = (input: DecisionInput, toolName: string): Decision => {
  if (!input.snapshot.toolGrants.some((grant) => grant.toolName === toolName))
    throw new DomainError(
      "GRANT_NOT_FOUND",
      worded("error.there-is-no-standing-permission-for-in-this", { toolName }),
      { tool_name: toolName },
    );
  const value = create(ToolGrantRevokedSchema, { toolName });
  return new Decision(input).add({ event: new EventDraft(input).event({ case: "toolGrantRevoked", value }) });
};

/** A request that has a result, or never was one of the run's, is not among those that wait. */
const notPending = (requestId: string): DomainError =>
  new DomainError("ALREADY_EXISTS", worded("error.has-a-result-already-listtoolcalls-shows-what", { requestId }), {
    request_id: requestId,
  });

const refuseOtherThanShown = (pending: PendingToolRequest, made: PersonsDecision): void => {
  const strict = made.decision === ToolDecision.ALLOW || made.decision === ToolDecision.ALWAYS;
  const wrong = (shown: string, is: string): boolean => shown !== is && (strict || shown !== "");
  const field = wrong(made.toolName, pending.toolName)
    ? "tool_name"
    : wrong(made.paramsDigest, pending.paramsDigest)
      ? "params_digest"
      : "";
  if (field === "") return;
  throw new DomainError(
    "APPROVAL_MISMATCH",
    worded("error.the-decision-names-another-than-has-show-the", { field, requestId: pending.requestId }),
    { request_id: pending.requestId, field },
  );
};

const refuseDecided = (pending: PendingToolRequest, decision: ToolDecision): void => {
  const { requestId, toolName } = pending;
  const refuse = (reason: "ALREADY_EXISTS" | "TOOL_REFUSED", message: string): never => {
    throw new DomainError(reason, message, { request_id: requestId, tool_name: toolName });
  };
  const inReview = pending.waitsFor === WaitsFor.REVIEW;
  if (decision === ToolDecision.ACKNOWLEDGE) {
    if (inReview) return;
    refuse("TOOL_REFUSED", `${requestId} was not cut off: ACKNOWLEDGE is for calls whose outcome is unknown.`);
  }
  if (inReview)
    refuse("ALREADY_EXISTS", `${requestId} was cut off and its outcome is unknown: look, then decide ACKNOWLEDGE.`);
  if (pending.started) refuse("ALREADY_EXISTS", `${requestId} has begun to run: ExecuteToolRequest gives its result.`);
  if (isDecided(pending))
    refuse("ALREADY_EXISTS", `${requestId} was allowed before: an approval counts once. ${whatNext(pending)}`);
  if (decision !== ToolDecision.DENY && pending.waitsFor !== WaitsFor.DECISION)
    refuse("TOOL_REFUSED", `${requestId} needs no decision. ${whatNext(pending)}`);
};

const whatNext = ({ waitsFor }: PendingToolRequest): string =>
  waitsFor === WaitsFor.CLIENT
    ? "It waits for the client: SubmitToolResult delivers what the tool gave."
    : "ExecuteToolRequest runs it.";
