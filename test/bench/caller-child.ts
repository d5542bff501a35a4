import { type Client, createClient, type Transport } from "@connectrpc/connect";
import { createConnectTransport, createGrpcTransport } from "@connectrpc/connect-node";
import { Health } from "../../gen/grpc/health/v1/health_pb.ts";
import { ArtifactService } from "../../gen/pincite/artifact/v1/artifact_service_pb.ts";
import { OrchestratorService } from "../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import type { Order, Outcome, Watched } from "./caller.ts";
import { medianMs, rate } from "./measure.ts";

// The client of a bench in a process of its own, so that what it costs falls on nobody whose processor is measured.

interface Clients {
  readonly health: Client<typeof Health>;
  readonly orchestrator: Client<typeof OrchestratorService>;
  readonly artifacts: Client<typeof ArtifactService>;
}

const byAddress = new Map<string, Clients>();

const clientsOf = ({ url, protocol }: Order): Clients => {
  const key = `${protocol} ${url}`;
  const transport: Transport =
    protocol === "grpc"
      ? createGrpcTransport({ baseUrl: url })
      : createConnectTransport({ baseUrl: url, httpVersion: "2", useBinaryFormat: true });
  const clients = byAddress.get(key) ?? {
    health: createClient(Health, transport),
    orchestrator: createClient(OrchestratorService, transport),
    artifacts: createClient(ArtifactService, transport),
  };
  byAddress.set(key, clients);
  return clients;
};

const callOf = (order: Order): ((i: number) => Promise<unknown>) => {
  const { health, orchestrator, artifacts } = clientsOf(order);
  const { runs, digests } = order;
  if (digests) return (i) => artifacts.getArtifact({ digest: digests[i]! });
  if (runs === undefined) return () => health.check({});
  return (i) => {
    const { runId, version } = runs[i]!;
    return orchestrator.advance({ runId, idempotencyKey: "a", expectedVersion: version });
  };
};

/** Events a second, from the first that any stream was told to the last. */
const watchRate = async (order: Order, { runId, each, cursor }: Watched): Promise<number> => {
  const { orchestrator } = clientsOf(order);
  let [began, count] = [0, 0];
  const stream = async (): Promise<void> => {
    const stop = new AbortController();
    let told = 0;
    for await (const _event of orchestrator.watchRun({ runId, cursor }, { signal: stop.signal })) {
      began ||= performance.now();
      count++;
      if (++told === each) break;
    }
    stop.abort();
    if (told < each) throw new Error(`a stream ended after ${told} of ${each} events`);
  };
  await Promise.all(Array.from({ length: order.atOnce }, stream));
  return (count / (performance.now() - began)) * 1_000;
};

process.on("message", async (order: Order) => {
  if (order.watch) {
    process.send?.({ p50Ms: 0, callsPerSecond: await watchRate(order, order.watch) } satisfies Outcome);
    return;
  }
  const call = callOf(order);
  const { count, atOnce } = order;
  const outcome: Outcome =
    atOnce === 1
      ? { p50Ms: await medianMs(count, call), callsPerSecond: 0 }
      : { p50Ms: 0, callsPerSecond: await rate(count, atOnce, call) };
  process.send?.(outcome);
});
