import { SpanKind, SpanStatusCode } from "@opentelemetry/api";
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import { describe, expect, it } from "vitest";
import { Traces } from "../../src/tracing/traces.ts";
import { WholeTraces } from "../../src/tracing/whole-traces.ts";

const drawn = (share: number) => {
  const exporter = new InMemorySpanExporter();
  const provider = new TracerProvider({
    spanProcessors: [new WholeTraces(new SimpleSpanProcessor({ exporter }), share)],
  });
  const traces = new Traces(provider.getTracer("test"), () => "internal");
  return { exporter, traces, tracer: provider.getTracer("test") };
};

const method = { parent: { typeName: "pincite.test.v1.TestService" }, name: "Try" };

/** One call through the interceptor, as the server makes it. */
const call = ({ traces }: ReturnType<typeof drawn>, work: () => Promise<void>): Promise<unknown> =>
  traces.calls(async () => {
    await work();
    return { stream: false } as never;
  })({ method } as never);

describe("whole traces", () => {
  it("are sent in the part that is drawn, whole or not at all", async () => {
    const all = drawn(0.1);
    for (let n = 0; n < 2_000; n++) {
      await call(all, async () => {
        await all.traces.step("decide", {}, async () => undefined);
        await all.traces.step("commit", {}, async () => undefined);
      });
    }
    const byTrace = new Map<string, string[]>();
    for (const span of all.exporter.getFinishedSpans()) {
      const { traceId } = span.spanContext();
      byTrace.set(traceId, [...(byTrace.get(traceId) ?? []), span.name]);
    }
    // 200 ± 13.4: six times that.
    expect(byTrace.size).toBeGreaterThan(120);
    expect(byTrace.size).toBeLessThan(280);
    const wholes = new Set([...byTrace.values()].map((names) => names.toSorted().join()));
    expect([...wholes]).toEqual(["commit,decide,pincite.test.v1.TestService/Try"]);
  });

  it("are always sent where something failed, with a code and no word of it", async () => {
    const none = drawn(0);
    for (let n = 0; n < 20; n++)
      await expect(
        call(none, () => none.traces.step("tool", {}, () => Promise.reject(new Error("Geheim")))),
      ).rejects.toThrow("Geheim");
    await call(none, async () => undefined);
    const spans = none.exporter.getFinishedSpans();
    expect(spans).toHaveLength(40);
    expect(spans.every(({ status }) => status.code === SpanStatusCode.ERROR)).toBe(true);
    expect(
      JSON.stringify(spans.map(({ attributes, events, status }) => ({ attributes, events, status }))),
    ).not.toContain("Geheim");
  });

  it("of one lease link to one place, whichever server draws them, and what a timer ends is always sent", async () => {
    const [one, other] = [drawn(0), drawn(0)];
    const lease = "ann/turn/run-1";
    await one.traces.step("commit", { lease }, async () => undefined);
    await other.traces.step("commit", { lease }, async () => undefined);
    await other.traces.step("commit", { lease: "ann/turn/run-2" }, async () => undefined);
    const linked = [one, other].flatMap(({ exporter }) =>
      exporter.getFinishedSpans().map(({ links }) => links[0]?.context.spanId),
    );
    expect(linked).toHaveLength(3);
    expect(linked[0]).toBe(linked[1]);
    expect(linked[2]).not.toBe(linked[0]);
  });

  it("keep a bounded number of spans of calls that never end", () => {
    const sent: unknown[] = [];
    const next = { onEnd: (span: unknown) => void sent.push(span) };
    const processor = new WholeTraces(next as never, 1);
    const span = (n: number, isRoot: boolean) => {
      const context = { traceId: n.toString(16).padStart(32, "0"), spanId: "2".repeat(16), traceFlags: 1 };
      const parent = isRoot ? {} : { parentSpanContext: context };
      return { kind: SpanKind.SERVER, spanContext: () => context, status: { code: SpanStatusCode.UNSET }, ...parent };
    };
    for (let n = 0; n < 5_000; n++) processor.onEnd(span(n, false) as never);
    expect(sent).toEqual([]);
    // The first of them is forgotten, the last is not.
    for (const n of [0, 4_999]) processor.onEnd(span(n, true) as never);
    expect(sent).toHaveLength(3);
  });
});
