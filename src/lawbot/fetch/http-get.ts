import { type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP } from "node:net";
import { Queue } from "#kit/queue.ts";
import { addressRefused, publicLookup } from "./public-address.ts";

/** An answer whose body has not been read. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The bytes as they were sent. Fails when the connection ends before they are complete. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Gives up the rest of the body. */
  close(): void;
}

/** One GET. Follows no redirect, expands nothing, keeps no cookie. Rejects when no answer comes. */
export type HttpGet = (url: URL, headers: Readonly<Record<string, string>>, signal: AbortSignal) => Promise<HttpAnswer>;

/** Header bytes of one answer. */
const headerBytesMax = 32 * 1024;

/** Bytes that may have come and not been taken; a slow taker then slows the sender. */
const waitingBytesMax = 1024 * 1024;

/**
 * The body, taken off the connection from the first moment on. A stream of Node drops what it holds when its connection
 * breaks; here all that came before the break is given out first, since a download goes on behind it.
 */
const bodyOf = (answer: IncomingMessage): AsyncIterable<Uint8Array> => {
  const came = new Queue<Uint8Array>();
  let waitingBytes = 0;
  answer.on("data", (bytes: Buffer) => {
    came.put(bytes);
    waitingBytes += bytes.length;
    if (waitingBytes > waitingBytesMax) answer.pause();
  });
  answer.once("end", () => came.end());
  answer.once("error", (error) => came.fail(error));
  answer.once("close", () => (answer.complete ? came.end() : came.fail(endedEarly())));
  return (async function* () {
    for (let bytes = await came.take(); bytes; bytes = await came.take()) {
      waitingBytes -= bytes.length;
      answer.resume();
      yield bytes;
    }
  })();
};

const endedEarly = (): Error => Object.assign(new Error("the connection ended early"), { code: "ECONNRESET" });

/**
 * What makes a connection a safe one: public addresses only, and certificates that are checked whatever the environment says
 * (NODE_TLS_REJECT_UNAUTHORIZED is no setting of ours).
 */
export const secured = Object.freeze({
  lookup: publicLookup,
  rejectUnauthorized: true,
  minVersion: "TLSv1.2" as const,
});

/** GET over a connection of its own: https to public addresses only; http is for a stand-in on this machine, which locations.ts checks. */
export const httpGet: HttpGet = (url, headers, signal) =>
  new Promise((resolve, reject) => {
    const isSecure = url.protocol === "https:";
    // An address in place of a name would be connected to without a lookup.
    if (isSecure && isIP(url.hostname.replace(/^\[|\]$/g, "")) !== 0) throw addressRefused();
    const begin = isSecure ? requestHttps : requestHttp;
    const options = { headers, signal, agent: false as const, maxHeaderSize: headerBytesMax };
    const call = begin(url, isSecure ? { ...options, ...secured } : options, (answer) => {
      resolve({
        status: answer.statusCode ?? 0,
        headers: answer.headers,
        body: bodyOf(answer),
        close: () => void answer.destroy(),
      });
    });
    call.on("error", reject);
    // An answer that changes the protocol ends the call without an error, and nobody would ever hear of it.
    call.once("close", () => reject(endedEarly()));
    call.end();
  });
