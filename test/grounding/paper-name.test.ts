import { describe, expect, it } from "vitest";
import { listedName, paperNameOf, titleInWords } from "../../src/grounding/paper-name.ts";

const day = "2026-10-07T00:00:00.000Z";
const definite = (title: string, locale: "nl" | "en" = "nl"): string | undefined =>
  paperNameOf(title, day, locale)?.definite;

describe("the name of a paper", () => {
  it("is what its title says that it is, with the article of the noun or of the last part of a compound", () => {
    expect(definite("inspectierapport.pdf")).toBe("het inspectierapport");
    // One's own notes of a call were "het stuk", as a paper of nobody is.
    expect(definite("telefoonnotities.txt")).toBe("de telefoonnotities");
    expect(definite("aantekeningen.docx")).toBe("de aantekeningen");
    expect(definite("Huurovereenkomst_getekend.docx")).toBe("de huurovereenkomst");
    expect(definite("Terugkoppeling bedrijfsarts.pdf")).toBe("de terugkoppeling bedrijfsarts");
    expect(definite("OFFERTE DAKKAPEL")).toBe("de offerte dakkapel");
    expect(definite("Invoice 26-1187.pdf", "en")).toBe("the invoice 26-1187");
  });

  it("is a noun that is all the title, where its suffix gives it an article", () => {
    expect(definite("ontvangstbevestiging.pdf")).toBe("de ontvangstbevestiging");
    expect(definite("ontvangstbevestiging mei.pdf")).toBeUndefined();
    expect(definite("kenteken.pdf")).toBeUndefined();
  });

  // A dishwasher's papers were `het stuk (voorwaarden)` and `document “afleverbon”`.
  it("is a receipt or a set of terms", () => {
    expect(definite("voorwaarden.pdf")).toBe("de voorwaarden");
    expect(definite("Algemene voorwaarden 2025.pdf")).toBe("de voorwaarden");
    expect(definite("afleverbon.pdf")).toBe("de afleverbon");
    expect(definite("carbonpapier.pdf")).toBeUndefined();
  });

  it("has not the day that stands beside it, nor the number by which its file was ordered", () => {
    expect(definite("2026-10-07 gespreksverslag.pdf")).toBe("het gespreksverslag");
    expect(definite("03 - gespreksverslag 7-10-2026.pdf")).toBe("het gespreksverslag");
    expect(definite("verslag 7 oktober.pdf")).toBe("het verslag");
    expect(definite("verslag 8 oktober.pdf")).toBe("het verslag 8 oktober");
    expect(definite("offerte-2024-113.pdf")).toBe("de offerte 2024-113");
  });

  it("is the noun alone where the title says something else first, or too much", () => {
    expect(paperNameOf("Duivenvoorde inspectierapport.pdf", day, "nl")).toEqual({
      bare: "inspectierapport",
      definite: "het inspectierapport",
      isWhole: false,
    });
    expect(paperNameOf("Offerte voor het plaatsen van een dakkapel aan de achterzijde.pdf", day, "nl")).toEqual({
      bare: "offerte",
      definite: "de offerte",
      isWhole: false,
    });
  });

  it("is none where no word says what the paper is, or the language has no article for the word", () => {
    expect(definite("scan0003.pdf")).toBeUndefined();
    expect(definite("")).toBeUndefined();
    expect(definite("huurovereenkomst.pdf", "en")).toBeUndefined();
  });

  it("is in a list the title's own words", () => {
    expect(listedName("Factuur wasmachine.pdf", day)).toBe("factuur wasmachine");
    expect(listedName("plan_van_aanpak.pdf", day)).toBeUndefined();
    expect(titleInWords("map/plan_van_aanpak.pdf")).toBe("plan van aanpak");
    expect(titleInWords("Verslag van 3 maart.")).toBe("Verslag van 3 maart.");
  });
});
