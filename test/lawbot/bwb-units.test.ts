import { describe, expect, it } from "vitest";
import { article, lawXml, read, unitText } from "./support/xml.ts";

const unitsOf = (inside: string) => read(lawXml(inside)).units.filter((unit) => unit.element !== "intitule");
const at = (inside: string, path: string) => unitsOf(inside).find((unit) => unit.path === path);

describe("units of BWB XML", () => {
  it("builds addresses from names and numbers of the ancestors where the source has none", () => {
    const inside = `<boek><kop><label>Boek</label><nr>7</nr></kop><titeldeel><kop><label>Titel</label><nr>10</nr></kop>${article(
      "658a",
      "<lid><lidnr>2</lidnr><al>Aanhef</al><lijst><li><li.nr>a.</li.nr><al>x</al><lijst><li><li.nr>1º.</li.nr><al>y</al></li></lijst></li></lijst></lid>",
    )}</titeldeel></boek>`;
    expect(unitsOf(inside).map((unit) => [unit.path, unit.label])).toEqual([
      ["/Boek7", "Boek 7"],
      ["/Boek7/Titeldeel10", "Titel 10"],
      ["/Boek7/Titeldeel10/Artikel658a", "art. 7:658a"],
      ["/Boek7/Titeldeel10/Artikel658a/Lid2", "lid 2"],
      ["/Boek7/Titeldeel10/Artikel658a/Lid2/Onderdeela", "onder a"],
      ["/Boek7/Titeldeel10/Artikel658a/Lid2/Onderdeela/Onderdeel1°", "onder 1°"],
    ]);
  });

  it("reads a plain hand-written law without the wrappers of published files", () => {
    const plain = `<wetgeving bwb-id="BWBR0005290" soort="wet"><boek><kop><label>Boek</label><nr>7</nr></kop><titeldeel><kop><nr>10</nr></kop><afdeling><kop><nr>1</nr></kop>${article("611", "<al>x</al>")}</afdeling></titeldeel></boek></wetgeving>`;
    expect(read(plain).units.at(-1)).toMatchObject({
      path: "/Boek7/Titeldeel10/Afdeling1/Artikel611",
      label: "art. 7:611",
    });
  });

  it("takes the address that the source gives", () => {
    const inside = article("1", "<al>x</al>", 'bwb-ng-variabel-deel="/Paragraaf1/Artikel1"');
    expect(unitsOf(inside)[0]?.path).toBe("/Paragraaf1/Artikel1");
  });

  it("gives items without a number, or with a dash, their rank and says that it is generated", () => {
    const inside = article("1", "<lijst><li><al>x</al></li><li><li.nr>–</li.nr><al>y</al></li></lijst>");
    const items = unitsOf(inside).filter((unit) => unit.element === "li");
    expect(items.map((unit) => [unit.path, unit.flags])).toEqual([
      ["/Artikel1/Onderdeel._1", ["generated-number"]],
      ["/Artikel1/Onderdeel._2", ["generated-number"]],
    ]);
  });

  it("tells a second unit of the same address apart and marks it", () => {
    const twice = article("1", "<al>x</al>") + article("1", "<al>y</al>");
    expect(unitsOf(twice).map((unit) => [unit.path, unit.flags])).toEqual([
      ["/Artikel1", []],
      ["/Artikel1~2", ["guessed"]],
    ]);
  });

  it("begins the quotable part after heading and number", () => {
    const reading = read(lawXml(article("1", "<lid><lidnr>1</lidnr><al>De zaak.</al></lid>")));
    expect(unitText(reading, "/Artikel1").quotable).toBe("1 De zaak.");
    expect(unitText(reading, "/Artikel1/Lid1")).toEqual({ whole: "1 De zaak.", quotable: "De zaak." });
  });

  it("lets lid and first item share a line when the lid has no words of its own", () => {
    const reading = read(
      lawXml(article("1", "<lid><lidnr>1</lidnr><lijst><li><li.nr>a.</li.nr><al>x</al></li></lijst></lid>")),
    );
    expect(unitText(reading, "/Artikel1/Lid1")).toEqual({ whole: "1 a. x", quotable: "a. x" });
    expect(unitText(reading, "/Artikel1/Lid1/Onderdeela")).toEqual({ whole: "a. x", quotable: "x" });
  });

  it("keeps an editor's words out of the text; what holds nothing else cannot be quoted", () => {
    const gone = article("2", '<al><redactie type="vervanging">Vervallen</redactie></al>', 'status="vervallen"');
    expect(at(gone, "/Artikel2")).toMatchObject({ quotable: false, flags: ["repealed", "editorial"] });
    expect(read(lawXml(gone)).text).not.toContain("Vervallen");
    const changes = article("3", "<al><redactie>Wijzigt de Wet.</redactie></al>");
    expect(at(changes, "/Artikel3")).toMatchObject({ quotable: false, flags: ["editorial"] });
    const beside = article("4", "<al>De zaak <redactie>[lees: zaken]</redactie> geldt.</al>");
    expect(at(beside, "/Artikel4")).toMatchObject({ quotable: true, flags: ["editorial"] });
  });

  it("marks what is not yet in force, leden included", () => {
    const inside = article("5", "<lid><lidnr>1</lidnr><al>x</al></lid>", 'status="nogniet"');
    expect(at(inside, "/Artikel5/Lid1")).toMatchObject({ quotable: false, flags: ["not-in-force"] });
  });

  it("believes articles in force inside a division that is marked as not in force", () => {
    const inside = `<afdeling status="nogniet"><kop><label>Afdeling</label><nr>1</nr></kop>${article("311", "<al>x</al>", 'status="goed"')}</afdeling>`;
    expect(unitsOf(inside).map((unit) => unit.quotable)).toEqual([true, true]);
  });
});
