import { describe, expect, it } from "vitest";
import { DateSource } from "../../../gen/pincite/vault/v1/doc_pb.ts";
import { signedAt } from "../../../src/letter/letter-day.ts";
import { readLetter } from "../../../src/letter/read-letter.ts";
import { importerFor } from "../../../src/vault/import/importers.ts";
import { letterAddressee, letterPeople, readAsLetter } from "../../../src/vault/import/letter-facts.ts";
import { utf8 } from "../vault-fixture.ts";

const letter = (...ending: string[]): string =>
  ["Houthandel Kwast B.V.", "Zaagpad 1", "", "Geachte heer Vink,", "", "Uw klacht wijs ik af.", "", ...ending].join(
    "\n",
  );

const signerIn = (text: string): string => readLetter(text).writer?.value ?? "";

describe("who signed a letter", () => {
  const signed: [string, string, string][] = [
    ["the name below the closing words", letter("Hoogachtend,", "", "Roos Kwast", "directeur"), "Roos Kwast"],
    ["initials and a family name", letter("Met vriendelijke groet,", "R. Kwast"), "R. Kwast"],
    ["a family name with small words", letter("Groeten,", "Roos van der Kwast"), "Roos van der Kwast"],
    ["a name in front of a function", letter("Hoogachtend,", "R. Kwast, directeur"), "R. Kwast"],
    ["a name below the firm of the head", letter("Hoogachtend,", "Houthandel Kwast B.V.", "Roos Kwast"), "Roos Kwast"],
    ["a name alone at the end of what speaks to somebody", letter("Roos Kwast"), "Roos Kwast"],
    ["a name alone at the end of what speaks as somebody", "Verklaring\n\nIk zag de zaag.\n\nRoos Kwast", "Roos Kwast"],
    ["a name above a function there", "Zaagkliniek\n\nIk verwacht herstel.\n\nR. Kwast\nbedrijfsarts", "R. Kwast"],
    [
      "a name in front of a postscript",
      letter("Groeten,", "Roos Kwast", "", "P.S. De zaag was ook al stuk."),
      "Roos Kwast",
    ],
    [
      "a name in front of a footer",
      letter(
        "Hoogachtend,",
        "R. Kwast",
        "directeur",
        "",
        "Op al onze leveringen zijn onze voorwaarden van toepassing, in te zien bij de griffie.",
      ),
      "R. Kwast",
    ],
    ["a name below a drawn one", letter("Hoogachtend,", "R. Kwast", "mr. R. Kwast", "directeur"), "mr. R. Kwast"],
    ["an English ending", "Dear Ms Finch,\n\nWe refuse.\n\nYours sincerely,\nA. Brush", "A. Brush"],
  ];
  for (const [what, text, name] of signed)
    it(`is ${what}`, () => {
      expect(signerIn(text)).toBe(name);
    });

  const unknown: [string, string][] = [
    ["two sign it", letter("Hoogachtend,", "Roos Kwast", "Daan Vijl")],
    ["two stand in one line", letter("Hoogachtend,", "Roos Kwast en Daan Vijl")],
    ["nobody signs it", letter("Hoogachtend,")],
    ["a firm alone signs it", letter("Hoogachtend,", "Houthandel Kwast B.V.")],
    ["it speaks to nobody and closes with nothing", "Verslag\n\nDe zaag is stuk.\n\nRoos Kwast"],
    ["it ends in a sentence", letter("Vraag Roos Kwast.")],
    ["it holds another letter", `${letter("Hoogachtend,", "Roos Kwast")}\n\n${letter("Hoogachtend,", "Daan Vijl")}`],
    ["it speaks twice and is signed once", letter("Beste Roos,", "", "Zie boven.", "", "Groet,", "Daan Vijl")],
    ["it has a mail pasted in", letter("Van: Daan Vijl", "Ik betaal.", "", "Groet,", "Daan Vijl")],
  ];
  for (const [when, text] of unknown)
    it(`is not known when ${when}`, () => {
      expect(signerIn(text)).toBe("");
    });

  it("speaks the words of a text file, and stands first among those concerned", async () => {
    const read = await importerFor("brief.txt", "").extract(utf8(letter("Hoogachtend,", "Roos Kwast")), {
      path: "brief.txt",
    });
    expect(read).toMatchObject({ participants: ["Roos Kwast", "heer Vink"], segments: [{ speaker: "Roos Kwast" }] });
  });

  const spokenTo: [string, string][] = [
    ["Geachte mevrouw Vink,", "mevrouw Vink"],
    ["Geachte heer J. van der Vink,", "heer J. van der Vink"],
    ["Beste Roos,", "Roos"],
    ["Dear Ms. Finch,", "Ms. Finch"],
    ["Geachte heer, mevrouw,", ""],
    ["Dear Sir or Madam,", ""],
    ["Geachte heer Vink en mevrouw Kwast,", ""],
    ["Geachte directie,", ""],
  ];
  it.each(spokenTo)("stands beside whom it speaks to by its salutation: %s", (salutation, name) => {
    expect(letterAddressee(`Zaagpad 1\n\n${salutation}\n\nUw klacht wijs ik af.\n\nRoos Kwast`)).toBe(name);
  });

  it.each([
    [["Hoogachtend,", "", "Roos Kwast", "directeur"], "Roos Kwast, directeur"],
    [["Hoogachtend,", "R. Kwast, hoofd van de zagerij"], "R. Kwast, hoofd van de zagerij"],
    [["Hoogachtend,", "Roos Kwast", "Houthandel Kwast B.V."], undefined],
    [["Hoogachtend,", "Roos Kwast", "Zaagpad 1"], undefined],
    [["Hoogachtend,", "Roos Kwast", "tel. 012 345"], undefined],
    [["Hoogachtend,", "Roos Kwast"], undefined],
  ])("stands there once more with the function it is signed with: %j", (ending, signature) => {
    expect(letterPeople(letter(...ending)).slice(1)).toEqual(["heer Vink", signature].filter(Boolean));
  });

  it("speaks to nobody where two are spoken to, one below the other, or nobody is", () => {
    expect(letterAddressee("Beste Roos,\n\nZie onder.\n\nBeste Daan,\n\nZie boven.")).toBe("");
    expect(letterAddressee("Ik zag de zaag.\n\nRoos Kwast")).toBe("");
  });

  it("takes no time that grows with what a hostile file repeats", () => {
    const hostile = [
      ["A.", 500_000],
      ["Aa ", 500_000],
      ["Hoogachtend,\n", 50_000],
    ] as const;
    const lines = hostile.map(([part, times]) => part.repeat(times));
    expect(() => signerIn(`Geachte heer,\n\n${lines.join("\n")}`)).not.toThrow();
  });
});

