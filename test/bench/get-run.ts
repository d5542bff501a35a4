import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { create } from "@bufbuild/protobuf";
import { PinEvidenceRequestSchema } from "../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import type { Engine } from "../../src/engine/engine.ts";
import { openLevelStore } from "../../src/store/level/open.ts";
import { engineOver, readyToAdvance } from "./engine-fixture.ts";
import { medianMs } from "./measure.ts";
import type { BenchRow } from "./row.ts";

/** P6: GetRun on a run with 10,000 events beside one with 10, on disk, in process: as a running engine and as one that has just started. */
export const benchGetRun = async (): Promise<BenchRow[]> => {
  const dir = await mkdtemp(join(tmpdir(), "pincite-bench-"));
  const store = await openLevelStore({ dir, clock: { now: () => Date.now() } });
  const first = engineOver(store);
  const short = (await readyToAdvance(first.engine, 1)).runId;
  const long = (await readyToAdvance(first.engine, 2)).runId;
  await pinTimes(first.engine, short, 4);
  // To a place just before the next snapshot is due, where a first call folds most.
  await pinTimes(first.engine, long, 5_002);
  const warm = async (runId: string) => medianMs(2_000, () => first.views.run(runId));
  const cold = async (runId: string) => medianMs(60, () => engineOver(store).views.run(runId));
  const rows = [
    rowOf("P6", "GetRun, 10,000 events beside 10, running server", await warm(long), await warm(short)),
    rowOf("P6", "GetRun, 10,000 events beside 10, first call after a start", await cold(long), await cold(short)),
  ];
  await store.close();
  await rm(dir, { recursive: true, force: true });
  return rows;
};

/** Pins the same thing again and again: two events each time. */
const pinTimes = async (engine: Engine, runId: string, times: number): Promise<void> => {
  for (let i = 0; i < times; i++)
    await engine.pin(
      create(PinEvidenceRequestSchema, { runId, idempotencyKey: `pin${i}`, evidenceId: "vault:one", note: String(i) }),
      new AbortController().signal,
    );
};

const rowOf = (id: string, what: string, ours: number, floor: number): BenchRow => ({
  id,
  what,
  figure: `${ours.toFixed(3)} ms`,
  floor: `${floor.toFixed(3)} ms`,
  ratio: ours / floor,
  target: "≤ 1.5×",
});
