import { describe, expect, it } from "vitest";
import { parseDutchCitations } from "../../src/citation/citation-parser.ts";
import { renderDutch } from "../../src/citation/render.ts";
import { shippedNames } from "../../src/shipped-names.ts";
import { cellsOf } from "../support/cases/rows.ts";

const parse = (text: string) => parseDutchCitations(text, shippedNames().table());
const short = (text: string) => parse(text).map((found) => renderDutch(found.citation, "short"));

/** Input, and the citation as short style writes it. Each must be read as one citation from its first to its last character. */
const accepted = cellsOf("citations/read.tsv", "text", "short");

describe("reading Dutch citations", () => {
  for (const [text, rendered] of accepted) {
    it(`reads ${JSON.stringify(text)} whole`, () => {
      expect(short(text)).toEqual([rendered]);
      expect(parse(text)[0]).toMatchObject({ start: 0, end: text.length });
    });
  }

  it("says where a citation stands", () => {
    const text = "Op grond van art. 7:611 BW moet dat.";
    const [found] = parse(text);
    expect(text.slice(found?.start, found?.end)).toBe("art. 7:611 BW");
    expect(found?.spots).toEqual([{ start: 18, end: 23 }]);
  });

  it("does not take little words for items", () => {
    expect(short("artikel 10 onder de Opiumwet")).not.toContain("art. 10 onder de Opiumwet");
    expect(parse("artikel 3 onder een voorwaarde")[0]?.citation.provisions[0]?.pinpoints).toEqual([]);
  });

  it("prefers the longest law name, and minds case in short ones", () => {
    expect(parse("art. 1 Wet RO")[0]?.citation.law).toBe("RO");
    expect(parse("artikel 3 ro 3.4")[0]?.citation.law).toBe("");
    expect(parse("artikel 1 van het Eerste Protocol bij het EVRM")[0]?.citation.law).toBe("EP EVRM");
    expect(parse("art. 3 WW-uitkering")[0]?.citation.law).toBe("");
  });

  it("binds an alias for the rest of the document", () => {
    const text =
      "artikel 8:29 van de Algemene wet bestuursrecht (hierna: de Wxyz). Volgens artikel 2.8 van de Wxyz mag dat.";
    expect(short(text)).toEqual(["art. 8:29 Awb", "art. 2.8 Awb"]);
  });

  it("returns words that refer back unresolved", () => {
    const kinds = parse("artikel 3 van die wet, dit artikel en het eerste lid").map((found) => found.citation.kind);
    expect(kinds).toEqual(["anaphora", "anaphora", "anaphora"]);
  });

  it("keeps the words of a law nobody knows, as a value", () => {
    expect(parse("artikel 225 VWXU")[0]?.citation).toMatchObject({ law: "", lawRaw: "VWXU" });
    expect(parse("artikel 33 van de Verordening ruimte")[0]?.citation).toMatchObject({
      law: "",
      lawRaw: "Verordening ruimte",
    });
  });

  it("leaves plain numbers, times and amounts alone", () => {
    for (const text of ["om 10:30 uur", "in 2012 BW", "€ 3.50 WW", "3 dagen", "10:30 t/m 11:30", "hoofdstuk 5"])
      expect(parse(text)).toEqual([]);
  });

  it("reads ECLI and LJN as rulings", () => {
    expect(parse("HR, ECLI:NL:HR:2016:162.").map((found) => found.citation)).toMatchObject([
      { kind: "case", caseNumber: "ECLI:NL:HR:2016:162" },
    ]);
    expect(parse("LJN BP5608")[0]?.citation.caseNumber).toBe("BP5608");
  });

  it("writes full style with ordinals and commas, and the long name", () => {
    const citation = parse("art. 7:669 lid 3 aanhef en onder g BW")[0]?.citation;
    expect(citation && renderDutch(citation, "full")).toBe("artikel 7:669, derde lid, aanhef en onderdeel g, BW");
    const treaty = parse("art. 8 EVRM")[0]?.citation;
    expect(treaty && renderDutch(treaty, "long", shippedNames().table())).toBe(
      "artikel 8 van het Europees Verdrag voor de Rechten van de Mens",
    );
  });

  it("reads what a full stop, a missing space or a dash of another kind would hide", () => {
    expect(short("artikel 1.3.3. van de Wet educatie en beroepsonderwijs")).toEqual([
      "art. 1.3.3 Wet educatie en beroepsonderwijs",
    ]);
    expect(short("artikel 1.1., onderdeel c, van de Telecommunicatiewet")).toEqual(["art. 1.1 onder c Tw"]);
    expect(short("art. 43, lid1 Awb")).toEqual(["art. 43 lid 1 Awb"]);
    expect(short("artikel 12 van de Wet buitengewoon pensioen 1940–1945")).toEqual([
      "art. 12 Wet buitengewoon pensioen 1940-1945",
    ]);
    // A full stop before a new sentence is one.
    expect(short("Zie artikel 3. Van de Awb is geen sprake.")).toEqual(["art. 3"]);
  });

  it("reads a plain number with a lid, before a known law only, as the end of a list", () => {
    expect(short("en 91, vierde lid, van de Ziektewet")).toEqual(["art. 91 lid 4 ZW"]);
    expect(parse("en 91, vierde lid, van die regeling").filter(({ citation }) => citation.kind === "statute")).toEqual(
      [],
    );
    expect(parse("in 2012 de Awb").filter(({ citation }) => citation.kind === "statute")).toEqual([]);
  });

  it("reads a lid that stands in front of its article", () => {
    expect(short("het eerste lid van artikel 7:629 BW")).toEqual(["art. 7:629 lid 1 BW"]);
    expect(short("vierde en het vijfde lid van artikel 393 van Boek 2 van het Burgerlijk Wetboek")).toEqual([
      "art. 2:393 lid 4 en 5 BW",
    ]);
    expect(short("het eerste lid van artikel 3, tweede lid, Awb")).toEqual(["het eerste lid", "art. 3 lid 2 Awb"]);
    expect(short("het eerste lid van die bepaling")).toEqual(["het eerste lid"]);
  });

  it("takes 'dat artikel 15' for an article and 'dat artikel' for one named before", () => {
    const found = parse("Hij stelt dat artikel 15, eerste lid, Awb niet geldt en dat artikel wel.");
    expect(found.map(({ citation }) => [citation.kind, citation.lawRaw || citation.law])).toEqual([
      ["statute", "Awb"],
      ["anaphora", "dat artikel"],
    ]);
  });

  it("reads the longest hostile texts that a call may hold", () => {
    const fill = (piece: string) => piece.repeat(Math.floor(100_000 / piece.length));
    const hostile = [
      "eerste, ",
      "1:2, ",
      "artikel 1, ",
      "LJN",
      "wet ",
      "art. 7:611 BW (hierna: ",
      "onder a, ",
      "7.1.",
      "A",
      "a",
      "Boek 7 ",
      "91, vierde lid, ",
    ].map(fill);
    for (const text of [
      ...hostile,
      `LJN${fill(" ")}x`,
      `art. 1${fill(" ")}x`,
      `art. 1 ${fill("A")}`,
      `art. 1 van de ${fill("Aa ")}`,
    ])
      expect(Array.isArray(parse(text))).toBe(true);
  });
});
