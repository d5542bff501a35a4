import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LawNames } from "../../src/citation/known-law.ts";
import { dutch } from "../../src/lawbot/nl/dutch.ts";
import { cellsOf } from "../support/cases/rows.ts";

const law = (lawId: string, title: string, more: Partial<LawNames> = {}): LawNames => ({
  lawId,
  title,
  citationTitle: "",
  ...more,
});

/** Made-up laws with the kinds of heading that the Basiswettenbestand has. */
const laws: readonly LawNames[] = [
  law("BWBR0090001", "Wet van 7 juli 2006, houdende regels inzake de zorg voor dijken (Wet dijkenzorg waterstaat)"),
  law(
    "BWBR0090002",
    "Verordening van 22 oktober 2003, houdende een heffing (Verordening huishoudelijke heffing vogels (PVV) 2004)",
  ),
  law("BWBR0090003", "Verordening van 20 maart 2003 houdende regels (verordening HPA registratie van gegevens 2003)."),
  law(
    "BWBR0090004",
    "Wet van 15 december 1995, houdende vermindering afdracht bronheffing en premie voor de volksverzekeringen",
  ),
  law(
    "BWBR0090005",
    "Wet van 8 juni 2005 tot wijziging van de Wet op de Ruimtelijke Ordening (verjaring van planschade)",
  ),
  law("BWBR0090006", "Wet van 8 juni 2005 tot wijziging van de Wet dijkenzorg waterstaat in verband met peilbeheer"),
  law("BWBR0090007", "Besluit van 24 oktober 2001, houdende toezicht als bedoeld in artikel 10 van de Spoorwegwet"),
  law(
    "BWBR0090008",
    "Verdrag van Parijs tot bescherming van de industriële eigendom van 20 maart 1883, zoals herzien te Brussel",
  ),
  law("BWBR0028744", "Burgerlijk Wetboek BES Boek 2"),
  law("BWBR0090010", "Regeling vergoeding (Defensie)"),
  law(
    "BWBR0090011",
    "Heffing, houdende vaststelling; Heffingsverordening Productschap Dranken/Commissie voor gedistilleerd 2007",
  ),
  law("BWBR0090012", "Besluit bekostiging zeevaartscholen W.V.O."),
  law("BWBR0090013", "Wet van 12 december 1929, houdende regelen betreffende schippers", {
    citationTitle: "Schipperswet",
  }),
  law("BWBR0090014", "Regeling invoer van verzamelingsproducten"),
  law("BWBR0090015", "Regeling uitvoer van verzamelingsproducten"),
  law("BWBR0090016", "Instelling van examencommissies"),
];

const readOf = (text: string) =>
  dutch.parseCitations(text, laws).map(({ citation }) => {
    const [query] = dutch.locate(citation, laws);
    return query && "lawId" in query ? `${query.lawId} ${query.article.number}` : (query?.reason ?? "");
  });

const readAs = (text: string) => dutch.parseCitations(text, laws)[0]?.citation.lawReadAs;

