import { describe, expect, it } from "vitest";
import { headsOf, snippetAt } from "../../../src/search/texts/snippet.ts";

const first = "Op 3 maart is met u gesproken over de vergoeding.";
const second = "De heer A. de Waan heeft toen, o.g.v. art. 4 van het contract, € 1.250,00 toegezegd.";
const third = "Daarna bleef het stil.";
const text = `${first} ${second} ${third}`;
const at = (words: string, within = text): string => snippetAt(within, within.indexOf(words));

describe("what is shown around a match", () => {
  it("is the whole sentence in which it stands, and whole ones after it", () => {
    expect(at("toegezegd")).toBe(`… ${second} ${third}`);
    expect(at("maart")).toBe(text);
    expect(at("stil")).toBe(`… ${third}`);
  });

  it("ends where a sentence ends, whatever stands behind", () => {
    const long = `${text} ${"En zo gaat het nog een hele tijd verder met dit verhaal. ".repeat(9)}`;
    expect(at("toegezegd", long)).toMatch(/verhaal\. …$/u);
    expect(at("toegezegd", long).length).toBeLessThan(330);
  });

  it("is a stretch of words where a sentence is longer than two of them", () => {
    const list = `${"appels, peren, noten en nog veel meer, ".repeat(40)}toezegging, ${"druiven, kersen, ".repeat(40)}`;
    expect(at("toezegging", list)).toMatch(/^… .*toezegging.* …$/u);
    expect(at("toezegging", list).length).toBeLessThan(300);
  });

  it("shows nothing of what stands before the body, and no mark for it", () => {
    const mail = `From: Iemand\nSubject: Iets\n\n${text}`;
    expect(snippetAt(mail, mail.indexOf("maart"), mail.indexOf("Op 3"))).toBe(text);
  });

  it("shows one line, whatever the text is broken into", () => {
    expect(at("toegezegd", text.replaceAll(" ", "\n"))).toBe(`… ${second} ${third}`);
  });

  it("is well-formed and short in any text", () => {
    for (const odd of ["", ".", "a".repeat(9_000), "😀".repeat(900), `${".".repeat(900)} a. B. c`, "\n\n\n a \n\n b"])
      for (let match = 0; match <= odd.length; match += 1 + (odd.length >> 6))
        expect(snippetAt(odd, match).length).toBeLessThan(700);
  });
});

describe("the words that are looked for in a text", () => {
  it("are those that begin with no other, since these are found with it", () => {
    expect(headsOf(["huurprijs", "huur", "koop", "huurder", "verhuur", "hu-ur", "koop"])).toEqual([
      "hu-ur",
      "huur",
      "koop",
      "verhuur",
    ]);
    expect(headsOf([])).toEqual([]);
  });

  // Each was held against each other one, and a query of a few patterns means this many words.
  it("are found among three hundred thousand within seconds", () => {
    const words = Array.from({ length: 300_000 }, (_, number) => `x${((number * 7919) % 300_000) + 300_000}`);
    expect(headsOf(words)).toHaveLength(300_000);
  });
});
