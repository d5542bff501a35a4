import { signInPaths } from "#kit/page-session.ts";
import type { PageSignIn, SignIn } from "../../gen/pincite/access/v1/sign_in_pb.ts";
import { DomainError } from "../error.ts";
import { type PlainId, type Speech, speechOf } from "../messages/speech.ts";
import type { Log } from "../wire/log.ts";
import type { ServePage } from "../wire/page.ts";
import { answer, type Request, type Response } from "../wire/page-answer.ts";
import { cookieName, cookiesOf, goOn, hostOf } from "../wire/page-session.ts";
import type { SessionPerson, Sessions } from "../wire/sessions.ts";
import { type CodeFlow, createCodeFlow, type Fault, faultOf } from "./code-flow.ts";
import { ownPath } from "./own-path.ts";
import { PendingSignIns, pendingMs } from "./pending-sign-ins.ts";
import { clientSecretOf } from "./read-sign-in.ts";
import { personAs, toldBy, verifierOf } from "./sign-in.ts";
import { show, styleText } from "./sign-in-screen.ts";

/** What people sign in for a page with. */
export interface PageSignInParts {
  /** The file, where it lies, and its part about the page. */
  readonly signIn: SignIn;
  readonly file: string;
  readonly page: PageSignIn;
  readonly sessions: Sessions;
  readonly log: Log;
  readonly nowMs: () => number;
}

/** Why nobody was let in: what went wrong at the issuer, or that what came back was begun elsewhere, or long ago, or by somebody without a role. */
type Why = Fault | "unknown" | "no-role";

const statusOf: Readonly<Record<Why, number>> = { away: 503, declined: 403, unfit: 400, unknown: 400, "no-role": 403 };

/** Errors and where they are told; those of a person who says no are none. */
const isLogged: ReadonlySet<Why> = new Set(["away", "unfit"]);

/**
 * Answers the requests by which people sign in for the page: the screen that leads to their issuer, the way there, and the way back, which opens a
 * session of theirs. Errors: REQUEST_INVALID for a file of a secret or of keys that cannot be read.
 */
export const pageSignIn = ({ signIn, file, page, sessions, log, nowMs }: PageSignInParts): ServePage => {
  const flow = createCodeFlow(page, clientSecretOf(page, file), nowMs);
  const pending = new PendingSignIns(nowMs);
  const issuer = signIn.issuers.find((one) => one.issuer === page.issuer)!;
  const verify = verifierOf(issuer, file, nowMs, page.clientId);
  const isSecure = page.baseUrl.startsWith("https:");

  const refuse = (request: Request, response: Response, why: Why, next = "/"): void => {
    const speech = speechFor(request);
    const contact =
      why === "no-role" && page.contact ? [speech.phrase("sign-in-screen.ask", { contact: page.contact })] : [];
    show(response, speech, {
      status: statusOf[why],
      heading: speech.phrase("sign-in-screen.nobody-was-signed-in"),
      lines: [speech.phrase(whyNot[why]), ...contact],
      link: { to: screenAt(next), text: speech.phrase("sign-in-screen.once-more") },
    });
  };

  const begin = async (request: Request, response: Response, next: string): Promise<void> => {
    const begun = pending.begin(next);
    try {
      const location = await flow.address(begun);
      const cookie = boundCookie(begun.state, hostOf(request), begun.bound, isSecure);
      answer(response, 302, { location, "set-cookie": cookie, "cache-control": "no-store" }, "");
    } catch (thrown) {
      pending.take(begun.state, begun.bound);
      failed(log, faultOf(thrown), thrown);
      refuse(request, response, faultOf(thrown), next);
    }
  };

  const back = async (request: Request, response: Response, query: URLSearchParams): Promise<void> => {
    const state = query.get("state") ?? "";
    const [bound = ""] = cookiesOf(request, boundName(state, hostOf(request)));
    const begun = pending.take(state, bound);
    if (begun === undefined) return refuse(request, response, "unknown");
    const who = await signedIn(flow, verify, `${signInPaths.back}?${query}`, state, begun);
    if ("why" in who) {
      failed(log, who.why, who.thrown);
      return refuse(request, response, who.why, begun.next);
    }
    const person = toldBy(who.claims, signIn);
    if (personAs(person, signIn) === undefined) return refuse(request, response, "no-role", begun.next);
    letIn(request, response, person, Number(who.claims.exp) * 1_000, begun.next, state);
  };

  const letIn = (
    request: Request,
    response: Response,
    person: SessionPerson,
    expiresMs: number,
    next: string,
    state: string,
  ): void => {
    const untilMs = page.sessionSeconds > 0 ? nowMs() + page.sessionSeconds * 1_000 : expiresMs;
    const host = hostOf(request);
    const gone = boundCookie(state, host, "", isSecure);
    goOn(response, { ...sessions.openOf(person, untilMs), host, next, isSecure, isSignedIn: true, cookies: [gone] });
  };

  const works: Readonly<Record<string, typeof back>> = {
    [signInPaths.begin]: (request, response, query) => begin(request, response, ownPath(query.get("to"))),
    [signInPaths.back]: back,
  };
  return (request, response) => {
    const { method, url = "" } = request;
    if (method !== "GET") return false;
    const [path = "", text = ""] = url.split("?", 2);
    const query = new URLSearchParams(text);
    if (path === signInPaths.style) return answer(response, 200, styleType, styleText);
    if (path === signInPaths.screen) return invite(request, response, page, ownPath(query.get("to")));
    const work = works[path];
    if (work === undefined) return false;
    work(request, response, query).catch((thrown: unknown) => {
      log.error({ cause: causeOf(thrown) }, "a sign-in for the page failed");
      if (!response.headersSent) refuse(request, response, "unfit");
    });
    return true;
  };
};

