import { mkdirSync, writeFileSync } from "node:fs";
import { request as httpRequest, type IncomingHttpHeaders, type OutgoingHttpHeaders } from "node:http";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import { createConnectTransport } from "@connectrpc/connect-node";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { originHalf } from "#kit/page-session.ts";
import { byToken } from "../../src/wire/admission.ts";
import { silentLog } from "../../src/wire/log.ts";
import { createPage } from "../../src/wire/page.ts";
import { bySession } from "../../src/wire/page-session.ts";
import { type RunningServer, startServer } from "../../src/wire/server.ts";
import type { Sessions } from "../../src/wire/sessions.ts";
import { newFolder } from "../support/new-folder.ts";
import { openSessions } from "../support/open-sessions.ts";
import { echoClient, echoRoutes } from "./echo-service.ts";

const script = "export const answer = 42;\n".repeat(50);
const folder = newFolder("page");
let server: RunningServer;
let sessions: Sessions;

const served = (from: string) =>
  startServer({
    ...{ host: "127.0.0.1", port: 0, log: silentLog, routes: echoRoutes() },
    authenticate: bySession(
      sessions,
      byToken(() => false, "/token"),
    ),
    page: createPage({ folder: from, sessions }),
  });

beforeAll(() => {
  mkdirSync(join(folder, "page", "assets"), { recursive: true });
  for (const name of ["index.html", "vault.html"]) writeFileSync(join(folder, "page", name), `<title>${name}</title>`);
  writeFileSync(join(folder, "page", "assets", "run-1.js"), script);
  writeFileSync(join(folder, "page", "assets", "run-1.js.br"), brotliCompressSync(script));
  writeFileSync(join(folder, "page", "assets", "icon-1.svg"), "<svg/>");
  writeFileSync(join(folder, "secret.html"), "not of the page");
});
beforeEach(async () => {
  sessions = openSessions();
  server = await served(join(folder, "page"));
  return () => server.stop();
});

interface Got {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}
const got = (path: string, headers: OutgoingHttpHeaders = {}, method = "GET") =>
  new Promise<Got>((resolve, reject) => {
    const asked = httpRequest(`${server.url}${path}`, { headers, method, path }, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
      );
    });
    asked.on("error", reject).end();
  });

describe("the page's files", () => {
  it.each([
    ["/", "index.html"],
    ["/run/run-01ABC", "index.html"],
    ["/vault", "vault.html"],
    ["/vault/doc/3f", "vault.html"],
  ])("at %s are %s, for whoever passes the guards", async (path, name) => {
    const { status, headers, body } = await got(path);
    expect([status, body.toString()]).toEqual([200, `<title>${name}</title>`]);
    expect(headers).toMatchObject({ "cache-control": "no-cache", "x-content-type-options": "nosniff" });
    expect(headers["content-security-policy"]).toMatch(/^default-src 'none'; script-src 'self'; /u);
    expect(headers["content-security-policy"]).not.toMatch(/unsafe|\*|https?:/u);
  });

  it("with a digest in their name are kept by the browser, packed where it takes that", async () => {
    const packed = await got("/assets/run-1.js", { "accept-encoding": "gzip, br" });
    expect(packed.headers).toMatchObject({
      "content-encoding": "br",
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "public, max-age=31536000, immutable",
    });
    expect(brotliDecompressSync(packed.body).toString()).toBe(script);
    const plain = await got("/assets/run-1.js");
    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect(plain.body.toString()).toBe(script);
  });

  it("have an icon under the name by which browsers ask for one", async () => {
    const { headers, body } = await got("/favicon.ico");
    expect([headers["content-type"], headers["cache-control"], body.toString()]).toEqual([
      "image/svg+xml",
      "no-cache",
      "<svg/>",
    ]);
  });

  it("are answered to HEAD without their bytes", async () => {
    const { status, headers, body } = await got("/", {}, "HEAD");
    expect([status, headers["content-length"], body.length]).toEqual([200, "25", 0]);
  });

  it.each([
    "/../secret.html",
    "/assets/../../secret.html",
    "/assets/%2e%2e/%2e%2e/secret.html",
    "/%2e%2e/secret.html",
    "/assets/..%2f..%2fsecret.html",
    "//secret.html",
    "/assets/run-1.js.br",
    "/assets",
    "/nothing",
  ])("do not include %s", async (path) => {
    expect((await got(path)).status).toBe(401);
  });

  it.each([{ origin: "https://evil.example" }, { "sec-fetch-site": "cross-site" }, { host: "evil.example" }])(
    "are not given to a request with %o",
    async (headers) => {
      expect((await got("/", headers)).status).toBe(403);
    },
  );

  it("say how they are made where they were not", async () => {
    await server.stop();
    server = await served(join(folder, "absent"));
    const { status, body } = await got("/");
    expect([status, body.toString()]).toEqual([503, expect.stringContaining("npm run page")]);
  });
});

describe("a browser that comes from the file of `pincite page`", () => {
  // Chromium says so of a step from a file.
  const step = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };

  it("is let in at that one address, by stepping there and in no other way", async () => {
    const address = `/session?key=${sessions.invite("")}`;
    for (const other of [
      { ...step, origin: "https://evil.example" },
      { ...step, "sec-fetch-dest": "iframe" },
      { ...step, "sec-fetch-mode": "no-cors", "sec-fetch-dest": "script" },
      { ...step, host: "evil.example" },
    ])
      expect([other, (await got(address, other)).status]).toEqual([other, 403]);
    for (const path of ["/", "/session/begin.js", "/session/end", "/sessions"])
      expect([path, (await got(path, step)).status]).toEqual([path, 403]);
    expect((await got(address, step)).status).toBe(200);
  });

  it("is refused with a word that opens nothing", async () => {
    expect((await got(`/session?key=${"A".repeat(43)}`, step)).status).toBe(410);
  });
});

