import type { Interceptor } from "@connectrpc/connect";
import { credentialFor } from "../../src/access-token.ts";
import { bearer, type ClientOptions, type ClientTransport, createClientTransport } from "../../src/wire/client.ts";

/** A transport to a server of this account, as the command line has it. */
export const ownTransport = (url: string, options: ClientOptions = {}): ClientTransport =>
  createClientTransport(url, { ...(options.token ? {} : credentialFor(url)), ...options });

/** The token of this account, for transports and programs of other makes. */
export const ownToken = (): string => credentialFor("http://127.0.0.1").token() ?? "";

/** Sends it along, for Connect's own transports. */
export const ownBearer: Interceptor = bearer(credentialFor("http://127.0.0.1").token);
