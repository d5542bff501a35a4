import { toBinary } from "@bufbuild/protobuf";
import { type RunEvent, RunEventSchema } from "../../../gen/pincite/journal/v1/run_event_pb.ts";
import { mintReceipt } from "../../proof/receipt.ts";
import type { StatementSigner } from "../../proof/statement.ts";
import type { MintReceipt, ReceiptFacts } from "../../run/receipt-facts.ts";
import { sha256 } from "../../sha256.ts";
import { encodeEvent } from "../../store/event-chain.ts";
import type { Head, Store } from "../../store/store.ts";
import type { Ids } from "./ports.ts";
import type { LoadedRun } from "./run-store.ts";

/** What receipts are signed with. */
export interface ReceiptParts {
  readonly signer: StatementSigner;
  /** Version of this server, as receipts state it. */
  readonly serverVersion: string;
}

/**
 * Mints receipts for one commit to this run. Decisions that stand in the journal are looked up beforehand, since the
 * kernel does not wait; one that stands in the same commit is hashed as it is about to be stored.
 */
export const receiptMint = async (
  { store, owner, ids, receipts }: { store: Store; owner: string; ids: Ids; receipts: ReceiptParts },
  { snapshot, head }: LoadedRun,
): Promise<MintReceipt> => {
  const stored = new Map<number, string>();
  for (const { decision } of snapshot.openCalls) {
    if (!decision || stored.has(decision.seq)) continue;
    const { seq } = decision;
    const [event] = await store.read(owner, snapshot.runId, { fromSeq: seq, limit: 1 });
    if (event) stored.set(seq, event.hash);
  }
  const decisionHash = (facts: ReceiptFacts): string => {
    const seq = facts.call?.decision?.seq;
    if (seq === undefined) return "";
    return stored.get(seq) ?? hashInCommit(owner, snapshot.runId, head, facts.uncommitted, seq);
  };
  return (facts) =>
    mintReceipt(
      facts,
      {
        receiptId: `receipt:${ids.next()}`,
        decisionEventSha256: decisionHash(facts),
        serverVersion: receipts.serverVersion,
      },
      { signer: receipts.signer, sha256 },
    );
};

/** The hash an event will have once this commit is on disk; its bytes are those that RunStore stores. */
const hashInCommit = (owner: string, runId: string, head: Head, events: readonly RunEvent[], seq: number): string => {
  let { hash } = head;
  for (const [at, event] of events.slice(0, seq - head.seq).entries()) {
    const next = { type: event.event.case ?? "", body: toBinary(RunEventSchema, event) };
    hash = encodeEvent(owner, runId, head.seq + 1 + at, hash, next).hash;
  }
  return hash;
};