describe("a law's name that is written otherwise than registered", () => {
  const cases = cellsOf("citations/names.tsv", "text", "target");
  for (const [text, target] of cases) it(`is read in "${text}"`, () => expect(readOf(text)).toEqual([target]));

  it("is not read where a little word differs, articles apart: the Wet op de … and the Wet … may be two laws", () => {
    expect(readOf("artikel 3 van de Wet op de dijkenzorg waterstaat.")).toEqual(["LAW_NOT_FOUND"]);
  });

  it("says under which name the law was found, and says nothing where the name stands there as it is", () => {
    expect(readAs("artikel 35d van de Wet op de ondernemingraden")).toBe("Wet op de ondernemingsraden");
    expect(readAs("artikel 3 van de Wet dijken-zorg waterstaat")).toBe("Wet dijkenzorg waterstaat");
    expect(readAs("artikel 3 van de wet  dijkenzorg\nwaterstaat")).toBeUndefined();
    expect(readAs("art. 7:611 BW")).toBeUndefined();
  });

  const refused = cellsOf("citations/no-names.tsv", "text", "why");
  for (const [text, why] of refused)
    it(`is not guessed in "${text}": ${why}`, () => expect(readOf(text)).toEqual(["LAW_NOT_FOUND"]));

  it("is found wherever a line ends in a hyphen, with any accents", () => {
    const name = "Wet op de arbeidsongeschiktheidsverzekering";
    fc.assert(
      fc.property(fc.integer({ min: 16, max: name.length - 4 }), fc.constantFrom("-", "- ", "-\n"), (at, hyphen) => {
        const text = `artikel 3 van de ${name.slice(0, at)}${hyphen}${name.slice(at)}.`;
        expect(readOf(text)).toEqual(["BWBR0002524 3"]);
      }),
    );
  });

  it("is never read with a digit changed", () => {
    const name = "Verordening huishoudelijke heffing vogels (PVV) 2004";
    fc.assert(
      fc.property(fc.integer({ min: 1800, max: 2099 }), (year) => {
        const text = `artikel 3 van de ${name.replace("2004", String(year))}, bedoeld`;
        expect(readOf(text)).toEqual([year === 2004 ? "BWBR0090002 3" : "LAW_NOT_FOUND"]);
      }),
    );
  });

  it("is left alone when two registered names are as near", () => {
    const twins = [
      law("BWBR0090021", "Regeling verkeersleidingscentrum"),
      law("BWBR0090022", "Regeling verkeersleidingscentrun"),
    ];
    const [found] = dutch.parseCitations("artikel 3 van de Regeling verkeersleidingscentrumm.", twins);
    expect(found?.citation.law).toBe("");
  });
});

describe("an act that is cited by its date", () => {
  it("is the one of that day whose heading goes on as the citation does", () => {
    expect(
      readOf(
        "artikel II, tweede lid, van de wet van 8 juni 2005, Stb. 305, tot wijziging van de Wet op de Ruimtelijke Ordening (verjaring",
      ),
    ).toEqual(["BWBR0090005 II"]);
    expect(
      readOf("artikel III van de Wet van 8 juni 2005 tot wijziging van de Wet dijkenzorg waterstaat, zoals"),
    ).toEqual(["BWBR0090006 III"]);
  });

  it("is read to the end of its heading, the law that the heading names included", () => {
    const text =
      "artikel 1 van het Besluit van 24 oktober 2001, houdende toezicht als bedoeld in artikel 10 van de Spoorwegwet.";
    expect(readOf(text)).toEqual(["BWBR0090007 1"]);
    expect(readAs(text)).toMatch(/^Besluit van 24 oktober 2001/);
  });

  it("is nobody's by its date alone, and the acts of that day are named", () => {
    for (const text of [
      "artikel 1 van de wet van 8 juni 2005",
      "artikel 1 van de wet van 8 juni 2005 tot wijziging van de Wet vuur",
    ]) {
      const citation = dutch.parseCitations(text, laws)[0]?.citation;
      expect(citation).toMatchObject({ law: "", lawRaw: "wet van 8 juni 2005" });
      expect(citation && dutch.locate(citation, laws)[0]).toMatchObject({
        reason: "LAW_NOT_FOUND",
        message: expect.stringContaining("BWBR0090005, BWBR0090006"),
      });
    }
  });

  it("is not the only act of a day that the register happens to hold", () => {
    const citation = dutch.parseCitations("artikel 1 van het besluit van 24 oktober 2001", laws)[0]?.citation;
    expect(citation?.law).toBe("");
    expect(citation && dutch.locate(citation, laws)[0]).toMatchObject({
      message: expect.stringContaining("if BWBR0090007 is meant, write more of its heading"),
    });
    expect(citation && dutch.onDay?.(citation, laws, "2020-01-01").law).toBe("");
  });
});

