import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { CitationLedgerSchema } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { DraftTextSchema } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { MessageSkeletonSchema } from "../../gen/pincite/memo/v1/skeleton_pb.ts";
import { DraftRuleSchema } from "../../gen/pincite/run/v1/look_pb.ts";
import { citationReader } from "../../src/grounding/citations.ts";
import { examineDraft } from "../../src/grounding/draft-check.ts";
import { shippedNames } from "../../src/shipped-names.ts";
import { head, lookNames, manager, paper } from "./papers.ts";

const written = (entryId: string, excerpt: string, title: string, day: string, speaker: string, claimId?: string) =>
  paper(entryId, { excerpt, title, day, people: [speaker], ...(claimId ? { claimId } : {}) });

const ledger = [
  written(
    "plan",
    "Werkgever zal voor 1 juli 2025 een bureau inschakelen. Het bureau kost € 689. De cursus kost € 1.240.",
    "Plan",
    "2025-06-02",
    head,
  ),
  written(
    "reply",
    "Wij hebben u op 3 maart 2025 opgebeld. U heeft de sleutel ingeleverd.",
    "Antwoord",
    "2025-03-10",
    head,
  ),
  written(
    "minutes",
    "Werkgever: de cursus past niet in het budget.\nWerknemer: ik wil de cursus graag volgen.",
    "Verslag",
    "2025-05-02",
    manager,
  ),
  written("colleague", "Ik heb Iris gebeld, maar zij vond de cursus te duur.", "Cursus", "2025-05-06", "Olga Prins"),
  written("without", "Ik betaal de cursus, zonder daarmee een fout te erkennen.", "Brief", "2025-06-10", head),
  written("denial", "Er is niet toegezegd dat de cursus wordt betaald.", "Brief", "2025-05-20", head, "claim:1"),
];

const codes = (text: string, ...entryIds: string[]) => lookNames(ledger, text, entryIds);

describe("a look on a sentence", () => {
  it.each([
    [
      "a limit told as the day of the act",
      "De werkgever heeft op 1 juli 2025 een bureau ingeschakeld.",
      "plan",
      "ACT_OF_ANOTHER",
    ],
    ["what was only planned told as done", "De werkgever heeft een bureau ingeschakeld.", "plan", "ACT_OF_ANOTHER"],
    [
      "the day of the letter told as that of the act",
      "Iris Denkbeeld heeft mij op 10 maart 2025 opgebeld.",
      "reply",
      "ACT_OF_ANOTHER",
    ],
    ["two amounts that changed places", "Het bureau kost € 1.240.", "plan", "ENTRIES_CROSSED"],
    ["approval in front of its copula", "Juist is dat er “niet toegezegd” is.", "denial", "AGREES_WITH_OPPONENT"],
    [
      "words taken back with the particle apart",
      "Iris Denkbeeld trok terug: “de cursus wordt betaald”.",
      "denial",
      "QUOTATION_DENIED",
    ],
    ["a first name that nobody has", "Bram Verzonnen vond de cursus te duur.", "colleague", "ACT_OF_ANOTHER"],
    [
      "a quotation whose speaker is said to be wrong",
      "Ten onrechte stelt Iris Denkbeeld: “de cursus wordt betaald”.",
      "denial",
      "QUOTATION_DENIED",
    ],
    ["a negation that is gone", "Er is toegezegd dat de cursus wordt betaald.", "denial", "NEGATION_LOST"],
  ])("is seen: %s", (_name, text, entryId, code) => {
    expect(codes(text, entryId)).toContain(code);
  });

  it.each([
    ["the day on which it was done", "Iris Denkbeeld heeft mij op 3 maart 2025 opgebeld.", "reply"],
    ["an amount beside its thing", "Het bureau kost € 689.", "plan"],
    ["a plan told as one", "De werkgever zou voor 1 juli 2025 een bureau inschakelen.", "plan"],
    ["somebody whom a colleague calls by a first name", "Iris Denkbeeld vond de cursus te duur.", "colleague"],
    ["a denial of what was not conceded", "Een fout erkent zij daarmee niet.", "without"],
    ["what the author denies", "Dat ik de sleutel heb ingeleverd, betwist ik.", "reply"],
  ])("is not seen: %s", (_name, text, entryId) => {
    expect(codes(text, entryId)).toEqual([]);
  });
});

describe("the title of a memo and the headings of its sections", () => {
  const found = (title: string, heading: string) =>
    examineDraft({
      citations: citationReader({ register: shippedNames(), laws: [] }),
      skeleton: create(MessageSkeletonSchema, { sections: [{ sectionId: "section:1" }] }),
      ledger: create(CitationLedgerSchema, { entries: ledger }),
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
