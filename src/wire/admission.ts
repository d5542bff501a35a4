import type { IncomingHttpHeaders } from "node:http";
import { signInPaths } from "#kit/page-session.ts";
import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";
import { deadlineAskedMs } from "./deadline.ts";
import { internalFault } from "./error.ts";
import { bodyBytesMax, limits, requestTooLarge } from "./limits.ts";
import { isLoopbackAuthority } from "./loopback.ts";
import { shellAt } from "./page-paths.ts";
import { isPrincipal, type Principal } from "./principal.ts";

/** What is known of a request before its body: enough to turn it away. */
export interface Arrival {
  readonly method: string;
  /** Path without a query, such as /pincite.run.v1.RunService/GetRun. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Whether it calls what takes one message, whose size its head may say. Default: no. */
  readonly takesOne?: boolean;
}

/** Turns a request away, or has nothing against it. `pageAt` is the origin under which browsers have the page, where it is another than this machine's. */
export type Guard = (arrival: Arrival, pageAt: string | undefined) => DomainError | undefined;

/** Says who makes a request, or why that is not known. */
export type Authenticate = (arrival: Arrival) => Principal | DomainError;

/**
 * Finds out ahead of `Authenticate`, which answers at once, who sends these headers; undefined where nothing has to be waited for. It never
 * rejects: what it could not find out is a refusal of `Authenticate`.
 */
export type Prepare = (headers: IncomingHttpHeaders) => Promise<void> | undefined;

/** HTTP/2 has the name in :authority and may repeat it in Host; each must be ours. A page that rebinds its own name sends that. */
const hostIsOurs: Guard = ({ headers }, pageAt) => {
  const names = [headers[":authority"], headers.host].filter((name) => name !== undefined);
  const isOurs = (name: string): boolean => isLoopbackAuthority(name) || name.toLowerCase() === hostAt(pageAt);
  if (names.length > 0 && names.every((name) => isOurs(String(name)))) return undefined;
  return new DomainError("HOST_REFUSED", worded("keeping-error.this-server-answers-to-localhost-127-0-0-1"));
};

