import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { fromBinary } from "@bufbuild/protobuf";
import { SaxesParser } from "saxes";
import { expect, it } from "vitest";
import { CanonicalTextSchema } from "../../gen/pincite/span/v1/canonical_text_pb.ts";
import { parseJuriconnect } from "../../src/citation/juriconnect.ts";
import { readBwb } from "../../src/lawbot/nl/bwb/read-bwb.ts";
import { readBwbCompanion } from "../../src/lawbot/nl/bwb/read-companion.ts";
import { dutch } from "../../src/lawbot/nl/dutch.ts";
import { findReferenced } from "../../src/lawbot/nl/juriconnect-units.ts";
import { OpenLaw } from "../../src/lawbot/open-law.ts";
import { describeWithData, sharedData } from "../support/shared-data.ts";
import { versionOf } from "./support/xml.ts";

const linesOf = (file: string): string[] => {
  const bytes = readFileSync(file);
  return (file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8").trim().split("\n");
};

/** One file, opened without a store. */
const openFile = (file: string, validFrom: string, knownFrom = ""): OpenLaw => {
  const bytes = readFileSync(file);
  const reading = readBwb(bytes, { path: "law.xml", validFrom });
  const { version, text } = versionOf(reading, bytes, file);
  const names = { lawId: version.lawId, title: version.title, citationTitle: version.citationTitle };
  const canonical = fromBinary(CanonicalTextSchema, text);
  return new OpenLaw(version, canonical, { jurisdiction: dutch, names, knownFrom: () => knownFrom });
};

const count = (counts: Record<string, number>, what: string) => {
  counts[what] = (counts[what] ?? 0) + 1;
};

/** Why a target is no Juriconnect reference: what the editors wrote in its place. */
const missOf = (doc: string): string => {
  if (doc === "") return "empty";
  if (doc === "onbekend") return "unknown to the editors";
  return /^\d{5}[A-Z]\d{4}$/.test(doc) ? "CELEX number" : `other: ${doc}`;
};

interface Row {
  readonly kind: string;
  readonly doc: string | null;
  readonly bwb_id: string | null;
  readonly locatie: Readonly<Record<string, string>> | null;
}

/** What became of the targets of references, by kind. */
const resolvedIn = (laws: ReadonlyMap<string, OpenLaw>, docs: Iterable<string>): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const doc of docs) {
    const reference = parseJuriconnect(doc);
    if ("wrong" in reference) continue;
    const law = laws.get(reference.lawId);
    if (!law) count(counts, "law not loaded");
    else if (reference.parts.length === 0) count(counts, "whole law");
    else {
      const finding = findReferenced(law, reference.parts);
      if ("units" in finding) count(counts, "resolved");
      else if (/places/.test(finding.message)) count(counts, "several units");
      else if (/no address/.test(finding.message)) count(counts, "no address");
      else count(counts, "no such unit");
    }
  }
  return counts;
};

describeWithData("the editors' references of cite-nl-bwb", "cite-nl-bwb", (folder) => {
  const rows: Row[] = linesOf(join(folder, "references.jsonl.gz")).map((line) => JSON.parse(line));

  it("reads every target that is one, with the parts that the data take out of it, and names each other kind", () => {
    const misses: Record<string, number> = {};
    const wrong: string[] = [];
    let parsed = 0;
    for (const { doc, bwb_id, locatie } of rows) {
      const reference = parseJuriconnect(doc ?? "");
      if ("wrong" in reference) {
        count(misses, missOf(doc ?? ""));
        continue;
      }
      parsed++;
      const { parts, dates } = reference;
      const ours = { ...Object.fromEntries(parts.map(({ name, value }) => [name, value])), ...dates };
      const theirs = Object.entries(locatie ?? {}).map(([name, value]) => [name, value.replaceAll("_", " ")]);
      const same = JSON.stringify(Object.entries(ours).sort()) === JSON.stringify(theirs.sort());
      if (!same || reference.lawId !== bwb_id) wrong.push(doc ?? "");
    }
    expect(wrong).toEqual([]);
    expect({ parsed, misses }).toEqual({
      parsed: 5206,
      misses: { empty: 283, "unknown to the editors": 5, "CELEX number": 5, "other: 1.0:v:&=": 1 },
    });
  });

  const laws2012 = sharedData("law-bwb-2012");
  it.skipIf(!laws2012)("resolves those into the laws of the same day, and says what becomes of the rest", () => {
    const laws = new Map<string, OpenLaw>();
    for (const name of readdirSync(laws2012 ?? "", { recursive: true, encoding: "utf8" })) {
      const lawId = /BWB[RV]\d{7}(?=\.xml$)/.exec(name)?.[0];
      if (lawId) laws.set(lawId, openFile(join(laws2012 ?? "", name), "2012-10-01"));
    }
    const old = rows.flatMap(({ doc }) => (doc?.startsWith("1.0") ? [doc] : []));
    // Several: mere "afdeling 3" of a book with nine of them. No such unit: art. 7A:1584, which was gone by then.
    expect(resolvedIn(laws, old)).toEqual({
      resolved: 481,
      "law not loaded": 4288,
      "whole law": 4,
      "several units": 8,
      "no such unit": 1,
      "no address": 1,
    });
  });
});

const ours = (folder: string) =>
  readdirSync(folder)
    .filter((name) => /^BWB.*\.xml$/.test(name) && !/wti|manifest/.test(name))
    .sort();

