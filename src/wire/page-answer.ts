import type { IncomingMessage, ServerResponse } from "node:http";
import type { Http2ServerRequest, Http2ServerResponse } from "node:http2";

export type Request = IncomingMessage | Http2ServerRequest;
export type Response = ServerResponse | Http2ServerResponse;

/** Answers with a sentence of plain text, which nobody keeps. */
export const say = (response: Response, status: number, text: string): true =>
  answer(response, status, { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" }, `${text}\n`);

/** Answers under the page's rules. */
export const answer = (
  response: Response,
  status: number,
  headers: Readonly<Record<string, string | readonly string[]>>,
  body: Buffer | string,
): true => {
  (response as ServerResponse).writeHead(status, { ...pageHeaders, ...(headers as Record<string, string>) });
  (response as ServerResponse).end(body);
  return true;
};

/**
 * What a page of this server may do, told to the browser with every file of it: run scripts and styles of this server, call it,
 * show pictures that it made itself, and nothing else. No plug-ins, no forms, no other address, no text that becomes code.
 */
const pageHeaders: Readonly<Record<string, string>> = {
  "content-security-policy": [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' blob:",
    "connect-src 'self'",
    // The Vault within a run, and an original in a frame that may not do anything.
    "frame-src 'self' blob:",
    "frame-ancestors 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; "),
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};
