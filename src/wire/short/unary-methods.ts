import type { DescMessage, DescMethod, Message, MessageInitShape } from "@bufbuild/protobuf";
import type { ConnectRouter, HandlerContext } from "@connectrpc/connect";
import type { Routes } from "../guard.ts";

/** What answers one request with one message. */
export type Answer = (
  request: Message,
  context: HandlerContext,
) => Promise<MessageInitShape<DescMessage>> | MessageInitShape<DescMessage>;

/** A method with one request and one answer, and what answers it. */
export interface UnaryMethod {
  readonly method: DescMethod;
  readonly answer: Answer;
}

/**
 * The routes, unchanged, which note their unary methods by path (`/package.Service/Method`) while they are laid. A service that is
 * laid with options of its own is left out: only the library knows what they mean.
 */
export const notingUnaryMethods =
  (routes: Routes, noted: Map<string, UnaryMethod>): Routes =>
  (router) => {
    const noting: ConnectRouter = {
      handlers: router.handlers,
      service(service, implementation, options) {
        router.service(service, implementation, options);
        if (options === undefined) noteService(service.methods, implementation, noted);
        return noting;
      },
      rpc(...given: unknown[]) {
        (router.rpc as (...args: unknown[]) => unknown)(...given);
        return noting;
      },
    } as ConnectRouter;
    routes(noting);
  };

const noteService = (methods: readonly DescMethod[], implementation: object, noted: Map<string, UnaryMethod>): void => {
  for (const method of methods) {
    const answer = (implementation as Record<string, Answer | undefined>)[method.localName];
    if (method.methodKind !== "unary" || answer === undefined) continue;
    noted.set(`/${method.parent.typeName}/${method.name}`, { method, answer: answer.bind(implementation) });
  }
};
