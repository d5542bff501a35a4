import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { describeWithData } from "../support/shared-data.ts";
import { importMessages, type LawBotClients, type LawFile, openClients } from "./support/lawbot-client.ts";
import { article, bytesOf, lawXml } from "./support/xml.ts";

const item = (number: string, text: string) => `<li><li.nr>${number}</li.nr><al>${text}</al></li>`;
const law = (inside: string): LawFile => ({
  path: "law.xml",
  validFrom: "2000-01-01",
  bytes: bytesOf(lawXml(inside, "BWBR0002458")),
});

/** What the unit at a path is called, and where those names lead to. */
const calledAt = async ({ laws, citations }: LawBotClients, lawId: string, path: string, inForceOn = "2024-01-01") => {
  const { unit } = await laws.getUnit({ lawId, path, inForceOn });
  const leads = async (citation: string) => {
    if (citation === "") return "";
    const { resolutions } = await citations.resolveCitations({ citations: [citation], inForceOn });
    return resolutions[0]?.units.map((each) => each.unit?.path).join(" ") || resolutions[0]?.errors[0]?.message;
  };
  return {
    address: unit?.address,
    juriconnect: unit?.juriconnect,
    leads: [
      await leads(unit?.address ?? ""),
      await leads(unit?.juriconnect ?? ""),
      await leads(unit?.evidenceId ?? ""),
    ],
  };
};

describe("the address of a unit", () => {
  it("tells units apart that the source numbers twice, and leads back to each", async () => {
    const clients = await openClients();
    const lists = `<lijst>${item("1.", "een")}</lijst><al>en</al><lijst>${item("1.", "ander")}</lijst>`;
    await clients.imports.import(
      importMessages("k", [law(article("3", `<lid><lidnr>1</lidnr><al>Eerst:</al>${lists}</lid>`))]),
    );
    const path = "/Artikel3/Lid1/Onderdeel1";
    const first = await calledAt(clients, "BWBR0002458", path);
    expect(first).toMatchObject({ address: "art. 3 lid 1 onder 1 (1e) Drank- en Horecawet", juriconnect: "" });
    expect(first.leads).toEqual([path, "", path]);
    const second = await calledAt(clients, "BWBR0002458", `${path}~2`);
    expect(second).toMatchObject({ address: "art. 3 lid 1 onder 1 (2e) Drank- en Horecawet", juriconnect: "" });
    expect(second.leads).toEqual([`${path}~2`, "", `${path}~2`]);
    const { resolutions } = await clients.citations.resolveCitations({
      citations: ["art. 3 lid 1 onder 1 Drank- en Horecawet"],
    });
    expect(resolutions[0]?.errors[0]?.existing).toEqual([first.address, second.address]);
  });

  it("of an article in a grouping without a number still leads to the article", async () => {
    const clients = await openClients();
    const group = (inside: string) => `<paragraaf><kop><titel>Slot</titel></kop>${inside}</paragraaf>`;
    await clients.imports.import(
      importMessages("k", [law(group(article("1", "<al>Een.</al>")) + group(article("2", "<al>Twee.</al>")))]),
    );
    const path = "/Paragraaf._2/Artikel2";
    const found = await calledAt(clients, "BWBR0002458", path);
    expect(found.juriconnect).toContain("&artikel=2&");
    expect(found.leads).toEqual([path, path, path]);
  });

  it("of a division says what it stands in, so that it is no other division's nor an article's", async () => {
    const clients = await openClients();
    const division = (label: string, nr: string, inside: string) =>
      `<${label}><kop><label>${label}</label><nr>${nr}</nr></kop>${inside}</${label}>`;
    const body = division("hoofdstuk", "1", division("afdeling", "2", article("2", "<al>Twee.</al>")));
    await clients.imports.import(
      importMessages("k", [law(body + division("hoofdstuk", "2", division("afdeling", "2", "<al>Tekst.</al>")))]),
    );
    const path = "/Hoofdstuk2/Afdeling2";
    const found = await calledAt(clients, "BWBR0002458", path);
    expect(found.address).toBe("hoofdstuk 2 afdeling 2 Drank- en Horecawet");
    expect(found.leads).toEqual([path, path, path]);
  });

  it("that names its version is refused for a day of another text", async () => {
    const clients = await openClients();
    const later = { ...law(article("1", "<al>Later.</al>")), validFrom: "2010-01-01" };
    await clients.imports.import(importMessages("k", [law(article("1", "<al>Eerst.</al>")), later]));
    const citations = ["law:BWBR0002458@2000-01-01#/Artikel1"];
    const on = async (inForceOn: string) =>
      (await clients.citations.resolveCitations({ citations, inForceOn })).resolutions[0];
    expect((await on(""))?.units[0]?.versionDate).toBe("2000-01-01");
    expect((await on("2005-01-01"))?.units[0]?.passages[0]?.text).toBe("Eerst.");
    expect((await on("2015-01-01"))?.errors[0]).toMatchObject({ reason: "CITATION_INVALID" });
  });
});

const bwbFiles = (folder: string, names: RegExp): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => names.test(name) && !/wti|manifest|searchrec/.test(name))
    .sort();

/** Why a unit has no reference for machines that leads to it alone; a unit with none of these signs must have one. */
const whyNone = (unit: { number: string }, isTwice: boolean, isInUnnumbered: boolean): string => {
  if (unit.number === "") return "it has no number";
  if (isTwice) return "its number stands twice, or that of what is around it";
  return isInUnnumbered ? "what is around it has no number" : "";
};

