import { connect as http2Connect } from "node:http2";
import { type Socket, connect as tcpConnect } from "node:net";
import { parentPort, workerData } from "node:worker_threads";
import { openConnection } from "../../src/client/connection.ts";
import { longQuery } from "./long-text.ts";

// Sends one flood from a thread of its own, so that what it costs its sender holds up nobody who is measured.

const preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
const emptySettings = "\0\0\0\x04\0\0\0\0\0";
/** HEADERS of stream 1 with one field and no END_HEADERS (RFC 9113 §6.2): half a request. */
const halfHeaders = "\0\0\x01\x01\0\0\0\0\x01\x83";

/** A flood, by the name under which it is told. */
interface Flood {
  readonly name: string;
  /** Goes on until told to stop; gives what became of it in words. */
  run(url: URL, isOn: () => boolean): Promise<string>;
}

/** Opens a connection, says something, and tells when it ends. */
const opened = (url: URL, says: string, onClose: () => void): Socket => {
  const socket = tcpConnect(Number(url.port), url.hostname).on("error", () => undefined);
  socket.once("close", onClose).once("connect", () => socket.write(says, "latin1"));
  return socket.resume();
};

/** So many connections that say this much and no more, each replaced when it is closed. */
const holding = (name: string, count: number, says: string): Flood => ({
  name: `${count} connections that ${name}`,
  run: async (url, isOn) => {
    let closed = 0;
    const sockets = new Set<Socket>();
    const add = (): void => {
      const socket = opened(url, says, () => {
        sockets.delete(socket);
        closed++;
        if (isOn()) setTimeout(add, 50);
      });
      sockets.add(socket);
    };
    for (let n = 0; n < count; n++) add();
    while (isOn()) await new Promise((resolve) => setTimeout(resolve, 100));
    for (const socket of sockets) socket.destroy();
    return `${closed} were closed by the server`;
  },
});

const rapidReset: Flood = {
  name: "calls that are reset as soon as they are made (rapid reset)",
  run: async (url, isOn) => {
    let [sent, sessions] = [0, 0];
    const headers = {
      ":method": "POST",
      ":path": "/pincite.vault.v1.VaultSearchService/Search",
      "content-type": "application/proto",
    };
    while (isOn()) {
      const session = http2Connect(url).on("error", () => undefined);
      sessions++;
      while (isOn() && !session.destroyed && !session.closed) {
        for (let n = 0; n < 100 && !session.destroyed && !session.closed; n++, sent++)
          session
            .request(headers)
            .on("error", () => undefined)
            .close(8);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      session.destroy();
    }
    return `${sent} calls over ${sessions} sessions, each ended by the server`;
  },
};

const strangers: Flood = {
  name: "calls without a token, as fast as they go",
  run: async (url, isOn) => {
    let [asked, refused] = [0, 0];
    const session = http2Connect(url).on("error", () => undefined);
    const headers = {
      ":method": "POST",
      ":path": "/pincite.vault.v1.VaultSearchService/Search",
      "content-type": "application/proto",
    };
    const ask = async (): Promise<void> => {
      while (isOn() && !session.closed)
        await new Promise<void>((resolve) => {
          asked++;
          const stream = session.request(headers);
          stream.on("response", (head) => (refused += head[":status"] === 401 ? 1 : 0)).on("error", () => undefined);
          stream.resume().once("close", () => resolve());
          stream.end();
        });
    };
    await Promise.all(Array.from({ length: 64 }, ask));
    session.destroy();
    return `${asked} calls, ${refused} refused with 401`;
  },
};

/** They have the token: one person's searches, or a program's. */
const longSearches: Flood = {
  name: "sixteen callers that search for sixty words each",
  run: async (url, isOn) => {
    let [answered, refused] = [0, 0];
    const ask = async (_: unknown, caller: number): Promise<void> => {
      const connection = openConnection(url.href);
      for (let turn = 0; isOn(); turn++) {
        const asked = connection.vaultSearch.search({ query: longQuery(caller * 1_000 + turn) });
        await asked.then(
          () => answered++,
          () => refused++,
        );
      }
      connection.close();
    };
    await Promise.all(Array.from({ length: 16 }, ask));
    return `${answered} answered, ${refused} refused`;
  },
};

const floods: readonly Flood[] = [
  holding("stay silent", 300, ""),
  holding("stop in the middle of HTTP/2's first words", 300, preface.slice(0, 16)),
  holding("send half a request over HTTP/2", 300, preface + emptySettings + halfHeaders),
  holding("send half a request over HTTP/1.1", 300, "POST /x HTTP/1.1\r\nhost: localhost\r\n"),
  rapidReset,
  strangers,
  longSearches,
];

const { index, url, floodMs } = workerData as { index: number; url: string; floodMs: number };
const end = performance.now() + floodMs;
const became = await floods[index]!.run(new URL(url), () => performance.now() < end);
parentPort?.postMessage({ name: floods[index]!.name, became });
