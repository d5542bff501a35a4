import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ImportItem_Outcome } from "../../gen/pincite/lawbot/v1/law_import_service_pb.ts";
import { readNameRegister } from "../../src/lawbot/nl/name-register.ts";
import { Refusal } from "../../src/lawbot/port/reading.ts";
import { openMemoryStore } from "../../src/store/memory/memory-store.ts";
import { describeWithData } from "../support/shared-data.ts";
import { importMessages, type LawFile, openClients } from "./support/lawbot-client.ts";
import { smallLaw } from "./support/small-law.ts";
import { bytesOf } from "./support/xml.ts";

const file = (path: string, text: string): LawFile => ({ path, validFrom: "", bytes: bytesOf(text) });

const info = (id: string, inside: string) => `<RegelingInfo><BWBId>${id}</BWBId>${inside}</RegelingInfo>`;

/** The official list with two decrees of one name, one after the other. */
const list = (generated = "2024-01-01", more = "") =>
  file(
    "BWBIdList.xml",
    `<?xml version="1.0"?><BWBIdServiceResultaat xmlns="http://schemas.overheid.nl/bwbidservice"><GegenereerdOp>${generated}</GegenereerdOp><RegelingInfoLijst>${info(
      "BWBR0014168",
      "<RegelingSoort>wet</RegelingSoort><OfficieleTitel>Wet van 31 oktober 2002, houdende regels</OfficieleTitel><CiteertitelLijst><Citeertitel><titel>Mijnbouwwet</titel><status>officieel</status></Citeertitel></CiteertitelLijst><AfkortingLijst><Afkorting>Mbw</Afkorting><Afkorting>BW</Afkorting></AfkortingLijst>",
    )}${info(
      "BWBR0091001",
      "<InwerkingtredingsDatum>1980-01-01</InwerkingtredingsDatum><VervalDatum>01-07-2001</VervalDatum><NietOfficieleTitelLijst><NietOfficieleTitel>Besluit havens</NietOfficieleTitel></NietOfficieleTitelLijst>",
    )}${info(
      "BWBR0091002",
      "<InwerkingtredingsDatum>2001-07-01</InwerkingtredingsDatum><CiteertitelLijst><Citeertitel><titel>Besluit havens</titel></Citeertitel></CiteertitelLijst>",
    )}${more}</RegelingInfoLijst></BWBIdServiceResultaat>`,
  );

const lines = (...rows: readonly string[][]) => file("titles.tsv", rows.map((row) => row.join("\t")).join("\n"));

const refusalOf = (text: string): string => {
  try {
    return readNameRegister(bytesOf(text))?.kind ?? "none";
  } catch (error) {
    if (error instanceof Refusal) return error.reason;
    throw error;
  }
};

const imported = async (files: readonly LawFile[]) => {
  const clients = await openClients();
  const report = await clients.imports.import(importMessages("k", files));
  return { ...clients, report };
};

