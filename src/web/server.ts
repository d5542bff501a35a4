import { createConnectTransport } from "@connectrpc/connect-web";

/**
 * The calls of the server that gave this page: binary messages to its own address, with the session's cookie. No other address
 * is ever called.
 */
export const serverTransport = createConnectTransport({
  baseUrl: globalThis.location.origin,
  useBinaryFormat: true,
});
