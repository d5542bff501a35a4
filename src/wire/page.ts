import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Http2ServerRequest, Http2ServerResponse } from "node:http2";
import { extname, join } from "node:path";
import type { Arrival, Authenticate } from "./admission.ts";
import { pageHeaders } from "./page-rules.ts";
import type { Sessions } from "./sessions.ts";

/** A web page that a server serves: its built files, and the sessions of the browsers that may call from it. */
export interface PageOptions {
  /** Folder that the bundler wrote. Read once, when the server starts. */
  readonly folder: string;
  readonly sessions: Sessions;
}

type Request = IncomingMessage | Http2ServerRequest;
type Response = ServerResponse | Http2ServerResponse;

/** Answers a request for a file of the page, or gives false where the path is none. */
export type ServePage = (request: Request, response: Response) => boolean;

/** Pages by the beginning of their address; what follows it is for the page's own script. */
const shells: readonly [pattern: RegExp, file: string][] = [
  [/^\/(?:run(?:\/[A-Za-z0-9._-]+)?)?$/u, "index.html"],
  [/^\/vault(?:\/.*)?$/u, "vault.html"],
  [/^\/verify$/u, "verify.html"],
];

const mediaTypes: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
};

/**
 * The page's files. They hold nothing of anybody, so that they are given to whoever passes the guards; only calls need a session.
 * A name is looked up in the list of files, so that no path leads out of the folder.
 */
export const createPage = ({ folder, sessions }: PageOptions): ServePage => {
  const files = filesOf(folder);
  // Browsers ask for it by this name on answers that name none, such as the one that lets them in.
  const icon = [...files.keys()].find((name) => name.startsWith("assets/icon-"));
  return (request, response) => {
    const { method, url = "" } = request;
    if (method === "POST" && url === "/session/end") return endSession(sessions, request, response);
    if (method !== "GET" && method !== "HEAD") return false;
    const [path = "", query = ""] = url.split("?", 2);
    if (path === "/session") return openSession(sessions, query, hostOf(request), response);
    const shell = path === "/favicon.ico" ? icon : shells.find(([pattern]) => pattern.test(path))?.[1];
    const file = files.get(shell ?? path.slice(1));
    if (file)
      return send(response, 200, file, shell ? "no-cache" : "public, max-age=31536000, immutable", accepts(request));
    if (shell === undefined) return false;
    return say(response, 503, "The web page is not built. Run `npm run page`, then start the server again.");
  };
};

interface PageFile {
  readonly type: string;
  readonly plain: Buffer;
  readonly packed: Buffer | undefined;
}

/** Reads what the bundler wrote: files, and beside each its packed form. */
const filesOf = (folder: string): ReadonlyMap<string, PageFile> => {
  if (!existsSync(folder)) return new Map();
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => name.replaceAll("\\", "/"));
  const read = (name: string) => (names.includes(name) ? readFileSync(join(folder, name)) : undefined);
  return new Map(
    names.flatMap((name) => {
      const type = mediaTypes[extname(name)];
      return type
        ? [[name, { type, plain: readFileSync(join(folder, name)), packed: read(`${name}.br`) }] as const]
        : [];
    }),
  );
};

const accepts = ({ headers }: Request): boolean => /\bbr\b/u.test(String(headers["accept-encoding"] ?? ""));

const send = (response: Response, status: number, file: PageFile, cache: string, takesPacked: boolean): true => {
  const packed = takesPacked ? file.packed : undefined;
  const body = packed ?? file.plain;
  const encoding = packed ? { "content-encoding": "br" } : {};
  const about = {
    "content-type": file.type,
    "content-length": String(body.length),
    "cache-control": cache,
    vary: "accept-encoding",
  };
  return answer(response, status, { ...about, ...encoding }, body);
};

/**
 * Lets a browser in. The answer is a page that goes on to the next by itself: a redirect would count as the step of whoever gave
 * the address, and a session of this strictness is not sent along with a stranger's step.
 */
const openSession = (sessions: Sessions, query: string, host: string, response: Response): boolean => {
  const opened = sessions.open(new URLSearchParams(query).get("key") ?? "");
  if (!opened)
    return say(
      response,
      410,
      "This address was used, or it waited for more than two minutes. `pincite page` makes a new one.",
    );
  const cookie = `${cookieName(host)}=${opened.secret}; HttpOnly; SameSite=Strict; Path=/`;
  const next = opened.page || "/";
  const body = `<!doctype html><meta charset="utf-8"><title>Pincite</title><meta http-equiv="refresh" content="0;url=${next}"><p><a href="${next}">Pincite</a></p>\n`;
  const about = { "content-type": "text/html; charset=utf-8", "cache-control": "no-store", "set-cookie": cookie };
  return answer(response, 200, about, body);
};

/** Signs a browser out. Only its own page can ask: a cookie of this strictness comes along with no other. */
const endSession = (sessions: Sessions, request: Request, response: Response): true => {
  for (const secret of secretsOf(request)) sessions.end(secret);
  const gone = `${cookieName(hostOf(request))}=; HttpOnly; SameSite=Strict; Path=/; Max-Age=0`;
  return answer(response, 204, { "cache-control": "no-store", "set-cookie": gone }, "");
};

const say = (response: Response, status: number, text: string): true =>
  answer(response, status, { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" }, `${text}\n`);

const answer = (response: Response, status: number, headers: Record<string, string>, body: Buffer | string): true => {
  (response as ServerResponse).writeHead(status, { ...pageHeaders, ...headers });
  (response as ServerResponse).end(body);
  return true;
};

const hostOf = ({ headers }: Pick<Arrival, "headers">): string => String(headers[":authority"] ?? headers.host ?? "");

/** Browsers share cookies between the ports of a machine: each server's has its own name. */
const cookieName = (host: string): string => `pincite-${/:(?<port>\d+)$/u.exec(host)?.groups?.port ?? "80"}`;

/** The words of sessions in the cookies of a request. */
const secretsOf = (arrival: Pick<Arrival, "headers">): string[] => {
  const name = cookieName(hostOf(arrival));
  return String(arrival.headers.cookie ?? "")
    .split(/;\s*/u)
    .flatMap((pair) => (pair.startsWith(`${name}=`) ? [pair.slice(name.length + 1)] : []))
    .filter((secret) => secret.length <= 64);
};

/**
 * Takes calls from this server's own page in a browser that has a session; any other call is `otherwise`'s. The browser itself
 * says that the page is ours (`Sec-Fetch-Site`), which no script can set.
 */
export const bySession =
  (sessions: Sessions, otherwise: Authenticate): Authenticate =>
  (arrival) => {
    const fromOwnPage = arrival.headers["sec-fetch-site"] === "same-origin";
    if (fromOwnPage && secretsOf(arrival).some(sessions.isOpen)) return { by: "session" };
    return otherwise(arrival);
  };
