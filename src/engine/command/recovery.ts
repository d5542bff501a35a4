import { fromBinary } from "@bufbuild/protobuf";
import { OpenTurnSchema } from "../../../gen/pincite/journal/v1/run_index_pb.ts";
import { DomainError } from "../../error.ts";
import type { KernelShell } from "../run/kernel-shell.ts";
import { openToolSpace } from "../tool/open-tools.ts";
import type { ToolCalls } from "../tool/tool-calls.ts";
import { endTurn, type Failure } from "../turn/turn-ending.ts";
import { openTurnSpace } from "../turn/turn-records.ts";

/**
 * Mends what a stopped server left. Calls that may change something and were cut off are recorded as OUTCOME_UNKNOWN and
 * wait for a person; reads stay as they are, since ExecuteToolRequest runs them again and one result is recorded (design
 * section 13.5). Turns under way get their TurnEnded (`interrupted`) and their caller's key an answer. Gives how many
 * turns were ended.
 */
export const recover = async (shell: KernelShell, tools: ToolCalls): Promise<number> => {
  await eachRecord(shell, openToolSpace, async (key) => {
    const [runId = "", requestId = ""] = key.split("/");
    await tools.cutOff(runId, await tools.ofRun(runId, requestId));
  });
  return eachRecord(shell, openTurnSpace, async (runId, value) => {
    const { turnId, key: scope, payloadDigest } = fromBinary(OpenTurnSchema, value);
    const key = scope === "" ? {} : { key: { scope, payloadDigest } };
    await endTurn(shell, { runId, turnId, ...key }, interrupted(turnId, scope !== ""));
  });
};

/** Mends each record of a space, which takes it away; gives how many there were. */
const eachRecord = async (
  shell: KernelShell,
  space: string,
  mend: (key: string, value: Uint8Array) => Promise<void>,
): Promise<number> => {
  const { store, owner } = shell.parts;
  let count = 0;
  for (let after = ""; ; ) {
    const open = await store.list(owner, space, { after, limit: 100 });
    for (const { key, value } of open) {
      await mend(key, value);
      count++;
      after = key;
    }
    if (open.length < 100) return count;
  }
};

/** Who called Guide repeats it; who decided has what they decided on record, and asks again. */
const interrupted = (turnId: string, isAwaited: boolean): Failure => ({
  outcome: "interrupted",
  reason: "interrupted",
  error: new DomainError(
    "UPSTREAM_UNAVAILABLE",
    `The server stopped during ${turnId}: nothing it proposed was taken. ${
      isAwaited ? "Repeat the call with a new idempotency_key." : "What was decided is recorded: ask again."
    }`,
    { turn_id: turnId },
  ),
});
