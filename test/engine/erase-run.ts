import { create } from "@bufbuild/protobuf";
import { ErasureReason } from "../../gen/pincite/audit/v1/erasure_reason_pb.ts";
import { CommitErasureRequestSchema, ErasureTargetSchema } from "../../gen/pincite/erasure/v1/erasure_service_pb.ts";
import type { Engine } from "../../src/engine/engine.ts";
import { Erasures } from "../../src/engine/erase/erasures.ts";
import type { Erasers } from "../../src/engine/erase/plan-erasure.ts";

const missing = { plan: () => Promise.reject(new Error("away")), commit: () => Promise.reject(new Error("away")) };
/** No Vault and no LawBot. */
export const nobodyElse: Erasers = { vault: missing, laws: missing };

/** Erases a run as ErasureService does. */
export const eraseRun = async (engine: Engine, runId: string): Promise<void> => {
  const erasures = new Erasures(engine.runs, nobodyElse);
  const { signal } = new AbortController();
  const target = create(ErasureTargetSchema, { target: { case: "runId", value: runId } });
  const { digest: planDigest } = await erasures.plan(target, signal);
  const asked = { target, planDigest, reason: ErasureReason.OTHER, idempotencyKey: `erase-${runId}` };
  await erasures.commit(create(CommitErasureRequestSchema, asked), signal);
};
