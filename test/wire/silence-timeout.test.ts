import { once } from "node:events";
import { createServer as createHttp } from "node:http";
import { createServer as createHttp2 } from "node:http2";
import { type AddressInfo, connect } from "node:net";
import { expect, it } from "vitest";
import { limits } from "../../src/wire/limits.ts";
import { createOnePort } from "../../src/wire/one-port.ts";

const busyFor = (ms: number): void => {
  for (const until = performance.now() + ms; performance.now() < until; );
};

// Under load a server that was busy for five seconds closed connections whose first bytes it had not read yet: ECONNRESET.
it.each([
  [
    "is served where its words came while the thread was at other work",
    "GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n",
    "HTTP/1.1 200",
  ],
  ["is closed where it says nothing", "", ""],
])("a connection %s", async (_, words, answer) => {
  const h1 = createHttp((_request, response) => response.end("well"));
  const arrived = Promise.withResolvers<void>();
  const port = createOnePort(
    { h1, h2: createHttp2(), tls: undefined },
    { ...limits, sniffTimeoutMs: 100 },
    {
      onArrival: () => arrived.resolve(),
      onFault: (fault) => arrived.reject(fault),
    },
  );
  port.tcp.listen(0, "127.0.0.1");
  await once(port.tcp, "listening");
  const caller = connect((port.tcp.address() as AddressInfo).port, "127.0.0.1");
  let heard = "";
  caller.on("data", (bytes) => (heard += bytes)).on("error", () => undefined);
  await arrived.promise;
  if (words !== "") caller.write(words);
  busyFor(300);
  await once(caller, "close");
  expect(heard.slice(0, 12)).toBe(answer);
  port.tcp.close();
});
