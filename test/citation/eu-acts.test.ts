import { describe, expect, it } from "vitest";
import { contains } from "../../src/citation/address.ts";
import { parseDutchCitations } from "../../src/citation/citation-parser.ts";
import { celexOf, euActNames, lawIdNamed, numberInTitle, readCelex, readEli } from "../../src/citation/eu-acts.ts";
import { addressOfEvidence } from "../../src/citation/evidence-address.ts";
import { readCitations } from "../../src/citation/read-citations.ts";
import { renderDutch } from "../../src/citation/render.ts";
import { shippedNames } from "../../src/shipped-names.ts";

const register = shippedNames();

describe("the number of an act of the Union", () => {
  it("is read alike from its title, its CELEX number and its ELI, whichever of year and number stands first", () => {
    const said = {
      "Richtlijn 2003/88/EG": "32003L0088",
      "Council Directive 93/13/EEC": "31993L0013",
      "Verordening (EG) nr. 883/2004": "32004R0883",
      "Regulation (EU) No 910/2014": "32014R0910",
      "Verordening (EU) 910/2014": "32014R0910",
      "Commission Implementing Regulation (EU) 2024/903": "32024R0903",
      "Besluit (EU) 2022/2481": "32022D2481",
      "Verordening (EEG, Euratom) nr. 1182/71": "31971R1182",
      "Verordening (EU, Euratom) 2018/1046": "32018R1046",
    };
    for (const [title, celex] of Object.entries(said)) {
      const act = numberInTitle(title);
      expect([title, act && celexOf(act)]).toEqual([title, celex]);
      expect(readCelex(celex)).toEqual(act);
      expect(lawIdNamed(title)).toBe(`CELEX ${celex}`);
    }
    expect(readEli("http://data.europa.eu/eli/reg_impl/2024/903/oj")).toEqual(readCelex("32024R0903"));
    expect(readCelex("02016R0679-20160504")).toMatchObject({ consolidatedOn: "2016-05-04" });
  });

  it("is no number of a decision that names no treaty, nor of another sector", () => {
    expect(["Besluit 3/2010", "verordening 2012/4", "Wet 2003/88"].map(lawIdNamed)).toEqual(["", "", ""]);
    expect(["52016PC0001", "62012CJ0131", "02016R0679", "32016R0679-20160504"].map(readCelex)).toEqual(
      Array(4).fill(undefined),
    );
  });

  it("makes its names as its year numbered acts, the Dutch one first", () => {
    const firsts = ["32003L0088", "31993L0013", "32004R0883", "32024R0903", "32014D0926"].map((celex) => {
      const act = readCelex(celex);
      return act && euActNames(act)[0];
    });
    expect(firsts).toEqual([
      "Richtlijn 2003/88/EG",
      "Richtlijn 93/13/EG",
      "Verordening (EG) nr. 883/2004",
      "Verordening (EU) 2024/903",
      "Besluit 2014/926/EU",
    ]);
    expect(euActNames({ letter: "R", year: 2018, number: 1046, consolidatedOn: "" })).toContain(
      "Verordening (EU, Euratom) 2018/1046",
    );
    expect(euActNames({ letter: "L", year: 1993, number: 13, consolidatedOn: "" })).toContain("Richtlijn 93/13/EEG");
  });

  it("goes with points as the Union writes them, whole or not at all", () => {
    const read = (text: string) =>
      parseDutchCitations(text, register.table()).map(({ citation, start, end }) => [
        text.slice(start, end),
        renderDutch(citation, "short"),
      ]);
    const act = "Richtlijn 2003/88/EG";
    const said = {
      [`artikel 7, lid 1, punt a), van ${act}`]: `art. 7 lid 1 onder a van de ${act}`,
      [`artikel 7, lid 1, onder a), i), van ${act}`]: `art. 7 lid 1 onder a onder i van de ${act}`,
      [`artikel 7, lid 1, onder a), b) en c), ${act}`]: `art. 7 lid 1 onder a, b en c van de ${act}`,
      [`artikel 7, lid 1, onder h), i), ${act}`]: `art. 7 lid 1 onder h en i van de ${act}`,
      [`artikel 2, punt 1, ${act}`]: `art. 2 onder 1 van de ${act}`,
      [`Article 7(1), points (a) to (c), of ${act}`]: `art. 7 lid 1 onder a t/m c van de ${act}`,
      [`Article 7(1)(a) of ${act}`]: `art. 7 lid 1 onder a van de ${act}`,
      "artikel 6, eerste lid, aanhef en onder f), AVG": "art. 6 lid 1 aanhef en onder f AVG",
      "art. 7:669 lid 3, onder g), BW": "art. 7:669 lid 3 onder g BW",
    };
    for (const [text, meant] of Object.entries(said)) expect(read(text)).toEqual([[text, meant]]);
    // The bracket closes what is around the citation.
    expect(read("(zie art. 7:669 lid 3 onder g) en verder")).toEqual([
      ["art. 7:669 lid 3 onder g", "art. 7:669 lid 3 onder g"],
    ]);
  });

  it("holds a citation to what is bound of that act, and to nothing else of it", () => {
    const bound = (path: string) => addressOfEvidence(`law:32003L0088@2003-11-04#${path}`, "", register);
    const named = (text: string) =>
      readCitations(text, { register, laws: [] }).flatMap(({ places }) => places.map(({ address }) => address));
    const lies = (path: string, text: string) => {
      const place = bound(path);
      const addresses = named(text);
      return place !== undefined && addresses.length > 0 && addresses.every((each) => contains(place, each));
    };
    expect(lies("/Artikel7/Lid1", "artikel 7 lid 1 Richtlijn 2003/88/EG")).toBe(true);
    expect(lies("/Artikel7/Lid1", "artikel 7 lid 2 Richtlijn 2003/88/EG")).toBe(false);
    expect(lies("/Artikel7/Lid1", "artikel 7 lid 1 Richtlijn 2003/89/EG")).toBe(false);
    expect(lies("/Artikel7", "artikel 7 Wazo")).toBe(false);
    expect(lies("/Aanhef/Overweging4", "overweging 4 van Richtlijn 2003/88/EG")).toBe(true);
    expect(lies("/Aanhef/Overweging4", "overweging 5 van Richtlijn 2003/88/EG")).toBe(false);
    expect(lies("/Aanhef/Overweging4", "artikel 4 Richtlijn 2003/88/EG")).toBe(false);
  });
});
