import { type Client, createClient, type Transport } from "@connectrpc/connect";
import { createConnectTransport, createGrpcTransport } from "@connectrpc/connect-node";
import { Health } from "../../gen/grpc/health/v1/health_pb.ts";
import { OrchestratorService } from "../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import type { Order, Outcome } from "./caller.ts";
import { medianMs, rate } from "./measure.ts";

// The client of a bench in a process of its own, so that what it costs falls on nobody whose processor is measured.

interface Clients {
  readonly health: Client<typeof Health>;
  readonly orchestrator: Client<typeof OrchestratorService>;
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
  };
  byAddress.set(key, clients);
  return clients;
};

const callOf = (order: Order): ((i: number) => Promise<unknown>) => {
  const { health, orchestrator } = clientsOf(order);
  if (order.runs === undefined) return () => health.check({});
  const { runs } = order;
  return (i) => {
    const { runId, version } = runs[i]!;
    return orchestrator.advance({ runId, idempotencyKey: "a", expectedVersion: version });
  };
};

process.on("message", async (order: Order) => {
  const call = callOf(order);
  const { count, atOnce } = order;
  const outcome: Outcome =
    atOnce === 1
      ? { p50Ms: await medianMs(count, call), callsPerSecond: 0 }
      : { p50Ms: 0, callsPerSecond: await rate(count, atOnce, call) };
  process.send?.(outcome);
});
