import { createHash } from "node:crypto";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { draws } from "../../support/draws.ts";
import { fetchAll, openFetchBed } from "./support/fetch-client.ts";
import { lawId, paths, smallService, toestand, versions } from "./support/small-service.ts";
import { answer, cutAt, type Fault, type StandIn, send, startStandIn, status } from "./support/stand-in.ts";

const textPath = paths.text("2024-01-01_0");
const allPaths = [paths.search("2024-06-01"), paths.manifest(), textPath, paths.wti()];
const [, now] = versions;
const other = toestand(now).replace("goed werkgever", "fout werkgever");
let service: StandIn;
beforeEach(async () => {
  service = await startStandIn(smallService());
});
afterEach(() => service.close());

/** Bytes of a part of the file as if it were the rest that was asked for, under an ETag that need not be the file's. */
const part =
  (from: number, to: number, etag: string): Fault =>
  (_message, response, file) => {
    const range = `bytes ${from}-${Math.max(from, to - 1)}/${file.length}`;
    response
      .writeHead(206, { "content-type": "application/xml", "content-range": range, etag })
      .end(file.subarray(from, to));
  };

const place = fc.nat(5_000);
const faults: fc.Arbitrary<Fault> = fc.oneof(
  place.map(cutAt),
  fc.tuple(place, place, fc.constantFrom('"a"', '"b"', 'W/"a"')).map(([from, to, etag]) => part(from, to, etag)),
  fc.constantFrom("0", "1", "59", "soon", "-1", "").map((after) => status(429, { "retry-after": after })),
  fc.constantFrom(textPath, "?x", "/elsewhere", "//example.org/", "").map((location) => status(302, { location })),
  fc.constantFrom(204, 304, 404, 412, 416, 500, 503).map((code) => status(code)),
  fc.constantFrom<Fault>(send(other), send(""), send("<toestand"), send("x", { "content-encoding": "gzip" })),
  fc.constant<Fault>((_message, response) => void response.destroy()),
  fc.constant(answer),
);

/** What each address of the service does, one thing after another. */
const misbehaviour = fc.tuple(...allPaths.map(() => fc.array(faults, { maxLength: 5 })));
const misbehave = (all: readonly (readonly Fault[])[]): void =>
  allPaths.forEach((path, at) => {
    service.faults(path, ...(all[at] ?? []));
  });

/** Everything such a service can make of a call; INTERNAL is not among it. */
const endings = ["", "UPSTREAM_UNAVAILABLE", "IMPORT_REFUSED", "LIMIT_EXCEEDED", "LAW_NOT_FOUND"];

describe("whatever a service does, one thing after another", () => {
  it("ends in the very text that its register names or in an error and no text; the next call is as good as the first", async () => {
    await fc.assert(
      fc.asyncProperty(misbehaviour, async (sequences) => {
        misbehave(sequences);
        const { client, lawbot, clock } = await openFetchBed(service.url);
        const request = { targets: [lawId], inForceOn: "2024-06-01" };
        const told = await fetchAll(client, request);
        expect(endings).toContain(told.reason);
        if (told.reason === "") expect(lawbot.versions.all()).toHaveLength(1);
        expect(clock.pending).toBe(0);
        // Whatever was kept of the broken tries, what is loaded in the end is what the register names.
        misbehave([]);
        expect((await fetchAll(client, request)).reason).toBe("");
        const sha512 = createHash("sha512").update(toestand(now)).digest("hex");
        expect(lawbot.versions.all().map(({ originalSha512 }) => originalSha512)).toEqual([sha512]);
        lawbot.close();
      }),
      { numRuns: draws(20) },
    );
  });
});
