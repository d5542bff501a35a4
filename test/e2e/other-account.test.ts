import { execFile, spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { createClient } from "@connectrpc/connect";
import { createConnectTransport } from "@connectrpc/connect-node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OrchestratorService } from "../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { accessTokenFile } from "../../src/access-token.ts";
import { openInBrowser } from "../../src/cli/open-in-browser.ts";
import { socketToCall } from "../../src/local-socket.ts";
import { cli } from "../cli/support/cli.ts";
import { chromiumPath, openBrowser, openContext } from "../page/support/browser.ts";
import { lettingIn } from "../support/let-in.ts";
import { newFolder } from "../support/new-folder.ts";
import { ownToken } from "../support/own-transport.ts";
import { key } from "./support/run-driver.ts";
import { importFiles, startTestServer, type TestServer } from "./support/server.ts";

const nobody = 65_534;
const isRoot = process.getuid?.() === 0;
if (!isRoot)
  console.warn("SKIPPED: what another account of this machine can do is tried as root alone, which can become one");

/**
 * What a stranger tries: calls without a token and with a wrong one, and every file he can name. Written with Node's own
 * modules alone, since the checkout may be closed to him.
 */
const stranger = `
const { connect } = require("node:http2");
const fs = require("node:fs");
const { url, dataDir, tokenFile, token, socket, stolen } = JSON.parse(process.argv[1]);
const call = (path, extra = {}) => new Promise((resolve) => {
  const session = connect(url);
  session.on("error", (error) => resolve(error.code));
  const stream = session.request({ ":method": "POST", ":path": path, "content-type": "application/grpc+proto", te: "trailers", ...extra });
  let status;
  const see = (headers) => (status = headers["grpc-status"] ?? status);
  stream.on("response", see).on("trailers", see).on("end", () => (session.close(), resolve(status)));
  stream.resume().end(Buffer.alloc(5));
});
const { request } = require("node:http");
// As a browser would ask, which he can say of himself in a program of his own.
const page = (path, method, cookie) => new Promise((resolve) => {
  const headers = { "sec-fetch-site": "same-origin", origin: url, cookie, "content-type": "application/proto", "connect-protocol-version": "1" };
  request(url + path, { method, headers }, (response) => (response.resume(), resolve(response.statusCode))).end();
});
const cookie = "pincite-" + new URL(url).port + "=" + "A".repeat(43);
const knock = () => new Promise((resolve) => {
  const socket_ = require("node:net").connect(socket, () => (socket_.destroy(), resolve("connected")));
  socket_.on("error", (error) => resolve(error.code));
});
const tried = (work) => { try { work(); return "done"; } catch (error) { return error.code; } };
(async () => {
  const runs = "/pincite.orchestrator.v1.OrchestratorService/";
  console.log(JSON.stringify({
    uid: process.getuid(),
    health: await call("/grpc.health.v1.Health/Check"),
    read: await call(runs + "ListRuns"),
    wrote: await call(runs + "CreateRun"),
    guessed: await call(runs + "ListRuns", { authorization: "Bearer AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" }),
    invited: await page("/pincite.page.v1.PageService/CreatePageAddress", "POST", cookie),
    guessedKey: await page("/session?key=" + "A".repeat(43), "GET", ""),
    guessedCookie: await page(runs + "ListRuns", "POST", cookie),
    stolenCookie: await page(runs + "ListRuns", "POST", stolen),
    stolenWrite: await page(runs + "CreateRun", "POST", stolen),
    stolenMint: await page("/pincite.page.v1.PageService/CreatePageAddress", "POST", stolen),
    stolenEnd: await page("/session/end", "POST", stolen),
    socket: await knock(),
    sockets: tried(() => fs.readdirSync(require("node:path").dirname(socket))),
    given: token ? await call(runs + "ListRuns", { authorization: "Bearer " + token }) : "",
    folder: tried(() => fs.readdirSync(dataDir)),
    log: tried(() => fs.readdirSync(dataDir + "/vault/db")),
    token: tried(() => fs.readFileSync(tokenFile)),
    key: tried(() => fs.readFileSync(dataDir + "/keys/token.key")),
    plant: tried(() => fs.writeFileSync(dataDir + "/profiles.pb", "")),
  }));
})();
`;

/** Listens at a port, as who was there before the server, and tells in the end what he heard; passes it on to another port but 0. */
const listening = `
const net = require("node:net");
let [bytes, count] = [0, 0];
const server = net.createServer((socket) => {
  count += 1;
  const on = Number(process.argv[1]) ? net.connect(Number(process.argv[1]), "127.0.0.1") : undefined;
  on?.on("error", () => socket.destroy()).pipe(socket);
  socket.on("data", (chunk) => { bytes += chunk.length; on?.write(chunk); }).on("error", () => undefined).on("close", () => on?.destroy());
}).listen(0, "127.0.0.1", () => console.log(server.address().port));
// What was connected before the end may still wait to be taken.
process.stdin.resume().on("end", () => setTimeout(() => {
  console.log("heard " + bytes + " bytes on " + count + " connections");
  process.exit();
}, 300));
`;

/** What every account reads of the processes of others, of those that name a word. */
const processList = `
const fs = require("node:fs");
const read = (pid) => { try { return fs.readFileSync("/proc/" + pid + "/cmdline", "utf8").replaceAll("\\0", " "); } catch { return ""; } };
const lines = fs.readdirSync("/proc").filter((name) => /^[0-9]+$/.test(name) && name !== String(process.pid)).map(read);
console.log(JSON.stringify(lines.filter((line) => line.includes(process.argv[1]))));
`;

/** A page of his own on a port of his own, which tells the cookie that a browser sends along. */
const visited = `
const server = require("node:http").createServer((request, response) => {
  if (request.url === "/") console.log(request.headers.cookie ?? "no cookie");
  response.setHeader("content-type", "text/html").end("<p>Mijn pagina");
}).listen(0, "127.0.0.1", () => console.log(server.address().port));
`;

const asNobody = { uid: nobody, gid: nobody, cwd: "/" };

describe.skipIf(!isRoot)("another account of the machine", () => {
  const folder = newFolder("account");
  let dataDir: string;
  let server: TestServer;
  const asked = async (uid: number, token: string, stolen = "") => {
    const socket = socketToCall(process.env, server.url);
    const what = JSON.stringify({
      url: server.url,
      dataDir,
      tokenFile: accessTokenFile(process.env),
      token,
      socket,
      stolen,
    });
    const { stdout } = await promisify(execFile)(process.execPath, ["-e", stranger, what], { uid, gid: uid, cwd: "/" });
    return JSON.parse(stdout) as Record<string, unknown>;
  };
  beforeAll(async () => {
    chmodSync(folder, 0o755);
    dataDir = join(folder, "data");
    // As an older version, or a hand with a loose umask, left it.
    mkdirSync(join(dataDir, "vault"), { recursive: true });
    for (const open of [dataDir, join(dataDir, "vault")]) chmodSync(open, 0o755);
    server = await startTestServer(dataDir);
    await server.orchestrator.createRun({ idempotencyKey: key(), title: "Geheim" });
    await importFiles(server, [{ path: "a.txt", bytes: Buffer.from("De toezegging is gedaan.\n") }]);
  });
  afterAll(() => server.stop());

  it("reaches the port, and reads and writes nothing, over it or beside it", async () => {
    // His own server on another port was sent the cookie of a browser that is let in, as browsers do.
    const { out } = await cli(["page", "--no-open", "--url", server.url]);
    const headers = await lettingIn(out.trim().split("\n")[1]!);
    expect(await asked(nobody, "", headers.cookie)).toEqual({
      ...{ uid: nobody, health: "0", given: "" },
      ...{ read: "16", wrote: "16", guessed: "16" },
      ...{ invited: 401, guessedKey: 410, guessedCookie: 401 },
      ...{ stolenCookie: 401, stolenWrite: 401, stolenMint: 401, stolenEnd: 204 },
      ...{ socket: "EACCES", sockets: "EACCES" },
      ...{ folder: "EACCES", log: "EACCES", token: "EACCES", key: "EACCES", plant: "EACCES" },
    });
    expect((await server.orchestrator.listRuns({})).runs).toHaveLength(1);
    const browser = createClient(
      OrchestratorService,
      createConnectTransport({ baseUrl: server.url, httpVersion: "1.1" }),
    );
    expect((await browser.listRuns({}, { headers })).runs).toHaveLength(1);
  });

  it.each([
    ["listens in the server's stead", () => "0"],
    ["passes on to the server what he hears", () => new URL(server.url).port],
  ])("is sent nothing by the command line where he %s", async (_, onTo) => {
    const child = spawn(process.execPath, ["-e", listening, onTo()], { uid: nobody, gid: nobody, cwd: "/" });
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    try {
      const port = (await lines.next()).value as string;
      for (const argv of [
        ["run", "list"],
        ["run", "new", "--profile", "email-reply", "--title", "Geheim"],
        ["page", "--no-open"],
      ]) {
        const { code, err } = await cli([...argv, "--url", `http://127.0.0.1:${port}`]);
        expect([code, err]).toEqual([5, expect.stringContaining("nothing was sent there")]);
      }
      child.stdin.end();
      expect((await lines.next()).value).toBe("heard 0 bytes on 3 connections");
    } finally {
      child.kill("SIGKILL");
    }
    expect((await server.orchestrator.listRuns({})).runs).toHaveLength(1);
  });

  it("finds no address of the page in the process list while a browser is opened", async () => {
    const bin = join(folder, "bin");
    mkdirSync(bin);
    // A browser that goes on running, as they do.
    writeFileSync(join(bin, "xdg-open"), `#!${process.execPath}\nsetTimeout(() => undefined, 20_000);\n`, {
      mode: 0o755,
    });
    const env = { ...process.env, PATH: `${bin}:/usr/bin:/bin`, DISPLAY: ":0" };
    const { out } = await cli(["page", "--url", server.url], {
      env,
      openInBrowser: (url) => openInBrowser(url, env, folder),
    });
    expect(out).toContain("opened in your browser");
    const listed = async (): Promise<string[]> => {
      const { stdout } = await promisify(execFile)(process.execPath, ["-e", processList, folder], asNobody);
      return JSON.parse(stdout) as string[];
    };
    const lines = await listed();
    expect(lines.filter((line) => line.includes("/pincite-page-"))).toHaveLength(1);
    expect(lines.filter((line) => line.includes("/session?key="))).toEqual([]);
    const [file = ""] = /\/pincite-page-[^ ]+\.html/u.exec(lines.join("\n")) ?? [];
    const read = promisify(execFile)("cat", [folder + file], asNobody);
    await expect(read).rejects.toThrow(/Permission denied/u);
    // The control: what a browser was started with until then is seen by everybody.
    const open = spawn(process.execPath, ["-e", "setTimeout(() => 0, 20_000)", `${server.url}/session?key=x`, folder]);
    try {
      await expect.poll(async () => (await listed()).filter((line) => line.includes("/session?key=")).length).toBe(1);
    } finally {
      open.kill("SIGKILL");
    }
  });

  it.skipIf(!existsSync(chromiumPath))(
    "has nothing of a browser that is let in and steps to a port of his, whose cookie he is sent",
    async () => {
      const { out } = await cli(["page", "--no-open", "--url", server.url]);
      const leading = join(folder, "leading.html");
      writeFileSync(leading, `<meta http-equiv="refresh" content="0;url=${out.trim().split("\n")[1]}">`);
      const child = spawn(process.execPath, ["-e", visited], { uid: nobody, gid: nobody, cwd: "/" });
      const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
      const browser = await openBrowser();
      try {
        const port = (await lines.next()).value as string;
        const page = await (await openContext(browser, {})).newPage();
        // As the file of `pincite page` does: a step from a file, which the browser calls another site.
        await page.goto(pathToFileURL(leading).href);
        await page.getByText("Geheim").first().waitFor();
        await page.goto(`http://127.0.0.1:${port}/`);
        const cookie = (await lines.next()).value as string;
        expect(cookie).toMatch(/^pincite-\d+=[\w-]{43}$/u);
        const denied = { stolenCookie: 401, stolenWrite: 401, stolenMint: 401, read: "16", wrote: "16" };
        expect(await asked(nobody, "", cookie)).toMatchObject(denied);
        await page.goto(server.url);
        await page.getByText("Geheim").first().waitFor();
      } finally {
        await browser.close();
        child.kill("SIGKILL");
      }
      expect((await server.orchestrator.listRuns({})).runs).toHaveLength(1);
    },
    600_000,
  );

  it("is let in once it was given the token, so that it is the token that keeps it out", async () => {
    expect(await asked(nobody, ownToken())).toMatchObject({ given: "0", token: "EACCES" });
  });

  it("finds a data folder that was open closed", () => {
    for (const path of ["", "vault", "runs", "keys", "law"])
      expect({ path, mode: statSync(join(dataDir, path)).mode & 0o777 }).toEqual({ path, mode: 0o700 });
  });
});
