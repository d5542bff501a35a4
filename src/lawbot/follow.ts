import type { DescService } from "@bufbuild/protobuf";
import type { ConnectRouter, ServiceImpl } from "@connectrpc/connect";
import type { Store } from "../store/store.ts";

/** Holds what is in memory to a store that other processes write to as well: before a call its position is asked, and where that moved, all is read again. */
export class Following {
  readonly #store: Store;
  readonly #owner: string;
  readonly #read: () => Promise<void>;
  /** Where the store stood at least when everything was read last. */
  #position = 0n;
  #reading: Promise<void> | undefined;

  /** `read` makes what is in memory what the store has. */
  constructor(store: Store, owner: string, read: () => Promise<void>) {
    this.#store = store;
    this.#owner = owner;
    this.#read = read;
  }

  /** Resolves once all is in memory that was committed before this was asked. Errors: those of the store. */
  async current(): Promise<void> {
    if (!this.#store.isShared) return;
    const position = await this.#where();
    while (this.#position < position) {
      this.#reading ??= this.#again().finally(() => {
        this.#reading = undefined;
      });
      await this.#reading;
    }
  }

  async #again(): Promise<void> {
    const position = await this.#where();
    await this.#read();
    this.#position = position;
  }

  async #where(): Promise<bigint> {
    return (await this.#store.commit({ owner: this.#owner })).position;
  }
}

/** The same routes, each call of which waits for `first`. */
export const routesAfter =
  (first: () => Promise<void>, routes: (router: ConnectRouter) => void) =>
  (router: ConnectRouter): void =>
    routes({
      ...router,
      service: (service, implementation, options) =>
        router.service(service, implAfter(first, service, implementation), options),
    });

type Call = (...given: unknown[]) => unknown;

const implAfter = <S extends DescService>(
  first: () => Promise<void>,
  { methods }: S,
  implementation: Partial<ServiceImpl<S>>,
): Partial<ServiceImpl<S>> => {
  const given = implementation as Record<string, Call | undefined>;
  const waiting: Record<string, Call> = {};
  for (const { localName, methodKind } of methods) {
    const call = given[localName];
    if (!call) continue;
    waiting[localName] =
      methodKind === "unary" || methodKind === "client_streaming"
        ? async (...asked) => {
            await first();
            return call.apply(given, asked);
          }
        : async function* (...asked) {
            await first();
            yield* call.apply(given, asked) as AsyncIterable<unknown>;
          };
  }
  return waiting as Partial<ServiceImpl<S>>;
};
