import { describe, expect, it } from "vitest";
import { manifest, type SmallVersion, toestand } from "./fetch/support/small-service.ts";
import { importMessages, openClients } from "./support/lawbot-client.ts";
import { otherLaw, smallLaw } from "./support/small-law.ts";
import { article, bytesOf, lawXml } from "./support/xml.ts";

const loaded = async () => {
  const clients = await openClients();
  await clients.imports.import(importMessages("k", [...smallLaw, otherLaw]));
  const resolve = async (citation: string, inForceOn = "2024-01-01", knownOn = "") => {
    const { resolutions } = await clients.citations.resolveCitations({ citations: [citation], inForceOn, knownOn });
    const [resolution] = resolutions;
    if (!resolution) throw new Error("an answer for each citation was promised");
    return resolution;
  };
  return { ...clients, resolve };
};

describe("ResolveCitations with a Juriconnect reference", () => {
  it("gives the unit that the citation in words gives, and the same words for it", async () => {
    const { resolve } = await loaded();
    const words = await resolve("art. 7:629 lid 2 onder a BW");
    const jci = await resolve("jci1.3:c:BWBR0005290&boek=7&titeldeel=10&artikel=629&lid=2&o=a");
    expect(jci.errors).toEqual([]);
    expect(jci.units).toEqual(words.units);
    expect(jci.units[0]?.unit?.address).toBe("art. 7:629 lid 2 onder a BW");
    expect(jci.parsed[0]).toMatchObject({
      law: "BW",
      lawIds: ["BWBR0005290"],
      renderedShort: "art. 7:629 lid 2 onder a BW",
      jurisdiction: "nl",
    });
  });

  it("leads back to the unit whose own reference it is, for every unit of the law", async () => {
    const { resolve, laws } = await loaded();
    const { canonicalText } = await laws.getLawText({ lawId: "BWBR0005290", inForceOn: "2024-01-01" });
    const numbered = canonicalText?.units.filter((unit) => unit.number) ?? [];
    expect(numbered.length).toBeGreaterThan(8);
    for (const { path } of numbered) {
      const { unit } = await laws.getUnit({ lawId: "BWBR0005290", path, inForceOn: "2024-01-01" });
      const found = await resolve(unit?.juriconnect ?? "", "");
      expect(found.units.map((each) => each.unit?.path)).toEqual([path]);
      expect(found.units[0]?.versionDate).toBe("2004-01-01");
    }
  });

  it("takes the day that it names where none is asked for, and the day asked for where it names none", async () => {
    const { resolve } = await loaded();
    const text = async (citation: string, day: string) => (await resolve(citation, day)).units[0]?.passages[0]?.text;
    expect(await text("jci1.3:c:BWBR0005290&artikel=629&lid=1&g=2003-05-01", "")).toContain("52 weken");
    expect(await text("jci1.3:c:BWBR0005290&artikel=629&lid=1", "2003-05-01")).toContain("52 weken");
    expect(await text("jci1.3:c:BWBR0005290&artikel=629&lid=1", "")).toContain("104 weken");
  });

  it("is not resolved where two days mean two texts, and is where they mean one", async () => {
    const { resolve } = await loaded();
    const citation = "jci1.3:c:BWBR0005290&artikel=629&lid=1&g=2003-05-01";
    const { units, errors } = await resolve(citation, "2024-01-01");
    expect(units).toEqual([]);
    expect(errors[0]).toMatchObject({ reason: "CITATION_INVALID" });
    expect(errors[0]?.message).toContain("BWBR0005290@2000-01-01, and that is not the text for 2024-01-01");
    expect((await resolve(citation, "2001-12-31")).units[0]?.versionDate).toBe("2000-01-01");
    expect((await resolve(citation, "1999-01-01")).errors[0]?.reason).toBe("CITATION_INVALID");
  });

  it("takes a period as the days among which the day asked for must be", async () => {
    const { resolve } = await loaded();
    const citation = "jci1.3:v:BWBR0005290&artikel=629&lid=1&s=2000-01-01&e=2003-12-31";
    expect((await resolve(citation, "2003-05-01")).units[0]?.versionDate).toBe("2000-01-01");
    const late = "jci1.3:v:BWBR0005290&artikel=629&lid=1&s=2001-01-01";
    expect((await resolve(late, "2000-06-01")).errors[0]?.reason).toBe("CITATION_INVALID");
    expect((await resolve(late, "2001-01-01")).units).toHaveLength(1);
    const outside = await resolve(citation, "2024-01-01");
    expect(outside.units).toEqual([]);
    expect(outside.errors[0]).toMatchObject({ reason: "CITATION_INVALID" });
    expect(outside.errors[0]?.message).toContain("2000-01-01 through 2003-12-31");
  });

  it("finds an article that is written with its book in front", async () => {
    const { resolve } = await loaded();
    const { units } = await resolve("1.0:v:BWBR0005290&artikel=7:611");
    expect(units.map(({ unit }) => unit?.address)).toEqual(["art. 7:611 BW"]);
    expect((await resolve("1.0:v:BWBR0005290&artikel=6:611")).errors[0]?.reason).toBe("UNKNOWN_UNIT");
    expect((await resolve("1.0:v:BWBR0005537&artikel=3%3A46")).units).toHaveLength(1);
  });

  it("names several leden at once", async () => {
    const { resolve } = await loaded();
    const { units } = await resolve("jci1.3:c:BWBR0005290&artikel=629&lid=1&lid=2");
    expect(units.map(({ unit }) => unit?.address)).toEqual(["art. 7:629 lid 1 BW", "art. 7:629 lid 2 BW"]);
  });

  it.each([
    ["jci1.3:c:BWBR0005290&artikel=611&lid=1", "UNKNOWN_UNIT", "has no lid 1, and no lid at all"],
    ["jci1.3:c:BWBR0005290&artikel=612", "UNKNOWN_UNIT", "has no artikel 612"],
    ["jci1.3:c:BWBR0005290&titeldeel=4&artikel=611", "UNKNOWN_UNIT", "has no titeldeel 4"],
    ["jci1.3:c:BWBR0005290&artikel=629&lid=1&lid=9", "UNKNOWN_UNIT", "has no lid 9"],
    ["jci1.3:c:BWBR0005290&aanwijzing=1", "UNKNOWN_UNIT", "no address of its own"],
    ["jci1.3:c:BWBR0005290", "UNKNOWN_UNIT", "as a whole"],
    ["jci1.3:c:BWBR0088888&artikel=1", "LAW_NOT_FOUND", "BWBR0088888 is not loaded"],
    ["jci1.3:c:BWBR0005290&artikel=611&g=1990-01-01", "VERSION_NOT_FOUND", "the earliest begins on 2000-01-01"],
    ["jci1.3:c:BWBR5290&artikel=611", "CITATION_INVALID", "the id of the regulation in full"],
  ])("says what is wrong with %s", async (citation, reason, words) => {
    const { resolve } = await loaded();
    const { units, errors } = await resolve(citation, citation.includes("&g=") ? "" : "2024-01-01");
    expect(units).toEqual([]);
    expect(errors[0]?.reason).toBe(reason);
    expect(errors[0]?.message).toContain(words);
  });

  it("means the nearest item, since lists inside lists begin at a again", async () => {
    const { imports, resolve } = await loaded();
    const item = (mark: string, inside: string) => `<li><li.nr>${mark}.</li.nr>${inside}</li>`;
    const inner = `<lijst>${item("a", "<al>binnen a;</al>")}${item("b", "<al>binnen b.</al>")}</lijst>`;
    const list = `<lijst>${item("a", `<al>buiten a:</al>${inner}`)}${item("b", "<al>buiten b.</al>")}</lijst>`;
    const xml = lawXml(article("4", `<al>Het volgende:</al>${list}`), "BWBR0001888");
    await imports.import(importMessages("n", [{ path: "zw.xml", validFrom: "2000-01-01", bytes: bytesOf(xml) }]));
    const text = async (tail: string) =>
      (await resolve(`jci1.3:c:BWBR0001888&artikel=4${tail}`)).units.map((each) => each.passages.at(-1)?.text);
    expect(await text("&o=b")).toEqual([expect.stringContaining("buiten b")]);
    expect(await text("&o=a&o=b")).toEqual([expect.stringContaining("binnen b")]);
  });

  it("names what exists instead of an article that does not", async () => {
    const { resolve } = await loaded();
    const { errors } = await resolve("jci1.3:c:BWBR0005290&artikel=628");
    expect(errors[0]?.existing).toContain("art. 7:629 BW");
  });
});