const hostAt = (origin: string | undefined): string | undefined => origin?.replace(/^https?:\/\//u, "");

/** What browsers say of a request that this server's own page makes, or that a person makes by typing its address. */
const ownSites: ReadonlySet<string> = new Set(["same-origin", "none"]);

/**
 * A page of another origin gets nothing, whatever it holds: another port of this machine is another origin. Programs that are
 * no browser send neither header. `Sec-Fetch-Site` cannot be set by a page's script.
 */
const originIsOurs: Guard = (arrival, pageAt) => {
  const { headers } = arrival;
  const site = headers["sec-fetch-site"];
  if (isSteppingIn(arrival, pageAt)) return undefined;
  const host = String(headers[":authority"] ?? headers.host);
  const origin = headers.origin?.toLowerCase();
  const isOwn = origin === undefined || origin === `http://${host.toLowerCase()}` || origin === pageAt;
  if (isOwn && (site === undefined || ownSites.has(String(site)))) return undefined;
  return new DomainError("ORIGIN_REFUSED", worded("keeping-error.pages-of-another-origin-get-no-answer-open"));
};

/**
 * A browser that steps to the address by which a person is let in comes from the file of this account's that leads there, which is another
 * site to it. The address opens nothing without its word, which works once, and no page can read what it answers. Where people sign in for the page,
 * the same holds for whoever comes back from there, and for a link in an e-mail to a page: its files hold nothing of anybody, and no session goes along.
 */
const isSteppingIn = ({ method, path, headers }: Arrival, pageAt: string | undefined): boolean =>
  method === "GET" &&
  (path === "/session" || (pageAt !== undefined && (path === signInPaths.back || shellAt(path) !== undefined))) &&
  headers.origin === undefined &&
  headers["sec-fetch-mode"] === "navigate" &&
  headers["sec-fetch-dest"] === "document";

/** A deadline that cannot be read is nobody's: the call would have none, or another than its caller believes. */
const deadlineIsReadable: Guard = ({ headers }) =>
  Number.isNaN(deadlineAskedMs(headers)) ? unreadableDeadline : undefined;

const unreadableDeadline = new DomainError(
  "REQUEST_INVALID",
  worded("keeping-error.the-deadline-cannot-be-read-connect-timeout"),
);

/** What says that it is too large is not read. What comes without saying so is counted while it comes. */
const sizeIsTaken: Guard = ({ headers, takesOne }) =>
  takesOne && Number(headers["content-length"] ?? 0) > bodyBytesMax ? oversized : undefined;

const oversized = new DomainError("LIMIT_EXCEEDED", requestTooLarge, {
  message_bytes_max: String(limits.messageBytesMax),
});

/** Every check that needs no more than the head of a request, in the order in which they are made; between the two it is asked who calls. */
const ofStrangers: readonly Guard[] = [hostIsOurs, originIsOurs];
const ofCallers: readonly Guard[] = [deadlineIsReadable, sizeIsTaken];

const firstRefusal = (
  list: readonly Guard[],
  arrival: Arrival,
  pageAt: string | undefined,
): DomainError | undefined => {
  for (const guard of list) {
    const refused = guard(arrival, pageAt);
    if (refused !== undefined)
      return refused instanceof DomainError
        ? refused
        : internalFault(new TypeError("a guard answered with no refusal"));
  }
  return undefined;
};

/** Whether a request is refused in its protocol, where it has one; another host or origin gets no answer of ours at all. */
export const isAnswered = ({ reason }: DomainError): boolean =>
  reason !== "HOST_REFUSED" && reason !== "ORIGIN_REFUSED";

/** Answered whoever asks: whether the server is up, and what its calls are called. Nothing of a person's is in either. */
const openPath = /^\/grpc\.(health|reflection)\.v1(alpha)?\.[A-Za-z]+\//;

/**
 * Goes through all guards and asks who calls: the one way into a server, for calls by either path and pages alike, so that no path
 * forgets a check. Gives the principal or the first refusal. A guard or an authenticator that fails itself admits nobody: INTERNAL.
 */
export const admit = (
  arrival: Arrival,
  authenticate: Authenticate | undefined,
  pageAt?: string,
): Principal | DomainError => {
  try {
    const refused = firstRefusal(ofStrangers, arrival, pageAt);
    if (refused) return refused;
    const isOpen = authenticate === undefined || openPath.test(arrival.path);
    const principal: Principal | DomainError = isOpen ? { by: "none" } : authenticate(arrival);
    if (principal instanceof DomainError) return principal;
    if (!isPrincipal(principal)) return internalFault(new TypeError("an authenticator answered with no principal"));
    return firstRefusal(ofCallers, arrival, pageAt) ?? principal;
  } catch (cause) {
    return internalFault(cause);
  }
};

/** Takes whoever sends the installation's token as `authorization: Bearer`. `tokenFile` is named to those who do not. */
export const byToken = (isToken: (given: string) => boolean, tokenFile: string): Authenticate => {
  const refusal = (wrong: string): DomainError => {
    const message = `${wrong}: send \`authorization: Bearer\` with the word in ${tokenFile}, which \`pincite token\` prints; only the account that runs the server can read it`;
    return new DomainError("UNAUTHENTICATED", message, { tokenFile });
  };
  // Made once: whoever floods a server without its token shall not have an error with its stack made for each call.
  const absent = refusal("this server takes calls only with its token");
  const other = refusal("this is not the server's token");
  return ({ headers }) => {
    const [, given] = /^bearer +([^\s]{1,512})$/i.exec(headers.authorization ?? "") ?? [];
    if (given === undefined) return absent;
    return isToken(given) ? { by: "token" } : other;
  };
};
