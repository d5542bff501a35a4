import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import { dirname, resolve } from "node:path";
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  decodeJwt,
  errors,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
} from "jose";
import type { Issuer, RoleRow, RoleRow_Role, SignIn } from "../../gen/pincite/access/v1/sign_in_pb.ts";
import { DomainError } from "../error.ts";
import { type PlainId, type Said, worded } from "../messages/said.ts";
import type { Authenticate, Prepare } from "../wire/admission.ts";
import type { Person, Principal } from "../wire/principal.ts";
import type { SessionPerson } from "../wire/sessions.ts";
import { readSignIn, unfit } from "./read-sign-in.ts";
import { everywhereBy, withOwnBy } from "./roles.ts";

/** Who calls, by the tokens of issuers: found out first (`prepare`), then answered at once. */
export interface SignedIn {
  readonly prepare: Prepare;
  readonly authenticate: Authenticate;
  /** The file, as it was read. */
  readonly signIn: SignIn;
}

/** How long a token that was verified is taken again unseen, at most; one that ends sooner is not taken after its end. */
const knownMs = 60_000;
/** So many tokens are remembered, the latest. */
const knownMax = 10_000;

/** A token as `authorization: Bearer` carries it: three parts. The account's own token has one. */
const bearerToken = /^bearer +(?<token>[\w-]+\.[\w-]+\.[\w-]*)$/iu;
export const tokenCharsMax = 8_192;

/** A `sub` as OpenID Connect has it (Core 1.0, section 2): ASCII; and none that does not show. */
const subjectPattern = /^[!-~]{1,255}$/u;

/**
 * Takes tokens of the issuers in a file, verified by `jose`: by their signature, issuer, audience and times. Whatever bears no such token is
 * theirs whom `otherwiseBy` makes of the file.
 *
 * Errors: those of readSignIn; REQUEST_INVALID for a file of keys that cannot be read.
 */
export const openSignIn = (
  file: string,
  otherwiseBy: (signIn: SignIn) => Authenticate,
  nowMs: () => number,
): SignedIn => {
  const signIn = readSignIn(file);
  const otherwise = otherwiseBy(signIn);
  const verifiers = new Map(signIn.issuers.map((one) => [one.issuer, verifierOf(one, file, nowMs)]));
  const known = new Map<string, { readonly verdict: Principal; readonly untilMs: number }>();
  // By the head of a request itself: it is asked once more, at once, when this has been found out.
  const verdicts = new WeakMap<IncomingHttpHeaders, Principal | DomainError>();

  const lookUp = async (token: string): Promise<Principal | DomainError> => {
    const verify = verifiers.get(issuerOf(token));
    if (!verify) return notTaken(worded("sign-in.other-issuer"));
    const verified = await verify(token);
    if (verified instanceof DomainError) return verified;
    const person = personAs(toldBy(verified, signIn), signIn);
    if (!person) return new DomainError("UNAUTHENTICATED", worded("keeping-error.sign-in-nobody-here"));
    const verdict: Principal = { by: "signed-in", person };
    remember(known, digestOf(token), { verdict, untilMs: Math.min(nowMs() + knownMs, Number(verified.exp) * 1_000) });
    return verdict;
  };
  return {
    signIn,
    prepare: (headers) => {
      const token = tokenOf(headers);
      if (token === undefined) return undefined;
      const seen = known.get(digestOf(token));
      if (seen && nowMs() < seen.untilMs) {
        verdicts.set(headers, seen.verdict);
        return undefined;
      }
      return lookUp(token)
        .catch(() => notTaken(worded("sign-in.unreadable")))
        .then((verdict) => void verdicts.set(headers, verdict));
    },
    authenticate: (arrival) =>
      tokenOf(arrival.headers) === undefined
        ? otherwise(arrival)
        : (verdicts.get(arrival.headers) ?? notTaken(worded("sign-in.unreadable"))),
  };
};

const tokenOf = ({ authorization = "" }: IncomingHttpHeaders): string | undefined =>
  authorization.length > tokenCharsMax ? undefined : bearerToken.exec(authorization)?.groups?.token;

/** A token is a secret: it is kept as its digest. */
const digestOf = (token: string): string => createHash("sha256").update(token).digest("base64");

/** Whose token it says it is; that is looked at again when it is verified. */
const issuerOf = (token: string): string => {
  try {
    return decodeJwt(token).iss ?? "";
  } catch {
    return "";
  }
};

