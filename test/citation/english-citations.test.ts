import { describe, expect, it } from "vitest";
import { parseEnglishCitations } from "../../src/citation/english-citations.ts";
import {
  neutralId,
  neutralOfId,
  neutralsIn,
  parseNeutral,
  renderNeutral,
} from "../../src/citation/neutral-citation.ts";
import { paragraphsBehind } from "../../src/citation/paragraph-parser.ts";
import { readCitations } from "../../src/citation/read-citations.ts";
import { courts } from "../../src/citation/uk-courts.ts";
import { unreadCitations } from "../../src/citation/unread.ts";
import { shippedNames } from "../../src/shipped-names.ts";

const laws = [
  { lawId: "akn-ukpga-1996-18", title: "Employment Rights Act 1996", citationTitle: "" },
  { lawId: "akn-mu-act-1945-41", title: "Courts Act", citationTitle: "" },
];

/** What is read, each as its act or ruling with its numbers, a reading that is not literal behind a sign. */
const read = (text: string, known = laws): string[] =>
  parseEnglishCitations(text, known).map(({ citation: { law, lawRaw, caseNumber, lawReadAs, provisions } }) => {
    const places = provisions.map(
      ({ number, through, pinpoints }) =>
        `${number}${through && `-${through}`}${pinpoints[0]?.items[0]?.marks.map((mark) => `(${mark})`).join("") ?? ""}`,
    );
    return `${law || caseNumber || `?${lawRaw}`} ${places.join(" ")}${lawReadAs ? ` ~${lawReadAs}` : ""}`.trim();
  });

describe("citations by the customs of common law", () => {
  const forms: readonly (readonly [text: string, expected: readonly string[]])[] = [
    ["section 98(4) of the Employment Rights Act 1996", ["Employment Rights Act 1996 98(4)"]],
    ["s 98(4)(a) Employment Rights Act 1996", ["Employment Rights Act 1996 98(4)(a)"]],
    ["Employment Rights Act 1996, ss 94 and 98(1) and (2)", ["Employment Rights Act 1996 94 98(1) 98(2)"]],
    ["ss. 94-96 of the Employment Rights Act 1996", ["Employment Rights Act 1996 94-96"]],
    ["s. 2(1)(a) Courts Act", ["Courts Act 2(1)(a)"]],
    ["s. 98 ERA 1996", ["Employment Rights Act 1996 98 ~Employment Rights Act 1996"]],
    [
      "the Employment Rights Act 1996 (“the 1996 Act”) and section 98 of the 1996 Act",
      ["Employment Rights Act 1996 98 ~Employment Rights Act 1996"],
    ],
    ["regulation 4 of the Working Time Regulations 1998", ["?Working Time Regulations 1998 4"]],
    [
      "paragraph 4(2)(a) of Schedule 3 to the Employment Rights Act 1996",
      ["Employment Rights Act 1996 Sch. 3(para. 4)(2)(a)"],
    ],
    ["Employment Rights Act 1996, Sch 3 para 4", ["Employment Rights Act 1996 Sch. 3(para. 4)"]],
    ["para. 4 of the Schedule to the Courts Act", ["Courts Act Sch.(para. 4)"]],
    ["[2019] UKSC 12", ["[2019] UKSC 12"]],
    ["[2023]  EWHC 257 (Ch) and [2020] EWCA Civ 12", ["[2023] EWHC 257 (Ch)", "[2020] EWCA Civ 12"]],
    ["[2019] UKSC 12 (Reed) said", ["[2019] UKSC 12"]],
  ];
  it.each(forms)("reads %j", (text, expected) => expect(read(text)).toEqual(expected));

  const nothing = [
    "section 3 of the report",
    "section 98 of the 1996 Act",
    "section 98 of the Act",
    "[2023] EWHC 257",
    "[2020] EWCA 12",
    "[1980] ICR 303",
    "in 2019 the UKSC gave 12 judgments",
    "art. 7:611 BW",
  ];
  it.each(nothing)("reads nothing in %j", (text) => expect(read(text)).toEqual([]));

  it("takes a title with more words, or another year, for another act", () => {
    expect(read("section 98 of the Employment Rights Act 1997")).toEqual(["?Employment Rights Act 1997 98"]);
    expect(read("section 2 of the Judges and Courts Act")).toEqual(["?Judges and Courts Act 2"]);
    expect(read("reg 3 of the Employment Rights Act 1996 (Commencement) Order 1996")).toEqual([
      "?Employment Rights Act 1996 (Commencement) Order 1996 3",
    ]);
  });

  it("takes no abbreviation for one of two acts that it fits", () => {
    const two = [...laws, { lawId: "akn-x", title: "Education Reform Act 1996", citationTitle: "" }];
    expect(read("s. 98 ERA 1996", two)).toEqual(["?ERA 1996 98"]);
  });

  it("stays quick on a page of capitals and brackets", () => {
    expect(read("A (".repeat(20_000))).toEqual([]);
    expect(read("Aa of ".repeat(20_000))).toEqual([]);
    expect(read("[2019] ".repeat(20_000))).toEqual([]);
  });
});

