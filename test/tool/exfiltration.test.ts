import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { carriesCode, carriesVerbatim, checkOutgoing, mustBeSeen } from "../../src/tool/exfiltration.ts";

const letter =
  "Beste collega, wij hebben besloten dat jouw tijdelijke contract per één januari niet wordt verlengd. Neem contact op.";

describe("words that leave for LawBot", () => {
  // Eight words of the letter in a row, written in ways that a reader still reads.
  it.each([
    ["as they stand", "dat jouw tijdelijke contract per één januari niet"],
    ["in capitals", "DAT JOUW TIJDELIJKE CONTRACT PER ÉÉN JANUARI NIET"],
    ["without accents", "dat jouw tijdelijke contract per een januari niet"],
    ["with other punctuation", "dat jouw, tijdelijke (contract) per-één/januari: niet!"],
    ["over several lines", "dat jouw\n\ttijdelijke contract\u00a0per één januari niet"],
    ["with soft hyphens", "dat jouw tijde\u00adlijke con\u00adtract per één januari niet"],
    ["in full-width letters", "ｄａｔ jouw tijdelijke contract per één januari niet"],
    [
      "inside a longer question",
      "is art. 7:668 BW van toepassing: dat jouw tijdelijke contract per één januari niet wordt",
    ],
  ])("are found %s", (_, query) => {
    expect(carriesVerbatim(query, ["iets anders", letter])).toBe(true);
  });

  it.each([
    ["seven words in a row", "dat jouw tijdelijke contract per één januari"],
    ["the same words in another order", "niet januari één per contract tijdelijke jouw dat"],
    ["words from two texts", "besloten dat jouw tijdelijke zonder opgave van redenen"],
    ["parts of words", "at jouw tijdelijke contract per één januari nie"],
    ["a term of law", "aanzegverplichting tijdelijke arbeidsovereenkomst"],
    ["nothing", ""],
    ["signs only", "… — !!"],
  ])("are not found for %s", (_, query) => {
    expect(carriesVerbatim(query, [letter, "zonder opgave van redenen"])).toBe(false);
  });

  it("are compared in runs of the length asked for", () => {
    expect(carriesVerbatim("tijdelijke contract", [letter], 2)).toBe(true);
    expect(carriesVerbatim("contract tijdelijke", [letter], 2)).toBe(false);
  });

  it("are found wherever the run stands in query and evidence", () => {
    const word = fc.stringMatching(/^[a-z]{1,6}$/);
    const words = (size: number) => fc.array(word, { minLength: size, maxLength: size });
    fc.assert(
      fc.property(words(8), fc.array(word), fc.array(word), fc.array(word), fc.array(word), (run, a, b, c, d) => {
        expect(carriesVerbatim([...a, ...run, ...b].join(" "), [[...c, ...run, ...d].join(", ")])).toBe(true);
      }),
    );
  });

  it("are never found when every run of the query was broken by a word the evidence lacks", () => {
    const word = fc.stringMatching(/^[a-z]{1,6}$/);
    fc.assert(
      fc.property(fc.array(word, { maxLength: 40 }), (words) => {
        const broken = words.flatMap((each, at) => (at % 7 === 6 ? [each, "0"] : [each]));
        expect(carriesVerbatim(broken.join(" "), [words.join(" ")])).toBe(false);
      }),
    );
  });
});

describe("a text that leaves for LawBot", () => {
  it("may have 300 characters, counted as code points", () => {
    expect(checkOutgoing("𝔞".repeat(300))).toBeUndefined();
    expect(checkOutgoing("a".repeat(301))).toContain("at most 300 characters, and this one has 301");
  });

  it.each([
    "a\u0000b",
    "a\nb",
    "a\tb",
    "a\u001bb",
    "a\u007fb",
    "a\u200bb",
    "a\u202eb",
    "a\u2028b",
    "a\ue000b",
    "a\ud800b",
    "a\u{e0041}b",
  ])("may not hold what cannot be seen (%j)", (text) =>
    expect(checkOutgoing(text)).toContain("control or invisible character"),
  );

  it("may hold what citations are made of", () => {
    expect(
      checkOutgoing('art. 7:669 lid 3 onder g BW, § 4, "goed werkgeverschap", 2°, ECLI:NL:HR:2020:1, café*'),
    ).toBeUndefined();
  });
});

describe("a text that no question of law needs", () => {
  it.each([
    ["a mail address", "goed werkgever jan@voorbeeld.invalid"],
    ["a long number", "goed werkgever 123456782"],
    ["a long number in groups", "goed werkgever 1234.56.782"],
    ["a reference", "goed werkgever KNRABCD12"],
    ["encoded text", "RGUgdmFzdGUgdGh1aXN3ZXJrZGFn"],
    ["an address of a page", "https://voorbeeld.invalid/x"],
    ["a word spelled out", "g e h e i m"],
  ])("waits for a person: %s", (_, text) => {
    expect(carriesCode(text)).toBe(true);
    expect(mustBeSeen(text, [])).toBe(true);
  });

  it.each([
    "art. 7:669 lid 3 onder g BW",
    "artikel 7:668a, eerste lid, onder a en b, van het Burgerlijk Wetboek",
    "ECLI:NL:HR:2020:1234",
    "BWBR0005290@2023-07-01",
    "jci1.3:c:BWBR0005290&boek=7&artikel=611",
    "goed werkgeverschap, opzegverbod 2023 (104 weken)",
    "WGA-uitkering art. 24 Wet WIA",
    "re-integratie tweede spoor*",
    "loon € 2.500,00 op 2024-01-31",
  ])("does not wait when it is one: %s", (text) => {
    expect(mustBeSeen(text, ["Beste collega, het contract eindigt."])).toBe(false);
  });

  it("waits when it names somebody of the case, and not for a word that only begins a sentence", () => {
    const shown = ["Geachte heer, de directeur van Voorbeeldbedrijf sprak met Bakkerman. Opzegging volgt."];
    expect(mustBeSeen("opzegging door voorbeeldbedrijf", shown)).toBe(true);
    expect(mustBeSeen("ontslag BAKKERMAN", shown)).toBe(true);
    expect(mustBeSeen("opzegging wegens ziekte", shown)).toBe(false);
  });

  it("is seen with six words at the edge of a shown text, whose next word nobody here knows", () => {
    const cut = ["is dat nooit schriftelijk aan ons meegedeeld bij de wijziging van de arbeidsovereenkomst"];
    expect(mustBeSeen("meegedeeld bij de wijziging van de arbeidsovereenkomst. De werkgever", cut)).toBe(true);
    expect(mustBeSeen("is dat nooit schriftelijk aan ons verteld", cut)).toBe(true);
    expect(mustBeSeen("bij de wijziging van de", cut)).toBe(false);
    expect(mustBeSeen("de wijziging van de arbeidsovereenkomst", cut)).toBe(false);
  });

  it("waits when a letter leaves in pieces, each too short to be a sentence", () => {
    const words = Array.from(
      { length: 40 },
      (_, at) => `woord${"abcdefghijklmnopqrstuvwxyz"[at % 26]}${at < 26 ? "x" : "y"}`,
    );
    const shown = [words.join(" ")];
    const piece = (at: number) => words.slice(at, at + 7).join(" ");
    expect(mustBeSeen(piece(1), shown)).toBe(false);
    expect(mustBeSeen(piece(8), shown, [piece(1)])).toBe(true);
    expect(mustBeSeen("goed werkgeverschap", shown, [piece(1), piece(8)])).toBe(false);
  });
});
