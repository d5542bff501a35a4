import type { IncomingHttpHeaders } from "node:http2";
import type { DescMessage, DescMethod, Message } from "@bufbuild/protobuf";
import { Code, ConnectError, type ContextValues, type HandlerContext, type UnaryRequest } from "@connectrpc/connect";
import { callOver } from "../refused-early.ts";

/** What is known of a call when its headers have come. */
export interface CallHead {
  readonly method: DescMethod;
  readonly protocolName: "connect" | "grpc";
  readonly headers: IncomingHttpHeaders;
  readonly contextValues: ContextValues;
  /** From the headers, no longer than the method's own; above 0, and Infinity for a watch whose caller names none. */
  readonly timeoutMs: number;
}

/**
 * One call, as interceptors see it (UnaryRequest) and as its handler does (HandlerContext). Headers are made into objects only where
 * somebody looks at them, which few do: making them was a tenth of a call.
 */
export class ShortCall implements HandlerContext {
  readonly stream = false as const;
  readonly requestMethod = "POST";
  readonly method: DescMethod;
  readonly service: DescMethod["parent"];
  readonly protocolName: string;
  readonly contextValues: ContextValues;
  /** Set once the body has been read. */
  message!: Message;
  readonly #headers: IncomingHttpHeaders;
  readonly #end = new AbortController();
  readonly #endsAtMs: number;
  readonly #deadline: NodeJS.Timeout | undefined;
  #requestHeader: Headers | undefined;
  #responseHeader: Headers | undefined;
  #responseTrailer: Headers | undefined;

  constructor({ method, protocolName, headers, contextValues, timeoutMs }: CallHead) {
    this.method = method;
    this.service = method.parent;
    this.protocolName = protocolName;
    this.contextValues = contextValues;
    this.#headers = headers;
    this.#endsAtMs = Date.now() + timeoutMs;
    this.#deadline = Number.isFinite(timeoutMs) ? setTimeout(() => this.end(timedOut()), timeoutMs) : undefined;
  }

  get values(): ContextValues {
    return this.contextValues;
  }

  get signal(): AbortSignal {
    return this.#end.signal;
  }

  get url(): string {
    return `http://${this.#headers[":authority"] ?? this.#headers.host}${this.#headers[":path"]}`;
  }

  /** Undefined where it has no end. */
  timeoutMs(): number | undefined {
    return this.#deadline && this.#endsAtMs - Date.now();
  }

  get header(): Headers {
    this.#requestHeader ??= webHeaders(this.#headers);
    return this.#requestHeader;
  }

  get requestHeader(): Headers {
    return this.header;
  }

  get responseHeader(): Headers {
    this.#responseHeader ??= new Headers();
    return this.#responseHeader;
  }

  get responseTrailer(): Headers {
    this.#responseTrailer ??= new Headers();
    return this.#responseTrailer;
  }

  /** What interceptors are told of a call, in an object that may be copied. */
  get requestParts() {
    const { requestMethod, method, service, url, signal, header, contextValues } = this;
    return { requestMethod, method, service, url, signal, header, contextValues };
  }

  /** What a handler is told of it whose signal is another: that of an interceptor. */
  contextOf(signal: AbortSignal): HandlerContext {
    const { protocolName, values, responseHeader, responseTrailer, requestParts } = this;
    const { header: requestHeader, contextValues: _, ...parts } = requestParts;
    const timeoutMs = () => this.timeoutMs();
    return { ...parts, protocolName, values, requestHeader, responseHeader, responseTrailer, signal, timeoutMs };
  }

  /** What a handler set, where it set anything. */
  get given(): { readonly header: Headers | undefined; readonly trailer: Headers | undefined } {
    return { header: this.#responseHeader, trailer: this.#responseTrailer };
  }

  /** Ends the call: its deadline no longer runs, and whoever holds its signal is told. Repeated calls change nothing. */
  end(reason: Error = callOver): void {
    clearTimeout(this.#deadline);
    if (!this.#end.signal.aborted) this.#end.abort(reason);
  }
}

/** The call as interceptors want it; they read it and hand it on. */
export const asRequest = (call: ShortCall): UnaryRequest<DescMessage> => call as unknown as UnaryRequest<DescMessage>;

const timedOut = () => new ConnectError("the operation timed out", Code.DeadlineExceeded);

const webHeaders = (headers: IncomingHttpHeaders): Headers => {
  const made = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || name.startsWith(":")) continue;
    for (const one of Array.isArray(value) ? value : [value]) made.append(name, one);
  }
  return made;
};
