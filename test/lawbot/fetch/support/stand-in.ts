import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";

/** A request as it came. */
export interface SeenRequest {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
}

/** Answers one request in place of the stand-in. */
export type Fault = (request: IncomingMessage, response: ServerResponse, file: Uint8Array) => void;

/** A server on this machine that answers as the official services do: strong ETags, ranges, compression where it is asked for. */
export interface StandIn {
  readonly url: string;
  readonly seen: SeenRequest[];
  /** Requests that were being answered at the same time, at most. */
  readonly busiest: () => number;
  /** Files by path and query. */
  readonly files: Map<string, Uint8Array>;
  /** The next answers for a path; when they are used up it answers as ever. */
  faults(path: string, ...faults: Fault[]): void;
  close(): Promise<void>;
}

export const startStandIn = async (files: ReadonlyMap<string, Uint8Array>): Promise<StandIn> => {
  const kept = new Map(files);
  const waiting = new Map<string, Fault[]>();
  const seen: SeenRequest[] = [];
  let busy = 0;
  let busiest = 0;
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? "");
    seen.push({ path, headers: request.headers });
    busiest = Math.max(busiest, ++busy);
    response.on("close", () => busy--);
    const file = kept.get(path);
    const fault = waiting.get(path)?.shift();
    if (fault) return fault(request, response, file ?? new Uint8Array());
    if (!file) return void response.writeHead(404, { "content-type": "text/html" }).end("<html>Niet gevonden</html>");
    answer(request, response, file);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...{ seen, busiest: () => busiest, files: kept },
    faults: (path, ...faults) => void waiting.set(path, faults),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};

const etagOf = (bytes: Uint8Array): string => `"${createHash("sha256").update(bytes).digest("hex").slice(0, 16)}"`;

/** A whole file, or its rest where the caller still has the same beginning (RFC 9110 13.1.5, 14.2). */
export const answer = (request: IncomingMessage, response: ServerResponse, file: Uint8Array): void => {
  const isGzip = /\bgzip\b/.test(String(request.headers["accept-encoding"]));
  const bytes = isGzip ? gzipSync(file) : file;
  const etag = etagOf(bytes);
  const headers = {
    "content-type": "application/xml",
    etag,
    ...(isGzip && { "content-encoding": "gzip" }),
    "set-cookie": "tracking=1",
  };
  const from = Number(/^bytes=(\d+)-$/.exec(String(request.headers.range))?.[1] ?? 0);
  const isRest = from > 0 && request.headers["if-range"] === etag;
  if (!isRest) return void response.writeHead(200, { ...headers, "content-length": bytes.length }).end(bytes);
  if (from >= bytes.length) return void response.writeHead(416, { "content-range": `bytes */${bytes.length}` }).end();
  const range = { "content-range": `bytes ${from}-${bytes.length - 1}/${bytes.length}` };
  response.writeHead(206, { ...headers, ...range, "content-length": bytes.length - from }).end(bytes.subarray(from));
};

/** The right headers and the first bytes, then the connection is gone. */
export const cutAt =
  (count: number): Fault =>
  (request, response, file) => {
    const write = response.write.bind(response);
    response.end = ((bytes: Uint8Array) => {
      write(bytes.subarray(0, count), () => response.destroy());
      return response;
    }) as typeof response.end;
    answer(request, response, file);
  };

/** The right headers and two thirds of the bytes, then nothing more. */
export const stall: Fault = (request, response, file) => {
  const write = response.write.bind(response);
  response.end = ((bytes: Uint8Array) => {
    write(bytes.subarray(0, Math.floor(bytes.length / 2)));
    return response;
  }) as typeof response.end;
  answer(request, response, file);
};

export const status =
  (code: number, headers: Record<string, string> = {}, body = ""): Fault =>
  (_request, response) =>
    void response.writeHead(code, headers).end(body);

/** Any bytes under any headers. */
export const send =
  (bytes: Uint8Array | string, headers: Record<string, string> = { "content-type": "application/xml" }): Fault =>
  (_request, response) =>
    void response.writeHead(200, headers).end(bytes);

/** A byte now and then, for ever. */
export const drip: Fault = (_request, response) => {
  response.writeHead(200, { "content-type": "application/xml", etag: '"drip"' });
  const timer = setInterval(() => response.write(" "), 1);
  response.on("close", () => clearInterval(timer));
};
