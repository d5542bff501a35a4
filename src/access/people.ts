import { signInPaths } from "#kit/page-session.ts";
import type { Quota, RoleRow, SignIn } from "../../gen/pincite/access/v1/sign_in_pb.ts";
import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";
import type { Authenticate, Prepare } from "../wire/admission.ts";
import type { Log } from "../wire/log.ts";
import type { ServePage } from "../wire/page.ts";
import { bySession } from "../wire/page-session.ts";
import type { Person } from "../wire/principal.ts";
import type { SessionPerson, Sessions } from "../wire/sessions.ts";
import { pageSignIn } from "./page-sign-in.ts";
import { openSignIn, personAs } from "./sign-in.ts";

/** People who sign in elsewhere: who calls, what they may, and how they come to the page. */
export interface People {
  readonly prepare: Prepare;
  readonly authenticate: Authenticate;
  readonly roles: readonly RoleRow[];
  readonly quotas: readonly Quota[];
  /** The origin under which browsers have the page; absent where the file lets none in. */
  readonly pageAt?: string;
  /** Answers the requests of a sign-in for the page; absent likewise. */
  readonly signIn?: ServePage;
}

/**
 * Reads who may sign in, and takes them: by the tokens of their issuers, and by sessions of the page that are theirs; all else is `token`'s.
 * Errors: those of openSignIn and pageSignIn.
 */
export const openPeople = (of: {
  readonly file: string;
  readonly sessions: Sessions;
  readonly token: Authenticate;
  readonly log: Log;
  readonly nowMs: () => number;
}): People => {
  const { file, sessions, token, log, nowMs } = of;
  const { prepare, authenticate, signIn } = openSignIn(
    file,
    (read) => bySession(sessions, token, peopleOf(read)),
    nowMs,
  );
  const { page, roles, quotas } = signIn;
  if (page === undefined) return { prepare, authenticate, roles, quotas };
  return {
    prepare,
    authenticate: signedInFirst(authenticate),
    roles,
    quotas,
    pageAt: page.baseUrl,
    signIn: pageSignIn({ signIn, file, page, sessions, log, nowMs }),
  };
};

/** Who somebody of a session is by the file; found out once for each. */
const peopleOf = (signIn: SignIn): ((who: SessionPerson) => Person | undefined) => {
  const known = new WeakMap<SessionPerson, Person | undefined>();
  return (who) => {
    if (!known.has(who)) known.set(who, personAs(who, signIn));
    return known.get(who);
  };
};

/** A page whose session opens nothing is told where its person signs in, and not of a token. */
const signedInFirst =
  (authenticate: Authenticate): Authenticate =>
  (arrival) => {
    const verdict = authenticate(arrival);
    const { "sec-fetch-site": site, authorization } = arrival.headers;
    const isPages = site === "same-origin" && authorization === undefined;
    return isPages && verdict instanceof DomainError ? signInFirst : verdict;
  };

const signInFirst = new DomainError("UNAUTHENTICATED", worded("access-page.sign-in-first"), {
  signIn: signInPaths.screen,
});