describe("a name that several laws have", () => {
  const bearers = [
    law("BWBR0090031", "Besluit havens", { inForceFrom: "1980-01-01", withdrawnOn: "2001-07-01" }),
    law("BWBR0090032", "Besluit havens", { inForceFrom: "2001-07-01" }),
  ];
  const on = (text: string, day: string, names: readonly LawNames[]) => {
    const citation = dutch.parseCitations(text, names)[0]?.citation;
    const read = citation && dutch.onDay?.(citation, names, day);
    const [query] = read ? dutch.locate(read, names) : [];
    return query && "lawId" in query ? query.lawId : query?.message;
  };

  it("is read for a day on which one of them alone is in force, from its first day until it is withdrawn", () => {
    expect(on("art. 3 Besluit havens", "2001-06-30", bearers)).toBe("BWBR0090031");
    expect(on("art. 3 Besluit havens", "2001-07-01", bearers)).toBe("BWBR0090032");
    expect(on("art. 3 Besluit havens", "1979-12-31", bearers)).toMatch(/several laws \(BWBR0090031, BWBR0090032\)/);
  });

  it("is not read for a day on which a law was not made yet", () => {
    const made = [
      law("BWBR0090033", "Besluit van 3 mei 1990 (Havenbesluit)"),
      law("BWBR0090034", "Besluit van 4 mei 2010 (Havenbesluit)"),
    ];
    expect(on("art. 3 Havenbesluit", "2000-01-01", made)).toBe("BWBR0090033");
    expect(on("art. 3 Havenbesluit", "2020-01-01", made)).toMatch(/several laws/);
  });

  it("may be an abbreviation of the table: Pw until 2007 is the Provinciewet, and several acts since", () => {
    expect(on("art. 7 Pw", "2006-12-31", [])).toBe("BWBR0005645");
    expect(on("art. 7 Pw", "2008-01-01", [])).toMatch(/BWBR0005645, BWBR0015703, BWBR0020809/);
    expect(on("art. 7 Ow", "2024-01-01", [])).toBe("BWBR0037885");
    expect(on("art. 7 Ow", "2023-12-31", [])).toBe("BWBR0001842");
  });

  it("stays unread without a day, and says who was meant with one", () => {
    const citation = dutch.parseCitations("art. 3 Besluit havens", bearers)[0]?.citation;
    expect(citation).toMatchObject({ law: "", lawRaw: "Besluit havens" });
    expect(citation && dutch.onDay?.(citation, bearers, "2010-01-01").lawReadAs).toContain("BWBR0090032");
  });
});

describe("a name that the document gives a law itself", () => {
  const cases = cellsOf("citations/given-names.tsv", "text", "targets");
  for (const [text, targets] of cases)
    it(`is read for the rest of "${text.slice(0, 60)}…"`, () => expect(readOf(text)).toEqual(targets.split(" | ")));

  it("leaves what refers back unread, and another act that is cited by its date", () => {
    const text =
      "wordt verstaan onder: wet: de Ziektewet; artikel 3 van deze wet, artikel 4 van die wet, artikel 5 van de wet van 8 juni 2005";
    expect(readOf(text)).toEqual(["CITATION_INVALID", "CITATION_INVALID", "LAW_NOT_FOUND"]);
  });

  it("may be defined by the law that the text is a part of, for all of that law", () => {
    const part = "In afwijking van artikel 29 van de wet geldt artikel 3 van deze regeling.";
    const regulation = (scope: string) =>
      `Artikel 1\nIn ${scope} wordt verstaan onder:\na. wet: de Ziektewet;\nb. zaak: iets.`;
    const lawsOf = (standsIn: string) => dutch.parseCitations(part, laws, standsIn).map(({ citation }) => citation.law);
    expect(lawsOf(regulation("deze regeling en de daarop berustende bepalingen"))).toEqual(["ZW", ""]);
    expect(lawsOf(regulation("dit hoofdstuk"))).toEqual(["", ""]);
    expect(lawsOf("")).toEqual(["", ""]);
  });

  it("is not learnt from a definition that only mentions a law", () => {
    const text = "wordt verstaan onder: wet: de Ziektewet of de Werkloosheidswet; artikel 3 van de wet";
    expect(readOf(text)).toEqual(["CITATION_INVALID"]);
  });

  it("is not the first word of two laws", () => {
    const text =
      "het Uitvoeringsbesluit omzetbelasting 1968 en artikel 1 van het Uitvoeringsbesluit havens 1990. artikel 3 van het uitvoeringsbesluit.";
    const two = [law("BWBR0090041", "Uitvoeringsbesluit havens 1990")];
    const found = dutch.parseCitations(text, two).at(-1)?.citation;
    expect(found).toMatchObject({ law: "" });
  });
});
