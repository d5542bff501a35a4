import { describe, expect, it } from "vitest";
import { speechOf } from "../../src/words/speech.ts";

describe("the speech of a language", () => {
  it("is Dutch for every form of Dutch, and English for everything else", () => {
    expect(["nl", "nl-BE", "nl_NL.UTF-8", "NL"].map((tag) => speechOf(tag).locale)).toEqual(["nl", "nl", "nl", "nl"]);
    expect(["en", "de", "", "nld", undefined].map((tag) => speechOf(tag).locale)).toEqual([
      "en",
      "en",
      "en",
      "en",
      "en",
    ]);
  });

  it("fills in what belongs in the gaps, in the order of the language", () => {
    expect(speechOf("en").phrase("{1} of {2} shown.", 2, 7)).toBe("2 of 7 shown.");
    expect(speechOf("nl").phrase("{1} of {2} shown.", 2, 7)).toBe("2 van 7 getoond.");
  });
});
