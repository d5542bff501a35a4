import { type ContextValues, createContextKey, createContextValues } from "@connectrpc/connect";
import type { Right } from "../../gen/pincite/access/v1/right_pb.ts";
import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";

/**
 * How it is known who calls. `token`: the installation's token came along; `session`: a browser with a session; `signed-in`: a token of
 * an issuer that the server's owner named; `process`: the call never left this process; `none`: nothing was asked.
 */
const ways = ["token", "session", "signed-in", "process", "none"] as const;

/** Whoever makes a call, and how that is known. */
export interface Principal {
  readonly by: (typeof ways)[number];
  /** Which session, as its list names it; present where `by` is `session`. */
  readonly session?: string;
  /** Who signed in and what that person may do; present where `by` is `signed-in`, and where a `session` is such a person's. */
  readonly person?: Person;
}

/** Somebody who signed in elsewhere. */
export interface Person {
  /** Who signed them in, as `iss` names it. */
  readonly issuer: string;
  /** Who they are there, as `sub` names them. */
  readonly subject: string;
  /** What their issuer calls them, to be shown to them; absent: it says nothing. */
  readonly name?: string;
  /** What calls they may make. */
  readonly rights: ReadonlySet<Right>;
  /** What of that holds for every run and strand; the rest for those alone that they made or were let into. */
  readonly everywhere: ReadonlySet<Right>;
  /** The groups that their issuer says they are in. */
  readonly groups: ReadonlySet<string>;
}

/** Whether a value says who calls: what comes late (a promise) or not at all says nothing, nor does a sign-in without its person. */
export const isPrincipal = (value: Principal | undefined): boolean =>
  value !== undefined &&
  ways.includes(value.by) &&
  (value.by === "session" || (value.by === "signed-in") === (value.person !== undefined));

/** A call that nobody looked at is refused; the list of guards puts a principal, or its own refusal, in this place. */
const unseen = new DomainError("UNAUTHENTICATED", worded("keeping-error.this-call-came-by-a-way-on-which-nobody-asks"));

const key = createContextKey<Principal | DomainError>(unseen, { description: "who calls" });

/** The values of a call's context that say who calls, or why nobody may. What is neither is no way in: it throws. */
export const contextOf = (admitted: Principal | DomainError): ContextValues => {
  if (!(admitted instanceof DomainError) && !isPrincipal(admitted)) throw new TypeError("no principal, and no refusal");
  return createContextValues().set(key, admitted);
};

/** Refuses a page in a browser, for what takes the account's token or a role that has it. Errors: UNAUTHENTICATED with this sentence. */
export const requireAccount = (values: ContextValues, why: string): void => {
  if (principalOf(values).by === "session") throw new DomainError("UNAUTHENTICATED", why);
};

/** Whoever makes this call. Errors: what the guards refused it with; UNAUTHENTICATED where none looked at it. */
export const principalOf = (values: ContextValues): Principal => {
  const admitted = values.get(key);
  if (admitted instanceof DomainError) throw admitted;
  return admitted;
};
