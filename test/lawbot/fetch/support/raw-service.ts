import { type AddressInfo, createServer, type Socket } from "node:net";

/** A server that writes bytes as they are, for answers that no HTTP library would send. */
export interface RawService {
  readonly url: string;
  /** Connections so far. */
  readonly calls: () => number;
  close(): Promise<void>;
}

/** Once the head of a request has come, `answer` has the connection. */
export const startRawService = async (answer: (socket: Socket) => void): Promise<RawService> => {
  const sockets = new Set<Socket>();
  let calls = 0;
  const server = createServer((socket) => {
    calls++;
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    // The other side goes away in the middle of things; that is what is tested.
    socket.on("error", () => undefined);
    socket.once("data", () => answer(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: () => calls,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
};

/** Writes a piece again and again until the other side has had enough. */
export const endlessly =
  (piece: string | Buffer, begin = ""): ((socket: Socket) => void) =>
  (socket) => {
    if (begin) socket.write(begin);
    const more = (): void => {
      while (!socket.destroyed && socket.write(piece));
      if (!socket.destroyed) socket.once("drain", more);
    };
    more();
  };
