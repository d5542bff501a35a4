import { connect as http2Connect } from "node:http2";

/** A plain HTTP/2 request; resolves to headers and trailers together, and the body under the name `body`. */
export const http2 = (url: string, headers: Record<string, string>, body: string | Uint8Array = "") =>
  new Promise<Record<string, unknown>>((resolve, reject) => {
    const session = http2Connect(url);
    const stream = session.request({ ":method": "POST", ...headers });
    const seen: Record<string, unknown> = {};
    session.on("error", reject);
    stream
      .on("response", (received) => Object.assign(seen, received))
      .on("trailers", (received) => Object.assign(seen, received));
    // Whole once it has ended, whether or not the server closes the stream of a request that it read half of.
    const onOver = () => {
      session.destroy();
      resolve(seen);
    };
    stream.on("error", reject).on("end", onOver).on("close", onOver);
    let received = "";
    stream.setEncoding("latin1").on("data", (chunk) => {
      received += chunk;
      seen.body = received;
    });
    stream.end(body);
  });
