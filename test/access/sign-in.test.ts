import { createHmac, generateKeyPairSync } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { exportJWK, exportSPKI, generateKeyPair } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Right } from "../../gen/pincite/access/v1/right_pb.ts";
import { openSignIn } from "../../src/access/sign-in.ts";
import { DomainError } from "../../src/error.ts";
import { newFolder } from "../support/new-folder.ts";
import { signInFile, startIssuer, type TestIssuer } from "./support/issuer.ts";

let issuer: TestIssuer;
beforeAll(async () => {
  issuer = await startIssuer();
});
afterAll(() => issuer.stop());

const fileOf = (text: string): string => {
  const file = join(newFolder("sign-in-"), "sign-in.txtpb");
  writeFileSync(file, text);
  return file;
};

const account = () => () => ({ by: "token" as const });

/** Who a server with such a file takes the sender of a token to be, or the sentence of its refusal. */
const opened = (text = signInFile(issuer), nowMs: () => number = Date.now) => {
  const { prepare, authenticate } = openSignIn(fileOf(text), account, nowMs);
  return async (token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    await prepare(headers);
    const verdict = authenticate({ method: "POST", path: "/x/y", headers });
    return verdict instanceof DomainError ? verdict.message : (verdict.person ?? verdict.by);
  };
};

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

describe("whose token is taken", () => {
  it("is theirs who have a role, with what all their rows give", async () => {
    const who = opened();
    expect(await who(await issuer.token("mila", { groups: ["lawyers"] }))).toEqual({
      issuer: issuer.name,
      subject: "mila",
      rights: new Set([Right.READ, Right.EDIT, Right.REVIEW, Right.USAGE]),
      everywhere: new Set([Right.READ, Right.EDIT, Right.REVIEW, Right.USAGE]),
      groups: new Set(["lawyers"]),
    });
    // A member may make the same calls, and nothing of it holds everywhere.
    expect(await who(await issuer.token("mila", { groups: ["members", "trainees"] }))).toMatchObject({
      rights: new Set([Right.READ, Right.EDIT, Right.REVIEW, Right.USAGE]),
      everywhere: new Set([Right.READ, Right.USAGE]),
    });
    expect(await who(await issuer.token("sem", { groups: ["trainees", "computers"] }))).toMatchObject({
      rights: new Set([Right.READ, Right.USAGE, Right.OPERATE]),
    });
    expect(await who(await issuer.token("sem", { groups: "trainees" }))).toMatchObject({
      rights: new Set([Right.READ, Right.USAGE]),
    });
    expect(await who(await issuer.token("noor"))).toMatchObject({
      rights: new Set([Right.READ, Right.EDIT, Right.REVIEW, Right.USAGE]),
    });
  });

  it("is nobody's who has none, nor whose name holds signs that do not show", async () => {
    const who = opened();
    expect(await who(await issuer.token("mila", { groups: ["guests"] }))).toContain("no role");
    expect(await who(await issuer.token("mila", { groups: { lawyers: true } }))).toContain("no role");
    expect(await who(await issuer.token("noor\u202e", { groups: ["lawyers"] }))).toContain("no role");
  });

  it("is the account's own where it has one part and not three", async () => {
    expect(await opened()("a-token-of-forty-three-signs-for-these-tests")).toBe("token");
  });

  it("names a group by the claim that the file says", async () => {
    const who = opened(signInFile(issuer, `groups_claim: "https://example/teams"`));
    expect(await who(await issuer.token("mila", { groups: ["lawyers"] }))).toContain("no role");
    expect(await who(await issuer.token("mila", { "https://example/teams": ["lawyers"] }))).toMatchObject({
      subject: "mila",
    });
  });
});

describe("a token is refused", () => {
  const seconds = () => Math.floor(Date.now() / 1_000);
  it.each([
    ["of another issuer", { iss: "https://login.example.org" }, "issuer is not known"],
    ["for another server", { aud: "other" }, "aud does not fit"],
    ["for no server", { aud: null }, "aud does not fit"],
    ["that has ended", { exp: seconds() - 1 }, "it has ended"],
    ["without an end", { exp: null }, "exp does not fit"],
    ["that begins later", { nbf: seconds() + 120 }, "nbf does not fit"],
    ["of nobody", { sub: null }, "sub does not fit"],
  ] as const)("%s", async (_, claims, why) => {
    expect(await opened()(await issuer.token("noor", claims))).toContain(why);
  });

  it("that nobody signed", async () => {
    const [, payload] = (await issuer.token("noor")).split(".");
    expect(await opened()(`${part({ alg: "none" })}.${payload}.`)).toContain("not signed");
    expect(await opened()(`${part({ alg: "none", kid: "first" })}.${payload}.c2ln`)).toContain("not signed");
  });

  it("whose words were changed under its signature", async () => {
    const [head, , signature] = (await issuer.token("mila")).split(".");
    const [, payload] = (await issuer.token("noor")).split(".");
    expect(await opened()(`${head}.${payload}.${signature}`)).toContain("not signed");
  });

  it("that another key signed under the issuer's key id, or under one that it does not have", async () => {
    const { privateKey: key } = await generateKeyPair("ES256");
    expect(await opened()(await issuer.token("noor", {}, { key }))).toContain("not signed");
    expect(await opened()(await issuer.token("noor", {}, { key, kid: "other" }))).toContain("not signed");
  });

  it("that is signed with the public key as if that were a secret, or in a way that the file does not name", async () => {
    const pair = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const file = join(newFolder("keys-"), "jwks.json");
    writeFileSync(file, JSON.stringify({ keys: [{ ...(await exportJWK(pair.publicKey)), kid: "r" }] }));
    const text = signInFile(issuer)
      .replace(`jwks_url: "${issuer.jwks}"`, `jwks_file: "${file}"`)
      .replace("ES256", "RS256");
    const [, payload] = (await issuer.token("noor")).split(".");
    const signed = `${part({ alg: "HS256", kid: "r" })}.${payload}`;
    const signature = createHmac("sha256", await exportSPKI(pair.publicKey as never))
      .update(signed)
      .digest("base64url");
    expect(await opened(text)(`${signed}.${signature}`)).toContain("not signed");
    expect(await opened(text)(await issuer.token("noor"))).toContain("not signed");
  });
});