/** Who came back from an issuer, or why nobody did. */
const signedIn = async (
  flow: CodeFlow,
  verify: ReturnType<typeof verifierOf>,
  returned: string,
  state: string,
  begun: Parameters<CodeFlow["idToken"]>[2],
) => {
  try {
    const claims = await verify(await flow.idToken(returned, state, begun));
    return claims instanceof DomainError ? { why: "unfit" as const, thrown: claims } : { claims };
  } catch (thrown) {
    return { why: faultOf(thrown), thrown };
  }
};

const failed = (log: Log, why: Why, thrown: unknown): void => {
  if (isLogged.has(why)) log.warn({ why, cause: causeOf(thrown) }, "nobody was signed in for the page");
};

/** What an error is called, and what of it is no secret: a message of the library's may hold what the issuer sent. */
const causeOf = (thrown: unknown): string => {
  if (thrown instanceof DomainError) return thrown.message;
  const { name = "unknown", code = "" } = thrown as NodeJS.ErrnoException;
  return [name, code].filter(Boolean).join(" ");
};

const whyNot: Readonly<Record<Why, PlainId>> = {
  away: "sign-in-screen.issuer-is-away",
  declined: "sign-in-screen.issuer-declined",
  unfit: "sign-in-screen.what-came-is-not-taken",
  unknown: "sign-in-screen.begun-elsewhere",
  "no-role": "sign-in-screen.no-role",
};

const invite = (request: Request, response: Response, page: PageSignIn, next: string): true => {
  const speech = speechFor(request);
  return show(response, speech, {
    status: 200,
    heading: speech.phrase("sign-in-screen.sign-in"),
    lines: [speech.phrase("sign-in-screen.at", { host: new URL(page.issuer).host })],
    link: { to: `${signInPaths.begin}?${toOf(next)}`, text: speech.phrase("sign-in-screen.sign-in") },
  });
};

const screenAt = (next: string): string => `${signInPaths.screen}?${toOf(next)}`;

const toOf = (next: string): string => new URLSearchParams({ to: next }).toString();

/** The first language that a browser asks for. */
const speechFor = ({ headers }: Request): Speech => speechOf(headers["accept-language"]?.split(/[,;]/u, 1)[0]);

const styleType = { "content-type": "text/css; charset=utf-8", "cache-control": "no-cache" };

/** Signs of a state in the name of its cookie, so that sign-ins begun in two tabs do not end each other. */
const namedBy = 12;

const boundName = (state: string, host: string): string =>
  `${cookieName(host)}-${state.slice(0, namedBy).replaceAll(/[^\w-]/gu, "")}`;

/** The word that stays with the browser. Its way back is a step from another site, with which a strict cookie would not go. An empty word takes it away. */
const boundCookie = (state: string, host: string, word: string, isSecure: boolean): string =>
  [
    `${boundName(state, host)}=${word}`,
    "HttpOnly",
    "SameSite=Lax",
    `Path=${signInPaths.back}`,
    `Max-Age=${word === "" ? 0 : pendingMs / 1_000}`,
    ...(isSecure ? ["Secure"] : []),
  ].join("; ");
