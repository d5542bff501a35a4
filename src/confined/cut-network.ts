import { Socket as Datagram } from "node:dgram";
import { Socket } from "node:net";

/**
 * Takes the network away from this thread: every TCP, TLS and pipe connection of Node and its libraries is made by
 * `Socket.prototype.connect`, every datagram by `Socket.prototype.send`. No importer asks for a connection; should a
 * library of one try because a document tells it to, it fails as if there were no network. Children cannot be cut off
 * so and are not started by anything here.
 */
export const cutNetwork = (): void => {
  const refuse = (): never => {
    throw new Error("reading a document needs no network");
  };
  Socket.prototype.connect = refuse;
  Datagram.prototype.send = refuse;
  Datagram.prototype.connect = refuse;
  for (const name of ["fetch", "WebSocket", "EventSource", "XMLHttpRequest"]) {
    Object.defineProperty(globalThis, name, { value: undefined, configurable: true, writable: true });
  }
};
