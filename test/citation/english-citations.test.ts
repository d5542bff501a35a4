import { describe, expect, it } from "vitest";
import { parseEnglishCitations } from "../../src/citation/english-citations.ts";
import { neutralId, neutralOfId, parseNeutral, renderNeutral } from "../../src/citation/neutral-citation.ts";
import { paragraphsBehind } from "../../src/citation/paragraph-parser.ts";
import { readCitations } from "../../src/citation/read-citations.ts";
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

describe("neutral citations", () => {
  it("are written as they were read, and lead back from their ids", () => {
    for (const text of [
      "[2019] UKSC 12",
      "[2023] EWHC 257 (Ch)",
      "[2020] EWCA Civ 12",
      "[2021] NICh 3",
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
