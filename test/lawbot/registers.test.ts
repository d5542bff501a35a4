import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { ImportItem_Outcome } from "../../gen/pincite/lawbot/v1/law_import_service_pb.ts";
import { readBwbCompanion } from "../../src/lawbot/nl/bwb/read-companion.ts";
import { dutch } from "../../src/lawbot/nl/dutch.ts";
import { Refusal } from "../../src/lawbot/port/reading.ts";
import { openMemoryStore } from "../../src/store/memory/memory-store.ts";
import { describeWithData } from "../support/shared-data.ts";
import { importMessages, type LawFile, openClients } from "./support/lawbot-client.ts";
import { refused } from "./support/refused.ts";
import { smallLaw } from "./support/small-law.ts";
import { bytesOf } from "./support/xml.ts";

/** A manifest of BW Boek 7 with some versions `label|last day|deleted`. */
const manifest = (versions: readonly string[], generated = "2020-01-01T00:00:00+01:00", work = ""): LawFile => ({
  path: "manifest.xml",
  validFrom: "",
  bytes: bytesOf(
    `<work label="BWBR0005290" gegenereerd="${generated}"><metadata>${work}</metadata>${versions
      .map((each) => each.split("|"))
      .map(
        ([label = "", through = "9999-12-31", deleted = "false"]) =>
          `<expression label="${label}"><metadata><datum_inwerkingtreding>${label.slice(0, 10)}</datum_inwerkingtreding><einddatum>${through}</einddatum><zichtdatum_start>${label.slice(0, 10)}</zichtdatum_start><zichtdatum_eind>9999-12-31</zichtdatum_eind></metadata><manifestation label="xml"><metadata/><item label="BWBR0005290_${label}.xml" _deleted="${deleted}"/></manifestation></expression>`,
      )
      .join("")}</work>`,
  ),
});

const wti = (inside: string, generated = "2020-01-01"): LawFile => ({
  path: "BWBR0005537_wti.xml",
  validFrom: "",
  bytes: bytesOf(
    `<wetstechnische-informatie bwb-id="BWBR0005537"><algemene-informatie gegenereerd="${generated}">${inside}</algemene-informatie></wetstechnische-informatie>`,
  ),
});

const refusalOf = (xml: string, path = ""): string => {
  try {
    return readBwbCompanion(bytesOf(xml), { path, validFrom: "" })?.kind ?? "none";
  } catch (error) {
    if (error instanceof Refusal) return error.reason;
    throw error;
  }
};

