import type { DescService } from "@bufbuild/protobuf";
import { type Client, createClient, type Transport } from "@connectrpc/connect";

/** The methods of a service whose answer is a stream. */
type Streams<Service extends DescService> = {
  [Name in keyof Service["method"]]: Service["method"][Name]["methodKind"] extends "server_streaming" | "bidi_streaming"
    ? Name
    : never;
}[keyof Service["method"]];

type Methods = Record<string, (...args: unknown[]) => unknown>;

/**
 * A client whose service is loaded at its first call: a program that speaks to one service does not wait until the messages
 * of all others are there. `streams` names the methods that answer with a stream; a forgotten one does not compile.
 */
export const lazyClient = <Service extends DescService>(
  transport: Transport,
  load: () => Promise<Service>,
  streams: Readonly<Record<Streams<Service>, true>>,
): Client<Service> => {
  let loading: Promise<Methods> | undefined;
  const loaded = () => (loading ??= load().then((service) => createClient(service, transport) as Methods));
  const stream = (name: string) =>
    async function* (...args: unknown[]) {
      yield* (await loaded())[name]!(...args) as AsyncIterable<unknown>;
    };
  const unary =
    (name: string) =>
    async (...args: unknown[]) =>
      (await loaded())[name]!(...args);
  return new Proxy({} as Client<Service>, {
    // A promise is looked at for `then`; a client is none.
    get: (_, name) =>
      typeof name !== "string" || name === "then" ? undefined : (name in streams ? stream : unary)(name),
  });
};
