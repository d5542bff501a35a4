import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Documents } from "../../src/search/documents.ts";
import { TextColumn } from "../../src/search/text-column.ts";

const digest = fc.stringMatching(/^[0-9a-f]{64}$/);
const text = fc.oneof(digest, fc.string({ unit: "grapheme", maxLength: 40 }), fc.constantFrom("", "ab", "0", "00"));

describe("a column of texts", () => {
  it("gives each text back, whatever it holds, and the latest where one was set twice", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(3_000), text)), (sets) => {
        const column = new TextColumn();
        for (const [number, value] of sets) column.set(number, value);
        for (const [number, value] of new Map(sets)) expect(column.at(number)).toBe(value);
        expect(column.at(3_001)).toBe("");
      }),
    );
  });

  it("keeps a text that is longer than its pieces", () => {
    const column = new TextColumn();
    const long = "é".repeat(400_000);
    column.set(1, "before");
    column.set(2, long);
    column.set(3, "after");
    expect([column.at(1), column.at(2) === long, column.at(3)]).toEqual(["before", true, "after"]);
  });

  it("compares digests with one another and with other texts as the texts compare", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[ -~]{0,12}$/), digest, digest, (a, b, c) => {
        const column = new TextColumn();
        const texts = [a, b, c];
        for (const [number, one] of texts.entries()) column.set(number, one);
        for (const [i, one] of texts.entries())
          for (const [j, other] of texts.entries())
            expect(Math.sign(column.compare(i, j))).toBe(one < other ? -1 : one > other ? 1 : 0);
      }),
    );
  });
});

describe("the documents of an index", () => {
  it("are ordered by date, latest first, a month after no day of its own, and then by id", () => {
    const documents = new Documents();
    const dates = ["2024-03", "2024-03-05T10:00:00Z", "", "2025", "2024-03-05T09:00:00Z", "2024-02-29", "2024-03"];
    for (const [at, date] of dates.entries())
      documents.add({ number: at + 1, id: `id-${9 - at}`, kind: "thread", date, length: 1 });
    const order = [...documents.live()].sort((a, b) => documents.compare(a, b));
    expect(order.map((number) => [dates[number - 1], documents.idOf(number)])).toEqual([
      ["2025", "id-6"],
      ["2024-03-05T10:00:00Z", "id-8"],
      ["2024-03-05T09:00:00Z", "id-5"],
      ["2024-03", "id-3"],
      ["2024-03", "id-9"],
      ["2024-02-29", "id-4"],
      ["", "id-7"],
    ]);
  });
});
