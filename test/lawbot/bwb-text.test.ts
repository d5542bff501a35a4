import { describe, expect, it } from "vitest";
import { article, lawXml, read, unitText } from "./support/xml.ts";

const body = (inside: string) => read(lawXml(inside)).text.split("\n").slice(1).join("\n");

describe("canonical text of BWB XML", () => {
  it("writes heading, lid and items one block a line, the number in front of its first words", () => {
    const text = body(
      article(
        "3",
        "<lid><lidnr>1.</lidnr><al>Daarbij geldt:</al><lijst><li><li.nr>a.</li.nr><al>een;</al></li></lijst></lid><al>Slot.</al>",
      ),
    );
    expect(text).toBe("Artikel 3\n1 Daarbij geldt:\na. een;\nSlot.");
  });

  it("puts the title of a heading behind a full stop", () => {
    expect(body("<afdeling><kop><label>Afdeling</label><nr>1</nr><titel>Koop </titel></kop></afdeling>")).toBe(
      "Afdeling 1. Koop",
    );
  });

  it("collapses tabs, hard wraps and no-break spaces in a block and adds none around inline elements", () => {
    expect(
      body(article("1", "<al>  de\n\t\tzaak&#160;&#160;van <nadruk>A</nadruk>.<sup>2</sup> m<sup>2</sup></al>")),
    ).toBe("Artikel 1\nde zaak van A.2 m2");
  });

  it("composes letters (NFC)", () => {
    expect(body(article("1", "<al>geëvalueerd</al>"))).toContain("geëvalueerd");
  });

  it("keeps official typing errors", () => {
    expect(body(article("1", "<al>derde lid,van die wet</al>"))).toContain("derde lid,van die wet");
  });

  it("joins the cells of a table row by bars and drops rows without words", () => {
    const table =
      "<table><tgroup><tbody><row><entry><al>a.</al></entry><entry><al>bloemen;</al><al>bollen</al></entry></row><row><entry/><entry/></row></tbody></tgroup></table>";
    expect(body(article("2", table))).toBe("Artikel 2\na. | bloemen; bollen");
  });

  it("puts footnotes after the unit they stand in", () => {
    const reading = read(
      lawXml(
        article(
          "1",
          "<al>De sector<noot><noot.nr>1</noot.nr><noot.al>Zie hierna.</noot.al></noot> Rijk.</al><al>Slot.</al>",
        ),
      ),
    );
    expect(unitText(reading, "/Artikel1").quotable).toBe("De sector Rijk.\nSlot.");
    expect(unitText(reading, "/Artikel1/Noot1").whole).toBe("1 Zie hierna.");
  });

  it("leaves a marker for what is no text and flags the unit", () => {
    const reading = read(
      lawXml(article("1", "<al>Volgens <formule>x</formule> geldt</al><plaatje><illustratie naam='a'/></plaatje>")),
    );
    expect(unitText(reading, "/Artikel1").quotable).toBe("Volgens [formule] geldt\n[afbeelding]");
    expect(reading.units.find((unit) => unit.path === "/Artikel1")?.flags).toEqual(["incomplete"]);
  });

  it("leaves metadata out", () => {
    expect(body(article("1", "<al>Tekst</al><meta-data><jcis><jci>jci1.3</jci></jcis></meta-data>"))).toBe(
      "Artikel 1\nTekst",
    );
  });

  it("keeps the text of elements it does not know, and counts them", () => {
    const reading = read(lawXml(article("1", "<al>een <raar>woord</raar> hier</al><vreemd>buiten</vreemd>")));
    expect(unitText(reading, "/Artikel1").quotable).toBe("een woord hier\nbuiten");
    expect([...reading.unknownElements]).toEqual([
      ["raar", 1],
      ["vreemd", 1],
    ]);
  });

  it("keeps text that stands where none is expected", () => {
    const reading = read(lawXml(article("1", "verdwaald<al>Tekst</al>")));
    expect(unitText(reading, "/Artikel1").quotable).toBe("verdwaald\nTekst");
    expect(reading.unknownElements.get("text in artikel")).toBe(1);
  });

  it("counts offsets in code points", () => {
    const reading = read(lawXml(article("1", "<al>🙂 een</al>") + article("2", "<al>twee</al>")));
    expect(unitText(reading, "/Artikel2").whole).toBe("Artikel 2\ntwee");
  });
});
