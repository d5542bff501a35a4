import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ByteWriter } from "../../../src/search/postings/byte-writer.ts";
import { TornBlockError } from "../../../src/search/postings/posting-bytes.ts";
import { packGroup, unpackGroup, unpackGroups } from "../../../src/search/texts/text-groups.ts";
import { bodyOfRecord, decodeRecord, encodeRecord } from "../../../src/search/texts/text-record.ts";

const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.constantFrom("", "\ud800", "loon ".repeat(400), "é€😀".repeat(90), "x".repeat(9_000)),
);
const entries = fc.record({
  title: text,
  body: text,
  people: fc.array(text, { maxLength: 3 }),
  facets: fc.dictionary(fc.string({ maxLength: 4 }), fc.array(text, { maxLength: 3 }), { maxKeys: 3 }),
});
const groups = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 300_000 }), entries), { maxLength: 9 })
  .map((list) => list.map(([gap, entry], number) => [gap + number * 300_000, encodeRecord(entry)] as const))
  .map((pairs) => new Map(pairs));
const plainOf = (group: ReadonlyMap<number, Uint8Array>) =>
  [...group].map(([doc, record]) => [doc, Buffer.from(record).toString("hex")]);

describe("the record of an entry's texts", () => {
  it("gives back what is well-formed, facets without values left away", () => {
    fc.assert(
      fc.property(entries, (entry) => {
        const record = encodeRecord(entry);
        const { title, body, people, facets } = decodeRecord(record);
        expect([title, body, people]).toEqual([
          entry.title.toWellFormed(),
          entry.body.toWellFormed(),
          entry.people.map((person) => person.toWellFormed()),
        ]);
        const pairs = (of: Readonly<Record<string, readonly string[]>>): string[] =>
          Object.entries(of).flatMap(([name, values]) => values.map((value) => `${name}=${value}`.toWellFormed()));
        expect(pairs(facets).toSorted()).toEqual(pairs(entry.facets).toSorted());
        expect(bodyOfRecord(record)).toEqual({ body, start: 0 });
      }),
      { numRuns: 200 },
    );
  });

  it("is one's own: the next entry does not write over it", () => {
    const entry = (body: string) => ({ title: "", body, people: [], facets: {} });
    const first = encodeRecord(entry("een"));
    encodeRecord(entry("twee"));
    expect(bodyOfRecord(first)).toEqual({ body: "een", start: 0 });
  });
});

describe("a group of texts", () => {
  it("gives back every record, alone or unpacked with others", () => {
    fc.assert(
      fc.property(fc.array(groups, { minLength: 1, maxLength: 5 }), (list) => {
        const packed = list.map((group) => Uint8Array.from(packGroup(group)));
        expect(unpackGroups(packed).map(plainOf)).toEqual(list.map(plainOf));
        expect(plainOf(unpackGroup(packed[0] as Uint8Array))).toEqual(plainOf(list[0] as Map<number, Uint8Array>));
      }),
      { numRuns: 60 },
    );
  });

  it("is never read when it was cut short", () => {
    const entry = { title: "Loon", body: "Het loon is niet betaald. ".repeat(40), people: [], facets: {} };
    const packed = Uint8Array.from(packGroup(new Map([[7, encodeRecord(entry)]])));
    for (let length = 0; length < packed.length; length++) {
      let error: unknown;
      try {
        unpackGroup(packed.subarray(0, length));
      } catch (caught) {
        error = caught;
      }
      const isTold = error instanceof TornBlockError || String((error as { code?: unknown })?.code).startsWith("Z_");
      expect([length, isTold]).toEqual([length, true]);
    }
  });
});

describe("bytes that are reused", () => {
  it("hold what was written last, whatever was written before", () => {
    const writer = new ByteWriter();
    for (const length of [10, 5_000_000, 3, 20_000]) {
      writer.clear();
      const size = writer.text("é".repeat(length));
      writer.varint(300);
      expect([size, writer.length]).toEqual([2 * length, 2 * length + 2]);
      expect([...writer.bytes().subarray(0, 2), ...writer.bytes().subarray(-2)]).toEqual([0xc3, 0xa9, 0xac, 2]);
    }
  });
});
