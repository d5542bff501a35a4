import { readdirSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type HttpGet, httpGet } from "../../../src/lawbot/fetch/http-get.ts";
import { newFolder } from "../../support/new-folder.ts";
import { fetchAll, kinds, openFetchBed, outcomes } from "./support/fetch-client.ts";
import { lawId, paths, smallService, toestand, versions } from "./support/small-service.ts";
import { cutAt, drip, type Fault, type StandIn, send, stall, startStandIn, status } from "./support/stand-in.ts";
import { TestClock } from "./support/test-clock.ts";

let service: StandIn;
beforeEach(async () => {
  service = await startStandIn(smallService());
});
afterEach(() => service.close());

const textPath = paths.text("2024-01-01_0");
const request = { targets: [lawId], inForceOn: "2024-06-01" };
const textRequests = () => service.seen.filter(({ path }) => path === textPath).map(({ headers }) => headers);

describe("a download that is cut", () => {
  it("goes on where it ended, if the server vouches for the same file", async () => {
    service.faults(textPath, cutAt(1_000), cutAt(500));
    const { client } = await openFetchBed(service.url);
    const told = await fetchAll(client, request);
    expect(told.reason).toBe("");
    expect(kinds(told).filter((kind) => kind === "RESUMED")).toHaveLength(2);
    const headers = textRequests();
    expect(headers.map(({ range }) => range)).toEqual([undefined, "bytes=1000-", "bytes=1500-"]);
    expect(new Set(headers.slice(1).map((each) => each["if-range"])).size).toBe(1);
    expect(headers[1]?.["if-range"]).toMatch(/^"/);
    expect(outcomes(told)[0]).toBe("IMPORTED BWBR0005290_2024-01-01_0.xml");
  });

  it("begins again when the file has changed meanwhile", async () => {
    const olderFile: Fault = (message, response) =>
      cutAt(90)(message, response, new TextEncoder().encode(`<toestand>${"older ".repeat(500)}${Math.PI}</toestand>`));
    service.faults(textPath, (message, response) => {
      message.headers["accept-encoding"] = "identity";
      olderFile(message, response, new Uint8Array());
    });
    const { client } = await openFetchBed(service.url);
    const told = await fetchAll(client, request);
    expect(told.reason).toBe("");
    expect(kinds(told)).not.toContain("RESUMED");
    expect(textRequests()[1]?.range).toBe("bytes=90-");
  });

  it("gives up after some cuts, keeps what came, and the next call goes on from there", async () => {
    const dir = newFolder("fetch");
    service.faults(textPath, cutAt(400), cutAt(400), cutAt(400), cutAt(400));
    const first = await openFetchBed(service.url, { dir });
    const told = await fetchAll(first.client, request);
    expect(told.reason).toBe("UPSTREAM_UNAVAILABLE");
    expect(told.message).toContain("pincite law import");
    expect(readdirSync(dir)).toHaveLength(2);
    // Another process, later: only the folder is the same.
    const second = await openFetchBed(service.url, { dir });
    service.seen.length = 0;
    expect((await fetchAll(second.client, request)).reason).toBe("");
    expect(textRequests().map(({ range }) => range)).toEqual(["bytes=1600-"]);
    expect(readdirSync(dir)).toEqual([]);
  });

  it("begins again where the server gives nothing to vouch with", async () => {
    const bare: Fault = (_message, response, file) => {
      response.writeHead(200, { "content-type": "application/xml", "content-length": file.length });
      response.write(file.subarray(0, 700), () => response.destroy());
    };
    service.faults(textPath, bare);
    const { client } = await openFetchBed(service.url);
    expect((await fetchAll(client, request)).reason).toBe("");
    expect(textRequests().map(({ range }) => range)).toEqual([undefined, undefined]);
  });

  it.each([
    ["its date, where it gives no ETag", { "last-modified": "Mon, 01 Jan 2024 05:00:00 GMT" }, "bytes=700-"],
    ["nothing, where its ETag is weak", { etag: 'W/"abc"' }, undefined],
  ])("is asked for again with %s", async (_what, validator, range) => {
    const half: Fault = (_message, response, file) => {
      response.writeHead(200, { "content-type": "application/xml", "content-length": file.length, ...validator });
      response.write(file.subarray(0, 700), () => response.destroy());
    };
    service.faults(textPath, half);
    const { client } = await openFetchBed(service.url);
    expect((await fetchAll(client, request)).reason).toBe("");
    const [, again] = textRequests();
    expect(again?.range).toBe(range);
    expect(again?.["if-range"]).toBe(range && Object.values(validator)[0]);
  });

  it("does not put pieces together that do not fit", async () => {
    const wrongPlace: Fault = (_message, response, file) =>
      void response
        .writeHead(206, {
          "content-type": "application/xml",
          "content-range": `bytes 5-${file.length - 1}/*`,
        })
        .end(file.subarray(5));
    service.faults(textPath, cutAt(1_000), wrongPlace);
    const { client } = await openFetchBed(service.url);
    const told = await fetchAll(client, request);
    expect(told.reason).toBe("");
    expect(textRequests().map(({ range }) => range)).toEqual([undefined, "bytes=1000-", undefined]);
  });

  it("ends when the answers never fit", async () => {
    const never: Fault = (_message, response) => void response.writeHead(416).end();
    service.faults(textPath, never, never, never, never, never);
    const { client } = await openFetchBed(service.url);
    expect((await fetchAll(client, request)).reason).toBe("UPSTREAM_UNAVAILABLE");
    expect(textRequests()).toHaveLength(4);
  });
});

describe("a redirect", () => {
  it("is followed on the same host, and told", async () => {
    service.files.set("/moved/text.xml", service.files.get(textPath) ?? new Uint8Array());
    service.faults(textPath, status(302, { location: "/moved/text.xml" }));
    const { client } = await openFetchBed(service.url);
    const told = await fetchAll(client, request);
    expect(told.reason).toBe("");
    expect(told.steps.find(({ message }) => message.includes("/moved/text.xml"))).toBeDefined();
  });

  it.each([
    "https://example.org/law.xml",
    "http://127.0.0.1:1/law.xml",
    "//example.org/law.xml",
    "file:///etc/passwd",
    "https://[::1]/law.xml",
  ])("to %s is refused", async (location) => {
    service.faults(textPath, status(301, { location }));
    const { client, lawbot } = await openFetchBed(service.url);
    const told = await fetchAll(client, request);
    expect(told).toMatchObject({ reason: "IMPORT_REFUSED", facts: { why: "REDIRECTED" } });
    expect(lawbot.versions.isEmpty).toBe(true);
  });

  it("that leads on and on ends", async () => {
    service.faults(textPath, ...Array.from({ length: 9 }, () => status(307, { location: textPath })));
    const { client } = await openFetchBed(service.url);
    expect((await fetchAll(client, request)).facts.why).toBe("REDIRECTED");
    expect(textRequests()).toHaveLength(4);
  });
});

describe("a service that is busy", () => {
  it.each([
    [status(429, { "retry-after": "7" }), 7_000],
    [status(503, { "retry-after": new Date(Date.UTC(2025, 0, 1, 0, 0, 30)).toUTCString() }), 29_000],
    [status(503), 5_000],
  ])("is waited for as long as it asks", async (fault, waitMs) => {
    service.faults(textPath, fault);
    const { client, clock } = await openFetchBed(service.url);
    const told = await fetchAll(client, request);
    expect(told.reason).toBe("");
    expect(kinds(told)).toContain("WAITING");
    expect(clock.waits.filter((ms) => ms !== 500)).toEqual([waitMs]);
  });

  it("is not waited for longer than a minute, nor for ever again", async () => {
    service.faults(textPath, status(429, { "retry-after": "3600" }));
    const { client, clock } = await openFetchBed(service.url);
    const long = await fetchAll(client, request);
    expect(long).toMatchObject({ reason: "UPSTREAM_UNAVAILABLE", facts: { retry_after_seconds: "3600" } });
    expect(clock.waits.every((ms) => ms <= 500)).toBe(true);
    service.faults(textPath, ...Array.from({ length: 5 }, () => status(429, { "retry-after": "1" })));
    expect((await fetchAll(client, request)).reason).toBe("UPSTREAM_UNAVAILABLE");
    expect(clock.waits.filter((ms) => ms === 1_000)).toHaveLength(2);
  });

  it.each([500, 502, 403, 406])("or answers %i is told, and not asked again", async (code) => {
    service.faults(textPath, status(code));
    const { client } = await openFetchBed(service.url);
    const told = await fetchAll(client, request);
    expect(told).toMatchObject({ reason: "UPSTREAM_UNAVAILABLE", facts: { status: String(code) } });
    expect(textRequests()).toHaveLength(1);
  });

  it("says when a text that the register names is not there", async () => {
    service.faults(textPath, status(404));
    const { client } = await openFetchBed(service.url);
    expect((await fetchAll(client, request)).facts.why).toBe("NOT_FOUND");
  });
});

/** The real thing, with time moving on at each piece that comes. */
const pacedGet =
  (clock: TestClock, msEach: number): HttpGet =>
  async (url, headers, signal) => {
    const got = await httpGet(url, headers, signal);
    const paced = async function* () {
      for await (const piece of got.body) {
        if (url.pathname === textPath) clock.advance(msEach);
        yield piece;
      }
    };
    return { ...got, body: paced() };
  };

describe("a service that is slow", () => {
  it("is given up when a file drips for minutes although it is never silent", async () => {
    service.faults(textPath, drip);
    const clock = new TestClock();
    const { client } = await openFetchBed(service.url, { clock, get: pacedGet(clock, 20_000) });
    const told = await fetchAll(client, request);
    expect(told.reason).toBe("UPSTREAM_UNAVAILABLE");
    expect(told.message).toContain("longer than 4 minutes");
    expect(clock.pending).toBe(0);
  });

  it("is given up when nothing comes any more, and what came is kept", async () => {
    service.faults(textPath, stall);
    const clock = new TestClock();
    const get: HttpGet = async (url, headers, signal) => {
      const got = await httpGet(url, headers, signal);
      const stalling = async function* () {
        for await (const piece of got.body) {
          yield piece;
          if (url.pathname === textPath) setImmediate(() => clock.advance(30_000));
        }
      };
      return { ...got, body: stalling() };
    };
    const { client } = await openFetchBed(service.url, { clock, get });
    const told = await fetchAll(client, request);
    expect(told.reason).toBe("UPSTREAM_UNAVAILABLE");
    expect(told.message).toContain("nothing came for 30 seconds");
    await fetchAll(client, request);
    expect(textRequests().at(-1)?.range).toMatch(/^bytes=\d+-$/);
  });

  it("is left when the caller leaves; what came is kept and no limit is watched any more", async () => {
    service.faults(textPath, stall);
    const clock = new TestClock();
    const caller = new AbortController();
    const get: HttpGet = async (url, headers, signal) => {
      const got = await httpGet(url, headers, signal);
      const leaving = async function* () {
        for await (const piece of got.body) {
          yield piece;
          if (url.pathname === textPath) setImmediate(() => caller.abort());
        }
      };
      return { ...got, body: leaving() };
    };
    const { client } = await openFetchBed(service.url, { clock, get });
    const told = await fetchAll(client, request, caller.signal);
    expect(told.reason).not.toBe("");
    await expect.poll(() => clock.pending).toBe(0);
    expect((await fetchAll(client, request)).reason).toBe("");
    expect(textRequests().at(-1)?.range).toMatch(/^bytes=\d+-$/);
  });
});

describe("what is too much or something else", () => {
  it("is refused by its announced length, before any of it is read", async () => {
    const announced: Fault = (_message, response) => {
      response.writeHead(200, { "content-type": "application/xml", "content-length": 10 * 1024 ** 3 });
      response.write("<toestand>");
    };
    service.faults(textPath, announced);
    const { client } = await openFetchBed(service.url);
    const told = await fetchAll(client, request);
    expect(told.reason).toBe("LIMIT_EXCEEDED");
    expect(kinds(told).at(-1)).not.toBe("DOWNLOADING");
  });

  it("is refused while it comes where no length is announced", async () => {
    const endless: Fault = (_message, response) => {
      response.writeHead(200, { "content-type": "application/xml" });
      const piece = Buffer.alloc(256 * 1024, "<a/>");
      const more = (): void => {
        while (!response.destroyed && response.write(piece));
        if (!response.destroyed) response.once("drain", more);
      };
      more();
    };
    service.faults(paths.search("2024-06-01"), endless);
    const { client } = await openFetchBed(service.url);
    expect((await fetchAll(client, request)).reason).toBe("LIMIT_EXCEEDED");
  });

  it("is refused when it expands to more than it may, without being expanded whole", async () => {
    const bomb = gzipSync(Buffer.alloc(96 * 1024 * 1024, 0x20));
    service.faults(textPath, send(bomb, { "content-type": "application/xml", "content-encoding": "gzip" }));
    const { client, lawbot } = await openFetchBed(service.url);
    expect(bomb.length).toBeLessThan(200_000);
    expect((await fetchAll(client, request)).reason).toBe("LIMIT_EXCEEDED");
    expect(lawbot.versions.isEmpty).toBe(true);
  });

  it.each<[string, Fault, string]>([
    [
      "a web page with status 200",
      send("<!DOCTYPE html><html><body>Storing</body></html>", { "content-type": "text/html" }),
      "CONTENT_TYPE",
    ],
    ["a web page that calls itself XML", send("<!DOCTYPE html><html><body>Storing</body></html>"), "UNKNOWN_ROOT"],
    ["JSON", send("{}", { "content-type": "application/json" }), "CONTENT_TYPE"],
    ["nothing", send(""), "UNKNOWN_ROOT"],
    ["another kind of file", send("<wetgeving/>"), "UNKNOWN_ROOT"],
    [
      "broken compression",
      send("nonsense", { "content-type": "application/xml", "content-encoding": "gzip" }),
      "ENCODING",
    ],
    [
      "an encoding nobody asked for",
      send("x", { "content-type": "application/xml", "content-encoding": "compress" }),
      "ENCODING",
    ],
  ])("is refused: %s", async (_what, fault, why) => {
    service.faults(textPath, fault);
    const { client, lawbot } = await openFetchBed(service.url);
    expect(await fetchAll(client, request)).toMatchObject({ reason: "IMPORT_REFUSED", facts: { why } });
    expect(lawbot.versions.isEmpty).toBe(true);
    expect((await fetchAll(client, request)).reason).toBe("");
  });

  it("is taken without a type, since what is inside decides", async () => {
    service.faults(textPath, send(toestand(versions[1]), {}));
    const { client } = await openFetchBed(service.url);
    expect((await fetchAll(client, request)).reason).toBe("");
  });
});

describe("no network", () => {
  it("says what is the matter and how to do without", async () => {
    await service.close();
    const { client } = await openFetchBed(service.url);
    const told = await fetchAll(client, request);
    expect(told.reason).toBe("UPSTREAM_UNAVAILABLE");
    expect(told.message).toContain("refused the connection");
    expect(told.message).toContain("pincite law import FILE");
    expect(told.facts.url).toMatch(/^https:\/\/zoekservice\.overheid\.nl\//);
    expect(told.message).toContain("https://repository.officiele-overheidspublicaties.nl/bwb/BWBR0005290/manifest.xml");
    service = await startStandIn(new Map());
  });

  it("is told once, although something of an earlier download is kept", async () => {
    const dir = newFolder("fetch");
    service.faults(textPath, cutAt(400), cutAt(400), cutAt(400), cutAt(400));
    const bed = await openFetchBed(service.url, { dir });
    await fetchAll(bed.client, request);
    const noText: HttpGet = (url, headers, signal) =>
      url.pathname === textPath
        ? Promise.reject(Object.assign(new Error("x"), { code: "ENOTFOUND" }))
        : httpGet(url, headers, signal);
    const offline = await openFetchBed(service.url, { dir, get: noText });
    const told = await fetchAll(offline.client, request);
    expect(told.message).toContain("its name could not be looked up");
    expect(kinds(told)).not.toContain("NOTE");
    expect(readdirSync(dir)).toHaveLength(2);
  });
});
