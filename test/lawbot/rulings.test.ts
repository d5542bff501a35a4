import { describe, expect, it } from "vitest";
import { SpanResolution_Outcome as Outcome, Voice } from "../../gen/pincite/span/v1/span_pb.ts";
import { readRuling } from "../../src/lawbot/nl/rechtspraak/read-ruling.ts";
import { Refusal } from "../../src/lawbot/port/reading.ts";
import { openMemoryStore } from "../../src/store/memory/memory-store.ts";
import { openCases, rulingXml } from "./support/case-client.ts";
import { importMessages } from "./support/lawbot-client.ts";
import { refused } from "./support/refused.ts";
import { bytesOf } from "./support/xml.ts";

const read = (inside: string, body?: string) =>
  readRuling(bytesOf(rulingXml(inside, undefined, body)), { path: "", validFrom: "" });

const paras = (...lines: string[]): string => lines.map((line) => `<para>${line}</para>`).join("");

const numbersOf = (inside: string): string[] =>
  read(inside)
    .units.filter((unit) => unit.number)
    .map((unit) => unit.number + (unit.flags.includes("guessed") ? "?" : ""));

const wordsOf = (inside: string, number: string): string => {
  const reading = read(inside);
  const unit = reading.units.find((each) => each.number === number);
  return [...reading.text].slice(unit?.quotableStartChar, unit?.endChar).join("");
};

const reasonOf = (xml: string, path = ""): string => {
  try {
    return readRuling(bytesOf(xml), { path, validFrom: "" }).id;
  } catch (error) {
    if (error instanceof Refusal) return error.reason;
    throw error;
  }
};

describe("considerations of a ruling", () => {
  it("are numbered by markup, nested by their numbers, without the final dot", () => {
    const inside =
      "<section><title><nr>4</nr>De beoordeling</title><paragroup><nr>4.1.</nr><parablock><para>Een.</para></parablock><paragroup><nr>4.1.1</nr><para>Twee.</para></paragroup></paragroup></section>";
    expect(read(inside).form).toBe("sections");
    expect(
      read(inside)
        .units.filter((unit) => unit.number)
        .map((unit) => [unit.path, unit.label, unit.parentPath]),
    ).toEqual([
      ["/Overweging4", "r.o. 4", ""],
      ["/Overweging4/1", "r.o. 4.1", "/Overweging4"],
      ["/Overweging4/1/1", "r.o. 4.1.1", "/Overweging4/1"],
    ]);
    expect(wordsOf(inside, "4.1.1")).toBe("Twee.");
  });

  it("are found after a line break within the paragraph of another", () => {
    const inside =
      "<section><title><nr>4</nr>Beoordeling</title><paragroup><nr>4.12.</nr><para>Twaalf.<?linebreak?>4.13. Dertien.</para></paragroup></section>";
    expect(read(inside).form).toBe("hybrid");
    expect(wordsOf(inside, "4.12")).toBe("Twaalf.");
    expect(wordsOf(inside, "4.13")).toBe("Dertien.");
  });

  it("are found in flat rulings, one in the line of its heading too", () => {
    const inside = paras(
      "1. Het geding",
      "2. Beoordeling van het middel 2.1. In cassatie staat vast:",
      "2.2. Het middel faalt.",
      "Dit volgt uit het arrest.",
      "3. Beslissing",
    );
    expect(read(inside).form).toBe("flat");
    expect(numbersOf(inside)).toEqual(["1", "2", "2.1", "2.2", "3"]);
    expect(wordsOf(inside, "2.2")).toBe("Het middel faalt.\nDit volgt uit het arrest.");
    expect(wordsOf(inside, "2.1")).toBe("In cassatie staat vast:");
  });

  it("are not opened by lists, years, or the numbers of a quoted ruling", () => {
    expect(
      numbersOf(paras("1. Feiten", "1.1 Een.", "De eisen:", "1. eerst", "2. dan", "3. slot", "1.2 Twee.", "2. Slot")),
    ).toEqual(["1", "1.1", "1.2", "2"]);
    expect(numbersOf(paras("1. Feiten", "Het hof overwoog: “4.3 Dit was zo.", "4.4 En dat ook.”", "2. Slot"))).toEqual([
      "1",
      "2",
    ]);
    expect(numbersOf(paras("1. Feiten", "2012 was een jaar.", "3,5 uur later.", "2. Slot"))).toEqual(["1", "2"]);
  });

  it("are marked as guessed where numbers are left out, and in markup that does not rise", () => {
    expect(numbersOf(paras("1. Feiten", "1.1 Een.", "1.3 Drie.", "2. Slot"))).toEqual(["1", "1.1", "1.3?", "2"]);
    const group = (nr: string) => `<paragroup><nr>${nr}</nr><para>Tekst.</para></paragroup>`;
    expect(numbersOf(group("1.1") + group("1.2") + group("7.9") + group("1.3"))).toEqual(["1.1", "1.2", "7.9?", "1.3"]);
  });

  it("of an opinion are paragraphs, in the voice of its author", () => {
    const reading = read(paras("1. Feiten", "1.1 Ik meen dat het middel slaagt."), "conclusie");
    expect(reading.units.at(-1)?.label).toBe("par. 1.1");
    expect(reading.segments.map((segment) => segment.voice)).toEqual([Voice.EDITOR, Voice.AUTHOR]);
  });
});

