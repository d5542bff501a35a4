import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Citation, ItemPath, Pinpoint, Provision } from "../../src/citation/citation.ts";
import { parseDutchCitations } from "../../src/citation/citation-parser.ts";
import { renderDutch } from "../../src/citation/render.ts";
import { shippedNames } from "../../src/shipped-names.ts";

const letter = fc.constantFrom(..."abcdefghklmnpqrstwyz");
const lidNumbers = fc
  .uniqueArray(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 3 })
  .map((all) => all.sort((a, b) => a - b));
const paragraphs = fc.oneof(
  lidNumbers.map((all) => all.map((number) => ({ number: String(number), through: "" }))),
  fc
    .tuple(fc.integer({ min: 1, max: 5 }), letter)
    .map(([number, mark]) => [{ number: `${number}${mark}`, through: "" }]),
  fc.integer({ min: 1, max: 9 }).map((number) => [{ number: String(number), through: String(number + 3) }]),
);
const flatItems = fc
  .uniqueArray(letter, { minLength: 1, maxLength: 3 })
  .map((marks): ItemPath[] => marks.map((mark) => ({ marks: [mark], through: "" })));
const deepItem = fc
  .tuple(letter, fc.integer({ min: 1, max: 9 }))
  .map(([mark, number]): ItemPath[] => [{ marks: [mark, `${number}°`], through: "" }]);
const rangeItem = letter.map((mark): ItemPath[] => [{ marks: [mark], through: "z" }]);
const items = fc.oneof(fc.constant<ItemPath[]>([]), flatItems, deepItem, rangeItem);
const sentences = fc.oneof(
  fc.constant<number[]>([]),
  fc.constant([-1]),
  fc.integer({ min: 1, max: 6 }).map((rank) => [rank]),
);

const pinpoint = (relation: fc.Arbitrary<"and" | "jo">): fc.Arbitrary<Pinpoint> =>
  fc.record({ relation, paragraphs, introductory: fc.boolean(), items, sentences });
const pinpoints = fc.oneof(
  { weight: 2, arbitrary: fc.constant<Pinpoint[]>([]) },
  { weight: 3, arbitrary: pinpoint(fc.constant("and")).map((one) => [one]) },
  {
    weight: 1,
    arbitrary: fc.tuple(pinpoint(fc.constant("and")), pinpoint(fc.constantFrom("and", "jo"))).map((two) => [...two]),
  },
);

const plainNumber = fc
  .tuple(fc.integer({ min: 1, max: 1800 }), fc.constantFrom("", "a", "b", "bis", "aa"))
  .map(([number, tail]) => `${number}${tail}`);
const numberOf = (style: string) =>
  style === "BW"
    ? fc
        .tuple(fc.constantFrom("1", "2", "3", "6", "7", "7A", "10"), plainNumber)
        .map(([book, number]) => `${book}:${number}`)
    : fc.oneof(
        plainNumber,
        fc
          .tuple(fc.integer({ min: 1, max: 12 }), fc.constantFrom(":", "."), plainNumber)
          .map((parts) => parts.join("")),
      );

const provision = (law: string, relation: fc.Arbitrary<"and" | "jo">): fc.Arbitrary<Provision> =>
  fc.oneof(
    fc.record({
      relation,
      number: numberOf(law),
      through: fc.constant(""),
      andFollowing: fc.constant(false),
      former: fc.boolean(),
      pinpoints,
    }),
    fc
      .record({
        relation,
        number: numberOf(law),
        through: numberOf(law),
        andFollowing: fc.constant(false),
        former: fc.constant(false),
        pinpoints: fc.constant([]),
      })
      .filter((one) => (/[:.]/.test(one.number) ? /[:.]/.test(one.through) : true)),
    fc.record({
      relation,
      number: numberOf(law),
      through: fc.constant(""),
      andFollowing: fc.constant(true),
      former: fc.constant(false),
      pinpoints: fc.constant([]),
    }),
  );

const citation: fc.Arbitrary<Citation> = fc
  .constantFrom(...shippedNames().laws.map((law) => law.short), "", "WVEUX")
  .chain((law) => {
    const known = law !== "" && law !== "WVEUX";
    const first = provision(law, fc.constant("and"));
    const more = fc.array(provision(law, fc.constantFrom("and", "jo")), { maxLength: 2 });
    return fc.tuple(first, more).map(
      ([one, others]): Citation => ({
        kind: "statute",
        law: known ? law : "",
        lawRaw: known ? "" : law,
        provisions: [one, ...others],
        caseNumber: "",
      }),
    );
  });

/** A law numbers its articles in one way; a list that mixes them is of two laws. */
const isOfOneShape = ({ provisions }: Citation): boolean =>
  new Set(provisions.map(({ number }) => /[:.]/.exec(number)?.[0] ?? "")).size < 2;

describe("writing and reading citations", () => {
  for (const style of ["short", "full", "long"] as const) {
    it(`reads every citation back as it was written in ${style} style`, () => {
      fc.assert(
        fc.property(citation.filter(isOfOneShape), (written) => {
          const text = renderDutch(written, style, shippedNames().table());
          const found = parseDutchCitations(text, shippedNames().table());
          expect(
            // "art. 1 lid 2 en art. 3 Awb": that both are of the Awb is a reading, and says so.
            found.map(({ citation: { numbersReadAs: _, ...each } }) => each),
            text,
          ).toEqual([written]);
          expect(found[0]).toMatchObject({ start: 0, end: text.length });
        }),
        { numRuns: 1_500 },
      );
    });
  }

  it("never fails on any text, and its citations stand inside it in order", () => {
    const piece = fc.constantFrom(
      "art. ",
      "artikelen ",
      "7:611",
      "658a",
      " lid ",
      "1",
      ", ",
      " en ",
      "onder a",
      "BW",
      "Awb",
      " van de ",
      "eerste ",
      "lid",
      "e.v.",
      "-",
      "(oud)",
      "°",
      "(hierna: de X)",
      " jo. ",
      "\n",
    );
    const text = fc.oneof(
      fc.array(piece, { maxLength: 30 }).map((all) => all.join("")),
      fc.string({ unit: "grapheme", maxLength: 80 }),
    );
    fc.assert(
      fc.property(text, (input) => {
        let end = 0;
        for (const found of parseDutchCitations(input, shippedNames().table())) {
          expect(found.start).toBeGreaterThanOrEqual(end);
          expect(found.end).toBeGreaterThan(found.start);
          expect(found.end).toBeLessThanOrEqual(input.length);
          expect(typeof renderDutch(found.citation, "full")).toBe("string");
          end = found.end;
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