describe("the reference of a unit", () => {
  const [first, second]: [SmallVersion, SmallVersion] = [
    { label: "2014-01-01_0", from: "2014-01-01", through: "9999-12-31" },
    { label: "2014-01-01_1", from: "2014-01-01", through: "9999-12-31", knownFrom: "2014-02-15" },
  ];
  const opened = async (withRegister: boolean) => {
    const clients = await openClients();
    const files = [first, second].map((version) => ({
      path: `BWBR0005290_${version.label}.xml`,
      validFrom: "",
      bytes: bytesOf(toestand(version)),
    }));
    await clients.imports.import(importMessages("k", files));
    const register = { path: "manifest.xml", validFrom: "", bytes: bytesOf(manifest([first, second])) };
    const referenceOf = async (docUid: string) =>
      (await clients.laws.getUnit({ lawId: "BWBR0005290", path: "/Boek7/Artikel611", docUid })).unit?.juriconnect;
    // Opened before the register comes: what it knows is asked for anew.
    await referenceOf("BWBR0005290@2014-01-01_1");
    if (withRegister) await clients.imports.import(importMessages("r", [register]));
    return referenceOf;
  };

  it("has the day since when its text was known as view date, where that is later than its first day", async () => {
    const referenceOf = await opened(true);
    expect(await referenceOf("BWBR0005290@2014-01-01_1")).toBe(
      "jci1.3:c:BWBR0005290&boek=7&artikel=611&z=2014-02-15&g=2014-01-01",
    );
    expect(await referenceOf("BWBR0005290@2014-01-01")).toBe(
      "jci1.3:c:BWBR0005290&boek=7&artikel=611&z=2014-01-01&g=2014-01-01",
    );
  });

  it("leaves the view date out for a later text of a day whose register is not loaded", async () => {
    const referenceOf = await opened(false);
    expect(await referenceOf("BWBR0005290@2014-01-01_1")).toBe("jci1.3:c:BWBR0005290&boek=7&artikel=611&g=2014-01-01");
  });
});