describe("the text of a ruling", () => {
  it("keeps line breaks, cells and footnotes apart, and words of unknown elements", () => {
    const reading = read(
      '<para>een<?linebreak?>twee  drie</para><informaltable><tgroup><tbody><row><entry><para>a</para></entry><entry><para>b</para></entry></row></tbody></tgroup></informaltable><raar><para>vier</para></raar><footnote label="1"><para>Noot.</para></footnote>',
    );
    expect(reading.text.split("\n").slice(1)).toEqual(["een", "twee drie", "a | b", "vier", "1 Noot."]);
    expect([...reading.unknownElements]).toEqual([["raar", 1]]);
    expect(reading.units.at(-1)).toMatchObject({ element: "noot", number: "1" });
  });

  it("says who speaks: editor, court, party, and whoever is quoted", () => {
    const reading = read(
      paras(
        "1. Het standpunt van eiser",
        "De brief kwam te laat.",
        "2. Beoordeling",
        "De rechtbank volgt dat niet.",
        "[eiser] heeft ter zitting aangevoerd dat hij ziek was.",
        "“Een citaat uit de brief.”",
      ),
    );
    expect(reading.segments.map((segment) => segment.voice)).toEqual([
      Voice.EDITOR,
      Voice.PARTY,
      Voice.COURT,
      Voice.PARTY,
      Voice.QUOTED,
    ]);
  });

  const bad: [string, string, string?][] = [
    ["UNKNOWN_ROOT", "<wetgeving bwb-id='BWBR0005290'/>"],
    ["BAD_ID", rulingXml("", "HR 2020")],
    ["WRONG_ID", rulingXml("<para>x</para>"), "ECLI_NL_HR_2020_2.xml"],
    ["TRUNCATED", rulingXml("<para>x</para>").slice(0, -30)],
    ["NOT_XML", rulingXml("<para>x</emphasis>")],
    [
      "ENTITY_DECLARED",
      `<!DOCTYPE open-rechtspraak [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${rulingXml("<para>&b;</para>")}`,
    ],
    ["TOO_DEEP", rulingXml("<parablock>".repeat(150) + "</parablock>".repeat(150))],
  ];
  for (const [reason, xml, path] of bad) it(`is refused: ${reason}`, () => expect(reasonOf(xml, path)).toBe(reason));
});