describe("a register of names", () => {
  it("tells which law is meant that is not loaded, and how to fetch it", async () => {
    const { citations, report } = await imported([...smallLaw, list()]);
    expect(report.items.at(-1)).toMatchObject({
      outcome: ImportItem_Outcome.IMPORTED,
      message: expect.stringContaining("3 regulations"),
      nameRegister: { form: "bwb-id-list", generated: "2024-01-01", lawCount: 3 },
    });
    const { resolutions } = await citations.resolveCitations({ citations: ["art. 3 Mijnbouwwet", "art. 3 Mbw"] });
    for (const { errors, parsed } of resolutions) {
      expect(errors[0]).toMatchObject({
        reason: "LAW_NOT_FOUND",
        message:
          "BWBR0014168 is not loaded: Mijnbouwwet; fetch it (`pincite law fetch BWBR0014168`) or import its file",
      });
      expect(parsed[0]?.lawIds).toEqual(["BWBR0014168"]);
    }
  });

  it("loads no law: nothing of it is listed or searched", async () => {
    const { laws, lawbot } = await imported([list()]);
    expect((await laws.listLaws({})).laws).toEqual([]);
    expect(lawbot.versions.isEmpty).toBe(true);
  });

  it("takes no name from the table: a decree abbreviated BW is not the Burgerlijk Wetboek", async () => {
    const { citations } = await imported([...smallLaw, list()]);
    const { resolutions } = await citations.resolveCitations({ citations: ["art. 7:611 BW"] });
    expect(resolutions[0]?.units[0]?.unit?.address).toBe("art. 7:611 BW");
  });

  it("has the days that tell two laws of one name apart, and the citation says which was taken", async () => {
    const { citations } = await imported([...smallLaw, list()]);
    const on = async (inForceOn: string) =>
      (await citations.resolveCitations({ citations: ["art. 3 Besluit havens"], inForceOn })).resolutions[0];
    expect((await on("2001-06-30"))?.parsed[0]).toMatchObject({
      lawIds: ["BWBR0091001"],
      lawReadAs: expect.stringContaining("BWBR0091001"),
    });
    expect((await on("2001-07-01"))?.parsed[0]?.lawIds).toEqual(["BWBR0091002"]);
    expect((await on("1979-01-01"))?.errors[0]?.message).toMatch(/several laws \(BWBR0091001, BWBR0091002\)/);
    // Without a day the name is read and nobody's.
    const { citations: parsed } = await citations.parseCitations({ text: "art. 3 Besluit havens" });
    expect(parsed[0]).toMatchObject({ law: "", lawRaw: "Besluit havens", lawIds: [] });
  });

  it("may be lines of id, kind, heading, title and abbreviation, with a first line of names or without", async () => {
    const rows = [["BWBR0014168", "wet", "Wet van 31 oktober 2002, houdende regels", "Mijnbouwwet", "Mbw"]];
    for (const table of [lines(["bwb_id", "soort", "opschrift"], ...rows), lines(...rows, [""])]) {
      const { citations, report } = await imported([...smallLaw, table]);
      expect(report.items.at(-1)?.nameRegister).toMatchObject({ form: "tab-separated", generated: "", lawCount: 1 });
      const { citations: parsed } = await citations.parseCitations({
        text: "artikel 3 van de Mijnbouwwet, art. 4 Mbw",
      });
      expect(parsed.map(({ lawIds }) => lawIds)).toEqual([["BWBR0014168"], ["BWBR0014168"]]);
    }
  });

  it("is replaced by the next one, but not by one that says it is older", async () => {
    const { report, lawbot } = await imported([
      list("2024-01-01"),
      list("2024-01-01"),
      list("2023-01-01", info("BWBR0091003", "")),
      list("2025-01-01", info("BWBR0091003", "")),
      lines(["BWBR0091004", "AMvB", "Besluit kust"]),
    ]);
    const { IMPORTED, DUPLICATE } = ImportItem_Outcome;
    expect(report.items.map(({ outcome, reason }) => reason || outcome)).toEqual([
      IMPORTED,
      DUPLICATE,
      "OLDER_REGISTER",
      IMPORTED,
      IMPORTED,
    ]);
    expect(lawbot.versions.nameRegister).toMatchObject({ form: "tab-separated", lawCount: 1 });
  });

  it("is not taken for older by the way its date is written", async () => {
    const { report } = await imported([
      list("31-12-2023 04:00:00"),
      list("01-01-2024 04:00:00", info("BWBR0091003", "")),
    ]);
    expect(report.items.map(({ outcome }) => outcome)).toEqual([
      ImportItem_Outcome.IMPORTED,
      ImportItem_Outcome.IMPORTED,
    ]);
  });

  it("is there again after a restart, and the corpus has the same revision", async () => {
    const store = await openMemoryStore();
    const first = await openClients({ store });
    await first.imports.import(importMessages("k", [...smallLaw, list()]));
    const again = await openClients({ store });
    expect(again.lawbot.versions.revision).toBe(first.lawbot.versions.revision);
    const { citations: parsed } = await again.citations.parseCitations({ text: "art. 3 Mijnbouwwet" });
    expect(parsed[0]?.lawIds).toEqual(["BWBR0014168"]);
  });
});