describe("keys of an issuer", () => {
  it("that were changed are fetched when a token names the new one", async () => {
    const own = await startIssuer("https://rotating.example");
    // `jose` asks again at the soonest after thirty seconds; a server that starts anew knows no keys.
    const before = opened(signInFile(own));
    expect(await before(await own.token("noor"))).toMatchObject({ subject: "noor" });
    const old = await own.token("mila", { groups: ["lawyers"] });
    await own.rotate();
    expect(await opened(signInFile(own))(old)).toContain("not signed");
    expect(await opened(signInFile(own))(await own.token("noor"))).toMatchObject({ subject: "noor" });
    await own.stop();
  });

  it("that cannot be had let in nobody but whose token was seen a minute ago at most", async () => {
    const own = await startIssuer("https://away.example");
    let nowMs = Date.now();
    const who = opened(signInFile(own), () => nowMs);
    const [seen, unseen] = [await own.token("noor"), await own.token("mila", { groups: ["lawyers"] })];
    expect(await who(seen)).toMatchObject({ subject: "noor" });
    own.answering("garbage");
    expect(await opened(signInFile(own))(unseen)).toContain("keys of its issuer cannot be had");
    await own.stop();
    expect(await opened(signInFile(own))(unseen)).toContain("keys of its issuer cannot be had");
    nowMs += 59_000;
    expect(await who(seen)).toMatchObject({ subject: "noor" });
  });

  it("are asked for once, however many tokens come", async () => {
    const own = await startIssuer("https://busy.example");
    const who = opened(signInFile(own));
    const tokens = await Promise.all(Array.from({ length: 20 }, (_, at) => own.token("noor", { jti: String(at) })));
    for (const each of await Promise.all(tokens.map(who))) expect(each).toMatchObject({ subject: "noor" });
    expect(own.asked()).toBe(1);
    await own.stop();
  });
});

it("a token that was seen is not taken after its end", async () => {
  let nowMs = Date.now();
  const who = opened(signInFile(issuer), () => nowMs);
  const token = await issuer.token("noor", { exp: Math.floor(nowMs / 1_000) + 20 });
  expect(await who(token)).toMatchObject({ subject: "noor" });
  nowMs += 21_000;
  expect(await who(token)).toContain("it has ended");
});

it("clocks may differ by as much as the file says", async () => {
  const late = await issuer.token("noor", { exp: Math.floor(Date.now() / 1_000) - 20 });
  expect(await opened()(late)).toContain("it has ended");
  expect(await opened(signInFile(issuer, "skew_seconds: 60"))(late)).toMatchObject({ subject: "noor" });
});

describe("a file of who may sign in", () => {
  const problem = (text: string): string => {
    try {
      openSignIn(fileOf(text), account, Date.now);
    } catch (error) {
      return error instanceof DomainError ? `${error.message} ${JSON.stringify(error.violations ?? "")}` : "";
    }
    return "";
  };
  const good = () => signInFile(issuer);
  it.each([
    ["a field that nobody knows", () => `${good()}\npeople: 3`, /sign-in.txtpb:10/u],
    ["no role at all", () => good().replaceAll(/^roles.*$/gmu, ""), /roles/u],
    ["a way to sign that proves nothing", () => good().replace("ES256", "HS256"), /algorithms/u],
    [
      "keys by a way that others can write to",
      () => good().replace(issuer.jwks, "http://login.example/keys"),
      /https/u,
    ],
    ["an issuer twice", () => good() + good(), /twice/u],
    [
      "a role of an issuer that is not in it",
      () => `${good()}\nroles { role: ROLE_READER issuer: "https://x" group: "y" }`,
      /https:\/\/x/u,
    ],
    [
      "a file of keys that is not there",
      () => good().replace(`jwks_url: "${issuer.jwks}"`, `jwks_file: "none.json"`),
      /none.json/u,
    ],
    ["clocks an hour apart", () => signInFile(issuer, "skew_seconds: 3600"), /skew/u],
  ])("is refused with %s, by its place", (_, text, place) => {
    expect(problem(text())).toMatch(place);
  });

  it("that is not there is refused by its name", () => {
    expect(() => openSignIn("/nowhere/sign-in.txtpb", account, Date.now)).toThrow(/sign-in.txtpb.*ENOENT/u);
  });
});
