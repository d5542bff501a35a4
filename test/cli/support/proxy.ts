import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

/** A connection to a server that breaks once, after so many bytes have gone to it. */
export const breakingProxy = async (url: string, bytesMax = Number.POSITIVE_INFINITY) => {
  const { port } = new URL(url);
  const sockets = new Set<Socket>();
  let [bytes, cuts] = [0, 0];
  const server: Server = createServer((socket) => {
    const upstream = connect(Number(port), "127.0.0.1");
    const end = (): void => {
      socket.destroy();
      upstream.destroy();
    };
    for (const one of [socket, upstream]) {
      sockets.add(one);
      one.on("error", end).on("close", end);
    }
    upstream.pipe(socket);
    socket.on("data", (chunk) => {
      bytes += chunk.length;
      if (bytes > bytesMax && cuts === 0) {
        cuts++;
        end();
      } else upstream.write(chunk);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cuts: () => cuts,
    /** What has gone to the server. */
    bytes: () => bytes,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
};