describe("courts of the United Kingdom", () => {
  it("are known each by a public page", () => {
    for (const [code, { source }] of courts)
      expect([code, source]).toEqual([code, expect.stringMatching(/^https:\/\//)]);
  });

  // One example for each, as the National Archives' list has it, and three of the other pages.
  it.each(
    `[2013] UKSC 42|[2011] UKPC 25|[2008] EWCA Civ 649|[2014] EWCA Crim 420|[2009] EWHC 995 (Admin)|[2018] EWHC 82 (Admlty)
    |[2016] EWHC 2142 (Ch)|[2026] EWHC 2142 (BP)|[2021] EWHC 286 (Comm)|[2013] EWHC 3158 (Fam)|[2014] EWHC 349 (IPEC)
    |[2022] EWHC 2387 (KB)|[2014] EWHC 1195 (Mercantile)|[2015] EWHC 3163 (Pat)|[2019] EWHC 2488 (QB)|[2022] EWHC 3349 (SCCO)
    |[2014] EWHC 1800 (TCC)|[2025] EWCR 3|[2025] EWCC 26|[2024] EWFC 141|[2025] EWFC 79 (B)|[2016] EWCOP 11|[2024] EWCOP 51 (T1)
    |[2023] UKIPTrib 11|[2024] EAT 100|[2024] UKUT 326 (AAC)|[2016] UKUT 562 (IAC)|[2009] UKAIT 10|[2017] UKUT 135 (LC)
    |[2017] UKUT 504 (TCC)|[2025] UKFTT 1104 (HESC)|[2024] UKFTT 1069 (GRC)|[2022] UKFTT 159 (TC)|[2025] UKFTT 1077 (PC)
    |[2009] CSIH 56|[2005] HCJAC 1|[2005] HCJT 1`
      .split("|")
      .map((each) => each.trim()),
  )("are read in %s", (text) => expect(parseNeutral(text) && renderNeutral(parseNeutral(text)!)).toBe(text));

  it.each(["[2019] IRLR 12", "[1996] ICR 267", "[2019] UKCLR 3", "[2023] EWHC 257"])(
    "are no reports, and need their division: %s",
    (text) => expect(parseNeutral(text)).toBeUndefined(),
  );

  it("that no list has are read by their country, without a division", () => {
    expect(neutralsIn("[2020] NIVT 12 (Stephens J)").map(({ citation }) => citation)).toEqual([
      { year: "2020", court: "NIVT", division: "", number: "12" },
    ]);
  });
});

describe("neutral citations", () => {
  it("are written as they were read, and lead back from their ids", () => {
    for (const text of [
      "[2019] UKSC 12",
      "[2023] EWHC 257 (Ch)",
      "[2020] EWCA Civ 12",
      "[2021] NIKB 3",
      "[2019] NIFam 3",
      "[2015] NICty 2",
      "[2022] EAT 5",
    ]) {
      const citation = parseNeutral(text);
      expect(citation && renderNeutral(citation)).toBe(text);
      expect(citation && neutralOfId(neutralId(citation))).toEqual(citation);
    }
    expect(neutralOfId("NCN:EWHC-XX:2023:257")).toBeUndefined();
  });

  const behind: readonly (readonly [text: string, expected: readonly string[]])[] = [
    [" at [34]", ["34"]],
    [", [12]-[14] and [20]", ["12", "13", "14", "20"]],
    [" at paras 3 to 5", ["3", "4", "5"]],
    [", paragraph 7, per Lord Reed", ["7"]],
    [", [2020] EWCA Civ 3", []],
    [" at 34", []],
  ];
  it.each(behind)("have these paragraphs behind them: %j", (text, expected) =>
    expect(paragraphsBehind(text, 0).numbers).toEqual(expected),
  );
});

describe("English citations at the gate", () => {
  const names = { register: shippedNames(), laws: [] };
  const addresses = (text: string) =>
    readCitations(text, names).flatMap(({ places }) =>
      places.map(({ address }) =>
        address.kind === "ruling"
          ? `${address.number} ${address.consideration}`.trim()
          : `${address.lawId} ${address.number} ${address.steps.join(" ")}`.trim(),
      ),
    );

  it("have one address for every number, and an act is named by its short title", () => {
    expect(addresses("section 98(4) of the Employment Rights Act 1996; [2019] UKSC 12 at [34]")).toEqual([
      "act:employment rights act 1996 98 onder 4",
      "[2019] UKSC 12 34",
    ]);
  });

  it("leave Dutch law in English words what it is", () => {
    expect(addresses("section 7:611 of the Dutch Civil Code")).toEqual(["BWBR0005290 7:611"]);
  });

  const unread = ["section 12 of the Act", "[2023] EWHC 257", "[1980] ICR 303", "Smith v Jones [1980]"];
  it.each(unread)("are told where they are not read: %j", (text) => {
    expect(unreadCitations(text, readCitations(text, names))).toHaveLength(1);
  });
});