describe("CaseLawService", () => {
  const file = (inside: string, ecli?: string, body?: string) => ({
    path: "",
    validFrom: "",
    bytes: bytesOf(rulingXml(inside, ecli, body)),
  });
  const body = paras(
    "1. Feiten",
    "1.1 De werknemer is ontslagen.",
    "2. Beoordeling",
    "2.1 Het ontslag is onverwijld gegeven.",
    "2.2 Het beroep faalt.",
  );
  const named = (inside: string, ecli?: string) => ({ ...file(inside, ecli), path: "ruling.xml" });

  it("says that no ruling is loaded, instead of no matches", async () => {
    const { client } = await openCases();
    expect((await refused(client.searchCases({ query: "ontslag" }))).reason).toBe("NO_LAW_LOADED");
    expect((await refused(client.getRuling({ ecli: "ECLI:NL:HR:2020:1" }))).reason).toBe("NO_LAW_LOADED");
    const { resolutions } = await client.resolveCaseCitations({ citations: ["ECLI:NL:HR:2020:1"] });
    expect(resolutions[0]?.errors[0]?.reason).toBe("NO_LAW_LOADED");
  });

  it("resolves ECLI with considerations, ranges and lists, and names what exists", async () => {
    const { client } = await openCases();
    await client.importRulings(importMessages("k", [named(body)]));
    const resolve = async (citation: string) =>
      (await client.resolveCaseCitations({ citations: [citation] })).resolutions[0];
    const labels = async (citation: string) =>
      (await resolve(citation))?.rulings.map((each) => each.unit?.label ?? "whole");
    expect(await labels("HR 17 januari 2020, ECLI:NL:HR:2020:1, r.o. 2.1")).toEqual(["r.o. 2.1"]);
    expect(await labels("ECLI:NL:HR:2020:1, rov. 2.1 en 2.2")).toEqual(["r.o. 2.1", "r.o. 2.2"]);
    expect(await labels("ecli:nl:hr:2020:1 rechtsoverweging 2.1-2.2")).toEqual(["r.o. 2.1", "r.o. 2.2"]);
    expect(await labels("ECLI:NL:HR:2020:1")).toEqual(["whole"]);
    expect((await resolve("ECLI:NL:HR:2020:1, r.o. 9.9"))?.errors[0]).toMatchObject({
      reason: "UNKNOWN_UNIT",
      existing: ["r.o. 1", "r.o. 1.1", "r.o. 2", "r.o. 2.1", "r.o. 2.2"],
    });
    expect((await resolve("ECLI:NL:HR:2020:2"))?.errors[0]?.reason).toBe("LAW_NOT_FOUND");
    expect((await resolve("art. 7:611 BW"))?.errors[0]?.reason).toBe("CITATION_INVALID");
    const [passage] = (await resolve("ECLI:NL:HR:2020:1, r.o. 2.1"))?.rulings[0]?.passages ?? [];
    expect(passage).toMatchObject({
      text: "Het ontslag is onverwijld gegeven.",
      voice: Voice.COURT,
      docUid: "ECLI:NL:HR:2020:1",
    });
  });

  it("takes an LJN that judgment and opinion share for neither", async () => {
    const { client } = await openCases();
    await client.importRulings(
      importMessages("k", [
        named(body, "ECLI:NL:HR:2011:BP5608"),
        named(body, "ECLI:NL:PHR:2011:BP5608"),
        named(body, "ECLI:NL:HR:2011:BP5609"),
      ]),
    );
    const { resolutions } = await client.resolveCaseCitations({ citations: ["LJN BP5608", "LJN BP5609, r.o. 2.1"] });
    expect(resolutions[0]?.errors[0]).toMatchObject({
      reason: "LAW_NOT_FOUND",
      existing: ["ECLI:NL:HR:2011:BP5608", "ECLI:NL:PHR:2011:BP5608"],
    });
    expect(resolutions[1]?.rulings[0]?.unit?.label).toBe("r.o. 2.1");
  });

  it("resolves quotes with address and voice; an editor's summary cannot be quoted or found", async () => {
    const { client } = await openCases();
    await client.importRulings(importMessages("k", [named(body)]));
    const locator = (exactQuote: string) => ({ docUid: "ECLI:NL:HR:2020:1", exactQuote });
    const { results } = await client.resolveCaseSpans({
      entries: [
        { locator: locator("Het ontslag is onverwijld gegeven.") },
        { locator: locator("Samenvatting van de redactie") },
      ],
    });
    expect(results[0]?.resolution?.spans[0]).toMatchObject({
      address: "HR 17 januari 2020, ECLI:NL:HR:2020:1, r.o. 2.1",
      voice: Voice.COURT,
      versionDate: "",
    });
    expect(results[1]?.resolution?.outcome).toBe(Outcome.NOT_FOUND);
    const { result } = await client.searchCases({ query: "onverwijld", courtCodes: ["HR"], decidedFrom: "2020-01-01" });
    expect(result?.candidates[0]).toMatchObject({
      evidenceId: "law:ECLI:NL:HR:2020:1#/Overweging2/1",
      docType: "caselaw",
    });
    expect((await client.searchCases({ query: "redactie" })).result?.totalCount).toBe(0);
    expect((await client.searchCases({ query: "ontslag", courtCodes: ["CRVB"] })).result?.totalCount).toBe(0);
    expect((await client.searchCases({ query: "ontslag", decidedThrough: "2019-12-31" })).result?.totalCount).toBe(0);
    const { results: found } = await client.resolveCaseSpans({
      entries: [{ locator: { docUid: "ECLI:NL:HR:2020:1" }, query: "ontslag onverwijld" }],
    });
    expect(found[0]?.passages[0]?.text).toContain("onverwijld");
  });

  it("imports once, never replaces, and is there again after a restart", async () => {
    const store = await openMemoryStore();
    const first = await openCases({ store });
    const report = await first.client.importRulings(
      importMessages("k", [named(body), named(body), named(`${body}<para>Meer.</para>`)]),
    );
    expect(report.items.map((item) => item.reason)).toEqual(["", "", "OTHER_BYTES"]);
    expect(report).toMatchObject({ importedCount: 1, duplicateCount: 1, refusedCount: 1 });
    const again = await openCases({ store });
    const { rulings, totalCount } = await again.client.listRulings({});
    expect([rulings[0]?.ecli, totalCount]).toEqual(["ECLI:NL:HR:2020:1", 1]);
    expect((await again.client.searchCases({ query: "onverwijld" })).result?.totalCount).toBe(1);
    expect((await store.verify()).damages).toEqual([]);
  });
});
