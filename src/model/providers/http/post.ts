import { DomainError } from "../../../error.ts";
import { worded } from "../../../messages/said.ts";
import { ProviderError, type ProviderFailure } from "../../provider.ts";

/** One call of a provider over HTTP. */
export interface Call {
  /** Name of the provider, for errors. */
  readonly provider: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text. */
  readonly body: string;
  /** The whole call, the last byte of the answer included. */
  readonly timeoutMs: number;
  /** Cancels the call. */
  readonly signal: AbortSignal;
  /** More than any honest answer needs on the wire. */
  readonly wireBytesMax: number;
}

/** An answer whose status said success: whether it is a stream of events, and its bytes as they come. */
export interface Answer {
  readonly streamed: boolean;
  readonly chunks: AsyncIterable<Uint8Array>;
}

/**
 * Sends one POST and reads its answer with `read`; the connection is cut when `read` is done, whatever became of it. No
 * second try, no redirect. Every failure becomes a ProviderError without a word of the other side.
 *
 * Errors: ProviderError, CANCELLED.
 */
export const post = async <T>(call: Call, read: (answer: Answer) => Promise<T>): Promise<T> => {
  const done = new AbortController();
  const deadline = AbortSignal.timeout(call.timeoutMs);
  const signal = AbortSignal.any([call.signal, deadline, done.signal]);
  try {
    const response = await send(call, signal);
    return await read(response);
  } catch (error) {
    if (call.signal.aborted && !isTimeout(call.signal.reason)) throw cancelled();
    if (call.signal.aborted || deadline.aborted) throw new ProviderError(call.provider, "deadline", partialOf(error));
    throw error instanceof DomainError ? error : new ProviderError(call.provider, "hang_up");
  } finally {
    done.abort();
  }
};

const isTimeout = (reason: unknown): boolean => reason instanceof DOMException && reason.name === "TimeoutError";

const partialOf = (error: unknown) => (error instanceof ProviderError ? error.partial : undefined);

const cancelled = (): DomainError =>
  new DomainError("CANCELLED", worded("error.the-turn-was-cancelled-before-the-model"));

const send = async (call: Call, signal: AbortSignal): Promise<Answer> => {
  const { url, headers, body, provider } = call;
  const request = { method: "POST", headers: { ...headers, "content-type": "application/json" }, body, signal };
  const response = await fetch(url, { ...request, redirect: "manual", credentials: "omit" }).catch(() => {
    throw new ProviderError(provider, "unreachable");
  });
  if (response.status !== 200 || !response.body)
    throw new ProviderError(provider, failureOf(response.status), undefined, {
      status: String(response.status),
      ...retryAfter(response),
    });
  const streamed = /^text\/event-stream\b/i.test(response.headers.get("content-type") ?? "");
  return { streamed, chunks: limited(response.body, call) };
};

/** Statuses whose answer may say how long to wait. */
const waits: ReadonlySet<number> = new Set([429, 503, 529]);
/** A longer wait than a day is a mistake of the other side's. */
const waitMostSeconds = 86_400;

/**
 * How long the other side asks to wait, in whole seconds: as it says, or until the day and time it names, counted from its own
 * clock. Nothing where it says neither, or what cannot be: what stands there is text from outside, and only a number is told.
 */
const retryAfter = ({ status, headers }: Response): Record<string, string> => {
  const said = headers.get("retry-after")?.trim() ?? "";
  if (!waits.has(status) || said === "") return {};
  const until = (Date.parse(said) - Date.parse(headers.get("date") ?? "")) / 1_000;
  const seconds = /^\d{1,6}$/.test(said) ? Number(said) : Math.ceil(until);
  return seconds > 0 && seconds <= waitMostSeconds ? { retry_after_seconds: String(seconds) } : {};
};

/** What a status means for who asked. 529 is Anthropic's own for "overloaded". */
const failureOf = (status: number): ProviderFailure => {
  if (status === 401 || status === 403) return "unauthorised";
  if (status === 408 || status === 504) return "deadline";
  if (status === 413 || status === 400 || status === 404 || status === 422) return "request_refused";
  if (status === 429) return "rate_limited";
  if (status === 503 || status === 529) return "overloaded";
  return status >= 500 ? "server_error" : "malformed";
};

async function* limited(body: ReadableStream<Uint8Array>, call: Call): AsyncIterable<Uint8Array> {
  let seen = 0;
  for await (const chunk of body) {
    seen += chunk.length;
    if (seen > call.wireBytesMax) throw new ProviderError(call.provider, "oversize");
    yield chunk;
  }
}
