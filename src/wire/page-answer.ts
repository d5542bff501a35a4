import type { IncomingMessage, ServerResponse } from "node:http";
import type { Http2ServerRequest, Http2ServerResponse } from "node:http2";
import { pageHeaders } from "./page-rules.ts";

export type Request = IncomingMessage | Http2ServerRequest;
export type Response = ServerResponse | Http2ServerResponse;

/** Answers with a sentence of plain text, which nobody keeps. */
export const say = (response: Response, status: number, text: string): true =>
  answer(response, status, { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" }, `${text}\n`);

/** Answers under the page's rules. */
export const answer = (
  response: Response,
  status: number,
  headers: Record<string, string>,
  body: Buffer | string,
): true => {
  (response as ServerResponse).writeHead(status, { ...pageHeaders, ...headers });
  (response as ServerResponse).end(body);
  return true;
};