describe("the day on which a paper that is no letter says that it was signed", () => {
  const terms = "ARBEIDSOVEREENKOMST\n\nDe werknemer begint op 1 maart 2021.\nHet loon is € 2.000.";
  it.each([
    ["a place and a day on a line of their own", "Rotterdam, 15 februari 2021"],
    ["behind the words of signing", "Aldus overeengekomen en in tweevoud getekend te Den Haag op 15 februari 2021."],
    ["the same without a preposition of the day", "Getekend te Rotterdam, 15-2-2021"],
    ["in English", "Signed at York on 15 February 2021"],
  ])("is %s", (_what, line) => {
    expect(signedAt(`${terms}\n\n${line}\n\nWerkgever\t\tWerknemer`)?.day.day).toBe("2021-02-15");
  });

  // A loan paper signed "Oosterveen, 11/1/2026" stood in the list of exhibits as "zonder datum": its day is the one thing it proves.
  it("has its day first where it is written with slashes, as a label's date has", () => {
    const line = "Oosterveen, 11/1/2026";
    expect(signedAt(`${terms}\n\n${line}\n\nH. Verzonnen   G. Verzonnen`)?.day.day).toBe("2026-01-11");
  });

  it.each([
    ["no line of place and day", terms],
    ["two days", `${terms}\n\nRotterdam, 15 februari 2021\nDelft, 17 februari 2021`],
    ["a day in the middle of a sentence", `${terms}\n\nDe bijeenkomst te Delft op 3 mei 2021 was te laat.`],
    ["a day far above the end", `Rotterdam, 15 februari 2021\n${"Een regel.\n".repeat(40)}`],
  ])("is none for %s", (_what, text) => {
    expect(signedAt(text)).toBeUndefined();
  });
});

