import { describe, expect, it } from "vitest";
import { fileBytesMax } from "../../src/lawbot/limits.ts";
import { readBwb } from "../../src/lawbot/nl/bwb/read-bwb.ts";
import { Refusal } from "../../src/lawbot/port/reading.ts";
import { article, bytesOf, lawXml, read } from "./support/xml.ts";

const reasonOf = (xml: string | Uint8Array, path = "", validFrom = "2012-10-01"): string => {
  try {
    readBwb(typeof xml === "string" ? bytesOf(xml) : xml, { path, validFrom });
  } catch (error) {
    if (error instanceof Refusal && error.message.length > 20) return error.reason;
    throw error;
  }
  return "taken";
};

const good = lawXml(article("1", "<al>Tekst</al>"));
const toestand = good
  .replace("<wetgeving", '<toestand bwb-id="BWBR0005290" inwerkingtreding="2015-01-01"><wetgeving')
  .replace("</wetgeving>", "</wetgeving></toestand>");

describe("files that are not taken", () => {
  const cases: [string, string, string | Uint8Array, string?, string?][] = [
    ["no date", "NO_VALID_FROM", good, "", ""],
    ["a date no calendar has", "BAD_DATE", good, "", "2012-02-30"],
    ["another date than the one inside", "DATE_MISMATCH", toestand, "", "2014-01-01"],
    ["a file named after another version", "WRONG_VERSION", toestand, "BWBR0005290_2014-01-01_0.xml", ""],
    [
      "an address of another date than the file's own",
      "WRONG_VERSION",
      toestand.replace(
        "<toestand",
        '<toestand bwb-ng-vast-deel="http://wetten.overheid.nl/id/BWBR0005290/2014-01-01/0"',
      ),
      "",
      "",
    ],
    [
      "an address of another law",
      "WRONG_VERSION",
      toestand.replace(
        "<toestand",
        '<toestand bwb-ng-vast-deel="http://wetten.overheid.nl/id/BWBR0005289/2015-01-01/0"',
      ),
      "",
      "",
    ],
    ["an error answer", "ERROR_STUB", "<error>Internal</error>"],
    ["a manifest", "UNKNOWN_ROOT", "<work label='BWBR0005290'/>"],
    ["a web page", "UNKNOWN_ROOT", "<html><body/></html>"],
    ["a root without id", "BAD_ID", "<wetgeving soort='wet'/>"],
    ["an id that is none", "BAD_ID", lawXml("", "BWBR1")],
    ["a file named after another law", "WRONG_ID", good, "data/BWBR0005289.xml"],
    ["a cut file", "TRUNCATED", good.slice(0, -40)],
    ["tags that do not match", "NOT_XML", good.replace("</al>", "</ala>")],
    ["plain words", "NOT_XML", "geen xml"],
    ["nothing", "NOT_XML", ""],
    ["a law without words", "NO_TEXT", '<wetgeving bwb-id="BWBR0005290" soort="wet"/>'],
    ["another encoding", "ENCODING", good.replace('version="1.0"', 'version="1.0" encoding="ISO-8859-1"')],
    [
      "bytes that are no UTF-8",
      "ENCODING",
      Uint8Array.from([...bytesOf("<wetgeving bwb-id='BWBR0005290'>"), 0xff, 0xfe]),
    ],
    [
      "an entity of its own",
      "ENTITY_DECLARED",
      good.replace("<wetgeving", '<!DOCTYPE wetgeving [<!ENTITY x "y">]><wetgeving'),
    ],
    [
      "an external entity",
      "ENTITY_DECLARED",
      good.replace("<wetgeving", '<!DOCTYPE wetgeving [<!ENTITY x SYSTEM "file:///etc/passwd">]><wetgeving'),
    ],
    [
      "a parameter entity",
      "ENTITY_DECLARED",
      good.replace("<wetgeving", '<!DOCTYPE wetgeving [<!ENTITY % x SYSTEM "http://x/">%x;]><wetgeving'),
    ],
    [
      "entities that would blow up to gigabytes",
      "ENTITY_DECLARED",
      good
        .replace(
          "<wetgeving",
          `<!DOCTYPE wetgeving [<!ENTITY a "${"x".repeat(1_000)}">${Array.from({ length: 9 }, (_, rank) => `<!ENTITY b${rank} "${`&${rank === 0 ? "a" : `b${rank - 1}`};`.repeat(10)}">`).join("")}]><wetgeving`,
        )
        .replace("Tekst", "&b8;"),
    ],
    ["a use of an undeclared entity", "ENTITY_DECLARED", good.replace("Tekst", "&bedrag;")],
    ["elements a hundred deep", "TOO_DEEP", lawXml("<lijst>".repeat(120) + "</lijst>".repeat(120))],
    ["a quarter of a million items", "TOO_LARGE", lawXml(`<lijst>${"<li/>".repeat(250_001)}</lijst>`)],
    ["a file above the limit", "TOO_LARGE", new Uint8Array(fileBytesMax + 1)],
  ];
  for (const [name, reason, xml, path, validFrom] of cases) {
    it(`refuses ${name}: ${reason}`, () => expect(reasonOf(xml, path, validFrom)).toBe(reason));
  }

  it("passes over a DOCTYPE and fetches nothing", () => {
    const doctype = '<!DOCTYPE wetgeving SYSTEM "http://wetten.overheid.nl/dtd/bwb-plus-meta-1_61w.dtd">';
    expect(reasonOf(good.replace("<wetgeving", `${doctype}<wetgeving`))).toBe("taken");
  });

  it("takes the date inside a toestand when the importer says none", () => {
    expect(read(toestand, "BWBR0005290_2015-01-01_0.xml", "")).toMatchObject({
      validFrom: "2015-01-01",
      form: "bwb-toestand",
    });
  });

  it("takes a file with blank lines before its XML declaration", () => {
    expect(reasonOf(`\n\n  ${good}`)).toBe("taken");
  });

  it("says the truth about every prefix of a file: never a law without its end", () => {
    for (let end = 1; end < good.length; end += 7) expect(reasonOf(good.slice(0, end))).not.toBe("taken");
  });
});
