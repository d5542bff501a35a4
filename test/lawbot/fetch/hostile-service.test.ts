import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import type { Socket } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompressSync, constants, deflateSync, gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type HttpGet, httpGet } from "../../../src/lawbot/fetch/http-get.ts";
import { newFolder } from "../../support/new-folder.ts";
import { rulingXml } from "../support/case-client.ts";
import { bytesOf } from "../support/xml.ts";
import { fetchAll, kinds, openFetchBed } from "./support/fetch-client.ts";
import { endlessly, startRawService } from "./support/raw-service.ts";
import { lawId, manifest, paths, searchAnswer, smallService, versions } from "./support/small-service.ts";
import { answer, cutAt, type Fault, type StandIn, send, startStandIn, status } from "./support/stand-in.ts";
import { TestClock } from "./support/test-clock.ts";

// A service, or somebody between it and us, that wants to harm: what reaches nothing, loads nothing and ends in time.

const ecli = "ECLI:NL:HR:2020:1";
const request = { targets: [lawId], inForceOn: "2024-06-01" };
const textPath = paths.text("2024-01-01_0");

let service: StandIn;
beforeEach(async () => {
  service = await startStandIn(smallService());
});
afterEach(() => service.close());

/** The real thing, with the clock moving on at once whenever nothing is written for a while. */
const hastyGet =
  (clock: TestClock): HttpGet =>
  (url, headers, signal) => {
    const timer = setTimeout(() => clock.advance(30_000), 1_500);
    return httpGet(url, headers, signal).finally(() => clearTimeout(timer));
  };

describe("an answer that is no proper HTTP", () => {
  const fill = "x".repeat(1024);
  it.each<[string, (socket: Socket) => void, string]>([
    ["garbage", (socket) => socket.end("\u0000\u0001garbage\r\n\r\n"), "the connection failed"],
    ["nothing but its end", (socket) => socket.end(), "broke the connection off"],
    ["silence", () => undefined, "nothing came for 30 seconds"],
    ["half a head, then silence", (socket) => void socket.write("HTTP/1.1 200 OK\r\nX-A: 1"), "nothing came for"],
    ["a header without end", endlessly(fill, "HTTP/1.1 200 OK\r\nX-Long: "), "the connection failed"],
    ["headers without end", endlessly(`X-A: ${fill}\r\n`, "HTTP/1.1 200 OK\r\n"), "the connection failed"],
    [
      "another protocol",
      (socket) => void socket.write("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n"),
      "",
    ],
    [
      "two lengths",
      (socket) => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 9\r\n\r\nabc"),
      "the connection failed",
    ],
    [
      "a length and pieces at once",
      (socket) =>
        socket.end("HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"),
      "the connection failed",
    ],
  ])("ends the call and is not asked again: %s", async (_what, answering, why) => {
    const raw = await startRawService(answering);
    try {
      const clock = new TestClock();
      const { client } = await openFetchBed(raw.url, { clock, get: hastyGet(clock) });
      const told = await fetchAll(client, request);
      expect(told.reason).toBe("UPSTREAM_UNAVAILABLE");
      expect(told.message).toContain(why);
      expect(raw.calls()).toBe(1);
      expect(clock.pending).toBe(0);
    } finally {
      await raw.close();
    }
  });

  it("ends the call although it promises for ever that an answer is coming", async () => {
    const raw = await startRawService((socket) => {
      const timer = setInterval(() => socket.write("HTTP/1.1 103 Early Hints\r\n\r\n"), 5);
      socket.on("close", () => clearInterval(timer));
    });
    try {
      const clock = new TestClock();
      const { client } = await openFetchBed(raw.url, { clock, get: hastyGet(clock) });
      expect((await fetchAll(client, request)).message).toContain("nothing came for 30 seconds");
    } finally {
      await raw.close();
    }
  });

  it("has pieces that break off: it is tried again some times, and not for ever", async () => {
    const raw = await startRawService((socket) =>
      socket.end("HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc"),
    );
    try {
      const { client } = await openFetchBed(raw.url);
      expect((await fetchAll(client, request)).reason).toBe("UPSTREAM_UNAVAILABLE");
      expect(raw.calls()).toBe(4);
    } finally {
      await raw.close();
    }
  });
});

