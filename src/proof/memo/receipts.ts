import type { ArtifactRef } from "../../../gen/pincite/artifact/v1/artifact_ref_pb.ts";
import type { ToolFinished } from "../../../gen/pincite/journal/v1/run_event_pb.ts";
import type { ToolReceipt } from "../../../gen/pincite/receipt/v1/receipt_pb.ts";
import { ToolResultStatusSchema } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import { rulesOf } from "../../run/rules.ts";
import type { KeyRing } from "../key-manifest.ts";
import { receiptInRun } from "../receipt-in-run.ts";
import { verifyReceiptBytes } from "../verify-receipt.ts";
import type { Crypto } from "../verify-statement.ts";
import type { Artifacts } from "./artifacts.ts";
import { must } from "./broken.ts";
import type { Journal } from "./journal.ts";

/** The parts of a run that a proof's receipts are held against. */
interface Held {
  readonly journal: Journal;
  readonly artifacts: Artifacts;
  readonly ring: KeyRing;
  readonly crypto: Crypto;
  /** Whether most receipts, and all that they speak of, were kept back. */
  readonly isRedacted: boolean;
}

/** The receipts of a run in order, each verified by keys and run; `without` counts calls from before there were receipts. */
export const checkReceipts = (held: Held): { receipts: readonly ToolReceipt[]; without: number } => {
  const { events } = held.journal;
  const hashes = new Set(events.map(({ hash }) => hash));
  const receipts: ToolReceipt[] = [];
  let before: { digest: string; number: number } | undefined;
  let without = 0;
  let rules = 1;
  for (const { seq, event } of events) {
    if (event.event.case === "runCreated") rules = rulesOf(event.event.value).version;
    if (event.event.case === "rulesAdopted") rules = event.event.value.toVersion;
    if (event.event.case !== "toolFinished") continue;
    const { receipt: ref } = event.event.value;
    must(ref || rules === 1, `the call that ended with event ${seq} has no receipt`);
    if (!ref) without += 1;
    else if (held.isRedacted && !held.artifacts.has(ref.digest))
      before = { digest: ref.digest, number: (before?.number ?? 0) + 1 };
    else {
      const receipt = receiptAt(held, seq, event.event.value, ref, before);
      const decided = receipt.decisionEventSha256;
      must(decided === "" || hashes.has(decided), `${receipt.receiptId} names a decision that is no event of the run`);
      before = { digest: ref.digest, number: receipt.number };
      receipts.push(receipt);
    }
  }
  return { receipts, without };
};

const receiptAt = (
  { journal, artifacts, ring, crypto, isRedacted }: Held,
  seq: number,
  finished: ToolFinished,
  ref: ArtifactRef,
  before: { digest: string; number: number } | undefined,
): ToolReceipt => {
  const bytes = artifacts.get(ref.digest);
  must(bytes, `the receipt that event ${seq} names is not there`);
  const { checks, receipt } = verifyReceiptBytes(bytes, ring, crypto);
  const failed = checks.find(({ passed }) => !passed);
  must(receipt && !failed, `the receipt of event ${seq} fails ${failed?.name}: ${plain(failed?.detail)}`);
  must(receipt.runId === journal.runId, `${receipt.receiptId} is of another run`);
  must(
    receipt.receiptId === finished.receiptId &&
      receipt.requestId === finished.requestId &&
      receipt.resultId === finished.resultId &&
      receipt.result?.digest === finished.result?.digest &&
      ToolResultStatusSchema.value[receipt.status]?.localName === finished.status,
    `${receipt.receiptId} is not the receipt of the call that ended with event ${seq}`,
  );
  const of = (one: ArtifactRef | undefined) => artifacts.get(one?.digest ?? "");
  const inRun = receiptInRun(
    receipt,
    {
      runId: journal.runId,
      seq,
      before,
      request: of(receipt.request),
      result: of(receipt.result),
      output: of(receipt.output),
    },
    crypto.sha256,
  ).find(({ name, passed }) => !passed && !(isRedacted && keptBack.has(name)));
  must(!inRun, `${receipt.receiptId} fails ${inRun?.name}: ${plain(inRun?.detail)}`);
  return receipt;
};

/** The parts a receipt speaks of that a redacted proof has not. */
const keptBack: ReadonlySet<string> = new Set(["request", "result", "output"]);

const plain = (sentence: string | undefined): string => (sentence ?? "").replace(/\.$/, "");
