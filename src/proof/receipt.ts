import { create, toBinary } from "@bufbuild/protobuf";
import type { Sha256 } from "#kit/digest.ts";
import { type Principal, Principal_Kind, PrincipalSchema } from "../../gen/pincite/audit/v1/audit_meta_pb.ts";
import { SignedStatementSchema, type ToolReceipt, ToolReceiptSchema } from "../../gen/pincite/receipt/v1/receipt_pb.ts";
import { ToolDecision, type ToolRequest } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import { encodeArtifact } from "../run/kernel.ts";
import type { MintedReceipt, ReceiptFacts } from "../run/receipt-facts.ts";
import { receiptSources } from "./receipt-sources.ts";
import { payloadTypes, type StatementSigner, signStatement } from "./statement.ts";

/** The facts about a receipt that only the shell knows. */
export interface ReceiptFrame {
  /** `receipt:<ulid>`. */
  readonly receiptId: string;
  /** Hash of the journal event that holds the decision, 64 hex; empty: nobody decided. */
  readonly decisionEventSha256: string;
  readonly serverVersion: string;
}

/** The receipt of a call that ended: ids, digests and names, no evidence text. */
export const toolReceipt = (facts: ReceiptFacts, frame: ReceiptFrame): ToolReceipt => {
  const { request, requestRef, result, resultRef, output, call } = facts;
  const { decision } = call ?? {};
  return create(ToolReceiptSchema, {
    ...frame,
    runId: request.runId,
    number: facts.number,
    previousSha256: facts.previousSha256,
    turnId: request.turnId,
    toolName: request.toolName,
    requestId: request.id,
    request: requestRef,
    paramsDigest: request.paramsDigest,
    resultId: result.id,
    result: resultRef,
    ...(output ? { output: output.ref } : {}),
    status: result.status,
    policy: call?.policy ?? "",
    decision: decision?.decision ?? ToolDecision.UNSPECIFIED,
    ...(decision?.decidedBy ? { decidedBy: decision.decidedBy } : {}),
    executor: result.executor,
    state: request.state,
    requestedBy: call?.requestedBy ?? requester(request),
    sources: receiptSources(request.toolName, output),
    timeIso: facts.timeIso,
  });
};

/** The receipt, signed, as the artifact that is stored. Receipt and statement are encoded once, here. */
export const mintReceipt = (
  facts: ReceiptFacts,
  frame: ReceiptFrame,
  by: { readonly signer: StatementSigner; readonly sha256: Sha256 },
): MintedReceipt => {
  const payload = toBinary(ToolReceiptSchema, toolReceipt(facts, frame));
  const statement = signStatement(payloadTypes.toolReceipt, payload, by.signer);
  return { receiptId: frame.receiptId, ...encodeArtifact(SignedStatementSchema, statement, by.sha256) };
};

/** Journals from before the fold kept who asked say only whether it was a model or a user. */
const requester = ({ requestedBy }: ToolRequest): Principal =>
  create(PrincipalSchema, { kind: requestedBy === "llm" ? Principal_Kind.MODEL : Principal_Kind.USER });
