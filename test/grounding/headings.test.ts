import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { CitationLedgerSchema } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { DraftTextSchema } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { MessageSkeletonSchema } from "../../gen/pincite/memo/v1/skeleton_pb.ts";
import { DraftRuleSchema } from "../../gen/pincite/run/v1/look_pb.ts";
import { citationReader } from "../../src/grounding/citations.ts";
import { examineDraft } from "../../src/grounding/draft-check.ts";
import { shippedNames } from "../../src/shipped-names.ts";
import { paperOf } from "./papers.ts";

const entries = ["act-plan", "act-reply", "act-colleague", "act-without", "act-denial"].map(paperOf);

describe("the title of a memo and the headings of its sections", () => {
  const found = (title: string, heading: string) =>
    examineDraft({
      citations: citationReader({ register: shippedNames(), laws: [] }),
      skeleton: create(MessageSkeletonSchema, { sections: [{ sectionId: "section:1" }] }),
      ledger: create(CitationLedgerSchema, { entries }),
      draft: create(DraftTextSchema, { locale: "nl", title, sections: [{ sectionId: "section:1", title: heading }] }),
    }).refused.map(({ subjectId, rule }) => [
      subjectId,
      DraftRuleSchema.values.find(({ number }) => number === rule)?.localName,
    ]);

  it("may say what some entry has", () => {
    expect(found("Reactie op uw brief van 20 mei 2025", "1. De cursus van € 1.240")).toEqual([]);
  });

  it.each([
    ["U heeft mij op 3 januari 2024 € 5.000 beloofd", ["DATE", "SUM", "ACT_WITHOUT_ENTRY"]],
    ["De werkgever heeft de cursus toegezegd", ["ACT_WITHOUT_ENTRY"]],
    ["De brief van mevrouw Bedenksel", ["NAME"]],
    ["Het oordeel van de bedrijfsarts", ["ROLE"]],
    ["De cursus, bijlage 9", ["EXHIBIT_NUMBER"]],
  ])("say nobody's act, and no name or role that none has: %s", (title, rules) => {
    expect(found(title, "")).toEqual(rules.map((rule) => ["title", rule]));
  });

  it.each([
    "Wat is afgesproken",
    "Juridische grondslag",
    "Verzoek",
    "The Working Day and Pay",
    "Deel 7",
    "Deel 2: de cursus",
  ])("may be %s", (title) => {
    expect(found(title, "")).toEqual([]);
  });

  it("say no day, amount or law that none has", () => {
    expect(found("Uw toezegging van 3 januari 2024", "Bonus van € 5.000 (art. 7:611 BW)")).toEqual([
      ["title", "DATE"],
      ["section:1", "CITATION_UNBOUND"],
      ["section:1", "SUM"],
    ]);
  });
});
