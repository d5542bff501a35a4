import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair } from "jose";
import { Provider } from "oidc-provider";

/** Somebody at an issuer, under the name by which they sign in. */
export interface Member {
  readonly name: string;
  readonly groups: readonly string[];
}

/** What an issuer of OpenID Connect is told before it begins. */
export interface OidcOptions {
  /** Where it sends people back to. */
  readonly redirect: string;
  readonly members: Readonly<Record<string, Member>>;
  /** The secret of the client `pincite`; absent: a public one. */
  readonly secret?: string;
}

/**
 * A real issuer: `oidc-provider` at an address of this machine that is another site than 127.0.0.1, with its own screens, on which any word signs in.
 * Groups come into the ID token by the scope `groups`.
 */
export const startOidc = async ({ redirect, members, secret }: OidcOptions) => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  const provider = new Provider(issuer, {
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: "first", alg: "ES256", use: "sig" }] },
    clients: [
      {
        client_id: "pincite",
        redirect_uris: [redirect],
        response_types: ["code"],
        id_token_signed_response_alg: "ES256",
        token_endpoint_auth_method: secret === undefined ? "none" : "client_secret_basic",
        ...(secret === undefined ? {} : { client_secret: secret }),
      },
    ],
    scopes: ["openid", "profile", "groups"],
    claims: { openid: ["sub"], profile: ["name"], groups: ["groups"] },
    conformIdTokenClaims: false,
    cookies: { keys: ["a key of these tests"] },
    pkce: { required: () => true },
    findAccount: (_context, sub) => {
      const { name, groups = [] } = members[sub] ?? {};
      return name === undefined
        ? undefined
        : { accountId: sub, claims: async () => ({ sub, name, groups: [...groups] }) };
    },
  });
  const answer = provider.callback();
  let isAway = false;
  server.on("request", (request, response) => {
    if (isAway) response.writeHead(502, { "content-type": "text/html" }).end("<h1>Bad gateway</h1>");
    else void answer(request, response);
  });
  return {
    issuer,
    jwks: `${issuer}/jwks`,
    /** A proxy before it says that it is down. */
    away: (is: boolean): void => {
      isAway = is;
    },
    stop: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
};
