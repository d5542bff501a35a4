import { Code, ConnectError, type ConnectRouter } from "@connectrpc/connect";
import { Bell } from "#kit/bell.ts";
import { Health, HealthCheckResponse_ServingStatus as Status } from "../../gen/grpc/health/v1/health_pb.ts";

/** Whether this server takes calls, as grpc.health.v1 tells it to load balancers, probes and `grpc_health_probe`. */
export interface HealthState {
  /** Tells every open Watch at once. */
  setServing(serving: boolean): void;
  isServing(): boolean;
}

/** The state and the route that serves it. "" asks for the whole server; all services of one server share its state. */
export const createHealth = (knows: (service: string) => boolean) => {
  let serving = true;
  const watchers = new Set<Bell>();
  const status = () => (serving ? Status.SERVING : Status.NOT_SERVING);

  const state: HealthState = {
    isServing: () => serving,
    setServing(next) {
      serving = next;
      for (const bell of watchers) bell.ring();
    },
  };

  async function* watch(known: () => boolean, signal: AbortSignal) {
    signal.throwIfAborted();
    const bell = new Bell(signal);
    watchers.add(bell);
    // Not in a `finally`: a generator whose reader has gone may never be resumed.
    signal.addEventListener("abort", () => watchers.delete(bell), { once: true });
    let told: Status | undefined;
    for (;;) {
      signal.throwIfAborted();
      const current = known() ? status() : Status.SERVICE_UNKNOWN;
      if (current !== told) yield { status: current };
      told = current;
      await bell.rung();
    }
  }

  const route = (router: ConnectRouter): void => {
    const isKnown = (service: string) => service === "" || knows(service);
    router.service(Health, {
      check({ service }) {
        if (!isKnown(service)) throw new ConnectError(`this server has no service "${service}"`, Code.NotFound);
        return { status: status() };
      },
      watch: ({ service }, context) => watch(() => isKnown(service), context.signal),
    });
  };

  return { state, route };
};
