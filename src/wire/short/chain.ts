import { create } from "@bufbuild/protobuf";
import type { Interceptor, UnaryResponse } from "@connectrpc/connect";
import { asRequest, type ShortCall } from "./short-call.ts";
import type { UnaryMethod } from "./unary-methods.ts";

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
