import { type Context, SpanKind, SpanStatusCode } from "@opentelemetry/api";
import type { ReadableSpan, SpanProcessor } from "@opentelemetry/sdk-trace";

/** Traces whose root is under way, and spans of one, at most; of what is beyond, nothing is kept. */
const openMax = 2_000;
const spansMax = 1_000;

/**
 * Hands on whole traces, once their root has ended: each in which something failed, each that is no call, and of the others a part that is drawn from the id, so
 * that a trace is whole wherever it was drawn. What comes after its root goes the way of its trace if it is still known.
 */
export class WholeTraces implements SpanProcessor {
  readonly #next: SpanProcessor;
  readonly #share: number;
  readonly #open = new Map<string, ReadableSpan[]>();
  readonly #kept = new Set<string>();

  /** @param share of the traces in which nothing failed, 0 to 1 */
  constructor(next: SpanProcessor, share: number) {
    this.#next = next;
    this.#share = share;
  }

  onStart(_span: unknown, _parent: Context): void {}

  onEnd(span: ReadableSpan): void {
    const { traceId } = span.spanContext();
    if (span.parentSpanContext) {
      if (this.#kept.has(traceId)) this.#next.onEnd(span);
      else this.#held(traceId)?.push(span);
      return;
    }
    const spans = [...(this.#open.get(traceId) ?? []), span];
    this.#open.delete(traceId);
    // What is no call is a server that ends what another one left: rare, and worth to be seen.
    const isTakeOver = span.kind !== SpanKind.SERVER;
    if (!isTakeOver && !this.#isDrawn(traceId) && !spans.some(({ status }) => status.code === SpanStatusCode.ERROR))
      return;
    for (const one of spans) this.#next.onEnd(one);
    this.#kept.add(traceId);
    if (this.#kept.size > openMax) for (const oldest of this.#kept) if (this.#kept.delete(oldest)) break;
  }

  forceFlush(): Promise<void> {
    return this.#next.forceFlush();
  }

  shutdown(): Promise<void> {
    return this.#next.shutdown();
  }

  #held(traceId: string): ReadableSpan[] | undefined {
    let spans = this.#open.get(traceId);
    if (!spans) {
      if (this.#open.size >= openMax) for (const oldest of this.#open.keys()) if (this.#open.delete(oldest)) break;
      spans = [];
      this.#open.set(traceId, spans);
    }
    return spans.length < spansMax ? spans : undefined;
  }

  #isDrawn(traceId: string): boolean {
    return Number.parseInt(traceId.slice(-8), 16) < this.#share * 2 ** 32;
  }
}