describe("a proxy that the environment names", () => {
  it("is not used: it could send us anywhere", async () => {
    const proxy = await startRawService((socket) => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"));
    const module = new URL("../../../src/lawbot/fetch/http-get.ts", import.meta.url).href;
    const script = `const { httpGet } = await import(${JSON.stringify(module)});
      const got = await httpGet(new URL(${JSON.stringify(`${service.url}/bwb/x`)}), {}, AbortSignal.timeout(60_000));
      console.log(got.status); got.close();`;
    const env = { ...process.env, NODE_USE_ENV_PROXY: "1", HTTP_PROXY: proxy.url, http_proxy: proxy.url, NO_PROXY: "" };
    try {
      const run = promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script], { env });
      expect((await run).stdout.trim()).toBe("404");
      expect(proxy.calls()).toBe(0);
    } finally {
      await proxy.close();
    }
  });
});

/** An answer to a request for the rest of a file. */
const rest =
  (headers: Record<string, string>, bytes: (file: Uint8Array) => Uint8Array): Fault =>
  (_message, response, file) =>
    void response.writeHead(206, { "content-type": "application/xml", ...headers }).end(bytes(file));

describe("a file that is another one when its rest is asked for", () => {
  const path = paths.ruling(ecli);
  const older = rulingXml(`<para>De opzegging is nietig. ${"Oud. ".repeat(200)}</para>`);
  const newer = rulingXml(`<para>De opzegging is geldig. ${"Neu. ".repeat(200)}</para>`);
  const ranges = () => service.seen.filter((seen) => seen.path === path).map(({ headers }) => headers.range);
  const plain =
    (etag: string, text: string): Fault =>
    (message, response) => {
      message.headers["accept-encoding"] = "identity";
      response.setHeader("etag", etag);
      response.writeHead(200, { "content-type": "application/xml", "content-length": bytesOf(text).length });
      response.write(bytesOf(text).subarray(0, 600), () => response.destroy());
    };

  // Rulings have no hash: nothing later would see that two halves were put together.
  it.each<[string, Record<string, string>]>([
    ["says so by its ETag alone, deaf to If-Range", { etag: '"new"' }],
    ["says nothing at all of which file it is", {}],
    ["has a weak ETag now", { etag: 'W/"old"' }],
  ])("is got from the beginning where the answer %s", async (_what, headers) => {
    const length = bytesOf(newer).length;
    service.files.set(path, bytesOf(newer));
    service.faults(
      path,
      plain('"old"', older),
      rest({ ...headers, "content-range": `bytes 600-${length - 1}/${length}` }, (file) => file.subarray(600)),
    );
    const { client, cases } = await openFetchBed(service.url);
    expect((await fetchAll(client, { targets: [ecli] })).reason).toBe("");
    expect(ranges()).toEqual([undefined, "bytes=600-", undefined]);
    const { canonical } = (await cases.rulings.open(cases.rulings.named(ecli))).source;
    expect(canonical.text).toContain("geldig");
    expect(canonical.text).not.toContain("nietig");
    expect(canonical.text).not.toContain("Oud.");
  });

  it("is got from the beginning where its date is another, and goes on where no date is said again", async () => {
    const file = service.files.get(textPath) ?? new Uint8Array();
    const dated: Fault = (_message, response) => {
      const date = { "last-modified": "Mon, 01 Jan 2024 05:00:00 GMT" };
      response.writeHead(200, { "content-type": "application/xml", "content-length": file.length, ...date });
      response.write(file.subarray(0, 700), () => response.destroy());
    };
    const range = { "content-range": `bytes 700-${file.length - 1}/${file.length}` };
    const other = rest({ ...range, "last-modified": "Tue, 02 Jan 2024 05:00:00 GMT" }, () => file.subarray(700));
    service.faults(textPath, dated, other);
    const first = await openFetchBed(service.url);
    const changed = await fetchAll(first.client, request);
    expect([changed.reason, kinds(changed).includes("RESUMED")]).toEqual(["", false]);
    service.faults(
      textPath,
      dated,
      rest(range, () => file.subarray(700)),
    );
    const second = await openFetchBed(service.url);
    const same = await fetchAll(second.client, request);
    expect([same.reason, kinds(same).includes("RESUMED")]).toEqual(["", true]);
  });

  it("comes in small pieces, each less than was asked for: they are put together, and not without end", async () => {
    const file = service.files.get(textPath) ?? new Uint8Array();
    const whole = (headers: Record<string, string>): Record<string, string> => ({ etag: '"same"', ...headers });
    const begin: Fault = (_message, response) => {
      response.writeHead(200, whole({ "content-type": "application/xml", "content-length": String(file.length) }));
      response.write(file.subarray(0, 500), () => response.destroy());
    };
    const piece = (from: number, to: number): Fault =>
      rest(whole({ "content-range": `bytes ${from}-${to - 1}/${file.length}` }), () => file.subarray(from, to));
    service.faults(textPath, begin, piece(500, 900), piece(900, file.length));
    const { client } = await openFetchBed(service.url);
    expect((await fetchAll(client, request)).reason).toBe("");
    service.faults(textPath, begin, ...Array.from({ length: 9 }, (_, rank) => piece(500 + rank, 501 + rank)));
    const endless = await openFetchBed(service.url);
    expect((await fetchAll(endless.client, request)).reason).toBe("UPSTREAM_UNAVAILABLE");
  });

  it("has more bytes than it says: nothing of it is taken", async () => {
    const file = service.files.get(textPath) ?? new Uint8Array();
    const begin: Fault = (_message, response) => {
      response.writeHead(200, { "content-type": "application/xml", "content-length": file.length, etag: '"same"' });
      response.write(file.subarray(0, 500), () => response.destroy());
    };
    const range = { etag: '"same"', "content-range": `bytes 500-${file.length - 1}/${file.length}` };
    service.faults(
      textPath,
      begin,
      rest(range, () => Buffer.concat([file.subarray(500), bytesOf("<!-- more -->")])),
    );
    const { client } = await openFetchBed(service.url);
    const told = await fetchAll(client, request);
    expect(told.reason).toBe("");
    expect(service.seen.filter(({ path: seen }) => seen === textPath).at(-1)?.headers.range).toBeUndefined();
  });

  it("is sent in part although all of it was asked for: it is asked for again, and not for ever", async () => {
    const unasked = rest({ "content-range": "bytes 0-9/10", etag: '"x"' }, (file) => file.subarray(0, 10));
    service.faults(textPath, ...Array.from({ length: 9 }, () => unasked));
    const { client } = await openFetchBed(service.url);
    expect((await fetchAll(client, request)).reason).toBe("UPSTREAM_UNAVAILABLE");
  });
});

