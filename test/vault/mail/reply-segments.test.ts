import { describe, expect, it } from "vitest";
import { Voice } from "../../../gen/pincite/span/v1/span_pb.ts";
import { fixedLines } from "../../../src/vault/mail/body-line.ts";
import { introduces } from "../../../src/vault/mail/reply-header.ts";
import { replySegments } from "../../../src/vault/mail/reply-segments.ts";

/** Each segment as `voice/depth/speaker: its lines`. */
const told = (text: string, forwards = false): string[] => {
  const lines = fixedLines(text, introduces);
  return replySegments(lines, "Me", forwards).map(
    ({ from, to, voice, depth, speaker }) =>
      `${Object.keys(Voice).find((name) => Voice[name as keyof typeof Voice] === voice)}/${depth}/${speaker}: ${lines
        .slice(from, to)
        .map((line) => line.text)
        .filter((line) => line !== "")
        .join(" | ")}`,
  );
};

describe("reply segments", () => {
  it("gives a mail without quotations to its author", () => {
    expect(told("Geachte heer,\n\nTot ziens.")).toEqual(["AUTHOR/0/Me: Geachte heer, | Tot ziens."]);
  });

  const attributions = [
    "Op 9 dec. 2025 om 10:14 schreef Ank Baas <ank@example.org>:",
    "Op di 9 dec 2025 10:14 heeft Ank Baas <ank@example.org> het volgende geschreven:",
    "On Tue, Dec 9, 2025 at 10:14 AM, Ank Baas <ank@example.org> wrote:",
    "Am 09.12.2025 um 10:14 schrieb Ank Baas <ank@example.org>:",
    "Ank Baas <ank@example.org> wrote:",
  ];
  for (const attribution of attributions) {
    it(`gives marked lines to the person named in "${attribution.slice(0, 24)}…"`, () => {
      expect(told(`Nee.\n\n${attribution}\n\n> U krijgt niets.\n\nDat klopt niet.`)).toEqual([
        `AUTHOR/0/Me: Nee. | ${attribution}`,
        "QUOTED/1/Ank Baas <ank@example.org>: U krijgt niets.",
        "AUTHOR/0/Me: Dat klopt niet.",
      ]);
    });
  }

  it("reads an attribution that is wrapped over two lines", () => {
    expect(told("On Tue, Dec 9, 2025 at 10:14 AM, Ank Baas\n<ank@example.org> wrote:\n> No.").at(-1)).toBe(
      "QUOTED/1/Ank Baas <ank@example.org>: No.",
    );
  });

  it("gives everything below an attribution without marks to the person named", () => {
    expect(told("Nee.\n\nOp 9 dec. 2025 om 10:14 schreef Ank:\n\nU krijgt niets.").at(-1)).toBe(
      "QUOTED/1/Ank: U krijgt niets.",
    );
  });

  const headers = [
    "-----Oorspronkelijk bericht-----\nVan: Ank\nVerzonden: dinsdag 9 december 2025\nAan: Me\nOnderwerp: loon",
    "-----Original Message-----\nFrom: Ank\nSent: Tuesday, December 9, 2025\nTo: Me\nSubject: pay",
    "Van: Ank\nVerzonden: dinsdag 9 december 2025\nAan: Me\nOnderwerp: loon",
    "*From:* Ank\n*Sent:* Tuesday, December 9, 2025\n*To:* Me\n*Subject:* pay",
    "Von: Ank\nGesendet: Dienstag, 9. Dezember 2025\nAn: Me\nBetreff: Lohn",
  ];
  for (const header of headers) {
    it(`opens a quoted part at the header block "${header.slice(0, 24).replaceAll("\n", " ")}…"`, () => {
      const [first, second] = told(`Nee.\n\n${header}\n\nU krijgt niets.`);
      expect(first).toBe("AUTHOR/0/Me: Nee.");
      expect(second).toMatch(/^QUOTED\/1\/Ank: .*U krijgt niets\.$/);
    });
  }

  it("counts a header block inside a header block one deeper", () => {
    const block = (who: string) => `From: ${who}\nSent: 1 May 2025\nTo: Me\nSubject: x`;
    expect(told(`A\n${block("Ank")}\nB\n${block("Bert")}\nC`).map((segment) => segment.slice(0, 13))).toEqual([
      "AUTHOR/0/Me: ",
      "QUOTED/1/Ank:",
      "QUOTED/2/Bert",
    ]);
  });

  it("marks what is forwarded as forwarded, by its marker or by the subject", () => {
    expect(
      told(
        "Zie onder.\n---------- Forwarded message ---------\nFrom: Ank\nDate: 1 May 2025\nTo: Me\nSubject: x\n\nTekst",
      ).at(-1),
    ).toMatch(/^FORWARDED\/1\/Ank/);
    expect(told("Zie onder.\n\nVan: Ank\nVerzonden: 1 mei 2025\nAan: Me\n\nTekst", true).at(-1)).toMatch(
      /^FORWARDED\/1\/Ank/,
    );
  });

  it("ends in a signature from the separator on", () => {
    expect(told("Tekst.\n-- \nJan Werknemer\n06-")).toEqual([
      "AUTHOR/0/Me: Tekst.",
      "SIGNATURE/0/Me: --  | Jan Werknemer | 06-",
    ]);
  });

  const prose = [
    "From: a lawyer's view, this is odd.\nSecond line.\nThird line.",
    "Op die dag schreef hij niets.",
    "On Tuesday he wrote: nothing.",
  ];
  for (const text of prose) {
    it(`leaves prose to the author: "${text.slice(0, 24)}…"`, () => {
      expect(told(text)).toHaveLength(1);
    });
  }
});