describe("the day that a paper's label calls its date", () => {
  const bill = (...lines: string[]) =>
    ["Dakbedrijf Verzonnen", ...lines, "", "Dakgoot hersteld op 21 mei 2026", "Totaal € 340,00"].join("\n");
  it.each([
    ["of an invoice, beside the day of the work", bill("Factuurnummer: 12", "Factuurdatum: 23 mei 2026"), "2026-05-23"],
    ["of a quotation", bill("Datum: 23-05-2026"), "2026-05-23"],
  ])("dates it: %s", (_what, text, day) => {
    const { authoredAtIso, dateSource } = readAsLetter("dakgoot.pdf", text);
    expect([authoredAtIso.slice(0, 10), dateSource]).toEqual([day, DateSource.TEXT]);
  });

  it("dates nothing where two labels name two days", () => {
    const text = bill("Datum: 20 mei 2026", "Factuurdatum: 23 mei 2026");
    expect(readAsLetter("dakgoot.pdf", text).dateSource).toBe(DateSource.NONE);
  });
});

describe("a paper whose head has a label that names its writer", () => {
  const paper = (...head: string[]): string =>
    ["Warmtehuis", ...head, "", "De ketel lekte bij de pomp.", "De pomp is vervangen.", "", "Voor gezien: klant"].join(
      "\n",
    );

  it.each([
    ["a mechanic's", "Monteur: R. Vink", "R. Vink"],
    ["in a cell of its own", "Monteur:\tR. Vink", "R. Vink"],
    [
      "with a title and a telephone number",
      "Behandeld door: mw. R. Vink, doorkiesnummer 012 - 34 56 78",
      "mw. R. Vink",
    ],
    ["of a report", "Opgesteld door: ing. R. Vink (Dakadvies B.V.)", "ing. R. Vink"],
    ["of a report in English", "Prepared by: R. Finch", "R. Finch"],
    ["of a note to somebody", "Van: Roos Vink\nAan: D. Vijl\nDatum: 5 oktober 2031", "Roos Vink"],
  ])("is that person's: %s", (_what, head, name) => {
    expect(readAsLetter("werkbon.pdf", paper(head))).toMatchObject({ writtenBy: name, participants: [name] });
  });

  it.each([
    ["two labels name two people", paper("Monteur: R. Vink", "Opgesteld door: D. Vijl")],
    ["somebody else signs it", `${paper("Monteur: R. Vink")}\n\nD. Vijl`],
    ["the label names a firm", paper("Opgesteld door: Dakadvies B.V.")],
    ["the label names two", paper("Monteur: R. Vink en D. Vijl")],
    ["the label names somebody else's part", paper("Klant: R. Vink")],
    [
      "the label stands below its head",
      `${paper()}\n\nOp 3 mei kwam hij opnieuw langs.\nMonteur: R. Vink\nEr lekte niets.`,
    ],
    ["it holds another message", `${paper("Van: Roos Vink")}\n\nVan: Daan Vijl\nIk betaal niets.`],
  ])("is nobody's where %s", (_when, text) => {
    expect(readAsLetter("werkbon.pdf", text)).toMatchObject({ writtenBy: "", participants: [] });
  });

  it("leaves those who speak in minutes what they say", async () => {
    const minutes = [
      "Verslag",
      "Opgesteld door: R. Vink",
      "Aanwezig: Henk, Jelle",
      "",
      "Henk: We lopen achter.",
      "Jelle: Dat wist ik niet.",
      "Henk: Het komt door Olst.",
      "Jelle: Dan hoor ik het graag.",
    ].join("\n");
    const { segments } = await importerFor("verslag.txt", "").extract(utf8(minutes), { path: "verslag.txt" });
    expect(new Set(segments.map(({ speaker }) => speaker))).toEqual(new Set(["", "Henk", "Jelle"]));
  });
});

