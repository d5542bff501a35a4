import { readdirSync, utimesSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { projectRoot, sourceFiles } from "../../../scripts/import-rules.ts";
import { readConfig } from "../../../src/config.ts";
import { DomainError } from "../../../src/error.ts";
import { httpGet, secured } from "../../../src/lawbot/fetch/http-get.ts";
import { locationsOf } from "../../../src/lawbot/fetch/locations.ts";
import { Pace } from "../../../src/lawbot/fetch/pace.ts";
import { folderPartials, memoryPartials } from "../../../src/lawbot/fetch/partials.ts";
import { isPublicAddress, publicLookup, publicLookupBy } from "../../../src/lawbot/fetch/public-address.ts";
import { readSearchAnswer } from "../../../src/lawbot/fetch/sru-answer.ts";
import { Watchdog } from "../../../src/lawbot/fetch/watchdog.ts";
import { dutch } from "../../../src/lawbot/nl/dutch.ts";
import { builtinProfiles } from "../../../src/profile/builtin.ts";
import { newFolder } from "../../support/new-folder.ts";
import { bytesOf } from "../support/xml.ts";
import { TestClock } from "./support/test-clock.ts";

const reasonOf = (work: () => unknown): string => {
  try {
    work();
    return "";
  } catch (error) {
    return error instanceof DomainError ? error.reason : String(error);
  }
};

describe("addresses", () => {
  const hosts = ["repository.example.nl", "search.example.nl"];
  const official = locationsOf(hosts);

  it("are those of the service's hosts over https and no other", () => {
    expect(official.of("https://search.example.nl/a?b=c").href).toBe("https://search.example.nl/a?b=c");
    for (const wrong of [
      "http://search.example.nl/a",
      "https://search.example.nl.evil.org/a",
      "https://search.example.nl:8443/a",
      "https://search.example.nl@evil.org/a",
      "https://user:pw@search.example.nl/a",
      "ftp://search.example.nl/a",
    ])
      expect(
        reasonOf(() => official.of(wrong)),
        wrong,
      ).toBe("INTERNAL");
  });

  it("change by a redirect only within the same host and scheme", () => {
    const at = new URL("https://search.example.nl/a/b");
    expect(official.redirected(at, "../c")?.href).toBe("https://search.example.nl/c");
    expect(official.redirected(at, "https://search.example.nl/d")?.href).toBe("https://search.example.nl/d");
    for (const elsewhere of [
      "https://repository.example.nl/a",
      "http://search.example.nl/a",
      "//evil.org/a",
      "https://search.example.nl:444/a",
      "https://x@search.example.nl/a",
      "javascript:alert(1)",
      "https://",
    ])
      expect(official.redirected(at, elsewhere), elsewhere).toBeUndefined();
  });

  it("lead to a stand-in on this machine where one is configured, and to none elsewhere", () => {
    const standIn = locationsOf(hosts, "http://127.0.0.1:99");
    expect(standIn.of("https://search.example.nl/a?b=c").href).toBe("http://127.0.0.1:99/a?b=c");
    expect(reasonOf(() => standIn.of("https://evil.org/"))).toBe("INTERNAL");
    for (const wrong of [
      "https://127.0.0.1:99",
      "http://192.168.1.1",
      "http://127.0.0.1.evil.org",
      "http://localhost/x",
      "nonsense",
    ])
      expect(
        reasonOf(() => locationsOf(hosts, wrong)),
        wrong,
      ).toBe("REQUEST_INVALID");
  });

  it("of Dutch services are three, all https", () => {
    expect(dutch.services?.flatMap(({ hosts: all }) => all)).toEqual([
      "zoekservice.overheid.nl",
      "repository.officiele-overheidspublicaties.nl",
      "data.rechtspraak.nl",
    ]);
  });
});

describe("the network around", () => {
  it.each([
    "127.0.0.1",
    "10.1.2.3",
    "192.168.0.1",
    "172.20.0.1",
    "169.254.169.254",
    "100.64.0.1",
    "0.0.0.0",
    "255.255.255.255",
    "::1",
    "::",
    "fe80::1",
    "fd00::1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "::ffff:7f00:1",
    "::FFFF:A00:1",
    "0:0:0:0:0:ffff:a9fe:a9fe",
    "::127.0.0.1",
    "64:ff9b::10.0.0.1",
    "64:ff9b::7f00:1",
    "64:ff9b:1::1",
    "2002:7f00:1::",
    "2002:a00:1::1",
    "2001:0:7f00:1::1",
    "2001:db8::1",
    "fec0::1",
    "5f00::1",
    "100::1",
    "fe80::1%eth0",
    "192.0.2.1",
    "192.88.99.1",
    "198.51.100.7",
    "203.0.113.9",
    "240.0.0.1",
    "127.1",
    "0x7f000001",
    "localhost",
    "",
    "ff02::1",
  ])("is not the internet: %s", (address) => expect(isPublicAddress(address)).toBe(false));

  it.each(["20.4.5.6", "145.222.1.1", "2a02:2e8::1", "2001:978:2::1", "::ffff:20.4.5.6", "64:ff9b::20.4.5.6"])(
    "begins outside it: %s",
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  const answered = (lookup: typeof publicLookup, options: { all?: boolean } = {}) =>
    new Promise((resolve) => lookup("x.example", options, (error, found) => resolve(error?.code ?? found)));

  it("is not reached by a name that leads into it", async () => {
    const code = await new Promise((resolve) => publicLookup("localhost", {}, (error) => resolve(error?.code)));
    expect(code).toBe("ADDRESS_REFUSED");
  });

  it("is not reached by a name that leads both ways: only the public address is given out", async () => {
    const both = publicLookupBy((_name, _options, callback) =>
      callback(null, [
        { address: "169.254.169.254", family: 4 },
        { address: "20.4.5.6", family: 4 },
        { address: "::1", family: 6 },
      ]),
    );
    expect(await answered(both)).toBe("20.4.5.6");
    expect(await answered(both, { all: true })).toEqual([{ address: "20.4.5.6", family: 4 }]);
  });

  it("is not reached by a name that leads elsewhere the second time: each lookup is looked at, and its address is used", async () => {
    const answers = ["20.4.5.6", "10.0.0.1"];
    const rebinding = publicLookupBy((_name, _options, callback) =>
      callback(null, [{ address: answers.shift() ?? "", family: 4 }]),
    );
    expect(await answered(rebinding, { all: true })).toEqual([{ address: "20.4.5.6", family: 4 }]);
    expect(await answered(rebinding, { all: true })).toBe("ADDRESS_REFUSED");
  });

  it("is nowhere when the name is not known, or leads to nothing", async () => {
    const unknown = Object.assign(new Error("x"), { code: "ENOTFOUND" });
    expect(await answered(publicLookupBy((_name, _options, callback) => callback(unknown, [])))).toBe("ENOTFOUND");
    expect(await answered(publicLookupBy((_name, _options, callback) => callback(null, [])))).toBe("ADDRESS_REFUSED");
  });

  it.each([
    "https://localhost:1/",
    "https://127.0.0.1:1/",
    "https://2130706433:1/",
    "https://0x7f.1:1/",
    "https://[::1]:1/",
    "https://[::ffff:127.0.0.1]:1/",
    "https://20.4.5.6/",
  ])("is not connected to by the real thing, nor is an address in place of a name: %s", async (url) => {
    const call = httpGet(new URL(url), {}, AbortSignal.timeout(60_000));
    await expect(call).rejects.toMatchObject({ code: "ADDRESS_REFUSED" });
  });

  it("is spoken to with certificates checked, whatever the environment says", () => {
    expect(secured).toEqual({ lookup: publicLookup, rejectUnauthorized: true, minVersion: "TLSv1.2" });
  });
});

describe("the pace", () => {
  it("lets one request go at a time, and the next no sooner than the gap", async () => {
    const clock = new TestClock();
    const pace = new Pace(clock);
    const signal = new AbortController().signal;
    const order: string[] = [];
    const first = await pace.turn(500, signal);
    const second = pace.turn(500, signal).then((done) => {
      order.push("second");
      done();
    });
    clock.advance(200);
    order.push("first ends");
    first();
    await second;
    expect(order).toEqual(["first ends", "second"]);
    expect(clock.waits).toEqual([300]);
  });

  it("passes over who has left, and goes on with the next", async () => {
    const pace = new Pace(new TestClock());
    const first = await pace.turn(0, new AbortController().signal);
    const gone = pace.turn(0, AbortSignal.abort());
    const next = pace.turn(0, new AbortController().signal);
    first();
    await expect(gone).rejects.toThrow();
    (await next)();
  });
});

describe("the watchdog", () => {
  it("counts the time of a file over all its requests, and silence within one", () => {
    const clock = new TestClock();
    const dog = new Watchdog(clock, new AbortController().signal);
    const pass = (times: number) => {
      for (let time = 0; time < times; time++) {
        clock.advance(20_000);
        dog.alive();
      }
    };
    dog.begin();
    pass(9);
    dog.end();
    expect(clock.pending).toBe(0);
    clock.advance(3_600_000);
    dog.begin();
    pass(2);
    expect(dog.barked).toBe("");
    pass(1);
    expect(dog.barked).toContain("longer than 4 minutes");
    expect(dog.signal.aborted).toBe(true);
  });

  it("breaks off at once when the caller left before it began", () => {
    const dog = new Watchdog(new TestClock(), AbortSignal.abort());
    dog.begin();
    expect(dog.signal.aborted).toBe(true);
    expect(dog.barked).toBe("");
    dog.end();
  });
});

describe("downloads that are not complete", () => {
  const head = { validator: '"abc"', encoding: "gzip", type: "application/xml; charset=utf-8", totalBytes: 12 };

  it.each(["memory", "folder"])("are kept in %s with what the server said of them", async (kind) => {
    const dir = newFolder("partials");
    const partials = kind === "memory" ? memoryPartials() : folderPartials(dir, Date.now(), 1_000);
    expect(await partials.read("u")).toBeUndefined();
    await partials.begin("u", head);
    await partials.append("u", bytesOf("one "));
    await partials.append("u", bytesOf("two"));
    const kept = await partials.read("u");
    expect(kept?.head).toEqual(head);
    expect(new TextDecoder().decode(kept?.bytes)).toBe("one two");
    await partials.begin("u", head);
    expect((await partials.read("u"))?.bytes).toHaveLength(0);
    await partials.drop("u");
    await partials.drop("u");
    expect(await partials.read("u")).toBeUndefined();
  });

  it("are kept in memory for the last few alone: a server that runs for months keeps no more", async () => {
    const partials = memoryPartials(2);
    for (const url of ["a", "b", "a", "c"]) await partials.begin(url, head);
    expect(await partials.read("b")).toBeUndefined();
    expect(await partials.read("a")).toBeDefined();
    expect(await partials.read("c")).toBeDefined();
  });

  it("are forgotten when damaged, and deleted when old; other files in the folder are left alone", async () => {
    const dir = newFolder("partials");
    const partials = folderPartials(dir, Date.now(), 60_000);
    await partials.begin("u", head);
    const [name = ""] = readdirSync(dir).filter((each) => each.endsWith(".head"));
    writeFileSync(join(dir, name), "nonsense");
    expect(await partials.read("u")).toBeUndefined();
    writeFileSync(join(dir, "notes.txt"), "mine");
    for (const each of readdirSync(dir)) utimesSync(join(dir, each), 0, 0);
    folderPartials(dir, Date.now(), 60_000);
    await expect.poll(() => readdirSync(dir)).toEqual(["notes.txt"]);
    expect(await readFile(join(dir, "notes.txt"), "utf8")).toBe("mine");
  });
});

describe("an answer of the search service", () => {
  it("is read whatever prefixes it uses", () => {
    const xml = `<sru:searchRetrieveResponse xmlns:sru="x"><sru:numberOfRecords>7</sru:numberOfRecords><sru:records><sru:record><sru:recordData><g:gzd xmlns:g="y"><g:originalData><b:meta xmlns:b="z"><owmskern><d:identifier xmlns:d="w">BWBR0005290</d:identifier><d:title xmlns:d="w">Burgerlijk Wetboek Boek 7</d:title></owmskern><bwbipm><b:geldigheidsperiode_startdatum>2024-01-01</b:geldigheidsperiode_startdatum></bwbipm></b:meta></g:originalData></g:gzd></sru:recordData></sru:record></sru:records></sru:searchRetrieveResponse>`;
    expect(readSearchAnswer(bytesOf(xml))).toEqual({
      recordCount: 7,
      records: [
        {
          lawId: "BWBR0005290",
          title: "Burgerlijk Wetboek Boek 7",
          inForceFrom: "2024-01-01",
          inForceThrough: "",
          textUrl: "",
        },
      ],
    });
  });

  it("may list none", () => {
    expect(readSearchAnswer(bytesOf("<searchRetrieveResponse/>"))).toEqual({ recordCount: 0, records: [] });
  });
});

describe("the list of laws of a built-in profile", () => {
  it.each(builtinProfiles().map((profile) => [profile.profileId, profile] as const))(
    "%s holds laws whose ids are known by name, and every law that its claims are offered",
    (_id, { lawSources, claimKinds }) => {
      const ids = lawSources.map(({ lawId }) => lawId);
      for (const lawId of ids) {
        expect(dutch.services?.[0]?.idOf(lawId)).toBe(lawId);
        expect(dutch.shortName({ lawId, title: "", citationTitle: "" }), lawId).not.toBe(lawId);
      }
      const offered = claimKinds.flatMap(({ slots }) => slots).flatMap(({ citations }) => citations);
      for (const written of offered) {
        const [found] = dutch.parseCitations(written, []);
        expect(ids, written).toEqual(expect.arrayContaining(found ? dutch.lawIds(found.citation, []) : [written]));
      }
    },
  );
});

describe("the settings", () => {
  it("allow fetching unless it is switched off, and know no other word", () => {
    const read = (env: Record<string, string>) => readConfig({ dataDir: undefined }, env);
    expect(read({}).lawFetch).toBe(true);
    expect(read({ PINCITE_LAW_FETCH: "off" }).lawFetch).toBe(false);
    expect(reasonOf(() => read({ PINCITE_LAW_FETCH: "no" }))).toBe("REQUEST_INVALID");
    expect(read({ PINCITE_LAW_STAND_IN: "http://127.0.0.1:1" }).lawStandIn).toBe("http://127.0.0.1:1");
  });
});

describe("nobody but a person's call", () => {
  it("fetches: the tools, the engine and the model know neither the service nor the network behind it", () => {
    const files = sourceFiles(projectRoot, "src").filter(({ path }) => !/^src\/(cli|client|web|lawbot)\//.test(path));
    const knowing = files.filter(({ text }) => /law_fetch_service|lawbot\/fetch\//.test(text)).map(({ path }) => path);
    // Where the parts of a server are put together, and nowhere else.
    expect(knowing).toEqual(["src/main/lawbot-part.ts", "src/main/parts.ts"]);
  });
});
