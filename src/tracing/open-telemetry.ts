import { OTLPMetricExporter } from "@opentelemetry/exporter-metrics-otlp-proto";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { MeterProvider, PeriodicExportingMetricReader } from "@opentelemetry/sdk-metrics";
import { BatchSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import { Traces } from "./traces.ts";
import { WholeTraces } from "./whole-traces.ts";

export interface TelemetryOptions {
  /** Address of a collector, such as http://127.0.0.1:4318; /v1/traces and /v1/metrics are put behind it. */
  readonly url: string;
  readonly version: string;
  /** What this server is called among others. */
  readonly replica: string;
  readonly codeOf: (error: unknown) => string;
  /** Share of the traces in which nothing failed that are sent, 0 to 1. */
  readonly share: number;
  /** How often what ended is sent, in milliseconds. Default: spans 5,000, metrics 60,000. */
  readonly everyMs?: number;
}

export interface Telemetry {
  readonly traces: Traces;
  /** Counts a call that ended: a method and a code of closed lists. */
  ended(call: { readonly method: string; readonly code: string; readonly durationMs?: number }): void;
  /** Sends what is left, for as long as `closeMs`. Never rejects. */
  close(): Promise<void>;
}

/** How long a collector may take for a batch, and for the last one when the server stops. */
const exportMs = 5_000;
const closeMs = 2_000;

/** Seconds, from a read out of memory to a turn of a model. */
const boundaries = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100, 300];

/**
 * Sends traces and metrics to a collector by OTLP, in protobuf over HTTP. What it cannot take is lost, and nothing waits for it: spans are
 * kept for 2,048 at most. Nothing is registered for the whole process.
 */
export const openTelemetry = ({ url, version, replica, codeOf, share, everyMs }: TelemetryOptions): Telemetry => {
  const at = (signal: string) => `${url.replace(/\/+$/, "")}/v1/${signal}`;
  const resource = resourceFromAttributes({
    "service.name": "pincite",
    "service.version": version,
    "service.instance.id": replica,
  });
  const batches = new BatchSpanProcessor({
    exporter: new OTLPTraceExporter({ url: at("traces"), timeoutMillis: exportMs }),
    scheduledDelayMillis: everyMs ?? 5_000,
    exportTimeoutMillis: exportMs,
  });
  const tracers = new TracerProvider({ resource, spanProcessors: [new WholeTraces(batches, share)] });
  const reader = new PeriodicExportingMetricReader({
    exporter: new OTLPMetricExporter({ url: at("metrics"), timeoutMillis: exportMs }),
    exportIntervalMillis: everyMs ?? 60_000,
    exportTimeoutMillis: Math.min(exportMs, everyMs ?? exportMs),
  });
  const meters = new MeterProvider({ resource, readers: [reader] });
  const meter = meters.getMeter("pincite", version);
  const calls = meter.createCounter("pincite.calls", { description: "Calls that ended, by method and code." });
  const seconds = meter.createHistogram("pincite.call.duration", {
    description: "How long calls took that came as far as their handler.",
    unit: "s",
    advice: { explicitBucketBoundaries: boundaries },
  });
  return {
    traces: new Traces(tracers.getTracer("pincite", version), codeOf),
    ended: ({ method, code, durationMs }) => {
      calls.add(1, { method, code });
      if (durationMs !== undefined) seconds.record(durationMs / 1_000, { method });
    },
    close: async () => {
      const closed = Promise.allSettled([tracers.shutdown(), meters.shutdown()]);
      const late = Promise.withResolvers<void>();
      const timer = setTimeout(late.resolve, closeMs);
      await Promise.race([closed, late.promise]);
      clearTimeout(timer);
    },
  };
};
