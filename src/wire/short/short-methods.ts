import type { DescMessage, DescMethod, DescMethodServerStreaming, Message, MessageInitShape } from "@bufbuild/protobuf";
import type { ConnectRouter, HandlerContext } from "@connectrpc/connect";
import type { Routes } from "../guard.ts";

type Answered = MessageInitShape<DescMessage>;

/** What answers one request with one message. */
export type Answer = (request: Message, context: HandlerContext) => Promise<Answered> | Answered;

/** What answers one request with many messages. None is changed once it was given out: it is encoded once for all whom it is told. */
export type Answers = (request: Message, context: HandlerContext) => AsyncIterable<Answered>;

/** A method with one request and one answer, and what answers it. */
export interface UnaryMethod {
  readonly method: DescMethod;
  readonly answer: Answer;
}

/** A method with one request and many answers, and what answers it. */
export interface StreamMethod {
  readonly method: DescMethodServerStreaming;
  readonly answer: Answers;
}

/** Methods that take one request, by path (`/package.Service/Method`). */
export class ShortMethods {
  readonly unary = new Map<string, UnaryMethod>();
  readonly streams = new Map<string, StreamMethod>();

  /**
   * The routes, unchanged, whose methods are noted while they are laid. A service that is laid with options of its own is left out:
   * only the library knows what they mean.
   */
  noting(routes: Routes): Routes {
    return (router) => {
      const note = (methods: readonly DescMethod[], implementation: object): void =>
        this.#note(methods, implementation);
      const noting: ConnectRouter = {
        handlers: router.handlers,
        service(service, implementation, options) {
          router.service(service, implementation, options);
          if (options === undefined) note(service.methods, implementation);
          return noting;
        },
        rpc(...given: unknown[]) {
          (router.rpc as (...args: unknown[]) => unknown)(...given);
          return noting;
        },
      } as ConnectRouter;
      routes(noting);
    };
  }

  #note(methods: readonly DescMethod[], implementation: object): void {
    for (const method of methods) {
      const answer = (implementation as Record<string, Answer & Answers>)[method.localName]?.bind(implementation);
      const path = `/${method.parent.typeName}/${method.name}`;
      if (!answer) continue;
      if (method.methodKind === "unary") this.unary.set(path, { method, answer });
      if (method.methodKind === "server_streaming")
        this.streams.set(path, { method: method as DescMethodServerStreaming, answer });
    }
  }
}
