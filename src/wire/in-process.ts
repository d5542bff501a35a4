import { createRouterTransport, type Interceptor, type Transport } from "@connectrpc/connect";
import { type GuardOptions, guardedRouterOptions, guardRoutes, type Routes } from "./guard.ts";
import { limits } from "./limits.ts";
import { silentLog } from "./log.ts";

/**
 * A transport to handlers in this process that keeps the contract of a remote one: every message is encoded and decoded,
 * requests are validated, errors carry their reasons, sizes and deadlines are bounded. Embedded or remote is then a
 * choice of configuration and nothing else. Costs about an eighth of a call over a socket. As with every Connect client,
 * breaking off a loop over a stream does not end the call; aborting its signal does.
 */
export const createInProcessTransport = (
  routes: Routes,
  options: Partial<Omit<GuardOptions, "allowJson" | "inProcess">> & {
    readonly clientInterceptors?: readonly Interceptor[];
  } = {},
): Transport => {
  const guard: GuardOptions = {
    log: options.log ?? silentLog,
    allowJson: false,
    longMethods: options.longMethods ?? [],
    interceptors: options.interceptors ?? [],
    drain: options.drain ?? new AbortController().signal,
    inProcess: true,
  };
  return createRouterTransport(guardRoutes(routes, guard), {
    router: guardedRouterOptions(guard),
    transport: { interceptors: [...(options.clientInterceptors ?? [])], readMaxBytes: limits.messageBytesMax },
  });
};
