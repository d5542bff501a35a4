import { describe, expect, it } from "vitest";
import { author, head, lookNames, manager, paper } from "./papers.ts";

// The same told in other words: each example that is taken stands beside one that a change of sense makes a look.

const seen = (said: string, text: string, people = [manager, author], day = "2025-03-10") =>
  lookNames([paper("paper", { excerpt: said, title: "Bericht", day, people })], text, ["paper"]);

describe("a day that words name by the day on which they were said", () => {
  const said = "Gistermiddag heeft Bram Verzonnen de kast geopend.";

  it("is that day", () => {
    expect(seen(said, "Bram Verzonnen heeft op 9 maart 2025 de kast geopend.")).toEqual([]);
  });

  it("is no other day, and none where nobody knows when they were said", () => {
    expect(seen(said, "Bram Verzonnen heeft op 10 maart 2025 de kast geopend.")).toContain("ACT_OF_ANOTHER");
    expect(seen(said, "Bram Verzonnen heeft op 9 maart 2025 de kast geopend.", [manager, author], "")).not.toEqual([]);
  });
});

describe("the day of what a paper tells without one", () => {
  it("is the paper's where it names the hour", () => {
    const text = "Op 10 maart 2025 heeft Iris Denkbeeld om 07:52 uur de kast geopend.";
    expect(seen("Om 07:52 uur heeft Iris Denkbeeld de kast geopend.", text)).toEqual([]);
    expect(seen("Vorige week heeft Iris Denkbeeld om 07:52 uur de kast geopend.", text)).toContain("ACT_OF_ANOTHER");
    expect(seen("Iris Denkbeeld heeft de kast geopend.", text)).toContain("ACT_OF_ANOTHER");
  });

  it("is the paper's where minutes tell in the present what was said", () => {
    const text = "Op 10 maart 2025 erkende Iris Denkbeeld dat de kast vol was.";
    expect(seen("Iris Denkbeeld erkent dat de kast vol was.", text, [])).toEqual([]);
    expect(seen("Iris Denkbeeld erkende dat de kast vol was.", text, [])).toContain("ACT_OF_ANOTHER");
  });
});

describe("who does it", () => {
  it("is not whom it is done to: the subject of a passive", () => {
    expect(seen("Ik verwacht je woensdag in de kelder.", "Ik werd woensdag in de kelder verwacht.")).toEqual([]);
  });

  it("is whom the words themselves say to have sent it", () => {
    const text = "Iris Denkbeeld stuurde mij naar de kelder.";
    expect(seen("U hebt mij naar de kelder gestuurd.", text, [author, head])).toEqual([]);
    expect(seen("U hebt mij naar de kelder gebracht.", text, [author, head])).toContain("ACT_OF_ANOTHER");
  });
});

describe("a negation that words have in another place or form", () => {
  it.each([
    ["Varen is niet veilig zolang de kast niet is geopend.", "Zolang de kast niet is geopend, is varen niet veilig."],
    [
      "Noor kan de kast openen, maar nog geen grote dozen tillen.",
      "De kast kan ik openen, al mag ik nog geen grote dozen tillen.",
    ],
    ["Er was geen sleutel in de kelder.", "In de kelder ontbrak een sleutel."],
    ["In de kelder ontbrak een sleutel.", "Er was geen sleutel in de kelder."],
    ["De kast is onbereikbaar voor bezoekers.", "De kast is niet bereikbaar voor bezoekers."],
  ])("is the same: %s", (said, text) => {
    expect(seen(said, text)).toEqual([]);
  });

  it.each([
    [
      "Varen is veilig zolang de kast is geopend.",
      "Zolang de kast is geopend, is varen niet veilig.",
      "QUOTATION_DENIED",
    ],
    ["Noor kan de kast openen, maar nog geen grote dozen tillen.", "Ik kan grote dozen tillen.", "NEGATION_LOST"],
    ["Er was geen sleutel in de kelder.", "In de kelder was een sleutel.", "NEGATION_LOST"],
    ["In de kelder was een sleutel.", "Er was geen sleutel in de kelder.", "QUOTATION_DENIED"],
    // A noun of the contrary denies nothing of what is said beside it.
    [
      "Wegens ongeschiktheid bevordert de school het werk in de kelder.",
      "De school bevordert het werk in de kelder niet.",
      "QUOTATION_DENIED",
    ],
  ])("is another: %s", (said, text, code) => {
    expect(seen(said, text)).toContain(code);
  });
});

describe("a negation in few words", () => {
  it("is lost where one word is all that either says, and where a party or a role stands beside it", () => {
    expect(seen("Je hebt gelijk, de kast is er nog niet.", "De kast is er, schreef Bram Verzonnen.")).toContain(
      "NEGATION_LOST",
    );
    expect(seen("Een uitzendkracht huur ik niet in.", "De heer Verzonnen huurt een uitzendkracht in.")).toContain(
      "NEGATION_LOST",
    );
    expect(seen("Een uitzendkracht huur ik niet in.", "De heer Verzonnen huurt geen uitzendkracht in.")).toEqual([]);
  });
});

