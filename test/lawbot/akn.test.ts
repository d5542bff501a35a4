import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ImportItem_Outcome } from "../../gen/pincite/lawbot/v1/law_import_service_pb.ts";
import { SpanResolution_Outcome } from "../../gen/pincite/span/v1/span_pb.ts";
import { readAkn } from "../../src/lawbot/akn/read-akn.ts";
import { Refusal } from "../../src/lawbot/port/reading.ts";
import { describeWithData } from "../support/shared-data.ts";
import { importMessages, openClients } from "./support/lawbot-client.ts";
import { smallLaw } from "./support/small-law.ts";
import { bytesOf, plainly } from "./support/xml.ts";

const act = (inside: string, date = "2023-04-20") =>
  `<akomaNtoso><act name="act"><meta><identification><FRBRWork><FRBRuri value="/akn/za/act/2023/7"/><FRBRalias value="Courts Act" name="title"/></FRBRWork><FRBRExpression><FRBRuri value="/akn/za/act/2023/7/eng${date && `@${date}`}"/></FRBRExpression></identification></meta><body>${inside}</body></act></akomaNtoso>`;

const reasonOf = (xml: string, validFrom = "", path = "a.xml"): string => {
  try {
    return readAkn(bytesOf(xml), { path, validFrom }).lawId;
  } catch (error) {
    if (error instanceof Refusal) return error.reason;
    throw error;
  }
};

const section =
  '<section eId="sec_2"><num>2.</num><heading>Costs</heading><subsection eId="sec_2__subsec_1"><num>(1)</num><intro><p>The court may:</p></intro><paragraph eId="sec_2__subsec_1__para_a"><num>(a)</num><content><p>award <b>costs</b>;</p><p><remark status="editorial">[Amended.]</remark></p></content></paragraph></subsection></section>';

describe("acts in Akoma Ntoso", () => {
  it("have lines, addresses and labels as statutes have", () => {
    const reading = plainly(readAkn(bytesOf(act(section)), { path: "a.xml", validFrom: "" }));
    expect(reading).toMatchObject({
      lawId: "akn-za-act-2023-7",
      validFrom: "2023-04-20",
      text: "2. Costs\n(1) The court may:\n(a) award costs;",
    });
    expect(reading.units.map((unit) => [unit.path, unit.label, unit.number, unit.flags])).toEqual([
      ["/sec_2", "s. 2", "2", []],
      ["/sec_2__subsec_1", "(1)", "1", []],
      ["/sec_2__subsec_1__para_a", "(a)", "a", ["editorial"]],
    ]);
  });

  it("are refused without a date, with another one, and when they are judgments", () => {
    expect(reasonOf(act(section, ""))).toBe("NO_VALID_FROM");
    expect(reasonOf(act(section), "2020-01-01")).toBe("DATE_MISMATCH");
    expect(reasonOf("<akomaNtoso><judgment/></akomaNtoso>")).toBe("UNKNOWN_ROOT");
    expect(reasonOf(act(""))).toBe("NO_TEXT");
    expect(reasonOf(act(section).slice(0, -20))).toBe("TRUNCATED");
  });

  it("live beside Dutch law: cited, searched and quoted by the same calls", async () => {
    const { imports, citations, spans, search } = await openClients();
    await imports.import(
      importMessages("k", [...smallLaw, { path: "courts.xml", validFrom: "", bytes: bytesOf(act(section)) }]),
    );
    const { resolutions } = await citations.resolveCitations({
      citations: ["section 2(1)(a) of the Courts Act", "art. 7:611 BW", "s. 9 Courts Act", "s. 2(1)(z) Courts Act"],
    });
    expect(resolutions.map((each) => each.units[0]?.unit?.address ?? each.errors[0]?.reason)).toEqual([
      "s. 2(1)(a) Courts Act",
      "art. 7:611 BW",
      "UNKNOWN_UNIT",
      "UNKNOWN_UNIT",
    ]);
    expect(resolutions[0]?.parsed[0]?.renderedShort).toBe("s. 2(1)(a) Courts Act");
    const { results } = await spans.resolveSpans({
      entries: [{ locator: { docUid: "akn-za-act-2023-7@2023-04-20", exactQuote: "award costs;" } }],
    });
    expect(results[0]?.resolution).toMatchObject({ outcome: SpanResolution_Outcome.EXACT });
    expect(results[0]?.resolution?.spans[0]?.address).toBe("s. 2(1)(a) Courts Act");
    expect((await search.search({ query: "costs" })).result?.candidates[0]?.address).toBe("s. 2 Courts Act");
  });
});

/** Schedules as acts of the United Kingdom are marked up: containers of that name, with paragraphs numbered on through their parts. */
const schedules =
  '<hcontainer name="schedules" eId="schs"><hcontainer name="schedule" eId="sch_1"><num>Schedule 1</num><heading>Fees</heading><part eId="sch_1__part_1"><num>Part 1</num><heading>General</heading><paragraph eId="sch_1__para_1"><num>1</num><content><p>Fees are set by order.</p></content></paragraph></part><part eId="sch_1__part_2"><num>Part 2</num><paragraph eId="sch_1__para_2"><num>2</num><subparagraph eId="sch_1__para_2__subpara_1"><num>(1)</num><intro><p>No fee is due from—</p></intro><level eId="sch_1__para_2__subpara_1__a"><num>(a)</num><content><p>a child;</p></content></level></subparagraph></paragraph></part></hcontainer><hcontainer name="schedule" eId="sch_2"><num>Schedule 2</num><paragraph eId="sch_2__para_1"><num>1</num><content><p>Repeals.</p></content></paragraph></hcontainer></hcontainer>';

