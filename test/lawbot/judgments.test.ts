import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { SpanResolution_Outcome as Outcome, Voice } from "../../gen/pincite/span/v1/span_pb.ts";
import { readJudgment } from "../../src/lawbot/akn/read-judgment.ts";
import { Refusal } from "../../src/lawbot/port/reading.ts";
import { describeWithData } from "../support/shared-data.ts";
import { openCases, rulingXml } from "./support/case-client.ts";
import { importMessages } from "./support/lawbot-client.ts";
import { bytesOf } from "./support/xml.ts";

const judgment = (inside: string, cited = "[2023] EWHC 257 (Ch)") =>
  `<akomaNtoso xmlns:uk="u"><judgment name="judgment"><meta><identification><FRBRWork><FRBRdate date="2023-02-13" name="judgment"/><FRBRauthor href="#ewhc-ch"/><FRBRname value="Green v Blue"/></FRBRWork></identification><references><TLCOrganization eId="ewhc-ch" showAs="High Court, Chancery Division"/></references><proprietary><uk:cite>${cited}</uk:cite></proprietary></meta><header><p>Before a judge</p></header><judgmentBody><decision>${inside}</decision></judgmentBody></judgment></akomaNtoso>`;

const paragraph = (number: number, inside: string): string =>
  `<paragraph eId="para_${number}"><num>${number}.</num>${inside}</paragraph>`;

const body = [
  "<level><content><p>Introduction</p></content></level>",
  paragraph(
    1,
    '<content><p>The claim is about <i>costs</i><authorialNote marker="1"><p>As amended.</p></authorialNote>.</p></content>',
  ),
  paragraph(
    2,
    "<intro><p>Section 9 says:</p></intro><subparagraph><num>“9</num><intro><p>Costs</p></intro><subparagraph><num>(1)</num><content><p>The court may award costs.”</p></content></subparagraph></subparagraph>",
  ),
  paragraph(3, "<content><p>I dismiss the claim.</p></content>"),
].join("");

const read = (xml: string, path = "a.xml") => readJudgment(bytesOf(xml), { path, validFrom: "" });

const reasonOf = (xml: string, path?: string): string => {
  try {
    return read(xml, path).id;
  } catch (error) {
    if (error instanceof Refusal) return error.reason;
    throw error;
  }
};

describe("judgments in Akoma Ntoso", () => {
  it("have an id from their neutral citation, and a unit for every paragraph of their own", () => {
    const { id, citation, metadata, units, text } = read(judgment(body));
    expect([id, citation, metadata.court]).toEqual([
      "NCN:EWHC-CH:2023:257",
      "Green v Blue [2023] EWHC 257 (Ch)",
      "High Court, Chancery Division",
    ]);
    const points = [...text];
    expect(
      units.map((unit) => [unit.path, unit.label, points.slice(unit.quotableStartChar, unit.endChar).join("")]),
    ).toEqual([
      ["/header", "header", "Before a judge"],
      ["/para_1", "[1]", "The claim is about costs.\n1 As amended."],
      ["/note_1", "footnote 1", "As amended."],
      ["/para_2", "[2]", "Section 9 says:\n“9 Costs\n(1) The court may award costs.”"],
      ["/para_3", "[3]", "I dismiss the claim."],
    ]);
  });

  it("tell what they quote apart from what the court says", () => {
    const { text, segments } = read(judgment(body));
    const points = [...text];
    const quoted = segments
      .filter(({ voice }) => voice === Voice.QUOTED)
      .map(({ startChar, endChar }) => points.slice(startChar, endChar).join("").trim());
    expect(quoted).toEqual(["“9 Costs\n(1) The court may award costs.”"]);
  });

  it("are refused without a neutral citation, cut short, or under another's name", () => {
    expect(reasonOf(judgment(body, "[2023] EWHC 257"))).toBe("BAD_ID");
    expect(reasonOf(judgment(body).slice(0, -20))).toBe("TRUNCATED");
    expect(reasonOf(judgment(body), "NCN_EWHC-CH_2023_258.xml")).toBe("WRONG_ID");
    expect(reasonOf("<akomaNtoso><doc name='pressSummary'/></akomaNtoso>")).toBe("UNKNOWN_ROOT");
  });

  it("live beside Dutch rulings: cited, searched and quoted by the same calls", async () => {
    const { client } = await openCases();
    const report = await client.importRulings(
      importMessages("k", [
        { path: "j.xml", validFrom: "", bytes: bytesOf(judgment(body)) },
        { path: "r.xml", validFrom: "", bytes: bytesOf(rulingXml("<para>1. De kosten.</para>")) },
      ]),
    );
    expect(report.importedCount).toBe(2);
    const { resolutions } = await client.resolveCaseCitations({
      citations: [
        "[2023] EWHC 257 (Ch) at [2]",
        "[2023] EWHC 257 (Ch) at [9]",
        "[2023] EWHC 258 (Ch)",
        "[2023] EWHC 257",
      ],
    });
    expect(resolutions.map((each) => each.rulings[0]?.unit?.address ?? each.errors[0]?.reason)).toEqual([
      "Green v Blue [2023] EWHC 257 (Ch) at [2]",
      "UNKNOWN_UNIT",
      "LAW_NOT_FOUND",
      "CITATION_INVALID",
    ]);
    expect(resolutions[0]?.parsed[0]).toMatchObject({ caseNumber: "[2023] EWHC 257 (Ch)", jurisdiction: "akn" });
    const { results } = await client.resolveCaseSpans({
      entries: [
        { locator: { docUid: "NCN:EWHC-CH:2023:257", exactQuote: "I dismiss the claim." } },
        { locator: { docUid: "NCN:EWHC-CH:2023:257", exactQuote: "I allow the claim." } },
      ],
    });
    expect(results.map(({ resolution }) => resolution?.outcome)).toEqual([Outcome.EXACT, Outcome.NOT_FOUND]);
    expect(results[0]?.resolution?.spans[0]).toMatchObject({
      address: "Green v Blue [2023] EWHC 257 (Ch) at [3]",
      voice: Voice.COURT,
    });
    const found = await client.searchCases({ query: "dismiss", courtCodes: ["EWHC-CH"] });
    expect(found.result?.candidates.map((each) => [each.evidenceId, each.sourceLink])).toEqual([
      ["law:NCN:EWHC-CH:2023:257#/para_3", "https://caselaw.nationalarchives.gov.uk/ewhc/ch/2023/257"],
    ]);
  });
});

describeWithData("a judgment of Find Case Law", "law-other-xml", (folder) => {
  const file = join(folder, "ewhc-ch-2023-257_original.xml");

  it("has its 128 paragraphs in order, one footnote, and no element that is not known", () => {
    const { units, unknownElements } = readJudgment(readFileSync(file), { path: file, validFrom: "" });
    const numbers = units.filter(({ element }) => element === "paragraph").map(({ number }) => Number(number));
    expect(numbers).toEqual(Array.from({ length: 128 }, (_, rank) => rank + 1));
    expect(units.filter(({ element }) => element === "noot")).toHaveLength(1);
    expect([...unknownElements]).toEqual([]);
  });
});