describeWithData("the register of October 2012", "law-titles-2012", (folder) => {
  it("is taken whole, but for four regulations whose ids no text has", () => {
    const reading = readNameRegister(new Uint8Array(gunzipSync(readFileSync(join(folder, "titles.tsv.gz")))));
    expect(reading).toMatchObject({ form: "tab-separated", passedOver: 4 });
    expect(reading?.laws).toHaveLength(18_004);
    expect(reading?.laws.find(({ lawId }) => lawId === "BWBR0020809")?.heading).toMatch(/\(Pensioenwet\)$/);
  });
});

describe("a file that may be a register of names", () => {
  const root = (inside: string) =>
    `<BWBIdServiceResultaat><RegelingInfoLijst>${inside}</RegelingInfoLijst></BWBIdServiceResultaat>`;
  const refused: readonly [text: string, reason: string][] = [
    [root(""), "NO_TEXT"],
    [root(info("BWBR12", "")), "NO_TEXT"],
    [root(info("CVDR12345", "")), "BAD_ID"],
    [root(info("<x/>", "")), "BAD_ID"],
    [root(info("BWBR0000001", "")).slice(0, -40), "TRUNCATED"],
    [`<!DOCTYPE x [<!ENTITY a "b">]>${root(info("BWBR0000001", ""))}`, "ENTITY_DECLARED"],
    ["BWBR0000001\twet\tWet\nzomaar een regel", "BAD_ID"],
    ["BWBR0000001\twet\tWet\nBWB-2\twet\tWet", "BAD_ID"],
    ["<wetgeving/>", "none"],
    ["id\tkind\n1\t2", "none"],
    ["", "none"],
  ];
  for (const [text, reason] of refused)
    it(`is answered with ${reason} for ${JSON.stringify(text.slice(0, 50))}`, () =>
      expect(refusalOf(text)).toBe(reason));

  it("may have a prefix before every element", () => {
    const text = root(info("BWBR0000001", "<OfficieleTitel>Wet</OfficieleTitel>")).replaceAll(/<(\/?)/g, "<$1__NS1:");
    expect(readNameRegister(bytesOf(text))?.laws).toMatchObject([{ lawId: "BWBR0000001", heading: "Wet" }]);
  });

  it("keeps each law once with all its names, and leaves out names that are too long or too many", () => {
    const names = Array.from({ length: 150 }, (_, index) => `<Afkorting>A${index}</Afkorting>`).join("");
    const first = info(
      "BWBR0000001",
      `<AfkortingLijst>${names}<Afkorting>${"x".repeat(2_000)}</Afkorting></AfkortingLijst>`,
    );
    const second = info(
      "BWBR0000001",
      "<CiteertitelLijst><Citeertitel><titel>Wet X</titel></Citeertitel></CiteertitelLijst>",
    );
    const laws = readNameRegister(bytesOf(root(first + second)))?.laws;
    expect(laws).toHaveLength(1);
    expect(laws?.[0]?.abbreviations).toHaveLength(100);
    expect(laws?.[0]?.citationTitles).toEqual(["Wet X"]);
  });

  it("is read or refused with a reason, whatever it holds", () => {
    const piece = fc.constantFrom(
      "BWBR0000001",
      "\t",
      "\n",
      "<RegelingInfo>",
      "</RegelingInfo>",
      "<BWBId>",
      "</BWBId>",
      "wet",
      "\u0000",
      "é",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), fc.boolean(), (pieces, isXml) => {
        expect(refusalOf(isXml ? root(pieces.join("")) : `BWBR0000001\t${pieces.join("")}`)).toMatch(/^[A-Za-z_]+$/);
      }),
    );
  });
});
