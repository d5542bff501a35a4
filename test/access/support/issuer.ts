import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";

/** What a token says beside what every good one says; `null` leaves a claim out. */
export type Claims = { readonly [claim: string]: JWTPayload[string] | null };

/**
 * An issuer of tokens with keys of its own at an address of this machine. It signs by ES256 for `pincite`, for a quarter of an hour, unless
 * told otherwise.
 */
export const startIssuer = async (name = "https://login.example") => {
  let pair = { kid: "first", ...(await generateKeyPair("ES256")) };
  let answers: "keys" | "nothing" | "garbage" = "keys";
  let asked = 0;
  const server = createServer(async (_request, response) => {
    asked++;
    if (answers === "nothing") return;
    const key = { ...(await exportJWK(pair.publicKey)), kid: pair.kid, alg: "ES256", use: "sig" };
    response.setHeader("content-type", "application/json");
    response.end(answers === "garbage" ? "<html>" : JSON.stringify({ keys: [key] }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    name,
    jwks: `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`,
    asked: () => asked,
    answering: (what: typeof answers): void => {
      answers = what;
    },
    rotate: async (): Promise<void> => {
      pair = { kid: crypto.randomUUID(), ...(await generateKeyPair("ES256")) };
    },
    token: async (subject: string, claims: Claims = {}, { kid = pair.kid, key = pair.privateKey } = {}) => {
      const now = Math.floor(Date.now() / 1_000);
      const said = { iss: name, aud: "pincite", sub: subject, iat: now, exp: now + 900, ...claims };
      const payload = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== null));
      return new SignJWT(payload as JWTPayload).setProtectedHeader({ alg: "ES256", kid }).sign(key);
    },
    stop: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
};

export type TestIssuer = Awaited<ReturnType<typeof startIssuer>>;

/** The file that lets its people in: readers, editors, operators, members and auditors by group, and Noor by herself. */
export const signInFile = ({ name, jwks }: Pick<TestIssuer, "name" | "jwks">, more = ""): string => `
issuers { issuer: "${name}" audience: "pincite" algorithms: "ES256" jwks_url: "${jwks}" ${more} }
roles { role: ROLE_READER group: "trainees" }
roles { role: ROLE_EDITOR group: "lawyers" }
roles { role: ROLE_OPERATOR group: "computers" }
roles { role: ROLE_EDITOR subject: "noor" }
roles { role: ROLE_MEMBER group: "members" }
roles { role: ROLE_AUDITOR group: "auditors" }
`;
