import { describe, expect, it } from "vitest";
import { readLetter } from "../../src/letter/read-letter.ts";

const head = "Mevrouw A. Vinder\nDennenweg 4\n1234 AB Elders\n\n12 maart 2026\n";
const body = "\nGeachte mevrouw Vinder,\n\nWij wijzen uw aanvraag af.\n\nMet vriendelijke groet,\n";

describe("the day of a letter", () => {
  it.each(["Bergmeer, den 8sten maart 2026", "Bergmeer, 2de maart 2026", "Bergmeer, 12 maart 2026"])(
    "may be told by its rank: %s",
    (line) => {
      const { day } = readLetter(`gemeente Bergmeer\nPostbus 9\n4321 ZZ Bergmeer\n\n${line}\n${body}\nS. Tekenaar\n`);
      expect(day?.day).toMatch(/^2026-03-(?:08|02|12)$/u);
    },
  );
});

describe("who writes a letter of an office", () => {
  it("is the body for which somebody signs, as the line below the closing says it", () => {
    const { firm, writer } = readLetter(
      `gemeente Bergmeer\nPostbus 9\n4321 ZZ Bergmeer\n\n${head}Behandeld door: S. Tekenaar\n${body}namens het college van burgemeester en wethouders van Bergmeer,\n\nS. Tekenaar\nconsulent\n`,
    );
    expect([firm?.value, writer?.value]).toEqual([
      "college van burgemeester en wethouders van Bergmeer",
      "S. Tekenaar",
    ]);
  });

  it("is no person who is named behind a label of the head", () => {
    const { firm, writer } = readLetter(
      `gemeente Bergmeer\nPostbus 9\n4321 ZZ Bergmeer\n\n${head}Behandeld door: S. Tekenaar\n${body}\nS. Tekenaar\nconsulent\n`,
    );
    expect([firm?.value, writer?.value]).toEqual(["gemeente Bergmeer", "S. Tekenaar"]);
  });

  it("is the firm without the office that stands before it below the name, though the letterhead has capitals", () => {
    const { firm, writer } = readLetter(
      `VAARTHUIS WONEN B.V.\nKade 7 · 4321 ZZ Bergmeer · verhuur@vaarthuis.example\n\n${head}${body}\nmr. K. Tekenaar\ndirecteur Vaarthuis Wonen B.V.\n`,
    );
    expect([firm?.value, writer?.value]).toEqual(["Vaarthuis Wonen B.V.", "mr. K. Tekenaar"]);
  });

  // Only the half of the name that has the legal form was taken.
  it("is the whole name that the signature has, where the letterhead breaks it over two lines", () => {
    const { firm } = readLetter(
      `Kade 7, 4321 ZZ Bergmeer\nVaarthuis\tPostbus 9, 4321 ZA Bergmeer\nWonen B.V.\tverhuur@vaarthuis.example\n\n${head}${body}Vaarthuis Wonen B.V.\n\nK. Tekenaar\n`,
    );
    expect(firm?.value).toBe("Vaarthuis Wonen B.V.");
  });

  it.each(["namens de directie", "namens mevrouw P. Lezer"])("is not who is meant by %s", (line) => {
    const { firm } = readLetter(
      `gemeente Bergmeer\nPostbus 9\n4321 ZZ Bergmeer\n\n${head}${body}${line},\n\nS. Tekenaar\n`,
    );
    expect(firm?.value).toBe("gemeente Bergmeer");
  });
});

// An English letter has its writer's function in capitals: nobody was taken to have signed it.
describe("who signs above a function that is written as a name is", () => {
  const signedBy = (...signature: string[]) =>
    readLetter(
      `Bergmeer Ltd\n4 Fir Road\n\n${head}\nDear Ms Vinder,\n\nYou owe us rent.\n\nYours sincerely,\n\n${signature.join("\n")}\n`,
    );
  it.each([
    [["Simon Tekenaar", "HR Manager"], "Simon Tekenaar", "HR Manager"],
    [["S. Tekenaar", "Senior Property Manager"], "S. Tekenaar", "Senior Property Manager"],
    [["Simon Tekenaar", "Paula Vinder"], undefined, undefined],
  ])("%j is %j", (lines, name, position) => {
    const { writer, position: of } = signedBy(...lines);
    expect([writer?.value, of?.value]).toEqual([name, position]);
  });
});

// The line was taken for a sentence, by the full stop of `Zn.`, and then for the signer's own name.
describe("a firm whose name is cut short within it", () => {
  it.each(["Autobedrijf Tekenaar & Zn. B.V.", "Slagerij Tekenaar Jr. V.O.F."])(
    "writes, though the signer bears its name: %s",
    (name) => {
      const { firm, writer } = readLetter(
        `${name}\nKade 7, 4321 ZZ Bergmeer\nAan ${head}${body}P. Tekenaar\ndirecteur\n`,
      );
      expect([firm?.value, writer?.value]).toEqual([name, "P. Tekenaar"]);
    },
  );
});

// A firm of one person has its letters addressed to both: the firm was left out of its own answer.
describe("whom a letter goes to", () => {
  const addressee = (...lines: string[]) =>
    readLetter(
      [
        ...lines,
        "Kade 8",
        "4321 ZY Bergmeer",
        "Bergmeer, 3 september 2026",
        "Geachte heer Lezer,",
        "Wij wijzen het af.",
        "Met vriendelijke groet,",
        "K. Tekenaar",
      ].join("\n"),
    ).addressee.map(({ value }) => value);

  it("is the firm above a person with a courtesy title, below the address of whoever writes", () => {
    const from = ["Vaarthuis Wonen N.V.", "Postbus 9, 4321 ZA Bergmeer"];
    expect(addressee(...from, "Rijwielmakerij De Spaak", "De heer P. Lezer")).toEqual([
      "Rijwielmakerij De Spaak",
      "De heer P. Lezer",
    ]);
    expect(addressee(...from, "De heer P. Lezer")).toEqual(["De heer P. Lezer"]);
  });

  it("is no letterhead that stands directly above the person", () => {
    expect(addressee("Rijwielmakerij De Spaak", "De heer P. Lezer")).toEqual(["De heer P. Lezer"]);
    expect(addressee("Postbus 9, 4321 ZA Bergmeer", "Vaarthuis Wonen", "Aan de heer P. Lezer")).toEqual([
      "de heer P. Lezer",
    ]);
  });
});

describe("the reference of a letter", () => {
  it.each(["Schadenummer", "Claimnummer", "Meldingsnummer", "Dossiernr."])("stands behind %s", (label) => {
    const { labelled } = readLetter(
      `Vaarthuis N.V.\nPostbus 9, 4321 ZA Bergmeer\n\n${head}${label}: 26-0551\nOnderwerp: uw schade\n${body}K. Tekenaar\n`,
    );
    expect(labelled.filter(({ of }) => of === "writer-reference").map(({ value }) => value)).toEqual(["26-0551"]);
  });
});
