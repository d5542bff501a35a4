import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  None,
} from "openid-client";
import { signInPaths } from "#kit/page-session.ts";
import { isLoopbackUrl } from "#kit/url.ts";
import type { PageSignIn } from "../../gen/pincite/access/v1/sign_in_pb.ts";
import type { BegunSignIn, PendingSignIn } from "./pending-sign-ins.ts";

/** Why nobody came of a sign-in. `away`: the issuer does not answer; `declined`: it says that it signed nobody in; `unfit`: what came is not ours. */
export type Fault = "away" | "declined" | "unfit";

/** The authorization code flow of OpenID Connect with one issuer, by `openid-client`. */
export interface CodeFlow {
  /** The address at the issuer where somebody signs in. Errors: what faultOf knows. */
  address(begun: BegunSignIn): Promise<string>;
  /** The ID token for a code that came back, whose claims fit and whose signature nobody looked at yet. Errors: what faultOf knows. */
  idToken(returned: string, state: string, pending: PendingSignIn): Promise<string>;
}

/** How long the issuer is waited for, in seconds, and how long what it says of itself is taken, in milliseconds. */
const timeoutSeconds = 5;
const knownMs = 3_600_000;

export const createCodeFlow = (page: PageSignIn, secret: string | undefined, nowMs: () => number): CodeFlow => {
  let known: { readonly asked: Promise<Configuration>; readonly untilMs: number } | undefined;
  const issuer = (): Promise<Configuration> => {
    if (known && nowMs() < known.untilMs) return known.asked;
    const asked = discover(page, secret);
    known = { asked, untilMs: nowMs() + knownMs };
    // One that does not answer is asked again by the next who signs in.
    asked.catch(() => {
      if (known?.asked === asked) known = undefined;
    });
    return asked;
  };
  return {
    address: async ({ state, nonce, verifier }) =>
      buildAuthorizationUrl(await issuer(), {
        redirect_uri: page.baseUrl + signInPaths.back,
        response_type: "code",
        scope: [...new Set(["openid", ...page.scopes])].join(" "),
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
        state,
        nonce,
      }).href,
    idToken: async (returned, state, { nonce, verifier }) => {
      const tokens = await authorizationCodeGrant(await issuer(), new URL(page.baseUrl + returned), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      return tokens.id_token ?? "";
    },
  };
};

/** Asks an issuer for its endpoints. It is the very one of the file, sign by sign. */
const discover = async (page: PageSignIn, secret: string | undefined): Promise<Configuration> => {
  const execute = isLoopbackUrl(page.issuer) && page.issuer.startsWith("http:") ? [allowInsecureRequests] : [];
  const options = { timeout: timeoutSeconds, execute };
  // Which way a secret is shown the issuer says; before it is asked, the way that OpenID Connect has by default stands in.
  const authentication =
    secret === undefined ? None() : (...args: Parameters<ReturnType<typeof None>>) => bySecret(secret)(...args);
  const found = await discovery(new URL(page.issuer), page.clientId, undefined, authentication, options);
  if (found.serverMetadata().issuer !== page.issuer) throw new Error("the issuer calls itself by another name");
  return found;
};

const bySecret =
  (secret: string): ReturnType<typeof None> =>
  (as, ...rest) => {
    const ways = as.token_endpoint_auth_methods_supported;
    const way = ways === undefined || ways.includes("client_secret_basic") ? ClientSecretBasic : ClientSecretPost;
    return way(secret)(as, ...rest);
  };

/** What is behind an error of the flow. */
export const faultOf = (thrown: unknown): Fault => {
  if (thrown instanceof AuthorizationResponseError) return "declined";
  let cause = thrown;
  for (; cause instanceof Error; cause = cause.cause) {
    const { code = "" } = cause as NodeJS.ErrnoException;
    if (/^(?:E[A-Z]{4,}|EAI_[A-Z]+|UND_ERR_[A-Z_]+|OAUTH_TIMEOUT)$/u.test(code)) return "away";
    if (cause instanceof TypeError && cause.message === "fetch failed") return "away";
  }
  // An answer is the cause of what says that it cannot be used: a proxy answers so for an issuer that is down.
  return cause instanceof Response && cause.status >= 500 ? "away" : "unfit";
};
