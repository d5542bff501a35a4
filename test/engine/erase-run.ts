import { create } from "@bufbuild/protobuf";
import { ErasureReason } from "../../gen/pincite/audit/v1/erasure_reason_pb.ts";
import { CommitErasureRequestSchema, ErasureTargetSchema } from "../../gen/pincite/erasure/v1/erasure_service_pb.ts";
import type { Engine } from "../../src/engine/engine.ts";
import { Erasures } from "../../src/engine/erase/erasures.ts";
import type { DocumentEraser } from "../../src/engine/run/ports.ts";

const noVault: DocumentEraser = {
  plan: () => Promise.reject(new Error("there is no Vault")),
  commit: () => Promise.reject(new Error("there is no Vault")),
};

/** Erases a run as ErasureService does. */
export const eraseRun = async (engine: Engine, runId: string): Promise<void> => {
  const erasures = new Erasures(engine.runs, noVault);
  const { signal } = new AbortController();
  const target = create(ErasureTargetSchema, { target: { case: "runId", value: runId } });
  const { digest: planDigest } = await erasures.plan(target, signal);
  const asked = { target, planDigest, reason: ErasureReason.OTHER, idempotencyKey: `erase-${runId}` };
  await erasures.commit(create(CommitErasureRequestSchema, asked), signal);
};