/** Element and number of a unit and of all around it, without what tells those of one number apart. */
const numbersOf = (path: string): string => path.replace(/(?<!\.)[~_]\d+/g, "").replaceAll("/Opsomming", "");

/** Every unit of every version of a folder, back to itself by its address, its reference and its evidence id. */
const leadBack = async (files: readonly LawFile[]) => {
  const clients = await openClients();
  const report = await clients.imports.import(importMessages("k", files));
  const counts: Record<string, number> = { units: 0 };
  const lost: string[] = [];
  const unexplained: string[] = [];
  for (const { version } of report.items) {
    if (!version) continue;
    const { lawId, docUid, validFrom } = version;
    const { canonicalText } = await clients.laws.getLawText({ lawId, docUid });
    const told = await Promise.all(
      (canonicalText?.units ?? []).map(async ({ path }) => {
        const { unit } = await clients.laws.getUnit({ lawId, path, docUid });
        if (!unit) throw new Error(`${docUid} lost ${path}`);
        return unit;
      }),
    );
    const bearers = Map.groupBy(told, ({ path }) => numbersOf(path));
    const isTwice = (path: string): boolean =>
      path !== "" && ((bearers.get(numbersOf(path))?.length ?? 0) > 1 || isTwice(path.slice(0, path.lastIndexOf("/"))));
    const unnumbered = new Set(told.filter((each) => each.number === "").map((each) => each.path));
    const isInside = (path: string) => [...unnumbered].some((each) => path.startsWith(`${each}/`));
    // Every unit by one of its three names, in turns, and by all three where the source numbers twice or not at all.
    const asked = told.flatMap((unit, at) => {
      const names = [unit.address, unit.juriconnect || unit.evidenceId, unit.evidenceId];
      return (unit.juriconnect ? [names[at % 3] ?? ""] : names).map((name) => ({ name, unit }));
    });
    for (let at = 0; at < asked.length; at += 50) {
      const some = asked.slice(at, at + 50);
      const citations = some.map(({ name }) => name);
      const { resolutions } = await clients.citations.resolveCitations({ citations, inForceOn: validFrom });
      for (const [rank, { name, unit }] of some.entries()) {
        const met = resolutions[rank]?.units.map(({ evidenceId }) => evidenceId).join(" ") ?? "";
        if (met !== unit.evidenceId) lost.push(`${name} of ${unit.evidenceId} leads to ${met || "nothing"}`);
      }
    }
    for (const unit of told) {
      counts.units = (counts.units ?? 0) + 1;
      if (unit.juriconnect) continue;
      const why = whyNone(unit, isTwice(unit.path), isInside(unit.path));
      if (why === "") unexplained.push(unit.evidenceId);
      counts[why] = (counts[why] ?? 0) + 1;
    }
  }
  return { counts, lost, unexplained };
};

const filesOf = (folder: string, names: RegExp, validFrom: string): LawFile[] =>
  bwbFiles(folder, names).map((name) => ({ path: name, validFrom, bytes: readFileSync(join(folder, name)) }));

describeWithData("every unit of the laws of October 2012", "law-bwb-2012", (folder) => {
  it("is led back to by its address, its evidence id or its reference, in turns, and by all where it has no reference", async () => {
    const { counts, lost, unexplained } = await leadBack(filesOf(folder, /BWB.*\.xml$/, "2012-10-01"));
    console.info(`2012: units without a Juriconnect of their own: ${JSON.stringify(counts)}`);
    expect(lost).toEqual([]);
    expect(unexplained).toEqual([]);
    expect(counts.units).toBeGreaterThan(7_500);
  });
});

describeWithData("every unit of the states at hand", "law-bwb-toestand", (folder) => {
  it("is led back to by its address, its evidence id or its reference, in turns, and by all where it has no reference", async () => {
    const { counts, lost, unexplained } = await leadBack(filesOf(folder, /^BWB.*\.xml$/, ""));
    console.info(`states: units without a Juriconnect of their own: ${JSON.stringify(counts)}`);
    expect(lost).toEqual([]);
    expect(unexplained).toEqual([]);
    expect(counts.units).toBeGreaterThan(1_500);
  });
});

describeWithData("every unit of the acts in Akoma Ntoso", "law-other-xml", (folder) => {
  it("is led back to by its address and its evidence id", async () => {
    const names = ["basic_in.xml", "wrap-annotations.xml"];
    const files = names.map((name) => ({ path: name, validFrom: "", bytes: readFileSync(join(folder, name)) }));
    const { counts, lost } = await leadBack(files);
    expect(lost).toEqual([]);
    expect(counts.units).toBeGreaterThan(5);
  });
});

describeWithData("every unit of the acts of the Union", "law-eu", (folder) => {
  it("is led back to by its address and its evidence id", async () => {
    const names = ["L_202400903EN.html", "32014L0092.akn.xml", "e115172d-DOC_2.fmx.xml"];
    const files = names.map((name) => ({ path: name, validFrom: "", bytes: readFileSync(join(folder, name)) }));
    const { counts, lost } = await leadBack(files);
    expect(lost).toEqual([]);
    expect(counts.units).toBeGreaterThan(650);
  });
});
