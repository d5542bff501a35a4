import { fromBinary, toBinary } from "@bufbuild/protobuf";
import type { ArtifactRef } from "../../../gen/pincite/artifact/v1/artifact_ref_pb.ts";
import { RunEventSchema } from "../../../gen/pincite/journal/v1/run_event_pb.ts";
import type { ToolCallIndex } from "../../../gen/pincite/journal/v1/run_index_pb.ts";
import type { ReceiptCheck } from "../../../gen/pincite/receipt/v1/audit_service_pb.ts";
import {
  type SignedStatement,
  SignedStatementSchema,
  type ToolReceipt,
} from "../../../gen/pincite/receipt/v1/receipt_pb.ts";
import { verifyEd25519 } from "../../ed25519.ts";
import { DomainError } from "../../error.ts";
import type { KeyRing } from "../../proof/key-manifest.ts";
import { receiptInRun } from "../../proof/receipt-in-run.ts";
import { verifyReceipt } from "../../proof/verify-receipt.ts";
import { sha256, sha256Hex } from "../../sha256.ts";
import type { Runs } from "../run/runs.ts";
import type { Receipts } from "./receipts.ts";

/**
 * Checks a statement by the keys, and, where the run it speaks of is one of the caller's, against that run. Of a run that
 * is not, nothing is said, so that an answer does not tell whether it exists.
 */
export const checkReceipt = async (
  { runs, receipts, ring }: { runs: Runs; receipts: Receipts; ring: KeyRing },
  statement: SignedStatement,
): Promise<ReceiptCheck[]> => {
  const { checks, receipt } = verifyReceipt(statement, ring, { sha256, verify: verifyEd25519 });
  if (!receipt || !(await isOwn(runs, receipt.runId))) return [...checks];
  return [...checks, ...(await checkInRun(runs, receipts, statement, receipt))];
};

const checkInRun = async (
  runs: Runs,
  receipts: Receipts,
  statement: SignedStatement,
  receipt: ToolReceipt,
): Promise<ReceiptCheck[]> => {
  const digest = sha256Hex(toBinary(SignedStatementSchema, statement));
  const index = await receipts.byDigest(digest);
  const seq = index && (await recordedIn(runs, receipt.runId, index, digest)) ? index.seq : undefined;
  const previous = index && seq !== undefined ? await receipts.before(index) : undefined;
  const held = {
    runId: receipt.runId,
    seq,
    before: previous && { digest: previous.ref.digest, number: previous.receipt.number },
    request: await bytesOf(runs, receipt.request),
    result: await bytesOf(runs, receipt.result),
    output: await bytesOf(runs, receipt.output),
  };
  return receiptInRun(receipt, held, sha256);
};

/** The index is derived; the event itself, which the chain of the journal covers, has the last word. */
const recordedIn = async (runs: Runs, runId: string, index: ToolCallIndex, digest: string): Promise<boolean> => {
  const { store, owner } = runs.parts;
  if (index.runId !== runId) return false;
  const [stored] = await store.read(owner, runId, { fromSeq: index.seq, limit: 1 });
  const event = stored && fromBinary(RunEventSchema, stored.body).event;
  return event?.case === "toolFinished" && event.value.receipt?.digest === digest;
};

const isOwn = async (runs: Runs, runId: string): Promise<boolean> => {
  const { store, owner } = runs.parts;
  return runId !== "" && (await store.head(owner, runId)).seq > 0;
};

/** Stored bytes, hashed again; undefined where they are absent or damaged, which is then what the check says. */
const bytesOf = async (runs: Runs, ref: ArtifactRef | undefined): Promise<Uint8Array | undefined> => {
  if (!ref) return undefined;
  const { store, owner } = runs.parts;
  try {
    return await store.getBlob(owner, ref.digest);
  } catch (error) {
    if (error instanceof DomainError && ["ARTIFACT_NOT_FOUND", "DATA_LOSS"].includes(error.reason)) return undefined;
    throw error;
  }
};