describe("schedules of an act", () => {
  const addresses = [
    "Sch. 1 Courts Act",
    "Sch. 1 Part 1 Courts Act",
    "Sch. 1 para. 1 Courts Act",
    "Sch. 1 para. 2 Courts Act",
    "Sch. 1 para. 2(1) Courts Act",
    "Sch. 1 para. 2(1)(a) Courts Act",
    "Sch. 2 para. 1 Courts Act",
  ];
  const cases: [citation: string, address: string][] = [
    ["paragraph 2(1)(a) of Schedule 1 to the Courts Act", "Sch. 1 para. 2(1)(a) Courts Act"],
    ["para 1 of Sch 2 to the Courts Act", "Sch. 2 para. 1 Courts Act"],
    ["Schedule 1, paragraph 2(1) to the Courts Act", "Sch. 1 para. 2(1) Courts Act"],
    ["Courts Act, Sch 1 para 1", "Sch. 1 para. 1 Courts Act"],
    ["Schedule 2 to the Courts Act", "Sch. 2 Courts Act"],
    ...addresses.map((each): [string, string] => [each, each]),
    ["paragraph 9 of Schedule 1 to the Courts Act", "UNKNOWN_UNIT"],
    ["paragraph 1 of Schedule 3 to the Courts Act", "UNKNOWN_UNIT"],
  ];

  it("have addresses by their paragraphs, which lead back, and are cited from either end", async () => {
    const { imports, citations, search } = await openClients();
    await imports.import(
      importMessages("k", [{ path: "courts.xml", validFrom: "", bytes: bytesOf(act(section + schedules)) }]),
    );
    const { resolutions } = await citations.resolveCitations({ citations: cases.map(([citation]) => citation) });
    expect(resolutions.map((each) => each.units[0]?.unit?.address ?? each.errors[0]?.reason)).toEqual(
      cases.map(([, address]) => address),
    );
    expect(resolutions[0]?.parsed[0]).toMatchObject({ renderedShort: "Sch. 1 para. 2(1)(a) Courts Act" });
    // The section of the same number is another provision.
    const { resolutions: apart } = await citations.resolveCitations({ citations: ["s. 2(1)(a) Courts Act"] });
    expect(apart[0]?.units[0]?.unit?.path).toBe("/sec_2__subsec_1__para_a");
    expect((await search.search({ query: "child" })).result?.candidates[0]?.address).toBe("Sch. 1 para. 2 Courts Act");
  });
});

describeWithData("Akoma Ntoso of other people", "law-other-xml", (folder) => {
  const file = (name: string, validFrom = "") => ({ path: name, validFrom, bytes: readFileSync(join(folder, name)) });

  it("import where they are acts; judgments and press summaries are refused as such", async () => {
    const { imports } = await openClients();
    const report = await imports.import(
      importMessages("k", [
        file("basic_in.xml"),
        file("wrap-annotations.xml", "2020-01-01"),
        file("ewhc-ch-2023-257_original.xml"),
        file("uksc-2022-14-press-summary.xml"),
      ]),
    );
    expect(report.items.map((item) => [item.outcome, item.reason, item.version?.docUid ?? ""])).toEqual([
      [ImportItem_Outcome.IMPORTED, "", "akn-za-act-2023-724@2023-04-20"],
      [ImportItem_Outcome.IMPORTED, "", "akn-wrap-annotations@2020-01-01"],
      [ImportItem_Outcome.REFUSED, "UNKNOWN_ROOT", ""],
      [ImportItem_Outcome.REFUSED, "UNKNOWN_ROOT", ""],
    ]);
    for (const item of report.items.slice(0, 2))
      expect(item.version).toMatchObject({ unknownElements: [], jurisdiction: "akn" });
  });

  const notRead: [name: string, words: RegExp][] = [
    ["113publ67-uslm.xml", /in USLM/],
    ["COMPS-1135.xml", /in USLM/],
    ["cvdr_example1.xml", /\(CVDR\)/],
    ["cvdr_example3.xml", /\(CVDR\)/],
    ["exampleToC.xml", /legislation\.gov\.uk.*Akoma Ntoso/],
    ["gmb.xml", /official publication/],
    ["stb.xml", /official publication/],
    ["gmb.html", /web page/],
    ["stb.html", /web page/],
    ["basic_out.xml", /XSL-FO/],
    ["ewhc-ch-2023-257_original.xml", /<judgment>; only acts are read/],
    ["uksc-2022-14-press-summary.xml", /<doc>; only acts are read/],
  ];
  it.each(notRead)("%s is refused with a sentence that names its format", async (name, words) => {
    const { imports } = await openClients();
    const { items } = await imports.import(importMessages("k", [file(name)]));
    expect(items).toMatchObject([{ outcome: ImportItem_Outcome.REFUSED, reason: "UNKNOWN_ROOT" }]);
    expect(items[0]?.message).toMatch(words);
  });
});