describe("a browser's session", () => {
  /** Both halves that a browser has of the answer that lets it in. */
  const letInBy = ({ headers, body }: Got): { cookie: string; [originHalf.header]: string } => ({
    cookie: headers["set-cookie"]?.[0]?.split(";")[0] ?? "",
    [originHalf.header]: /data-half="([\w-]{43})"/u.exec(body.toString())?.[1] ?? "",
  });
  const letIn = async () => letInBy(await got(`/session?key=${sessions.invite("")}`));
  const ask = (headers: Record<string, string>) =>
    echoClient(createConnectTransport({ baseUrl: server.url, httpVersion: "1.1" })).say({ text: "hallo" }, { headers });
  const own = { "sec-fetch-site": "same-origin" };

  it("begins at an address that works once, with a cookie that no script reads and no stranger's step brings along", async () => {
    const path = `/session?key=${sessions.invite("/vault")}`;
    const { status, headers, body } = await got(path);
    expect([status, headers["cache-control"]]).toEqual([200, "no-store"]);
    expect(headers["set-cookie"]).toEqual([
      expect.stringMatching(new RegExp(`^pincite-${server.port}=[\\w-]{43}; HttpOnly; SameSite=Strict; Path=/$`, "u")),
    ]);
    expect(body.toString()).toContain('data-next="/vault"');
    // What keeps the other half is a script of this server's: no page may have one in its text.
    const [, script = ""] = /<script src="([^"]+)"><\/script>/u.exec(body.toString()) ?? [];
    expect((await got(script)).body.toString()).toContain(`localStorage.setItem("${originHalf.kept}", [half, ...kept]`);
    const again = await got(path);
    expect([again.status, again.headers["set-cookie"]]).toEqual([410, undefined]);
    expect(again.body.toString()).toContain("pincite page");
  });

  it("calls as the page, and only as the page", async () => {
    const words = await letIn();
    expect((await ask({ ...own, ...words })).text).toBe("hallo");
    expect((await ask({ ...own, ...words, cookie: `theme=dark; ${words.cookie}` })).text).toBe("hallo");
    await expect(ask({ ...words })).rejects.toThrow(/UNAUTHENTICATED|unauthenticated/u);
    await expect(ask({ ...own, ...words, cookie: `${words.cookie}x` })).rejects.toThrow(/unauthenticated/u);
    for (const site of ["same-site", "cross-site", "none"])
      await expect(ask({ "sec-fetch-site": site, ...words })).rejects.toThrow(/denied|unauthenticated/u);
    await expect(ask({ ...own, ...words, origin: "http://127.0.0.1:1" })).rejects.toThrow(/denied/u);
  });

  // A browser sends a cookie to every port of a host, so that a server of another account is sent ours where its page is opened.
  it("is neither used nor ended by whoever was sent its cookie alone, whatever else he says", async () => {
    const [words, other] = [await letIn(), await letIn()];
    const { cookie } = words;
    for (const half of [undefined, "", "A".repeat(43), cookie.split("=")[1]!, other[originHalf.header]]) {
      const stolen = { ...own, cookie, ...(half === undefined ? {} : { [originHalf.header]: half }) };
      await expect(ask(stolen)).rejects.toThrow(/unauthenticated/u);
      await got("/session/end", stolen, "POST");
    }
    expect((await ask({ ...own, ...words })).text).toBe("hallo");
  });

  it("is known by its half among the latest that the page keeps, as when two tabs are let in at once", async () => {
    const [words, other] = [await letIn(), await letIn()];
    const halves = (...all: string[]) => ({ ...own, cookie: words.cookie, [originHalf.header]: all.join(" ") });
    const [mine, strange] = [words[originHalf.header], other[originHalf.header]];
    expect((await ask(halves(strange, mine))).text).toBe("hallo");
    await expect(ask(halves(strange, strange, strange, strange, mine))).rejects.toThrow(/unauthenticated/u);
  });

  it("is over when its address is opened a second time", async () => {
    const key = sessions.invite("");
    const words = letInBy(await got(`/session?key=${key}`));
    expect((await ask({ ...own, ...words })).text).toBe("hallo");
    await got(`/session?key=${key}`);
    await expect(ask({ ...own, ...words })).rejects.toThrow(/unauthenticated/u);
  });

  it("is ended by its own page, which takes the cookie away, and by no other", async () => {
    const words = await letIn();
    for (const stranger of [{ "sec-fetch-site": "cross-site" }, { ...own, origin: "https://evil.example" }])
      expect((await got("/session/end", { ...stranger, ...words }, "POST")).status).toBe(403);
    expect((await ask({ ...own, ...words })).text).toBe("hallo");
    const ended = await got("/session/end", { ...own, ...words }, "POST");
    expect([ended.status, ended.headers["set-cookie"]?.[0]]).toEqual([204, expect.stringContaining("Max-Age=0")]);
    await expect(ask({ ...own, ...words })).rejects.toThrow(/unauthenticated/u);
  });

  it("is not begun by a wrong word or none", async () => {
    for (const path of ["/session", "/session?key=", "/session?key=wrong", "/session?other=1"])
      expect((await got(path)).status).toBe(410);
  });
});