/** The last element's address and the references that stand in it, read by a parser that knows no roles. */
const officialReferences = (xml: string): { path: string; jci: string }[] => {
  const found: { path: string; jci: string }[] = [];
  const around: string[] = [];
  const parser = new SaxesParser();
  parser.on("opentag", ({ name, attributes }) => {
    around.push(String(attributes["bwb-ng-variabel-deel"] ?? ""));
    if (name !== "jci") return;
    // jci stands in meta-data/jcis of the element it names.
    found.push({
      path: around.at(-4) ?? "",
      jci: String(attributes.verwijzing),
    });
  });
  parser.on("closetag", () => void around.pop());
  parser.write(xml.trimStart()).close();
  return found;
};

const linkTargets = (xml: string): string[] => {
  const docs: string[] = [];
  const parser = new SaxesParser();
  parser.on("opentag", ({ name, attributes }) => {
    if (name === "extref" || name === "intref") docs.push(String(attributes.doc ?? ""));
  });
  parser.write(xml.trimStart()).close();
  return docs;
};

describeWithData("references inside toestand XML", "law-bwb-toestand", (folder) => {
  const manifest = readBwbCompanion(readFileSync(join(folder, "BWBR0002458_manifest.xml")), {
    path: "BWBR0002458",
    validFrom: "",
  });
  const knownFrom = (file: string): string => {
    const label = /\d{4}-\d{2}-\d{2}_\d+/.exec(file)?.[0];
    const versions = manifest?.kind === "register" ? manifest.versions : [];
    return file.includes("BWBR0002458") ? (versions.find((each) => each.label === label)?.knownFrom ?? "") : "";
  };
  const open = new Map(ours(folder).map((name) => [name, openFile(join(folder, name), "", knownFrom(name))]));

  it("are written for every unit as its publisher writes them, view date included", () => {
    const counts: Record<string, number> = {};
    const different: string[] = [];
    for (const [name, law] of open)
      for (const { path, jci } of officialReferences(readFileSync(join(folder, name), "utf8"))) {
        if (!jci.startsWith("jci1.3")) {
          count(counts, "1.0, not compared");
          continue;
        }
        const unit = law.unit(path);
        if (!unit) count(counts, path ? `no unit at ${path}` : "of the law as a whole");
        else if (law.reference(unit) === jci) count(counts, "same");
        else different.push(`${jci}  ${law.reference(unit)}  ${path}`);
      }
    // The publisher's own reference leads nowhere where it leaves out the annex and the unnumbered item around it, and to two
    // units where a number stands twice: there we write none.
    const paths = (ours: RegExp) => [
      ...new Set(different.flatMap((line) => (ours.test(line) ? line.split("  ")[2] : []))),
    ];
    expect(paths(/ {2}jci/)).toEqual(["/Bijlage/Onderdeel._60/Onderdeel1", "/Bijlage/Onderdeel._60/Onderdeel2"]);
    expect(paths(/ {4}\//)).toEqual([
      ...["1", "2", "3"].map((item) => `/Paragraaf1/Artikel1/Lid1/Opsomming_1/Onderdeel${item}`),
      "/Paragraaf5/Artikel35/Lid5_1",
      "/Hoofdstuk10/Artikel10.2f/Lid2_1",
    ]);
    expect(counts).toEqual({ same: 1394, "1.0, not compared": 440, "of the law as a whole": 7 });
  });

  it("lead back to the very unit they stand in", () => {
    const lost: string[] = [];
    const doubled: string[] = [];
    let led = 0;
    for (const [name, law] of open)
      for (const { path, jci } of officialReferences(readFileSync(join(folder, name), "utf8"))) {
        const reference = parseJuriconnect(jci);
        if ("wrong" in reference || reference.parts.length === 0 || !law.unit(path)) continue;
        const finding = findReferenced(law, reference.parts);
        if ("units" in finding && finding.units[0]?.path === path) led++;
        else if ("message" in finding && /stands in 2 places/.test(finding.message)) doubled.push(path);
        else lost.push(`${jci} ${path}`);
      }
    expect(lost).toEqual([]);
    // Two leden of one number, and the items of two unmarked lists: the law itself numbers them twice.
    expect(new Set(doubled)).toEqual(
      new Set([
        ...["1", "2", "3"].map((item) => `/Paragraaf1/Artikel1/Lid1/Opsomming_1/Onderdeel${item}`),
        "/Paragraaf5/Artikel35/Lid5_1",
        "/Hoofdstuk10/Artikel10.2f/Lid2_1",
      ]),
    );
    expect(led).toBe(1829);
  });

  it("point to units of the law itself, or to laws that are not loaded", () => {
    const misses: Record<string, number> = {};
    const totals: Record<string, number> = {};
    for (const [name, law] of open) {
      const docs = linkTargets(readFileSync(join(folder, name), "utf8"));
      for (const doc of docs) if ("wrong" in parseJuriconnect(doc)) count(misses, missOf(doc));
      const own = resolvedIn(new Map([[law.version.lawId, law]]), docs);
      for (const [what, number] of Object.entries(own)) totals[what] = (totals[what] ?? 0) + number;
    }
    // No such unit: parts that the two excerpts leave out.
    expect({ totals, misses }).toEqual({
      totals: { resolved: 433, "law not loaded": 535, "no such unit": 14 },
      misses: { empty: 27, "unknown to the editors": 9, "CELEX number": 4 },
    });
  });
});

describeWithData("references in the records of rulings", "case-rechtspraak", (folder) => {
  it("are all read", () => {
    const counts: Record<string, number> = {};
    for (const line of linesOf(join(folder, "references.jsonl"))) {
      const { element, attributes } = JSON.parse(line) as { element: string; attributes: Record<string, string> };
      const id = attributes["bwb:resourceIdentifier"];
      if (element !== "dcterms:references" || !id) count(counts, "no statute");
      else count(counts, "wrong" in parseJuriconnect(id) ? `not read: ${id}` : "read");
    }
    expect(counts).toEqual({ read: 113, "no statute": 14 });
  });
});
