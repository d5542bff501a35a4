import { toBinary } from "@bufbuild/protobuf";
import { digestOf, type Sha256 } from "#kit/digest.ts";
import type { ArtifactRef } from "../../gen/pincite/artifact/v1/artifact_ref_pb.ts";
import type { ReceiptCheck } from "../../gen/pincite/receipt/v1/audit_service_pb.ts";
import { type ToolReceipt, ToolReceiptSchema } from "../../gen/pincite/receipt/v1/receipt_pb.ts";
import { ToolRequestSchema, ToolResultSchema } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import { receiptSources } from "./receipt-sources.ts";
import { sameBytes, strictDecode } from "./strict-decode.ts";
import { check } from "./verify-receipt.ts";

/** The bytes that a run holds where a receipt says it stands. */
export interface HeldByRun {
  readonly runId: string;
  /** Sequence number of the event that recorded these very bytes as a receipt; undefined: the run holds no such receipt. */
  readonly seq: number | undefined;
  /** The run's receipt before it, by the journal; undefined: there is none. */
  readonly before: { readonly digest: string; readonly number: number } | undefined;
  /** The stored bytes under the references that the receipt gives; undefined: absent or damaged. */
  readonly request: Uint8Array | undefined;
  readonly result: Uint8Array | undefined;
  readonly output: Uint8Array | undefined;
}

/**
 * Checks a receipt against its run: that the run holds it (`run`), at its place in the chain (`number`, `previous`), and
 * that what it speaks of is stored, intact, and says the same (`request`, `result`, `output`).
 */
export const receiptInRun = (receipt: ToolReceipt, held: HeldByRun, sha256: Sha256): ReceiptCheck[] => {
  const { before, runId, seq } = held;
  const told = (name: string, problem: string | undefined, good: string) =>
    check(name, problem === undefined, problem ?? good);
  const expected = (before?.number ?? 0) + 1;
  return [
    check(
      "run",
      seq !== undefined,
      seq === undefined ? `run ${runId} holds no such receipt` : `event ${seq} of run ${runId} holds it`,
    ),
    check(
      "number",
      receipt.number === expected,
      `it is number ${receipt.number} of its run, where ${expected} is next`,
    ),
    check(
      "previous",
      receipt.previousSha256 === (before?.digest ?? ""),
      before ? `the receipt before it is ${before.digest}` : "no receipt stands before it",
    ),
    told("request", requestProblem(receipt, held.request, sha256), "it is stored and is what the receipt says"),
    told("result", resultProblem(receipt, held.result, sha256), "it is stored and is what the receipt says"),
    told(
      "output",
      outputProblem(receipt, held.output, sha256),
      receipt.output ? "it is stored and names these sources" : "there was none",
    ),
  ];
};

const missing = "it is not stored, or its bytes are damaged";

const intact = (ref: ArtifactRef | undefined, bytes: Uint8Array | undefined, sha256: Sha256): bytes is Uint8Array =>
  ref !== undefined && bytes !== undefined && digestOf(bytes, sha256) === ref.digest;

const requestProblem = (receipt: ToolReceipt, bytes: Uint8Array | undefined, sha256: Sha256): string | undefined => {
  if (!intact(receipt.request, bytes, sha256)) return missing;
  const request = strictDecode(ToolRequestSchema, bytes);
  const same =
    request?.id === receipt.requestId &&
    request.runId === receipt.runId &&
    request.toolName === receipt.toolName &&
    request.paramsDigest === receipt.paramsDigest &&
    request.turnId === receipt.turnId &&
    request.state === receipt.state;
  return same ? undefined : "the request that is stored says something else";
};

const resultProblem = (receipt: ToolReceipt, bytes: Uint8Array | undefined, sha256: Sha256): string | undefined => {
  if (!intact(receipt.result, bytes, sha256)) return missing;
  const result = strictDecode(ToolResultSchema, bytes);
  const same =
    result?.id === receipt.resultId &&
    result.requestId === receipt.requestId &&
    result.runId === receipt.runId &&
    result.status === receipt.status &&
    result.executor === receipt.executor &&
    result.outputRef?.digest === receipt.output?.digest;
  return same ? undefined : "the result that is stored says something else";
};

const outputProblem = (receipt: ToolReceipt, bytes: Uint8Array | undefined, sha256: Sha256): string | undefined => {
  const { output: ref, sources, toolName } = receipt;
  if (!ref) return sources.length === 0 ? undefined : "sources are named where there was no output";
  if (!intact(ref, bytes, sha256)) return missing;
  const encoded = (named: readonly ToolReceipt["sources"][number][]) =>
    toBinary(ToolReceiptSchema, { ...receipt, sources: [...named] });
  const same = sameBytes(encoded(receiptSources(toolName, { ref, bytes })), encoded(sources));
  return same ? undefined : "the output that is stored names other sources";
};
