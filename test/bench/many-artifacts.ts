import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { create, toBinary } from "@bufbuild/protobuf";
import { ArtifactRefSchema } from "../../gen/pincite/artifact/v1/artifact_ref_pb.ts";
import { ArtifactService } from "../../gen/pincite/artifact/v1/artifact_service_pb.ts";
import { EvidencePinnedSchema, RunEventSchema } from "../../gen/pincite/journal/v1/run_event_pb.ts";
import { CreateRunRequestSchema } from "../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { artifactService } from "../../src/rpc/artifact-service.ts";
import { createPaging } from "../../src/rpc/paging.ts";
import { openLevelStore } from "../../src/store/level/open.ts";
import type { Store } from "../../src/store/store.ts";
import { startOwnServer } from "../support/own-server.ts";
import { Caller } from "./caller.ts";
import { engineOver } from "./engine-fixture.ts";
import { rate } from "./measure.ts";
import type { BenchRow } from "./row.ts";

const clock = { now: () => Date.now() };
const perRun = 100;
const runsSmall = 10;
const runsLarge = 10_000;
const callsMeasured = 3_000;

/**
 * P7: GetArtifact over gRPC from a store of 1,000,000 artifacts in 10,000 runs, beside one of 1,000 in 10, each by 3,000 digests drawn
 * over all runs, one call after the other, the client in a process of its own, both stores opened anew. An artifact is told with the run
 * and event that recorded it, so that a run nobody has asked for is read first; the second row asks again for what was asked for
 * before.
 */
export const benchManyArtifacts = async (): Promise<BenchRow[]> => {
  const dir = await mkdtemp(join(tmpdir(), "pincite-bench-"));
  const caller = new Caller();
  try {
    const small = await measured(caller, join(dir, "small"), runsSmall);
    const large = await measured(caller, join(dir, "large"), runsLarge);
    const rowOf = (what: string, ours: number, floor: number): BenchRow => ({
      id: "P7",
      what: `GetArtifact, 1,000,000 artifacts in 10,000 runs beside 1,000 in 10, p50, ${what}`,
      figure: `${ours.toFixed(3)} ms`,
      floor: `${floor.toFixed(3)} ms`,
      ratio: ours / floor,
      target: "≤ 2×",
    });
    return [
      rowOf("each for the first time", large.firstMs, small.firstMs),
      rowOf("asked for before", large.againMs, small.againMs),
    ];
  } finally {
    caller.stop();
    await rm(dir, { recursive: true, force: true });
  }
};

const measured = async (caller: Caller, dir: string, runs: number): Promise<{ firstMs: number; againMs: number }> => {
  const filled = await openLevelStore({ dir, clock });
  await fill(filled, runs);
  await filled.close();
  const store = await openLevelStore({ dir, clock });
  const { views } = engineOver(store, undefined, runs);
  const paging = createPaging(new Uint8Array(32), "bench");
  const server = await startOwnServer({
    allowJson: false,
    routes: (router) => {
      router.service(ArtifactService, artifactService(views, paging));
    },
  });
  try {
    const digests = drawn(runs);
    const ask = async (asked: readonly string[]): Promise<number> =>
      (await caller.call({ url: server.url, protocol: "grpc", count: asked.length, atOnce: 1, digests: asked })).p50Ms;
    // The way itself is warmed up by digests of one run.
    await ask(Array.from({ length: 300 }, (_, at) => digestOf(contentOf(0, at % perRun))));
    const firstMs = await ask(digests);
    // What fits into memory: the last that were asked for.
    const againMs = await ask(digests.slice(-300));
    return { firstMs, againMs };
  } finally {
    await server.stop(100);
    await store.close();
  }
};

/** Runs as the engine begins them, each with an event that made so many artifacts known. */
const fill = async (store: Store, runs: number): Promise<void> => {
  const { engine } = engineOver(store);
  await rate(runs, 64, async (n) => {
    const request = create(CreateRunRequestSchema, { idempotencyKey: `c${n}`, title: `Run ${n}` });
    const runId = (await engine.create(request)).runContext?.runId ?? "";
    const blobs = Array.from({ length: perRun }, (_, at) => contentOf(n, at));
    const artifacts = blobs.map((blob) => ({
      role: "tool_output",
      ref: create(ArtifactRefSchema, {
        kind: "opaque:bench",
        version: 1,
        digest: digestOf(blob),
        sizeBytes: BigInt(blob.length),
      }),
    }));
    const event = { case: "evidencePinned" as const, value: create(EvidencePinnedSchema, { evidenceId: "vault:one" }) };
    const timeIso = new Date().toISOString();
    const body = toBinary(RunEventSchema, create(RunEventSchema, { timeIso, artifacts, event }));
    const expect = await store.head("bench", runId);
    await store.commit({ owner: "bench", stream: runId, expect, events: [{ type: "bench", body }], blobs });
  });
};

/** Some 200 bytes that no other artifact has, and that do not shrink much. */
const contentOf = (run: number, at: number): Uint8Array => {
  const seed = createHash("sha512").update(`${run}/${at}`).digest("base64");
  return new TextEncoder().encode(`Artifact ${at} of run ${run}: ${seed}${seed.slice(0, 80)}`);
};

const digestOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** Digests over all runs, by a fixed draw. */
const drawn = (runs: number): string[] => {
  let state = 20_261_123;
  const next = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  return Array.from({ length: callsMeasured }, () => digestOf(contentOf(next(runs), next(perRun))));
};
