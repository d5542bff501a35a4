import { describe, expect, it } from "vitest";
import { guideCase } from "./cases.ts";
import { lessonsOf } from "./lessons.ts";

/** What every document of a case would be as evidence, whether or not a search finds it. */
describe.each(await Promise.all(["bonus", "drukkerij", "wijkzorg"].map(guideCase)))(
  "the ranking over all documents of $name",
  (one) => {
    const lessons = lessonsOf(one);

    it("knows a right paper for every slot, and leaves none of them out as a contrary", () => {
      expect(lessons.length).toBe(one.claims.flatMap(({ right }) => Object.keys(right)).length);
      const lost = lessons.filter(({ papers }) => !papers.some(({ isRight, place }) => isRight && place > 0));
      expect(lost.map(({ slot }) => slot)).toEqual([]);
    });

    it("has a right paper among the first two of every slot", () => {
      const behind = lessons.filter(
        ({ papers }) => !papers.some(({ isRight, place }) => isRight && [1, 2].includes(place)),
      );
      expect(behind.map(({ slot }) => slot)).toEqual([]);
    });
  },
);
