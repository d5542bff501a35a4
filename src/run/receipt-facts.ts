import type { ArtifactRef } from "../../gen/pincite/artifact/v1/artifact_ref_pb.ts";
import type { RunEvent } from "../../gen/pincite/journal/v1/run_event_pb.ts";
import type { OpenCall, RunSnapshot } from "../../gen/pincite/journal/v1/run_snapshot_pb.ts";
import type { ToolRequest, ToolResult } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import type { NewArtifact } from "./new-artifact.ts";

/** What a receipt states, as the kernel knows it when a call ends; ids, hashing and signing are the shell's. */
export interface ReceiptFacts {
  /** Number of the receipt in its run, from 1. */
  readonly number: number;
  /** SHA-256 of the run's receipt before it, 64 hex; empty for the first. */
  readonly previousSha256: string;
  readonly request: ToolRequest;
  readonly requestRef: ArtifactRef;
  readonly result: ToolResult;
  readonly resultRef: ArtifactRef;
  readonly output: NewArtifact | undefined;
  /** How the call came about; undefined where the journal does not say. */
  readonly call: OpenCall | undefined;
  /** Sequence number of the event that will hold the receipt. */
  readonly seq: number;
  /** Events of the same commit that stand before it, in order: a decision among them has no hash on disk yet. */
  readonly uncommitted: readonly RunEvent[];
  /** When the call ended, RFC 3339 UTC. */
  readonly timeIso: string;
}

/** A signed receipt with its name, `receipt:<ulid>`. */
export interface MintedReceipt extends NewArtifact {
  readonly receiptId: string;
}

/** Mints the signed receipt of a call that ended. */
export type MintReceipt = (facts: ReceiptFacts) => MintedReceipt;

/** The facts of a call that ends now, in this run. */
export const receiptFacts = (
  input: { readonly snapshot: RunSnapshot; readonly uncommitted?: readonly RunEvent[]; readonly nowIso: string },
  ended: Pick<ReceiptFacts, "request" | "requestRef" | "result" | "resultRef" | "output">,
): ReceiptFacts => ({
  ...ended,
  number: input.snapshot.receiptCount + 1,
  previousSha256: input.snapshot.lastReceipt?.digest ?? "",
  call: input.snapshot.openCalls.find((call) => call.requestId === ended.request.id),
  seq: input.snapshot.eventCount + 1,
  uncommitted: input.uncommitted ?? [],
  timeIso: input.nowIso,
});
