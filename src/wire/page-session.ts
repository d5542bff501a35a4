import { escapedHtml } from "#kit/html.ts";
import { originHalf, signedInKept } from "#kit/page-session.ts";
import type { Arrival, Authenticate } from "./admission.ts";
import { answer, type Request, type Response, say } from "./page-answer.ts";
import type { Person } from "./principal.ts";
import type { SessionPerson, Sessions, SessionWords } from "./sessions.ts";

/** Answers a request that begins or ends the session of a browser, or gives false where it is none. */
export const pageSession = (sessions: Sessions, request: Request, response: Response): boolean => {
  const { method, url = "" } = request;
  const [path = "", query = ""] = url.split("?", 2);
  if (method === "POST" && url === "/session/end") return endSession(sessions, request, response);
  if (method !== "GET" && method !== "HEAD") return false;
  if (url === beginning.path)
    return answer(response, 200, { "content-type": "text/javascript; charset=utf-8" }, beginning.script);
  return path === "/session" && openSession(sessions, query, hostOf(request), response);
};

/** Two tabs that are let in at once may set cookie and half in different order: so many of the latest halves are kept and tried. */
const halvesMax = 4;

/** Keeps the half that is bound to this origin, and goes on. A script of its own, since no page of ours may have one in its text. */
const beginning = {
  path: "/session/begin.js",
  script: `"use strict";
const { half, next, signedIn } = document.body.dataset;
const kept = (localStorage.getItem("${originHalf.kept}") ?? "").split(" ").slice(0, ${halvesMax - 1});
localStorage.setItem("${originHalf.kept}", [half, ...kept].join(" ").trim());
if (signedIn === undefined) localStorage.removeItem("${signedInKept}");
else localStorage.setItem("${signedInKept}", "yes");
location.replace(next);
`,
};

/**
 * Lets a browser in. The answer is a page that goes on to the next by itself: a redirect would count as the step of whoever gave
 * the address, and a session of this strictness is not sent along with a stranger's step. Who opens no address has no half either.
 */
const openSession = (sessions: Sessions, query: string, host: string, response: Response): true => {
  const opened = sessions.open(new URLSearchParams(query).get("key") ?? "");
  if (!opened)
    return say(
      response,
      410,
      "This address was used, or it waited for more than two minutes. `pincite page` makes a new one.",
    );
  return goOn(response, { ...opened, host, next: opened.page || "/" });
};

/** Where a browser that was let in goes on, and what it keeps. `next` is a path of this server. */
interface GoingOn extends SessionWords {
  readonly host: string;
  readonly next: string;
  /** Whether the browser came by TLS, so that it sends the cookie by no other way. Default: no. */
  readonly isSecure?: boolean;
  /** Whether it is the session of a person who signed in. Default: no. */
  readonly isSignedIn?: boolean;
  /** Cookies to be set beside that of the session. */
  readonly cookies?: readonly string[];
}

/** Gives a browser the two words of its session, in a page that goes on by itself. */
export const goOn = (response: Response, of: GoingOn): true => {
  const { secret, half, host, next, isSecure, isSignedIn, cookies = [] } = of;
  const cookie = `${cookieName(host)}=${secret}; HttpOnly; SameSite=Strict; Path=/${isSecure ? "; Secure" : ""}`;
  const to = escapedHtml(next);
  const body = `<!doctype html><meta charset="utf-8"><title>Pincite</title><body data-half="${half}" data-next="${to}"${isSignedIn ? " data-signed-in" : ""}><p><a href="${to}">Pincite</a></p><script src="${beginning.path}"></script>\n`;
  const type = { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" };
  return answer(response, 200, { ...type, "set-cookie": [cookie, ...cookies] }, body);
};

/** Signs a browser out. Only its own page can ask, which has both halves. */
const endSession = (sessions: Sessions, request: Request, response: Response): true => {
  for (const words of wordsOf(request)) sessions.end(words);
  const gone = `${cookieName(hostOf(request))}=; HttpOnly; SameSite=Strict; Path=/; Max-Age=0`;
  return answer(response, 204, { "cache-control": "no-store", "set-cookie": gone }, "");
};

export const hostOf = ({ headers }: Pick<Arrival, "headers">): string =>
  String(headers[":authority"] ?? headers.host ?? "");

/** Browsers share cookies between the ports of a machine: each server's has its own name. */
export const cookieName = (host: string): string => `pincite-${/:(?<port>\d+)$/u.exec(host)?.groups?.port ?? "80"}`;

/** No word of ours is longer. */
const wordCharsMax = 64;

/** The words of sessions in a request: each of its cookies, with each half that its page sent. */
const wordsOf = (arrival: Pick<Arrival, "headers">): SessionWords[] => {
  const halves = String(arrival.headers[originHalf.header] ?? "")
    .split(" ")
    .filter((half) => half !== "" && half.length <= wordCharsMax)
    .slice(0, halvesMax);
  if (halves.length === 0) return [];
  return cookiesOf(arrival, cookieName(hostOf(arrival)))
    .filter((secret) => secret.length <= wordCharsMax)
    .flatMap((secret) => halves.map((half) => ({ secret, half })));
};

/** What a browser sends under the name of a cookie. */
export const cookiesOf = ({ headers }: Pick<Arrival, "headers">, name: string): string[] =>
  String(headers.cookie ?? "")
    .split(/;\s*/u)
    .flatMap((pair) => (pair.startsWith(`${name}=`) ? [pair.slice(name.length + 1)] : []));

/** Who somebody is who signed in for a session, as the owner of the server gives rights now; undefined: nobody who may call. */
export type PersonOfSession = (who: SessionPerson) => Person | undefined;

/**
 * Takes calls from this server's own page in a browser that has a session; any other call is `otherwise`'s. A browser sends the cookie to
 * every port of this host, so that another account's server may come to know it; the other half only a page of this very
 * origin has. That the page is ours the browser itself says too (`Sec-Fetch-Site`), which no script can set. A session of somebody who signed in
 * is theirs alone: where `personOf` knows them no more, it is nobody's.
 */
export const bySession =
  (sessions: Sessions, otherwise: Authenticate, personOf: PersonOfSession = () => undefined): Authenticate =>
  (arrival) => {
    if (arrival.headers["sec-fetch-site"] !== "same-origin") return otherwise(arrival);
    for (const words of wordsOf(arrival)) {
      const used = sessions.use(words);
      if (used === undefined) continue;
      if (used.person === undefined) return { by: "session", session: used.id };
      const person = personOf(used.person);
      if (person !== undefined) return { by: "session", session: used.id, person };
    }
    return otherwise(arrival);
  };
