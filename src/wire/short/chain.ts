import { create, type Message } from "@bufbuild/protobuf";
import type { Interceptor, StreamRequest, StreamResponse, UnaryResponse } from "@connectrpc/connect";
import { extra, missing } from "./framing.ts";
import { asRequest, type ShortCall } from "./short-call.ts";
import type { StreamMethod, UnaryMethod } from "./short-methods.ts";

/** Takes a call whose message has been read through the interceptors to its handler. */
export type Chain = (call: ShortCall) => Promise<UnaryResponse>;

/** The interceptors around a handler, first one outermost; put together once and not for each call. */
export const chainOf = ({ method, answer }: UnaryMethod, interceptors: readonly Interceptor[]): Chain => {
  const innermost = async (call: ShortCall) => ({
    stream: false as const,
    service: method.parent,
    method,
    message: create(method.output, await answer(call.message, call)),
    get header() {
      return call.responseHeader;
    },
    get trailer() {
      return call.responseTrailer;
    },
  });
  // The library's type speaks of streams too; what goes through here has one message each way.
  const chain = interceptors.reduceRight(
    (next, interceptor) => interceptor(next),
    innermost as unknown as ReturnType<Interceptor>,
  );
  return (call) => chain(asRequest(call)) as Promise<UnaryResponse>;
};

/** Takes a call with the messages of its caller through the interceptors to its handler, which answers with many. */
export type StreamChain = (call: ShortCall, messages: AsyncIterable<Message>) => Promise<StreamResponse>;

/** As `chainOf`, for a method with one request and many answers. */
export const streamChainOf =
  ({ method, answer }: StreamMethod, interceptors: readonly Interceptor[]): StreamChain =>
  (call, messages) => {
    const innermost = async (request: StreamRequest): Promise<StreamResponse> => ({
      stream: true,
      service: method.parent,
      method,
      message: made(answer(await onlyOne(request.message), call.contextOf(request.signal))),
      header: call.responseHeader,
      trailer: call.responseTrailer,
    });
    async function* made(answers: ReturnType<typeof answer>): AsyncGenerator<Message> {
      for await (const one of answers) yield create(method.output, one);
    }
    const chain = interceptors.reduceRight(
      (next, interceptor) => interceptor(next),
      innermost as unknown as ReturnType<Interceptor>,
    );
    // Written out, because interceptors hand on copies.
    const request = { ...call.requestParts, stream: true, message: messages } as StreamRequest;
    return chain(request) as Promise<StreamResponse>;
  };

const onlyOne = async (messages: AsyncIterable<Message>): Promise<Message> => {
  const iterator = messages[Symbol.asyncIterator]();
  const first = await iterator.next();
  if (first.done === true) throw missing("server-streaming");
  if ((await iterator.next()).done !== true) throw extra("server-streaming");
  return first.value;
};
