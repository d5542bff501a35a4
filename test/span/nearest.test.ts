import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nearest } from "../../src/span/nearest.ts";
import { outcomeName, resolve, seeded, sourceOf } from "./sample-source.ts";

/** The textbook: the smallest edit distance of the pattern to any stretch of the text, one cell at a time. */
const smallestDistance = (text: string, pattern: string): number => {
  let column = Array.from({ length: pattern.length + 1 }, (_, row) => row);
  let best = pattern.length;
  for (const unit of text.split("")) {
    const next = [0];
    for (let row = 1; row <= pattern.length; row++) {
      const cost = pattern[row - 1] === unit ? 0 : 1;
      next.push(
        Math.min((next[row - 1] as number) + 1, (column[row] as number) + 1, (column[row - 1] as number) + cost),
      );
    }
    column = next;
    best = Math.min(best, column[pattern.length] as number);
  }
  return best;
};

const words =
  "de werkgever heeft het loon niet aan werknemer betaald voor september omdat plan van aanpak ontbrak".split(" ");
const proseOf = (random: () => number, count: number): string =>
  Array.from({ length: count }, () => words[Math.floor(random() * words.length)]).join(" ");

describe("nearest", () => {
  it("finds the passage that the textbook finds, in prose with up to three edits", () => {
    fc.assert(
      fc.property(fc.integer(), fc.nat(3), (seed, edits) => {
        const random = seeded(seed);
        const text = proseOf(random, 150);
        const start = Math.floor(random() * (text.length - 200));
        let pattern = text.slice(start, start + 120);
        for (let edit = 0; edit < edits; edit++) {
          const at = Math.floor(random() * pattern.length);
          pattern = pattern.slice(0, at) + (random() < 0.5 ? "q" : "") + pattern.slice(at + (random() < 0.5 ? 1 : 0));
        }
        const [best] = nearest(text, pattern, 3);
        expect(best?.distance).toBe(smallestDistance(text, pattern));
        expect(smallestDistance(text.slice(best?.start, best?.end), pattern)).toBe(best?.distance);
      }),
      { numRuns: 60 },
    );
  });

  it("finds patterns longer than one block of rows", () => {
    const random = seeded(7);
    const text = proseOf(random, 2_000);
    const pattern = `${text.slice(3_000, 5_000)} zonder ${text.slice(5_000, 7_000)}`;
    expect(nearest(text, pattern, 1)[0]).toMatchObject({ start: 3_000, end: 7_000, distance: 8 });
  });

  it("has nothing for an empty pattern or one with nothing in common", () => {
    expect([nearest("abc", "", 3), nearest("abc", "xyzxyzxyzxyz", 3)]).toEqual([[], []]);
  });
});

describe("suggestions for a quote that was not found", () => {
  const text =
    "De werkgever is niet verplicht het loon te betalen. De werkgever is wel verplicht een plan te maken. Voorts geldt niets.";

  it("are ranked passages with what differs, and never a result", () => {
    const asked = resolve(sourceOf(text), "De werkgever is verplicht het loon te betalen.");
    expect([outcomeName(asked), asked.spans]).toEqual(["NOT_FOUND", []]);
    expect(asked.suggestions[0]?.span?.excerpt).toBe("De werkgever is niet verplicht het loon te betalen.");
    expect(asked.suggestions[0]?.differences.map((one) => [one.quoteText, one.sourceText, one.sourceStart])).toEqual([
      ["", "niet", 16],
    ]);
    const scores = asked.suggestions.map(({ scoreMicros }) => scoreMicros);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(scores.length).toBeLessThanOrEqual(3);
  });

  it("are left out when the caller wants none", () => {
    expect(
      resolve(sourceOf(text), "De werkgever is verplicht het loon", {}, { maxSuggestions: 0 }).suggestions,
    ).toEqual([]);
  });
});
