import { fromBinary } from "@bufbuild/protobuf";
import { OpenTurnSchema } from "../../gen/pincite/journal/v1/run_index_pb.ts";
import { DomainError } from "../error.ts";
import type { KernelShell } from "./kernel-shell.ts";
import { openTurnSpace } from "./turn-records.ts";
import type { Turns } from "./turns.ts";

/**
 * Ends the turns a stopped server left under way: each gets its TurnEnded (`interrupted`) and its caller's key an
 * answer. Tool requests that were started and have no result stay pending: ExecuteToolRequest runs a read again, and
 * one result is recorded (design section 13.5). Gives how many turns were ended.
 */
export const recover = async (shell: KernelShell, turns: Turns): Promise<number> => {
  const { store, owner } = shell.parts;
  let ended = 0;
  for (let after = ""; ; ) {
    const open = await store.list(owner, openTurnSpace, { after, limit: 100 });
    for (const { key: runId, value } of open) {
      const { turnId, key, payloadDigest } = fromBinary(OpenTurnSchema, value);
      await turns.end(runId, turnId, { scope: key, payloadDigest }, "interrupted", "interrupted", interrupted(turnId));
      ended++;
      after = runId;
    }
    if (open.length < 100) return ended;
  }
};

const interrupted = (turnId: string): DomainError =>
  new DomainError(
    "UPSTREAM_UNAVAILABLE",
    `The server stopped during ${turnId}: nothing it proposed was taken. Repeat the call with a new idempotency_key.`,
    { turn_id: turnId },
  );