describe("a register of versions", () => {
  it("lets nothing stand in for a version that is not loaded", async () => {
    const { imports, laws } = await openClients();
    const register = manifest(["2000-01-01_0|2001-12-31", "2002-01-01_0|2003-12-31", "2004-01-01_0"]);
    await imports.import(importMessages("k", [...smallLaw, register]));
    const on = (inForceOn: string) => laws.getUnit({ lawId: "BWBR0005290", path: "/Boek7", inForceOn });
    expect((await on("2001-06-01")).version?.docUid).toBe("BWBR0005290@2000-01-01");
    expect((await on("2005-06-01")).version?.docUid).toBe("BWBR0005290@2004-01-01");
    expect(await refused(on("2002-06-01"))).toMatchObject({
      reason: "VERSION_NOT_FOUND",
      facts: {
        why: "NOT_LOADED",
        missing: "2002-01-01_0",
        before: "BWBR0005290@2000-01-01",
        after: "BWBR0005290@2004-01-01",
      },
    });
    expect((await refused(on("1999-06-01"))).facts).toMatchObject({ why: "NOT_YET_IN_FORCE", after: "2000-01-01_0" });
  });

  it("keeps the older form's own first day within the period of the register", async () => {
    const { imports, laws } = await openClients();
    await imports.import(importMessages("k", [smallLaw[1], manifest(["2003-07-01_0|2006-12-31", "2007-01-01_0"])]));
    const on = (inForceOn: string) => laws.getUnit({ lawId: "BWBR0005290", path: "/Boek7", inForceOn });
    expect((await on("2006-06-01")).version?.docUid).toBe("BWBR0005290@2004-01-01");
    expect((await refused(on("2003-08-01"))).facts.why).toBe("NOT_LOADED");
    expect((await refused(on("2007-06-01"))).facts).toMatchObject({ why: "NOT_LOADED", missing: "2007-01-01_0" });
  });

  const none: [string, string, string, string][] = [
    ["GAP", "2001-06-01", "2000-01-01_0|2000-12-31 2004-01-01_0", ""],
    ["WITHDRAWN", "2005-06-01", "2000-01-01_0|2003-12-31", "<datum_intrekking>2004-01-01</datum_intrekking>"],
    ["DELETED", "2005-06-01", "2000-01-01_0|2003-12-31 2004-01-01_0|9999-12-31|true", ""],
    ["ANNOUNCED", "2005-06-01", "", ""],
  ];
  for (const [why, day, versions, work] of none)
    it(`says ${why} in a citation's error, with what is loaded`, async () => {
      const { imports, citations, search } = await openClients();
      await imports.import(
        importMessages("k", [...smallLaw, manifest(versions.split(" ").filter(Boolean), undefined, work)]),
      );
      const answer = await citations.resolveCitations({ citations: ["art. 7:611 BW"], inForceOn: day });
      expect(answer.resolutions[0]).toMatchObject({
        units: [],
        errors: [{ reason: "VERSION_NOT_FOUND", why, existing: ["2000-01-01", "2004-01-01"] }],
      });
      expect((await refused(search.search({ query: "werkgever", inForceOn: day }))).reason).toBe("VERSION_NOT_FOUND");
    });

  it("is replaced by a newer one and not by an older one", async () => {
    const { imports, laws, lawbot } = await openClients();
    const newer = manifest(["2000-01-01_0"], "2021-01-01T00:00:00+01:00");
    const report = await imports.import(
      importMessages("k", [smallLaw[0], manifest(["2000-01-01_0"]), newer, newer, manifest(["2000-01-01_0"])]),
    );
    expect(report.items.map((item) => [item.outcome, item.reason])).toEqual([
      [ImportItem_Outcome.IMPORTED, ""],
      [ImportItem_Outcome.IMPORTED, ""],
      [ImportItem_Outcome.IMPORTED, ""],
      [ImportItem_Outcome.DUPLICATE, ""],
      [ImportItem_Outcome.REFUSED, "OLDER_REGISTER"],
    ]);
    expect((await laws.getLaw({ lawId: "BWBR0005290" })).law?.register?.generated).toMatch(/^2021/);
    expect(lawbot.versions.register("BWBR0005290")?.generated).toMatch(/^2021/);
  });

  it("is there again after a restart, and the corpus has the same revision", async () => {
    const store = await openMemoryStore();
    const first = await openClients({ store });
    await first.imports.import(
      importMessages("k", [...smallLaw, manifest(["2000-01-01_0|2003-12-31"]), wti("<afkortingen/>")]),
    );
    const again = await openClients({ store });
    expect(again.lawbot.versions.revision).toBe(first.lawbot.versions.revision);
    expect(
      (await refused(again.laws.getUnit({ lawId: "BWBR0005290", path: "/Boek7", inForceOn: "2005-01-01" }))).facts.why,
    ).toBe("WITHDRAWN");
  });

  it("that is broken is refused with a reason", () => {
    expect(refusalOf("<work label='BWBR1'/>")).toBe("BAD_ID");
    expect(refusalOf("<work label='BWBR0005290'/>", "BWBR0005289_manifest.xml")).toBe("WRONG_ID");
    expect(refusalOf("<work label='BWBR0005290'><expression label='x'/></work>")).toBe("BAD_DATE");
    expect(refusalOf("<work label='BWBR0005290'><expression>")).toBe("TRUNCATED");
    expect(
      refusalOf("<!DOCTYPE work [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><work label='BWBR0005290'>&x;</work>"),
    ).toBe("ENTITY_DECLARED");
    expect(refusalOf("<wetstechnische-informatie/>")).toBe("BAD_ID");
    expect(refusalOf("<wetgeving/>")).toBe("none");
  });
});

