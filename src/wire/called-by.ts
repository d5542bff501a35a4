import { AsyncLocalStorage } from "node:async_hooks";
import type { Interceptor } from "@connectrpc/connect";
import { type Person, principalOf } from "./principal.ts";

/** Tells whoever works for a call which person it is made by, and the interceptor that notes it for each. */
export interface CalledBy {
  readonly interceptor: Interceptor;
  /** The person who signed in for the call that is worked for; undefined where nobody did, and outside of calls. */
  person(): Person | undefined;
}

/** What is begun in a call belongs to its caller to its end, also where it outlives the call: a turn whose stream was cut. */
export const createCalledBy = (): CalledBy => {
  const current = new AsyncLocalStorage<Person | undefined>();
  return {
    person: () => current.getStore(),
    interceptor: (next) => (request) => {
      const { person } = principalOf(request.contextValues);
      if (!person) return next(request);
      return current.run(person, async () => {
        const response = await next(request);
        return response.stream ? { ...response, message: within(current, person, response.message) } : response;
      });
    },
  };
};

/** The same messages. What makes them runs when they are asked for, which is after the call was handed on. */
export const within = <S, T>(
  current: AsyncLocalStorage<S>,
  person: S,
  messages: AsyncIterable<T>,
): AsyncIterable<T> => ({
  [Symbol.asyncIterator]: () => {
    const iterator = current.run(person, () => messages[Symbol.asyncIterator]());
    return {
      next: () => current.run(person, () => iterator.next()),
      return: async (value) =>
        current.run(person, async () => (await iterator.return?.(value)) ?? { done: true, value: undefined }),
    };
  },
});
