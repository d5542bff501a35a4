import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { answer, type Request, type Response, say } from "./page-answer.ts";
import { shellAt } from "./page-paths.ts";
import { pageSession } from "./page-session.ts";
import type { Sessions } from "./sessions.ts";

/** A web page that a server serves: its built files, and the sessions of the browsers that may call from it. */
export interface PageOptions {
  /** Folder that the bundler wrote. Read once, when the server starts. */
  readonly folder: string;
  readonly sessions: Sessions;
  /** Answers what belongs to a sign-in elsewhere. Default: there is none. */
  readonly signIn?: ServePage | undefined;
}

/** Answers a request for a file of the page, or gives false where the path is none. */
export type ServePage = (request: Request, response: Response) => boolean;

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
export const createPage = ({ folder, sessions, signIn }: PageOptions): ServePage => {
  const files = filesOf(folder);
  // Browsers ask for it by this name on answers that name none, such as the one that lets them in.
  const icon = [...files.keys()].find((name) => name.startsWith("assets/icon-"));
  return (request, response) => {
    if (pageSession(sessions, request, response) || signIn?.(request, response)) return true;
    const { method, url = "" } = request;
    if (method !== "GET" && method !== "HEAD") return false;
    const [path = ""] = url.split("?", 1);
    const shell = path === "/favicon.ico" ? icon : shellAt(path);
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