describe("the names of a law", () => {
  it("make citations by abbreviation and by old titles resolve, and addresses short", async () => {
    const { imports, citations, search } = await openClients();
    const law = `<wetgeving bwb-id="BWBR0099871" soort="wet"><intitule>Wet van 25 oktober 2021, houdende regels over het bewaren van schelpen</intitule><wet-besluit><wettekst><artikel><kop><label>Artikel</label><nr>1.1</nr></kop><al>Eenieder heeft recht op toegang.</al></artikel></wettekst></wet-besluit></wetgeving>`;
    const text = { path: "schelpen.xml", validFrom: "2022-05-01", bytes: bytesOf(law) };
    await imports.import(importMessages("k", [text]));
    const resolve = async (citation: string) =>
      (await citations.resolveCitations({ citations: [citation] })).resolutions[0]?.units[0]?.unit?.address;
    expect(await resolve("art. 1.1 Wsbw")).toBeUndefined();
    const naming = bytesOf(
      '<wetstechnische-informatie bwb-id="BWBR0099871"><algemene-informatie gegenereerd="2023"><afkortingen><afkorting>Wsbw</afkorting></afkortingen><citeertitel>Wet schelpenbewaring</citeertitel></algemene-informatie></wetstechnische-informatie>',
    );
    await imports.import(importMessages("l", [{ path: "BWBR0099871.WTI", validFrom: "", bytes: naming }]));
    expect(await resolve("art. 1.1 Wsbw")).toBe("art. 1.1 Wsbw");
    expect(await resolve("artikel 1.1 van de Wet schelpenbewaring")).toBe("art. 1.1 Wsbw");
    const found = await search.search({ query: "toegang" });
    expect(found.result?.candidates[0]?.title).toContain("art. 1.1 Wsbw");
  });

  it("that two laws share are nobody's: the citation says which laws there are, and an id tells them apart", async () => {
    const { imports, citations } = await openClients();
    const named = (id: string): LawFile => ({
      path: `${id}.WTI`,
      validFrom: "",
      bytes: bytesOf(
        `<wetstechnische-informatie bwb-id="${id}"><algemene-informatie><afkortingen><afkorting>Wxx</afkorting></afkortingen><citeertitel>Wet ${id}</citeertitel></algemene-informatie></wetstechnische-informatie>`,
      ),
    });
    await imports.import(importMessages("k", [named("BWBR0000011"), named("BWBR0000012")]));
    const parsed = await citations.parseCitations({
      text: "art. 1 Wxx en art. 2 Wet BWBR0000012 en art. 3 BWBR0000011",
    });
    expect(parsed.citations.map((each) => each.lawIds)).toEqual([[], ["BWBR0000012"], ["BWBR0000011"]]);
    expect(parsed.citations[0]?.lawRaw).toBe("Wxx");
    const shared = dutch.locate(
      { kind: "statute", law: "", lawRaw: "Wxx", provisions: [], caseNumber: "" },
      ["BWBR0000011", "BWBR0000012"].map((lawId) => ({
        lawId,
        title: "",
        citationTitle: lawId,
        abbreviations: ["Wxx"],
      })),
    );
    expect(shared).toMatchObject([{ reason: "LAW_NOT_FOUND", message: expect.stringContaining("several laws") }]);
  });
});

