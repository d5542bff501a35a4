import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

/** A call that ended: `package.Service/Method`, its code, and how long it took where it came as far as its handler. */
export interface EndedCall {
  readonly method: string;
  readonly code: string;
  readonly durationMs?: number;
}

/** Methods that are told apart; what comes after so many is counted together. */
const methodsMax = 400;

/** From a read out of memory to a turn of a model, in seconds. */
const buckets = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100, 300];

/**
 * What Prometheus is told: calls by method and code, how long they took, whether each store answers, and the process. No label is made of
 * what a caller wrote: methods and codes are closed lists.
 */
export class Metrics {
  readonly #registry = new Registry();
  readonly #calls: Counter<"method" | "code">;
  readonly #seconds: Histogram<"method">;
  readonly #stores: Gauge<"store">;
  readonly #methods = new Set<string>();

  constructor(version: string) {
    const registers = [this.#registry];
    collectDefaultMetrics({ register: this.#registry });
    new Gauge({ name: "pincite_info", help: "Always 1.", labelNames: ["version"], registers }).set({ version }, 1);
    this.#calls = new Counter({
      name: "pincite_calls_total",
      help: "Calls that ended, by method and code.",
      labelNames: ["method", "code"],
      registers,
    });
    this.#seconds = new Histogram({
      name: "pincite_call_seconds",
      help: "How long calls took that came as far as their handler.",
      labelNames: ["method"],
      buckets,
      registers,
    });
    this.#stores = new Gauge({
      name: "pincite_store_up",
      help: "1 where the store answers, 0 where it is away.",
      labelNames: ["store"],
      registers,
    });
  }

  /** Counts a call that ended. */
  ended({ method, code, durationMs }: EndedCall): void {
    const known = this.#known(method);
    this.#calls.inc({ method: known, code });
    if (durationMs !== undefined) this.#seconds.observe({ method: known }, durationMs / 1_000);
  }

  /** The text that is scraped; `stores`: which of them answer. */
  text(stores: ReadonlyMap<string, boolean>): Promise<string> {
    for (const [store, isUp] of stores) this.#stores.set({ store }, isUp ? 1 : 0);
    return this.#registry.metrics();
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  #known(method: string): string {
    if (!this.#methods.has(method) && this.#methods.size >= methodsMax) return "other";
    this.#methods.add(method);
    return method;
  }
}