const remember = <K, V>(known: Map<K, V>, key: K, value: V): void => {
  known.delete(key);
  known.set(key, value);
  if (known.size > knownMax) known.delete(known.keys().next().value as K);
};

/** Verifies the tokens of one issuer that are for `audience`. Errors: REQUEST_INVALID for a file of keys that cannot be read. */
export const verifierOf = (issuer: Issuer, file: string, nowMs: () => number, audience: string = issuer.audience) => {
  const keys = keysOf(issuer, file);
  return async (token: string): Promise<JWTPayload | DomainError> => {
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer: issuer.issuer,
        audience,
        algorithms: issuer.algorithms,
        clockTolerance: issuer.skewSeconds,
        currentDate: new Date(nowMs()),
        requiredClaims: ["exp", "sub"],
      });
      return payload;
    } catch (fault) {
      return notTaken(whyNot(fault));
    }
  };
};

/** Milliseconds: how long keys are waited for, how soon they are asked for again, how long they are taken as they were. */
const keyTimes = { timeoutDuration: 5_000, cooldownDuration: 30_000, cacheMaxAge: 600_000 };

const keysOf = ({ keys }: Issuer, file: string): JWTVerifyGetKey => {
  if (keys.case === "jwksUrl") return createRemoteJWKSet(new URL(keys.value), keyTimes);
  const path = resolve(dirname(file), keys.value ?? "");
  try {
    return createLocalJWKSet(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    throw unfit(file, worded("sign-in-problem.keys", { file: path }));
  }
};

/** Why a token is not taken, as far as whoever sends it may know. */
const whyNot = (fault: unknown): Said => {
  if (fault instanceof errors.JWTExpired) return worded("sign-in.it-has-ended");
  if (fault instanceof errors.JWTClaimValidationFailed)
    return worded("sign-in.not-for-this-server", { claim: fault.claim });
  const found = whyNots.find(([kind]) => fault instanceof kind);
  // What comes of fetching keys is no error of jose's own kinds alone: an address that nobody answers at is one of the system's.
  return worded(found?.[1] ?? "sign-in.keys-cannot-be-had");
};

const whyNots: readonly (readonly [new (...args: never[]) => Error, PlainId])[] = [
  [errors.JWSSignatureVerificationFailed, "sign-in.not-signed-by-issuer"],
  [errors.JOSEAlgNotAllowed, "sign-in.not-signed-by-issuer"],
  [errors.JOSENotSupported, "sign-in.not-signed-by-issuer"],
  [errors.JWKSNoMatchingKey, "sign-in.not-signed-by-issuer"],
  [errors.JWKSMultipleMatchingKeys, "sign-in.not-signed-by-issuer"],
  [errors.JWTInvalid, "sign-in.unreadable"],
  [errors.JWSInvalid, "sign-in.unreadable"],
];

const notTaken = (why: Said): DomainError =>
  new DomainError("UNAUTHENTICATED", worded("keeping-error.sign-in-token-is-not-taken", { why }));

/** Who a token says somebody is, by what its issuer's row calls groups. */
export const toldBy = (token: JWTPayload, { issuers }: SignIn): SessionPerson => {
  const { iss = "", sub = "", name } = token;
  const claim = issuers.find(({ issuer }) => issuer === iss)?.groupsClaim || "groups";
  const groups = [token[claim]].flat().filter((one) => typeof one === "string");
  return { issuer: iss, subject: sub, name: typeof name === "string" ? name.slice(0, nameCharsMax) : "", groups };
};

const nameCharsMax = 200;

/** Somebody with all that the rows about them give; undefined where no row is. */
export const personAs = (who: SessionPerson, { roles }: Pick<SignIn, "roles">): Person | undefined => {
  const { issuer: iss, subject: sub } = who;
  if (!subjectPattern.test(sub)) return undefined;
  const groups = new Set(who.groups);
  const isAbout = ({ issuer, who }: RoleRow): boolean =>
    issuer === iss && (who.case === "subject" ? who.value === sub : groups.has(who.value ?? ""));
  const held = roles.filter(isAbout).map(({ role }) => role as RoleRow_Role);
  const rights = new Set(held.flatMap(withOwnBy));
  const everywhere = new Set(held.flatMap((role) => everywhereBy[role] ?? []));
  const named = who.name === "" ? {} : { name: who.name };
  return rights.size > 0 ? { issuer: iss, subject: sub, ...named, rights, everywhere, groups } : undefined;
};