describeWithData("the states of one law over time, with its manifest", "law-bwb-toestand", (folder) => {
  const file = (name: string): LawFile => {
    const bytes = readFileSync(join(folder, name));
    return { path: name.replace(/\.gz$/, ""), validFrom: "", bytes: name.endsWith(".gz") ? gunzipSync(bytes) : bytes };
  };
  const opened = (async () => {
    if (!folder) throw new Error("no data");
    const clients = await openClients();
    const report = await clients.imports.import(
      importMessages("k", [
        file("BWBR0002458_2000-11-01_0.xml"),
        file("BWBR0002458_2009-07-01_0.xml"),
        file("BWBR0002458_2014-01-01_1.xml"),
        file("BWBR0002458_2015-01-01_0.xml"),
        file("BWBR0002458_manifest.xml"),
        file("BWBR0045754_2022-05-01_0.xml"),
        { ...file("wetsuite_manifest.xml"), path: "manifest.xml" },
        file("BWBR0045754_wti.xml"),
        file("BWBR0018451_content.xml"),
        file("BWBR0018451_wti.xml.gz"),
        file("BWBR0003984_1986-06-26_0.xml"),
        file("BWBR0014315_excerpt.xml"),
        file("BWBR0005290_2026-01-01_excerpt.xml"),
      ]),
    );
    return { ...clients, report };
  })();
  opened.catch(() => undefined);

  it("are all imported: 9 texts, 2 registers, 2 files of names", async () => {
    const { report } = await opened;
    expect(report.items.filter((item) => item.outcome !== ImportItem_Outcome.IMPORTED)).toEqual([]);
    const kinds = report.items.map((item) => (item.version ? "text" : item.register ? "register" : "names"));
    expect(kinds.filter((kind) => kind === "text")).toHaveLength(9);
    expect(kinds.filter((kind) => kind === "register")).toHaveLength(2);
    expect(kinds.filter((kind) => kind === "names")).toHaveLength(2);
  });

  it("carry the label and hash that the register lists, and a rank in the doc_uid where it is not 0", async () => {
    const { report } = await opened;
    const register = report.items.find((item) => item.register)?.register;
    const texts = report.items.flatMap((item) => (item.version?.lawId === "BWBR0002458" ? [item.version] : []));
    expect(texts.map((version) => version.docUid)).toEqual([
      "BWBR0002458@2000-11-01",
      "BWBR0002458@2009-07-01",
      "BWBR0002458@2014-01-01_1",
      "BWBR0002458@2015-01-01",
    ]);
    for (const version of texts)
      expect(register?.versions.find((each) => each.label === version.label)?.sha512).toBe(version.originalSha512);
  });

  it("are chosen by day, each on its first and last day, and by nothing else", async () => {
    const { laws, report } = await opened;
    const register = report.items.find((item) => item.register)?.register;
    const loadedLabels = new Set(report.items.map((item) => item.version?.label));
    const on = (inForceOn: string, knownOn = "") =>
      laws.getUnit({ lawId: "BWBR0002458", path: "/Paragraaf1", inForceOn, knownOn });
    let unloaded = 0;
    for (const version of register?.versions ?? []) {
      for (const day of [version.inForceFrom, version.inForceThrough]) {
        if (day === "9999-12-31") continue;
        if (loadedLabels.has(version.label))
          expect((await on(day, version.knownFrom)).version?.label).toBe(version.label);
        else {
          unloaded++;
          expect((await refused(on(day, version.knownFrom))).facts).toMatchObject({
            why: "NOT_LOADED",
            missing: version.label,
          });
        }
      }
    }
    expect(unloaded).toBeGreaterThan(20);
    expect((await refused(on("1990-01-01"))).facts.why).toBe("NOT_YET_IN_FORCE");
    // In February 2014 the text for January 2014 was changed with retroactive effect.
    expect((await on("2014-01-15")).version?.label).toBe("2014-01-01_1");
    expect((await refused(on("2014-01-15", "2014-01-20"))).facts.missing).toBe("2014-01-01_0");
  });

  it("read a version by its doc_uid whatever the day", async () => {
    const { laws } = await opened;
    const answer = await laws.getUnit({
      lawId: "BWBR0002458",
      path: "/Paragraaf1",
      docUid: "BWBR0002458@2014-01-01_1",
      inForceOn: "1990-01-01",
    });
    expect(answer.version?.label).toBe("2014-01-01_1");
    expect((await refused(laws.getLawText({ lawId: "BWBR0005290", docUid: "BWBR0002458@2015-01-01" }))).reason).toBe(
      "VERSION_NOT_FOUND",
    );
  });

  it("are cited by the abbreviations of WTI", async () => {
    const { citations } = await opened;
    const answer = await citations.resolveCitations({
      citations: ["art. 1 lid 1 onder c Wzt", "artikel 5.1 van de Wet open overheid", "art. 5.1 Woo"],
      inForceOn: "2025-01-01",
    });
    expect(answer.resolutions[0]?.units[0]?.unit?.address).toBe("art. 1 lid 1 onder c Wzt");
    // The register ends that text in July 2022, and later ones are not loaded.
    expect(answer.resolutions[1]?.errors[0]).toMatchObject({ why: "NOT_LOADED" });
    const then = await citations.resolveCitations({ citations: ["art. 5.1 lid 1 Woo"], inForceOn: "2022-06-01" });
    expect(then.resolutions[0]?.units[0]?.unit?.address).toBe("art. 5.1 lid 1 Woo");
  });

  it("say in a search's scope which laws have no version for the day", async () => {
    const { search } = await opened;
    const { result } = await search.search({ query: "minister", inForceOn: "2025-06-01" });
    expect(result?.scope).toMatch(/not searched, no version loaded for that day: .*BWBR0045754/);
    expect(result?.candidates.length).toBeGreaterThan(0);
  });
});
