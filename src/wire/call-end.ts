import type { DescMethod } from "@bufbuild/protobuf";
import { Code, ConnectError, type Interceptor } from "@connectrpc/connect";
import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";
import { methodPath } from "./deadline.ts";
import { hasReason } from "./error.ts";

/**
 * Ends a call when its deadline passes, its caller leaves, or (watches only) the server drains, whether or not the handler
 * looks at its signal: the caller is answered on time and a watcher that waits for news does not hold up a shutdown.
 * The handler sees the same end through `ctx.signal`. A call with one answer is not told of a drain: it may finish.
 */
export const callEnd =
  (drain: AbortSignal, longMethods: ReadonlySet<string> = new Set()): Interceptor =>
  (next) =>
  async (request) => {
    if (!request.stream) return orAborted(request.signal, next(request));
    const link = linkSignals(mayFinish(request.method, longMethods) ? [request.signal] : [request.signal, drain]);
    try {
      const response = await orAborted(link.signal, next({ ...request, signal: link.signal }));
      if (!response.stream) return response;
      return { ...response, message: untilAborted(response.message, link) };
    } catch (error) {
      link.release();
      throw error;
    }
  };

/** Streams that are no watch: those with one answer, and a long call that tells of its progress (GuideStream). */
const mayFinish = (method: DescMethod, longMethods: ReadonlySet<string>): boolean =>
  method.methodKind === "client_streaming" ||
  (method.methodKind === "server_streaming" && longMethods.has(methodPath(method)));

/**
 * Why a signal ended its call: our own reason or a deadline, and CANCELLED for a caller who left. A connection that breaks is a caller
 * who left too, although the library then gives the code of its broken stream, INTERNAL among others.
 */
export const endReason = (signal: AbortSignal): Error => {
  const { reason } = signal;
  if (reason instanceof DomainError) return reason;
  if (reason instanceof ConnectError && (reason.code === Code.DeadlineExceeded || hasReason(reason))) return reason;
  return new DomainError("CANCELLED", worded("error.the-call-was-cancelled"), {}, { cause: reason });
};

interface Link {
  readonly signal: AbortSignal;
  /** Takes the listeners off again; the drain signal lives as long as the server. */
  release(): void;
}

const linkSignals = (signals: AbortSignal[]): Link => {
  const controller = new AbortController();
  const listeners = signals.map((signal) => [signal, () => controller.abort(endReason(signal))] as const);
  for (const [signal, listener] of listeners) {
    if (signal.aborted) listener();
    else signal.addEventListener("abort", listener, { once: true });
  }
  const release = () => {
    for (const [signal, listener] of listeners) signal.removeEventListener("abort", listener);
  };
  return { signal: controller.signal, release };
};

/** The promise, or the signal's reason as a rejection, whichever is first. The other one's outcome is dropped. */
const orAborted = <T>(signal: AbortSignal, promise: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const onAbort = () => reject(endReason(signal));
    if (signal.aborted) onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });

/**
 * Iterates by hand, not with `yield*`: a generator that waits for its next message queues `return` behind that message,
 * so a stalled watch could not be left.
 */
async function* untilAborted<T>(messages: AsyncIterable<T>, link: Link): AsyncGenerator<T> {
  const iterator = messages[Symbol.asyncIterator]();
  try {
    for (;;) {
      const step = await orAborted(link.signal, iterator.next());
      if (step.done === true) return;
      yield step.value;
    }
  } finally {
    link.release();
    iterator.return?.().catch(() => undefined);
  }
}