describe("a report", () => {
  const report = (...ending: string[]): string =>
    [
      "Inspectierapport dakkapel",
      "Opdrachtgever:\tHouthandel Kwast B.V.",
      "Inspecteur:\ting. R. Vink, Dakadvies B.V.",
      "Datum inspectie:\t5 oktober 2031",
      "Datum rapport:\t7 oktober 2031",
      "",
      "1. Bevindingen",
      "Het dak is nat.",
      "De balken zijn nat.",
      "2. Advies",
      "Vervang de balken.",
      "",
      ...ending,
    ].join("\n");

  /** With a label that names anybody. */
  const unlabelled = (text: string): string => text.replace("Inspecteur:", "Aanwezig:");

  it("is whose name stands behind a label of its head and alone at its end", () => {
    const read = readAsLetter("rapport.pdf", unlabelled(report("ing. R. Vink")));
    expect(read).toMatchObject({ writtenBy: "ing. R. Vink", participants: ["ing. R. Vink"] });
  });

  it("is nobody's where the name stands in one of the two places, or another name ends it", () => {
    for (const text of [report(), report("D. Vijl"), report("R. Vink", "D. Vijl"), report("N. Vink")].map(unlabelled))
      expect(readAsLetter("rapport.pdf", text)).toMatchObject({ writtenBy: "", participants: [] });
  });

  it("has of several dates that of what it is", () => {
    expect(readAsLetter("rapport.pdf", report()).authoredAtIso).toBe("2031-10-07T00:00:00.000Z");
    const undated = report().replace("Datum rapport", "Datum levering");
    expect(readAsLetter("rapport.pdf", undated).authoredAtIso).toBe("");
  });
});

it("is not dated by the one day that its sentences are about", () => {
  const undated = letter("Hoogachtend,", "Roos Kwast").replace(
    "Uw klacht",
    "Uw contract eindigt op 1 maart 2031. Uw klacht",
  );
  expect(readAsLetter("brief.pdf", undated)).toMatchObject({ authoredAtIso: "", dateSource: DateSource.NONE });
  expect(readAsLetter("brief 3 mei 2031.pdf", undated).authoredAtIso).toBe("2031-05-03T00:00:00.000Z");
});

// "Hier staat niet: expert" was said of the report that a register-expert had signed.
describe("a report that ends with a name and what its bearer is", () => {
  const report = (ending: string) =>
    readAsLetter(
      "rapport.pdf",
      `Vink Voertuigexpertise\nRapport 26-1\n\n1 Bevindingen\nDe bout zat los.\n\n${ending}\n`,
    );

  it("is by them, as they sign", () => {
    const { writtenBy, participants } = report("J.H. Vink, register-expert");
    expect([writtenBy, ...participants]).toEqual(["J.H. Vink", "J.H. Vink", "J.H. Vink, register-expert"]);
  });

  it.each(["J.H. Vink", "Zie ook J.H. Vink, register-expert.", "Vink, register-expert", "J.H. Vink, R. Kwast"])(
    "is nobody's where it ends with %s",
    (ending) => {
      expect(report(ending).writtenBy).toBe("");
    },
  );
});