describe("a sentence of several parts", () => {
  const said = "Ik aanvaard de overige kosten niet, behalve dat ik bereid ben € 60 voor de kast te betalen.";

  it("says what a part of it says by itself, whatever another part denies", () => {
    expect(seen(said, "Bram Verzonnen is niet bereid voor de kast te betalen.")).toContain("QUOTATION_DENIED");
    expect(seen(said, "Bram Verzonnen is bereid € 60 voor de kast te betalen.")).toEqual([]);
  });

  it("denies two things where it denies on either side of `en`", () => {
    const two = "Ik heb dat niet bedacht en vind de inhouding niet juist.";
    expect(seen(two, "Bram Verzonnen vindt de inhouding juist.")).toContain("NEGATION_LOST");
    expect(seen(two, "Bram Verzonnen vindt de inhouding niet juist.")).toEqual([]);
  });
});

describe("a word of agreement", () => {
  const said = "Uw instemming is niet nodig voor de verhuizing.";
  it.each(["Met recht", "Met juistheid", "Op goede gronden", "Terecht"])("is %s", (word) => {
    const text = `${word} schrijft Iris Denkbeeld dat mijn instemming niet nodig is.`;
    expect(seen(said, text, [head, author])).toContain("AGREES_WITH_OPPONENT");
  });

  // The other side confirms in other words than the claim's: it is not the author who agrees.
  it("is none of the author's where the other side acts", () => {
    const told = "Ik heb je bericht van gisteren in het systeem verwerkt.";
    const text = `Iris Denkbeeld heeft mijn opzegging bevestigd: “${told}”`;
    expect(seen(told, text, [head, author])).not.toContain("AGREES_WITH_OPPONENT");
    expect(seen(told, `Ik bevestig mijn opzegging: “${told}”`, [head, author])).toContain("AGREES_WITH_OPPONENT");
  });

  it("is none where somebody has a right to something", () => {
    const text = "Iris Denkbeeld schrijft over een kast met recht op een sleutel.";
    expect(seen("Dit is een kast met recht op een sleutel.", text, [head, author])).not.toContain(
      "AGREES_WITH_OPPONENT",
    );
  });
});

describe("taking back", () => {
  const promised = "Uw aanvraag voor drie weken vakantie in juli is goedgekeurd.";

  it("says no of what the words only promise", () => {
    expect(seen(promised, "Daarna trok Bram Verzonnen mijn goedgekeurde vakantie in.")).toContain("QUOTATION_DENIED");
  });

  it("is told where the words take back, or deny", () => {
    const taken = "Je goedgekeurde vakantie trek ik in.";
    expect(seen(taken, "Daarna trok Bram Verzonnen mijn goedgekeurde vakantie in.", [manager, author])).not.toContain(
      "QUOTATION_DENIED",
    );
    const told = "Zij vertelde dat Bram Verzonnen de vakantie had beloofd en later introk.";
    expect(
      seen(told, `Iris Denkbeeld vertelde dat Bram Verzonnen de vakantie introk: “${told}”`, [head]),
    ).not.toContain("QUOTATION_DENIED");
  });
});

describe("what the other side's letter says, told as the author's own", () => {
  const said = "Er waren geen krassen toen u de kast kreeg.";

  it("is looked at where the words are many in the whole and few in each part", () => {
    expect(seen(said, "Er waren geen krassen toen ik de kast kreeg.", [head, author])).toContain(
      "AGREES_WITH_OPPONENT",
    );
    expect(seen(said, "Volgens u waren er geen krassen toen ik de kast kreeg.", [head, author])).toEqual([]);
  });

  it("is looked at where it reports a third person, unless the sentence says whose report it is", () => {
    const report = "Volgens de bedrijfsarts was u tot reizen in staat.";
    expect(seen(report, "Volgens de bedrijfsarts was ik tot reizen in staat.", [head, author])).toContain(
      "AGREES_WITH_OPPONENT",
    );
    expect(seen(report, "U schreef dat ik volgens de bedrijfsarts tot reizen in staat was.", [head, author])).toEqual(
      [],
    );
    expect(
      seen(report, "De e-mail van 10 maart 2025 zegt dat de bedrijfsarts mij tot reizen in staat achtte.", [
        head,
        author,
      ]),
    ).not.toContain("AGREES_WITH_OPPONENT");
    // Of minutes, which speak to nobody, reporting is the purpose.
    expect(
      seen("De bedrijfsarts zegt dat Noor kan reizen.", "De bedrijfsarts zei dat Noor kan reizen.", [head]),
    ).not.toContain("AGREES_WITH_OPPONENT");
  });
});