describe("a body that is small and large at once", () => {
  // A ruling may have 16 MiB.
  const spaces = Buffer.alloc(17 * 1024 * 1024, 0x20);
  it.each([
    ["gzip", gzipSync(spaces)],
    ["gzip", Buffer.concat(Array.from({ length: 17 }, () => gzipSync(spaces.subarray(0, 1024 * 1024))))],
    ["deflate", deflateSync(spaces)],
    ["br", brotliCompressSync(spaces, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
  ])("is not expanded beyond its limit: %s", async (encoding, bomb) => {
    expect(bomb.length).toBeLessThan(50_000);
    service.faults(paths.ruling(ecli), send(bomb, { "content-type": "text/xml", "content-encoding": encoding }));
    const { client, cases } = await openFetchBed(service.url);
    expect((await fetchAll(client, { targets: [ecli] })).reason).toBe("LIMIT_EXCEEDED");
    expect(cases.rulings.all()).toEqual([]);
  });

  it.each(["gzip, gzip", "constructor", "__proto__", "valueof", "zstd"])(
    "is not expanded by a way that nobody asked for: %s",
    async (encoding) => {
      const file = service.files.get(textPath) ?? new Uint8Array();
      const headers = { "content-type": "application/xml", "content-encoding": encoding };
      service.faults(textPath, send(Buffer.from(file), headers));
      const { client, lawbot } = await openFetchBed(service.url);
      expect(await fetchAll(client, request)).toMatchObject({ reason: "IMPORT_REFUSED", facts: { why: "ENCODING" } });
      expect(lawbot.versions.isEmpty).toBe(true);
    },
  );
});

describe("an answer of the search service", () => {
  const searchPath = paths.search("2024-06-01");
  const searches = () => service.seen.filter(({ path }) => path.startsWith("/sru/")).length;

  it("that promises page after page is asked once: what it lists decides nothing", async () => {
    const paged = searchAnswer(versions, "2024-06-01")
      .replace(/<numberOfRecords>\d+</, "<numberOfRecords>999999999<")
      .replace("</searchRetrieveResponse>", "<nextRecordPosition>1</nextRecordPosition></searchRetrieveResponse>");
    service.files.set(searchPath, bytesOf(paged));
    const { client } = await openFetchBed(service.url);
    expect((await fetchAll(client, request)).reason).toBe("");
    expect(searches()).toBe(1);
  });

  it("that lists thousands of versions is refused, and the way by hand is one that helps", async () => {
    const many = "<record><recordData/></record>".repeat(1_001);
    service.files.set(
      searchPath,
      bytesOf(`<searchRetrieveResponse><records>${many}</records></searchRetrieveResponse>`),
    );
    const { client } = await openFetchBed(service.url);
    const told = await fetchAll(client, request);
    expect(told).toMatchObject({ reason: "IMPORT_REFUSED", facts: { why: "TOO_LARGE" } });
    expect(told.message).toContain(`browser from https://repository.officiele-overheidspublicaties.nl/bwb/${lawId}/`);
  });

  it("that names a text elsewhere is compared and not followed", async () => {
    const elsewhere = searchAnswer(versions, "2024-06-01").replace(
      /https:\/\/repository[^<]+/,
      `${service.url}/elsewhere.xml`,
    );
    service.files.set(searchPath, bytesOf(elsewhere));
    const { client } = await openFetchBed(service.url);
    const told = await fetchAll(client, request);
    expect(told.reason).toBe("");
    expect(told.steps.some(({ message }) => message.includes("names another text"))).toBe(true);
    expect(service.seen.map(({ path }) => path)).not.toContain("/elsewhere.xml");
  });

  it("that is not at its address ends a call of several, since no other would be found either", async () => {
    service.faults(searchPath, status(404));
    const { client } = await openFetchBed(service.url);
    const told = await fetchAll(client, { ...request, targets: [lawId, "BWBR0000009"] });
    expect(told).toMatchObject({ reason: "UPSTREAM_UNAVAILABLE", facts: { status: "404" } });
    expect(told.message).toContain(`${lawId}/manifest.xml`);
    expect(searches()).toBe(1);
  });
});

describe("a register that names files", () => {
  it.each([
    "../../../../etc/passwd.xml",
    "..\\..\\x.xml",
    "https://example.org/x.xml",
    "//example.org/x.xml",
    "/x.xml",
    `${lawId}_2024-01-01_0.xml/../x.xml`,
    `${lawId}_2020-01-01_0.xml`,
    `${lawId}_2024-01-01_0.xml\u0000.xml`.replace("\u0000", "%00"),
  ])("is refused where a name is not that of the text itself, and nothing is written beside: %s", async (name) => {
    const dir = newFolder("fetch");
    const own = `${lawId}_2024-01-01_0.xml`;
    service.files.set(
      paths.manifest(),
      bytesOf(manifest(versions).replace(`item label="${own}"`, `item label="${name}"`)),
    );
    const { client, lawbot } = await openFetchBed(service.url, { dir: join(dir, "law-fetch") });
    expect(await fetchAll(client, request)).toMatchObject({ facts: { why: "UNKNOWN_ROOT" } });
    expect(lawbot.versions.isEmpty).toBe(true);
    expect(readdirSync(dir)).toEqual(["law-fetch"]);
    expect(readdirSync(join(dir, "law-fetch"))).toEqual([]);
  });

  it("keeps what is cut under the digest of its address, whatever that looks like", async () => {
    const dir = newFolder("fetch");
    service.faults(textPath, cutAt(400), cutAt(400), cutAt(400), cutAt(400));
    const { client } = await openFetchBed(service.url, { dir });
    expect((await fetchAll(client, request)).reason).toBe("UPSTREAM_UNAVAILABLE");
    for (const name of readdirSync(dir)) expect(name).toMatch(/^[0-9a-f]{64}\.(?:head|part)$/);
    expect(readdirSync(dir)).toHaveLength(2);
  });
});

describe("a service that answers properly", () => {
  it("is taken at its word all the same: what the tests above change is what is refused", async () => {
    service.faults(textPath, answer);
    const { client } = await openFetchBed(service.url);
    expect((await fetchAll(client, request)).reason).toBe("");
  });
});
