import { Code, ConnectError, type ConnectRouter } from "@connectrpc/connect";
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
  const watchers = new Set<() => void>();
  const status = () => (serving ? Status.SERVING : Status.NOT_SERVING);

  const state: HealthState = {
    isServing: () => serving,
    setServing(next) {
      serving = next;
      for (const wake of watchers) wake();
    },
  };

  async function* watch(known: () => boolean, signal: AbortSignal) {
    let told: Status | undefined;
    for (;;) {
      // Listening comes before looking, so that a change in between is not missed.
      const changed = nextChange(watchers, signal);
      const current = known() ? status() : Status.SERVICE_UNKNOWN;
      if (current !== told) yield { status: current };
      told = current;
      await changed;
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

/** Resolves at the next change, rejects with the reason when the watcher is gone; leaves no listener behind. */
const nextChange = (watchers: Set<() => void>, signal: AbortSignal): Promise<void> => {
  const changed = new Promise<void>((resolve, reject) => {
    const settle = () => {
      watchers.delete(settle);
      signal.removeEventListener("abort", settle);
      if (signal.aborted) reject(signal.reason);
      else resolve();
    };
    watchers.add(settle);
    signal.addEventListener("abort", settle, { once: true });
    if (signal.aborted) settle();
  });
  // The watcher may leave while it is being told something and never come to wait for this.
  changed.catch(() => undefined);
  return changed;
};
