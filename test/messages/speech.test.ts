import { describe, expect, it } from "vitest";
import { lineIn, textLines } from "../../src/cli/print/law-text.ts";
import { worded } from "../../src/messages/said.ts";
import { speechOf } from "../../src/messages/speech.ts";

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
    const facts = { candidatesCount: 2, totalCount: 7 };
    expect(speechOf("en").phrase("screen.of-shown", facts)).toBe("2 of 7 shown.");
    expect(speechOf("nl").phrase("screen.of-shown", facts)).toBe("2 van 7 getoond.");
  });

  it("chooses between singular and plural as the language does", () => {
    const counted = (locale: string) =>
      [0, 1, 2].map((count) => speechOf(locale).phrase("item.candidate-count", { count }));
    expect(counted("en")).toEqual(["no candidate", "one candidate", "2 candidates"]);
    expect(counted("nl")).toEqual(["nog niets gevonden", "één kandidaat", "2 kandidaten"]);
  });

  it("says a message of a server with what its facts are called in the language", () => {
    const message = worded("error.there-is-no-slot-read-the-runs-slots-and-name", { slotId: "slot:9" });
    expect(speechOf("nl").sentence(message)).toBe(
      "bewijsvraag 9 is er niet: bekijk de bewijsvragen van het memo en noem er een.",
    );
  });

  it("says a source's own words as they are, also where a message has their shape", () => {
    const dutch = speechOf("nl");
    // Found at a terminal in Dutch: an English act was printed with "en", "of" and "tot" in it.
    for (const words of ["the ability of Union entities and public sector bodies", "tables or figures", "1 to 4"])
      expect(dutch.sentence(words)).toBe(words);
    const law = "There is no slot slot:9: read the run's slots and name one of them.\nand so on";
    expect(textLines(law).map((line) => lineIn(line, dutch).trim())).toEqual(law.split("\n"));
  });

  it("leaves a fact out that an older server does not give", () => {
    const message = { id: "error.there-is-no-slot-read-the-runs-slots-and-name", facts: {} } as const;
    expect(speechOf("en").sentence(message)).toContain("There is no slot :");
  });

  it("keeps texts that mean something to the formatter as they are", () => {
    const text = "it's {a} <b> # ''";
    expect(speechOf("en").phrase("screen.next", { phrase: text })).toBe(`Next: ${text}`);
  });
});
