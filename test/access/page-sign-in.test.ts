import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { create } from "@bufbuild/protobuf";
import { base64url, exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { RoleRow_Role, SignInSchema } from "../../gen/pincite/access/v1/sign_in_pb.ts";
import { pageSignIn } from "../../src/access/page-sign-in.ts";
import { silentLog } from "../../src/wire/log.ts";
import { createSessions, unkept } from "../../src/wire/sessions.ts";

/** Listens at a free port of this machine, which `localhost` and 127.0.0.1 both name. */
const listening = async (server: Server): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
};

const stopped = (server: Server): Promise<void> => {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
};

let keys: Awaited<ReturnType<typeof generateKeyPair>>;
let strangers: typeof keys;
let name: string;
/** What the issuer gives for a code, and what it says its name is. */
let idToken: string;
let tokenStatus: number;
let saysName: string | undefined;
const issuer = createServer(async (request, response) => {
  response.setHeader("content-type", "application/json");
  if (request.url === "/keys")
    response.end(JSON.stringify({ keys: [{ ...(await exportJWK(keys.publicKey)), kid: "one", alg: "ES256" }] }));
  else if (request.url === "/token") {
    response.statusCode = tokenStatus;
    response.end(JSON.stringify({ access_token: "a", token_type: "bearer", id_token: idToken }));
  } else
    response.end(
      JSON.stringify({
        issuer: saysName ?? name,
        authorization_endpoint: `${name}/authorize`,
        token_endpoint: `${name}/token`,
        jwks_uri: `${name}/keys`,
        response_types_supported: ["code"],
        subject_types_supported: ["public"],
        id_token_signing_alg_values_supported: ["ES256", "none"],
      }),
    );
});
const sessions = createSessions({ nowMs: Date.now, key: () => Buffer.from("token"), kept: unkept() });
let page: ReturnType<typeof pageSignIn>;
let origin: string;
const server = createServer((request, response) => {
  if (!page(request, response)) response.writeHead(404).end();
});

beforeAll(async () => {
  keys = await generateKeyPair("ES256");
  strangers = await generateKeyPair("ES256");
  name = `http://localhost:${await listening(issuer)}`;
  origin = `http://127.0.0.1:${await listening(server)}`;
});
afterAll(() => Promise.all([stopped(server), stopped(issuer)]));

/** The sign-in of a server whose file says this of the page beside what it must. */
const opening = (more: { readonly baseUrl?: string; readonly sessionSeconds?: number } = {}) => {
  const keysAt = { case: "jwksUrl" as const, value: `${name}/keys` };
  const issuers = [{ issuer: name, audience: "api", algorithms: ["ES256"], keys: keysAt }];
  const roles = [{ role: RoleRow_Role.EDITOR, issuer: name, who: { case: "group" as const, value: "lawyers" } }];
  const own = { issuer: name, clientId: "pincite", baseUrl: origin, scopes: ["profile"], ...more };
  const signIn = create(SignInSchema, { issuers, roles, page: own });
  return pageSignIn({ signIn, file: "sign-in.txtpb", page: signIn.page!, sessions, log: silentLog, nowMs: Date.now });
};

beforeEach(() => {
  [tokenStatus, saysName] = [200, undefined];
  sessions.endAll(sessions.list().map(({ id }) => id));
  page = opening();
});

/** Goes to sign in, and gives what the browser and the issuer were told. */
const begun = async (to = "/run/run-1") => {
  const response = await fetch(`${origin}/sign-in/begin?${new URLSearchParams({ to })}`, { redirect: "manual" });
  const at = new URL(response.headers.get("location") ?? "http://nowhere.example");
  const cookie = response.headers.get("set-cookie")?.split(";")[0] ?? "";
  return {
    status: response.status,
    at,
    state: at.searchParams.get("state") ?? "",
    nonce: at.searchParams.get("nonce") ?? "",
    cookie,
  };
};

