import { AsyncLocalStorage } from "node:async_hooks";
import { createHash } from "node:crypto";
import type { Interceptor } from "@connectrpc/connect";
import {
  type Attributes,
  type Context,
  type Link,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from "@opentelemetry/api";

/** What a span is of, in words of a closed list; the call itself is the root. */
export type Step = "decide" | "commit" | "tool" | "model";

/** What a step says of itself: names and numbers of closed lists, never a word of what is kept. */
export interface Said {
  readonly attributes?: Attributes;
  /** A lease under which it is done: whoever goes on under the same lease, on whichever server, links to the same place. */
  readonly lease?: string;
}

/** Draws the spans of calls: each step stands in the one that it was begun in. */
export class Traces {
  readonly #tracer: Tracer;
  readonly #within = new AsyncLocalStorage<Context>();
  readonly #codeOf: (error: unknown) => string;

  /** @param codeOf the code of the closed list that an error leaves the server with */
  constructor(tracer: Tracer, codeOf: (error: unknown) => string) {
    this.#tracer = tracer;
    this.#codeOf = codeOf;
  }

  /** Whether a call is under way, rather than a timer. */
  get isUnderWay(): boolean {
    return this.#within.getStore() !== undefined;
  }

  /** Does a step of whatever is under way, or one by itself where nothing is (a timer). */
  async step<T>(
    step: Step,
    { attributes = {}, lease }: Said,
    work: () => Promise<T>,
    result?: (given: T) => Attributes,
  ): Promise<T> {
    const parent = this.#within.getStore() ?? ROOT_CONTEXT;
    const kind = step === "decide" ? SpanKind.INTERNAL : SpanKind.CLIENT;
    const links = lease === undefined ? [] : [linkOf(lease)];
    const span = this.#tracer.startSpan(step, { kind, attributes, links }, parent);
    try {
      const given = await this.#within.run(trace.setSpan(parent, span), work);
      if (result) span.setAttributes(result(given));
      return given;
    } catch (error) {
      this.#failed(span, error);
      throw error;
    } finally {
      span.end();
    }
  }

  /** The span of each call, around its handler, and around each message of a stream. */
  readonly calls: Interceptor = (next) => async (request) => {
    const { parent, name } = request.method;
    const attributes = { "rpc.system": "grpc", "rpc.service": parent.typeName, "rpc.method": name };
    const span = this.#tracer.startSpan(
      `${parent.typeName}/${name}`,
      { kind: SpanKind.SERVER, attributes },
      ROOT_CONTEXT,
    );
    const context = trace.setSpan(ROOT_CONTEXT, span);
    try {
      const response = await this.#within.run(context, () => next(request));
      if (response.stream) return { ...response, message: this.#each(response.message, context, span) };
      span.end();
      return response;
    } catch (error) {
      this.#failed(span, error);
      span.end();
      throw error;
    }
  };

  /** Iterated by hand, so that what makes each message knows whose it is, and a stream that is left is left. */
  async *#each<T>(messages: AsyncIterable<T>, context: Context, span: Span): AsyncGenerator<T> {
    const iterator = messages[Symbol.asyncIterator]();
    try {
      for (;;) {
        const step = await this.#within.run(context, () => iterator.next());
        if (step.done === true) return;
        yield step.value;
      }
    } catch (error) {
      this.#failed(span, error);
      throw error;
    } finally {
      span.end();
      iterator.return?.().catch(() => undefined);
    }
  }

  /** Nothing of an error but its code: a message may quote what it failed on. A caller who leaves is no error. */
  #failed(span: Span, error: unknown): void {
    const code = this.#codeOf(error);
    span.setAttribute("pincite.code", code);
    if (code !== "canceled") span.setStatus({ code: SpanStatusCode.ERROR });
  }
}

/** A place that both spans of a lease that changed hands can name, without either having heard of the other: made of the lease's key alone. */
const linkOf = (lease: string): Link => {
  const digest = createHash("sha256").update(`pincite/lease/${lease}`).digest("hex");
  const context = {
    traceId: digest.slice(0, 32),
    spanId: digest.slice(32, 48),
    traceFlags: TraceFlags.NONE,
    isRemote: true,
  };
  return { context, attributes: { "pincite.link": "lease" } };
};
