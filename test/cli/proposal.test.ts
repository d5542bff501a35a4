import { create } from "@bufbuild/protobuf";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CitationLedgerSchema } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { SentenceKind } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { EvidenceNeedMapSchema } from "../../gen/pincite/memo/v1/need_map_pb.ts";
import { SlotKind } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { parseBindings } from "../../src/cli/proposal/bindings.ts";
import { parseDraft } from "../../src/cli/proposal/draft-file.ts";
import { parseNeeds } from "../../src/cli/proposal/needs.ts";
import { parseOutline } from "../../src/cli/proposal/outline.ts";
import { parseQuotes } from "../../src/cli/proposal/quotes.ts";

const reasonOf = (body: () => unknown): string => {
  try {
    body();
  } catch (error) {
    return (error as { reason?: string }).reason ?? String(error);
  }
  return "nothing was thrown";
};

describe("an outline file", () => {
  it("gives sections with claims, their kinds, ids and whether they are optional", () => {
    const { sections } = parseOutline(
      "// opbouw\n# Feiten\n- De toezegging is gedaan. [promise]\n- claim:3 Zij geldt nog. [?]\n\n# section:2 Recht\n- Art. 7:611 BW geldt. [legal-basis?]\n",
    );
    expect(sections.map(({ sectionId, title }) => [sectionId, title])).toEqual([
      ["", "Feiten"],
      ["section:2", "Recht"],
    ]);
    expect(sections.flatMap(({ claims }) => claims)).toMatchObject([
      { claimId: "", text: "De toezegging is gedaan.", claimKind: "promise", optional: false },
      { claimId: "claim:3", text: "Zij geldt nog.", claimKind: "", optional: true },
      { claimId: "", text: "Art. 7:611 BW geldt.", claimKind: "legal-basis", optional: true },
    ]);
  });

  it("keeps every claim as it was written", () => {
    const word = fc.stringMatching(/^[\p{L}“”…§€.,:;'-]{1,12}$/u);
    const text = fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => words.join(" "));
    const claim = fc.tuple(text, fc.constantFrom("", "promise", "legal-basis"), fc.boolean());
    fc.assert(
      fc.property(fc.array(claim, { minLength: 1, maxLength: 6 }), (claims) => {
        const lines = claims.map(([words, kind, optional]) => `- ${words} [${kind}${optional ? "?" : ""}]`);
        const parsed = parseOutline(["# Kop", ...lines].join("\n")).sections[0]?.claims ?? [];
        expect(parsed.map(({ text: words, claimKind, optional }) => [words, claimKind, optional])).toEqual(claims);
      }),
    );
  });

  it.each([
    ["claim zonder kop", "- Een stelling."],
    ["iets anders", "# Kop\nzomaar tekst"],
  ])("refuses %s with the line", (_name, text) => {
    expect(() => parseOutline(text)).toThrow(/line [12] of the file/);
    expect(reasonOf(() => parseOutline(text))).toBe("REQUEST_INVALID");
  });
});

const needMap = create(EvidenceNeedMapSchema, {
  bindings: [
    {
      bindingId: "binding:1:ab",
      slotId: "slot:1",
      evidence: { evidence: { case: "document", value: { evidenceId: "vault:d1" } } },
    },
    {
      bindingId: "binding:2:cd",
      slotId: "slot:2",
      evidence: { evidence: { case: "law", value: { evidenceId: "law:BWBR0005290@2023-07-01#/Boek7/Artikel611" } } },
    },
    {
      bindingId: "binding:3:ef",
      slotId: "slot:3",
      evidence: { evidence: { case: "statement", value: { text: "ik" } } },
    },
  ],
});

describe("quotes on the command line", () => {
  it("looks for the words in the document that is bound, by slot or binding, at the place counted from 1", () => {
    const { spans } = parseQuotes(["slot:1=“de woorden”", "binding:2:cd#2=a = b"], needMap);
    expect(spans.map(({ bindingId, span }) => [bindingId, span.value])).toMatchObject([
      ["binding:1:ab", { docUid: "d1", exactQuote: "de woorden" }],
      ["binding:2:cd", { docUid: "BWBR0005290@2023-07-01", exactQuote: "a = b", occurrenceIndex: 1 }],
    ]);
  });

  it("refuses what is not bound, and what rests on no text", () => {
    expect(reasonOf(() => parseQuotes(["slot:9=woorden"], needMap))).toBe("ITEM_UNKNOWN");
    expect(reasonOf(() => parseQuotes(["slot:3=woorden"], needMap))).toBe("REQUEST_INVALID");
  });
});

describe("bindings on the command line", () => {
  it("takes documents, law, recorded searches and statements", () => {
    const flags = [
      "slot:1=vault:d1",
      "slot:2=law:BWBR1@2020-01-01#/A",
      "slot:3=toolres:01J",
      "slot:4=statement: Ik was erbij = echt",
    ];
    expect(
      parseBindings(flags, "omdat").bindings.map(({ slotId, evidence }) => [slotId, evidence?.evidence]),
    ).toMatchObject([
      ["slot:1", { case: "document", value: { evidenceId: "vault:d1" } }],
      ["slot:2", { case: "law", value: { evidenceId: "law:BWBR1@2020-01-01#/A" } }],
      ["slot:3", { case: "search", value: { toolResultId: "toolres:01J", reviewed: false } }],
      ["slot:4", { case: "statement", value: { text: "Ik was erbij = echt" } }],
    ]);
  });

  it.each([
    ["p3", { case: "page", value: 3 }],
    ["p. 12", { case: "page", value: 12 }],
    ["5.2", { case: "paragraph", value: "5.2" }],
    ["artikel 12", { case: "paragraph", value: "artikel 12" }],
    ["§ 3", { case: "paragraph", value: "§ 3" }],
    ["1:0", { case: "passage", value: "d1#1:0" }],
    ["Artikel 3. Functie en werkplek", { case: "heading", value: "Artikel 3. Functie en werkplek" }],
    ["“Bijlage 2”", { case: "heading", value: "Bijlage 2" }],
  ])("takes the place %s behind a document", (place, named) => {
    const [binding] = parseBindings([`slot:1=vault:d1#${place}`]).bindings;
    expect(binding?.evidence?.evidence.value).toMatchObject({ evidenceId: "vault:d1", location: "", place: { named } });
  });

  it("takes the reasons for which the hits of a search do not matter, beside that one search", () => {
    const dismiss = ["vault:d1=gaat over een ander jaar", "vault:d2=a = b, dus niets"];
    const { bindings } = parseBindings(["slot:1=vault:d1", "slot:3=toolres:01J"], "", dismiss);
    expect(bindings[1]?.dismissals).toMatchObject([
      { evidenceId: "vault:d1", reason: "gaat over een ander jaar" },
      { evidenceId: "vault:d2", reason: "a = b, dus niets" },
    ]);
    expect(bindings[0]?.dismissals).toEqual([]);
    for (const flags of [["slot:1=vault:d1"], ["slot:3=toolres:01J", "slot:4=toolres:01K"]])
      expect(reasonOf(() => parseBindings(flags, "", dismiss))).toBe("REQUEST_INVALID");
  });

  it.each(["slot:1", "slot:1=iets", "=vault:x", "slot:1=toolres:", "slot:3=toolres:01J:reviewed", "slot:1=vault:d1#"])(
    "refuses %s",
    (flag) => {
      expect(reasonOf(() => parseBindings([flag]))).toBe("REQUEST_INVALID");
    },
  );
});

describe("needs on the command line", () => {
  it("adds, drops, relaxes and links slots", () => {
    const needs = parseNeeds({
      add: ["claim:2=absence een intrekking"],
      drop: ["slot:1"],
      optional: ["slot:2"],
      link: ["slot:3=vault:x"],
    });
    expect(needs.add).toMatchObject([{ claimId: "claim:2", kind: SlotKind.ABSENCE, description: "een intrekking" }]);
    expect(needs.links).toMatchObject([{ slotId: "slot:3", evidenceId: "vault:x" }]);
    expect([needs.dropSlotIds, needs.makeOptionalSlotIds]).toEqual([["slot:1"], ["slot:2"]]);
  });

  it("refuses a kind of slot that does not exist", () => {
    expect(reasonOf(() => parseNeeds({ add: ["claim:2=GUESS x"] }))).toBe("REQUEST_INVALID");
  });
});

describe("a draft file", () => {
  const ledger = create(CitationLedgerSchema, {
    entries: [
      { entryId: "entry:a", slotId: "slot:1" },
      { entryId: "entry:b", slotId: "slot:1" },
      { entryId: "entry:c", slotId: "slot:2" },
    ],
  });

  it("gives sentences with kind, claim and ledger entries, a slot standing for all of its entries", () => {
    const draft = parseDraft(
      "Title: Reactie\n# section:1 Feiten\nCONNECTIVE Ik reageer.\nfact claim:1 {slot:1, entry:c} U schreef: “nooit”.\nown-statement claim:2 {} Ik was erbij.\n",
      ledger,
    );
    expect(draft.title).toBe("Reactie");
    expect(draft.sections).toMatchObject([
      {
        sectionId: "section:1",
        sentences: [
          { kind: SentenceKind.CONNECTIVE, claimId: "", entryIds: [], text: "Ik reageer." },
          {
            kind: SentenceKind.FACT,
            claimId: "claim:1",
            entryIds: ["entry:a", "entry:b", "entry:c"],
            text: "U schreef: “nooit”.",
          },
          { kind: SentenceKind.OWN_STATEMENT, claimId: "claim:2", entryIds: [], text: "Ik was erbij." },
        ],
      },
    ]);
  });

  it.each([
    ["an unknown kind", "# section:1\nGUESS Iets."],
    ["an entry the ledger does not have", "# section:1\nFACT {entry:z} Iets."],
    ["a sentence before any section", "FACT Iets."],
  ])("refuses %s", (_name, text) => {
    expect(reasonOf(() => parseDraft(text, ledger))).toBe("REQUEST_INVALID");
  });
});
