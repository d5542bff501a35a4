import { afterAll, describe, expect, it } from "vitest";
import { openFullTextIndex } from "../../src/search/sqlite-index.ts";
import { type AskedPair, askedPairs } from "../support/cases/questions.ts";

const meetingPairs = askedPairs();
const seenPairs = meetingPairs.filter(({ half }) => half === "even");
const unseenPairs = meetingPairs.filter(({ half }) => half === "odd");

const index = openFullTextIndex(":memory:");
index.put(
  meetingPairs.map(({ text: body }, at) => ({
    id: body,
    kind: "doc",
    date: String(at),
    title: "",
    body,
    people: [],
    facets: {},
  })),
);
afterAll(() => index.close());

/** Questions whose text is not among the answers. */
const apart = (pairs: readonly AskedPair[]): string[] =>
  pairs
    .filter(
      ({ asked, text }) => !index.search({ text: asked, limit: 60, offset: 0 }).hits.some(({ id }) => id === text),
    )
    .map(({ asked, text }) => `${asked}: ${text}`);

describe("sixty questions and the texts that answer them in another form", () => {
  it("meet, of the half that rules were made with", () => {
    // Nothing else in sixty sentences says that the rest of this compound is a word; in a strand with its own it meets.
    expect(apart(seenPairs)).toEqual(["huur: De huurachterstand loopt op."]);
  });

  it("meet, fifty-four of them at least", () => {
    expect(apart(seenPairs).length + apart(unseenPairs).length).toBeLessThanOrEqual(6);
  });
});

describe("a part of a compound", () => {
  const found = (bodies: readonly string[], text: string): string[] => {
    const own = openFullTextIndex(":memory:");
    own.put(bodies.map((body) => ({ id: body, kind: "doc", date: "", title: "", body, people: [], facets: {} })));
    const { hits } = own.search({ text, limit: 9, offset: 0 });
    own.close();
    return hits.map(({ id }) => id);
  };

  it("finds the whole where its other part is a word of the strand, alone or in other compounds", () => {
    expect(found(["de huurachterstand", "een achterstand"], "huur")).toEqual(["de huurachterstand"]);
    expect(found(["de huurachterstand", "een loonachterstand"], "huur")).toEqual(["de huurachterstand"]);
    expect(found(["de huurachterstand"], "huur")).toEqual([]);
  });

  it("is no letters that merely begin or end another word", () => {
    expect(found(["wij betreden het pand", "een tevreden klant"], "reden")).toEqual([]);
    expect(found(["de kolonel"], "kolo")).toEqual([]);
  });

  it("ranks below the word itself, which is as telling as before", () => {
    expect(found(["iets over de arbeidsovereenkomst hier", "iets over de overeenkomst hier"], "overeenkomst")).toEqual([
      "iets over de overeenkomst hier",
      "iets over de arbeidsovereenkomst hier",
    ]);
  });
});
