import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { create } from "@bufbuild/protobuf";
import {
  OrchestratorService,
  PinEvidenceRequestSchema,
  type WatchRunResponse,
} from "../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import type { Engine } from "../../src/engine/engine.ts";
import type { Views } from "../../src/engine/read/views.ts";
import { encodeCursor } from "../../src/rpc/cursor.ts";
import { orchestratorService } from "../../src/rpc/orchestrator-service.ts";
import { createPaging } from "../../src/rpc/paging.ts";
import { openLevelStore } from "../../src/store/level/open.ts";
import { storeLimits } from "../../src/store/limits.ts";
import { startOwnServer } from "../support/own-server.ts";
import { bareServer } from "./advance.ts";
import { Caller, type Measured, type Order } from "./caller.ts";
import { engineOver, readyToAdvance } from "./engine-fixture.ts";
import { timed } from "./measure.ts";
import type { BenchRow } from "./row.ts";

const clock = { now: () => Date.now() };
const streams = 64;
const pinsBefore = 500;
const pinsLive = 200;

/**
 * P16 over sockets: 64 streams of WatchRun to a client in a process of its own, beside a bare connect-node stream that yields the very
 * same messages. First of a journal that is there, then while pins are committed, whose own time counts in the floor.
 */
export const benchWatchers = async (): Promise<BenchRow[]> => {
  const dir = await mkdtemp(join(tmpdir(), "pincite-bench-"));
  const store = await openLevelStore({ dir, clock });
  const { engine, views } = engineOver(store);
  const facts = { serverVersion: "bench", profiles: [], providers: [], user: "bench", storeLimits };
  const paging = createPaging(new Uint8Array(32), "bench");
  const server = await startOwnServer({
    allowJson: false,
    routes: (router) => {
      router.service(OrchestratorService, orchestratorService(engine, views, paging, facts));
    },
  });
  const { runId } = await readyToAdvance(engine, 1);
  const alone = (await readyToAdvance(engine, 2)).runId;
  await pins(engine, runId, "before", pinsBefore);
  const { eventCount } = await views.run(runId);
  const messages = await told(views, runId, eventCount);
  const bare = await bareStream(messages);
  const caller = new Caller();
  const watch = (url: string, protocol: Order["protocol"], each: number, cursor = "") =>
    caller.call({ url, protocol, count: streams * each, atOnce: streams, watch: { runId, each, cursor } });
  try {
    const rows: BenchRow[] = [];
    for (const protocol of ["connect", "grpc"] as const) {
      await watch(server.url, protocol, 200);
      await watch(bare.url, protocol, 200);
      const ours = await watch(server.url, protocol, eventCount);
      const floor = await watch(bare.url, protocol, eventCount);
      const wanted = protocol === "connect" ? "≥ 0.9×" : "≥ 0.7×";
      rows.push(...rowsOf(`a journal of ${eventCount} events, ${protocol}`, ours, floor, wanted));

      const each = pinsLive * 2;
      const aloneMs = await timed(() => pins(engine, alone, protocol, pinsLive));
      const from = (await views.run(runId)).eventCount;
      const live = watch(server.url, protocol, each, encodeCursor("run", runId, BigInt(from)));
      // Whoever comes late catches up, and is measured from the first message on.
      await new Promise((resolve) => setTimeout(resolve, 2_000));
      await pins(engine, runId, protocol, pinsLive);
      const floorSeconds = aloneMs / 1_000 + (streams * each) / floor.callsPerSecond;
      const pinned = { ...floor, callsPerSecond: (streams * each) / floorSeconds };
      const [events] = rowsOf(`${pinsLive} pins as they are committed, ${protocol}`, await live, pinned, "≥ 0.6×");
      if (events) rows.push(events);
    }
    return rows;
  } finally {
    caller.stop();
    await server.stop(100);
    await bare.close();
    await store.close();
    await rm(dir, { recursive: true, force: true });
  }
};

/** What a watcher of the run is told, as the wire has it. */
const told = async (views: Views, runId: string, count: number): Promise<WatchRunResponse[]> => {
  const messages: WatchRunResponse[] = [];
  for await (const one of views.watchRun(runId, 0, new AbortController().signal)) {
    messages.push({ ...one, cursor: encodeCursor("run", runId, BigInt(one.seq)) });
    if (messages.length === count) break;
  }
  return messages;
};

/** Pins another document each time: two events. */
const pins = async (engine: Engine, runId: string, name: string, count: number): Promise<void> => {
  for (let n = 0; n < count; n++) {
    const request = { runId, idempotencyKey: `${name}-${n}`, evidenceId: "vault:one", note: `${name} ${n}` };
    await engine.pin(create(PinEvidenceRequestSchema, request), new AbortController().signal);
  }
};

/** A bare connect-node stream that yields these messages to whoever asks. */
const bareStream = (messages: readonly WatchRunResponse[]) =>
  bareServer((router) => {
    router.service(OrchestratorService, {
      async *watchRun() {
        yield* messages;
      },
    });
  });

const rowsOf = (what: string, ours: Measured, floor: Measured, target: string): BenchRow[] => [
  {
    id: "P16",
    what: `64 watchers over sockets, ${what}`,
    figure: `${ours.callsPerSecond.toFixed(0)} events/s`,
    floor: `${floor.callsPerSecond.toFixed(0)} events/s`,
    ratio: ours.callsPerSecond / floor.callsPerSecond,
    target,
  },
  {
    id: "P16",
    what: `64 watchers over sockets, ${what}: processor of the server for an event told`,
    figure: `${ours.cpuMicrosPerCall.toFixed(1)} µs`,
    floor: `${floor.cpuMicrosPerCall.toFixed(1)} µs`,
    ratio: ours.cpuMicrosPerCall / floor.cpuMicrosPerCall,
    target: "none",
  },
];