const claimsOf = (nonce: string, more: JWTPayload = {}): JWTPayload => {
  const now = Math.floor(Date.now() / 1_000);
  return { iss: name, aud: "pincite", sub: "noor", groups: ["lawyers"], nonce, iat: now, exp: now + 600, ...more };
};

const signed = (claims: JWTPayload, key = keys.privateKey): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg: "ES256", kid: "one" }).sign(key);

/** Comes back from the issuer. */
const back = async (query: Record<string, string>, cookie: string) => {
  const response = await fetch(`${origin}/sign-in/return?${new URLSearchParams(query)}`, { headers: { cookie } });
  const text = await response.text();
  return {
    status: response.status,
    next: /data-next="(?<next>[^"]*)"/u.exec(text)?.groups?.next,
    cookies: response.headers.getSetCookie(),
    text,
  };
};

const opened = (): string[] => sessions.list().map(({ person }) => person?.subject ?? "");

describe("a sign-in for the page", () => {
  it("asks by PKCE, with words that are new each time, and for no more than is told", async () => {
    const [one, two] = [await begun(), await begun()];
    expect(one.status).toBe(302);
    const { client_id, code_challenge_method, redirect_uri, response_type, scope } = Object.fromEntries(
      one.at.searchParams,
    );
    expect({ client_id, code_challenge_method, redirect_uri, response_type, scope }).toEqual({
      client_id: "pincite",
      code_challenge_method: "S256",
      redirect_uri: `${origin}/sign-in/return`,
      response_type: "code",
      scope: "openid profile",
    });
    for (const word of ["state", "nonce", "code_challenge"])
      expect(one.at.searchParams.get(word)).not.toBe(two.at.searchParams.get(word));
  });

  it("opens one session, of whom the issuer says, and takes its own cookie back", async () => {
    const { state, nonce, cookie } = await begun();
    idToken = await signed(claimsOf(nonce));
    const came = await back({ code: "c", state, iss: name }, cookie);
    expect([came.status, came.next, opened()]).toEqual([200, "/run/run-1", ["noor"]]);
    expect(came.cookies[0]).toMatch(/^pincite-\d+=[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/$/u);
    expect(came.cookies[1]).toContain("Max-Age=0");
    // The same way back once more is nobody's.
    expect((await back({ code: "c", state, iss: name }, cookie)).status).toBe(400);
    expect(opened()).toEqual(["noor"]);
  });

  it("goes on at a page of its own alone", async () => {
    for (const to of ["//evil.example", "https://evil.example/", "/\\evil.example", "/sign-in/begin"]) {
      const { state, nonce, cookie } = await begun(to);
      idToken = await signed(claimsOf(nonce));
      expect((await back({ code: "c", state }, cookie)).next).toBe("/");
    }
  });

  it("is nobody's where another browser comes back, or with another state", async () => {
    const { state, nonce, cookie } = await begun();
    const other = await begun();
    idToken = await signed(claimsOf(nonce));
    for (const [query, sent] of [
      [{ code: "c", state }, ""],
      [{ code: "c", state: other.state }, cookie],
      [{ code: "c", state: "x".repeat(43) }, cookie],
      [{ code: "c" }, cookie],
    ] as const)
      expect((await back(query, sent)).status).toBe(400);
    expect(opened()).toEqual([]);
  });

  const tokens: Readonly<Record<string, (nonce: string) => string | Promise<string>>> = {
    "for another sign-in": () => signed(claimsOf("another")),
    "for another server": (nonce) => signed(claimsOf(nonce, { aud: "api" })),
    "for two, of which we did not ask": (nonce) => signed(claimsOf(nonce, { aud: ["pincite", "api"], azp: "api" })),
    "of another issuer": (nonce) => signed(claimsOf(nonce, { iss: "https://evil.example" })),
    "signed by a stranger": (nonce) => signed(claimsOf(nonce), strangers.privateKey),
    "signed by nobody": (nonce) => new UnsecuredJWT(claimsOf(nonce)).encode(),
    "that has ended": (nonce) => signed(claimsOf(nonce, { iat: 1, exp: 2 })),
    "without anybody": (nonce) => signed(claimsOf(nonce, { sub: "" })),
    "changed behind its signature": async (nonce) => {
      const [head, , signature] = (await signed(claimsOf(nonce))).split(".");
      return [head, base64url.encode(JSON.stringify(claimsOf(nonce, { sub: "mila" }))), signature].join(".");
    },
    "that is none": () => "a.b.c",
  };
  it.each(Object.keys(tokens))("is nobody's by a token %s", async (which) => {
    const { state, nonce, cookie } = await begun();
    idToken = (await tokens[which]?.(nonce)) ?? "";
    const came = await back({ code: "c", state }, cookie);
    expect([400, 403]).toContain(came.status);
    expect(opened()).toEqual([]);
  });

  it("is nobody's where the way back names another issuer (RFC 9207)", async () => {
    const { state, nonce, cookie } = await begun();
    idToken = await signed(claimsOf(nonce));
    expect((await back({ code: "c", state, iss: "https://evil.example" }, cookie)).status).toBe(400);
    expect(opened()).toEqual([]);
  });

  it("tells apart who said no, who has no role, and an issuer that is away or is another", async () => {
    const declined = await begun();
    expect((await back({ error: "access_denied", state: declined.state }, declined.cookie)).status).toBe(403);
    const guest = await begun();
    idToken = await signed(claimsOf(guest.nonce, { groups: ["guests"] }));
    const came = await back({ code: "c", state: guest.state }, guest.cookie);
    expect([came.status, came.text]).toEqual([403, expect.stringContaining("no role here")]);
    const away = await begun();
    tokenStatus = 503;
    expect((await back({ code: "c", state: away.state }, away.cookie)).status).toBe(503);
    expect(opened()).toEqual([]);
  });

  it("goes to no issuer that calls itself by another name", async () => {
    saysName = "https://evil.example";
    expect((await begun()).status).toBe(400);
  });

  it("ends with the token", async () => {
    const { state, nonce, cookie } = await begun();
    const exp = Math.floor(Date.now() / 1_000) + 300;
    idToken = await signed(claimsOf(nonce, { exp }));
    await back({ code: "c", state }, cookie);
    expect(sessions.list().map(({ endsMs }) => endsMs)).toEqual([exp * 1_000]);
  });

  it("keeps its words to TLS where the page has it", async () => {
    page = opening({ baseUrl: "https://pincite.firm.example" });
    const begin = await fetch(`${origin}/sign-in/begin`, { redirect: "manual" });
    expect(begin.headers.get("set-cookie")).toMatch(/; Secure$/u);
    const { state, nonce, cookie, at } = await begun();
    expect(at.searchParams.get("redirect_uri")).toBe("https://pincite.firm.example/sign-in/return");
    idToken = await signed(claimsOf(nonce));
    const { cookies } = await back({ code: "c", state }, cookie);
    expect(cookies.map((one) => one.endsWith("; Secure"))).toEqual([true, true]);
  });

  it("ends after as many seconds as the file says", async () => {
    page = opening({ sessionSeconds: 60 });
    const { state, nonce, cookie } = await begun();
    idToken = await signed(claimsOf(nonce));
    const before = Date.now();
    await back({ code: "c", state }, cookie);
    const [{ endsMs } = { endsMs: 0 }] = sessions.list();
    expect(endsMs - before).toBeGreaterThanOrEqual(60_000);
    expect(endsMs - Date.now()).toBeLessThanOrEqual(60_000);
  });

  it("shows nothing that an address says as part of its page", async () => {
    const response = await fetch(`${origin}/sign-in?${new URLSearchParams({ to: `/"><script>alert(1)</script>` })}`);
    expect(await response.text()).not.toContain("<script");
    expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
  });
});
