import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { claimTokens, saysToken } from "../../src/grounding/claim-tokens.ts";
import { sameLanguage, shareContent } from "../../src/grounding/content-words.ts";
import { deniedIn } from "../../src/grounding/denial.ts";
import { deniesAnything } from "../../src/kit/denial.ts";

describe("words in common", () => {
  it.each([
    ["a word and its inflection", "De thuiswerkdag vervalt.", "Thuiswerken op vrijdag blijft.", true],
    [
      "nothing but words for the two sides and for papers",
      "De werkgever schreef een brief.",
      "De brief is van de werkgever over parkeren.",
      undefined,
    ],
    ["another form of a strong verb", "Dat zij dat wist.", "Ik zorg dat zij het weet.", true],
    ["an abbreviation in capitals", "De afdeling HR las mee.", "Ik licht HR in.", true],
    ["nothing", "De bonus is toegezegd.", "Parkeervergunningen verlopen in juni.", false],
    ["a month, which tells nothing", "De bonus van maart.", "Vergadering in maart.", false],
  ])("are seen in %s", (_name, claim, quote, expected) => {
    expect(shareContent(claim, quote)).toBe(expected);
  });

  it("are not looked for between two languages", () => {
    expect(sameLanguage("De bonus is door de werkgever aan mij toegezegd.", "You are entitled to the bonus.")).toBe(
      false,
    );
    expect(sameLanguage("De bonus is aan mij toegezegd.", "Bonus Q3")).toBe(true);
  });
});

describe("a denial", () => {
  it.each([
    ["Er is nooit een schriftelijke toezegging gedaan.", "De toezegging is schriftelijk gedaan.", "nooit"],
    ["Wij zeggen niets toe. De bonus wordt niet betaald.", "De bonus is beloofd.", "niet"],
    ["Ik heb je geen bonus van € 2.400 toegezegd.", "Er is € 2.400 toegezegd.", "geen"],
    ["Een bonus is besproken en die betalen wij niet.", "De bonus is besproken en toegezegd.", "niet"],
    ["De bonus is besproken en is niet toegezegd.", "De bonus is toegezegd.", "niet"],
    ["We never promised a bonus.", "A bonus was promised.", "never"],
    ["That isn’t agreed: the bonus wasn’t promised.", "The bonus was promised.", "wasn’t"],
  ])("is found in “%s”", (words, claim, expected) => {
    const found = deniedIn(words, claim);
    expect(found && words.slice(found.start, found.end)).toBe(expected);
  });

  it.each([
    [
      "of another thing in another clause",
      "Wij begrijpen dat dit niet leuk is. De bonus wordt betaald.",
      "De bonus is beloofd.",
    ],
    ["that holds under a condition", "Als je de bonus niet wilt, zeg het dan.", "De bonus is beloofd."],
    ["that holds of whatever fits it", "Wat niet als bonus is beloofd, houden wij.", "De bonus is beloofd."],
    // A clause of a contract had a look for a second thing that it says of the same costs.
    [
      "of a second thing that is said of the same",
      "De kosten van de huismeester zijn in de huurprijs begrepen en worden niet apart in rekening gebracht.",
      "De kosten van de huismeester zijn in de huurprijs begrepen.",
    ],
    // "Geen reactie" in the last column denied that somebody had applied there.
    [
      "of another cell of a row",
      "24-09-2026 | Hoveniersbedrijf Bedacht | medewerker | geen reactie",
      "Ik heb op 24 september 2026 gesolliciteerd bij Hoveniersbedrijf Bedacht.",
    ],
    ["of what stands behind zonder", "De bonus is zonder overleg beloofd.", "De bonus is beloofd."],
    ["that is none: not only", "Niet alleen de bonus wordt betaald, ook de reis.", "De bonus is beloofd."],
    ["that is none: no later than", "De bonus wordt niet later dan 1 mei betaald.", "De bonus is beloofd."],
  ])("is not seen in words %s", (_name, words, claim) => {
    expect(deniedIn(words, claim)).toBeUndefined();
  });

  it("may stand in a verb or a noun of the claim", () => {
    expect(deniesAnything("De werkgever weigert de bonus te betalen.")).toBe(true);
    expect(deniesAnything("De werkgever betaalt de bonus.")).toBe(false);
    // What is no more so was taken for a bound, as "niet meer dan vijf" is, and then to be denied by its own proof.
    expect(deniesAnything("Het trappenhuis wordt niet meer schoongemaakt.")).toBe(true);
    expect(deniesAnything("Dat is niet eerder gemeld.")).toBe(true);
    expect(deniesAnything("Het kost niet meer dan € 5.")).toBe(false);
    expect(deniesAnything("It takes no more than a day, and not less than an hour.")).toBe(false);
    // How it is said aloud.
    expect(deniesAnything("Er zou niks bij komen.")).toBe(true);
  });
});

describe("hard tokens of a claim", () => {
  it.each([
    ["9 december 2025", "day", "2025-12-09"],
    ["9-12-2025", "day", "2025-12-09"],
    ["December 9, 2025", "day", "2025-12-09"],
    ["2025-12-09", "day", "2025-12-09"],
    ["€ 5.000", "sum", "5000"],
    ["5.000,50 euro", "sum", "5000.5"],
    ["14.30 uur", "time", "14:30"],
    ["HR/2025/117", "reference", "HR/2025/117"],
    ["36", "number", "36"],
  ])("are read: %s", (text, kind, value) => {
    expect(claimTokens(`Het gaat om ${text} precies.`)).toMatchObject([{ kind, value }]);
  });

  it("are met by other writings of the same, and by nothing else", () => {
    const [token] = claimTokens("op 9 december 2025");
    expect(saysToken(token!, ["gedateerd 9-12-2025"])).toBe(true);
    expect(saysToken(token!, ["gedateerd 8-12-2025", "kenmerk 9"])).toBe(false);
  });

  it("leave out days that do not exist", () => {
    expect(claimTokens("op 31 februari 2025").filter(({ kind }) => kind === "day")).toEqual([]);
  });

  it("do not reach over blanks into what was read before them", () => {
    expect(claimTokens("0A 12:30 0A").map(({ start, end }) => [start, end])).toEqual([
      [0, 2],
      [3, 8],
      [9, 11],
    ]);
  });

  it("stand where they are said to stand, in any text, and do not overlap", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme" }),
        fc.constantFrom("€ 12", "9 mei 2025", "12:30", "A/1"),
        (around, token) => {
          const text = `${around} ${token} ${around}`;
          const tokens = claimTokens(text);
          let end = 0;
          for (const one of tokens) {
            expect(one.start).toBeGreaterThanOrEqual(end);
            end = one.end;
            expect(end).toBeLessThanOrEqual(text.length);
          }
        },
      ),
    );
  });
});
