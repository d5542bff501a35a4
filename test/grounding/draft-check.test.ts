import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import {
  CitationLedgerSchema,
  type LedgerEntry,
  type LedgerEntrySchema,
} from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import {
  type DraftSentence,
  type DraftSentenceSchema,
  DraftTextSchema,
  SentenceKind,
} from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { EvidenceNeedsSchema } from "../../gen/pincite/memo/v1/evidence_needs_pb.ts";
import { MessageSkeletonSchema } from "../../gen/pincite/memo/v1/skeleton_pb.ts";
import { DraftRule } from "../../gen/pincite/run/v1/look_pb.ts";
import { MissingInput_Kind, SlotKind } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { cellsOf } from "../support/cases/rows.ts";
import { checkDraft } from "../support/draft-check.ts";

const { FACT, LAW, APPLICATION, ARGUMENT, OWN_STATEMENT, CONNECTIVE } = SentenceKind;

type Entry = Exclude<MessageInitShape<typeof LedgerEntrySchema>, LedgerEntry>;
type Sentence = Exclude<MessageInitShape<typeof DraftSentenceSchema>, DraftSentence>;

const quoteEntry = (entryId: string, slotId: string, excerpt: string, startChar = 0): Entry => ({
  entryId,
  bindingId: `binding of ${entryId}`,
  slotId,
  claimId: "claim:1",
  slotKind: SlotKind.QUOTE,
  evidence: { evidence: { case: "document", value: { evidenceId: "vault:aa" } } },
  span: { docUid: "aa", sourceDigest: "d1", startChar, endChar: startChar + excerpt.length, excerpt },
  toolResultId: "toolres:1",
});

const letter = quoteEntry(
  "e:letter",
  "slot:1",
  "Het contract is niet-verlengbaar, loon € 2.500 — dat is ongeldig.",
  100,
);
const later = quoteEntry("e:later", "slot:1", "Wij bieden “passend werk” aan.", 400);
const other: Entry = {
  ...quoteEntry("e:other", "slot:4", "Iets heel anders."),
  span: { docUid: "bb", startChar: 900, excerpt: "Iets heel anders." },
};
const statute: Entry = {
  ...quoteEntry("e:law", "slot:2", "gedragen als een goed werkgever"),
  evidence: {
    evidence: { case: "law", value: { evidenceId: "law:BWBR0005290@2012-10-01#/a", address: "art. 7:611 BW" } },
  },
};
const nothing: Entry = {
  ...quoteEntry("e:search", "slot:3", ""),
  slotKind: SlotKind.ABSENCE,
  evidence: { evidence: { case: "search", value: { toolResultId: "toolres:2" } } },
  address: "strand default",
};
const own: Entry = {
  ...quoteEntry("e:own", "slot:5", ""),
  slotKind: SlotKind.OWN_STATEMENT,
  evidence: { evidence: { case: "statement", value: { text: "Ik was er die dag zelf." } } },
  toolResultId: "",
};
const foreign: Entry = { ...quoteEntry("e:foreign", "slot:9", "Elders gezegd."), claimId: "claim:2" };
const entries = [letter, later, other, statute, nothing, own, foreign];

const skeleton = create(MessageSkeletonSchema, {
  sections: [
    {
      sectionId: "section:1",
      claims: [
        { claimId: "claim:1", text: "De werkgever deed een toezegging.", required: true },
        { claimId: "claim:2", text: "Hij wist het.", required: false },
      ],
    },
  ],
});

/** Makes the required claim, so that a test sees only what its own sentence breaks. */
const cover: Sentence = {
  sentenceId: "sentence:0",
  text: "Zo is het.",
  kind: FACT,
  claimId: "claim:1",
  entryIds: ["e:letter"],
};

const check = (
  sentences: Sentence[],
  ledger: Entry[] = entries,
  needs?: MessageInitShape<typeof EvidenceNeedsSchema>,
) =>
  checkDraft({
    skeleton,
    ledger: create(CitationLedgerSchema, { entries: ledger }),
    draft: create(DraftTextSchema, { sections: [{ sectionId: "section:1", sentences }] }),
    ...(needs && { needs: create(EvidenceNeedsSchema, needs) }),
  });

const fact = (text: string, ...entryIds: string[]): Sentence => ({
  sentenceId: "sentence:1",
  text,
  kind: FACT,
  claimId: "claim:1",
  entryIds,
});
const rules = (sentence: Sentence) => check([cover, sentence]).map((finding) => finding.rule);

/** The ids in a cell; none: the sentence cites nothing. */
const idsIn = (cites: string): string[] => cites.split(" | ").filter(Boolean);

describe("a number in signs of another kind", () => {
  it.each([
    ["of full width", "Het loon is € ５.０００.", DraftRule.SUM],
    ["of Arabic", "Het loon is € ٥٠٠٠.", DraftRule.SUM],
    ["of Devanagari", "Het loon is € ५०००.", DraftRule.SUM],
    ["of mathematics", "Het loon is € 𝟓𝟎𝟎𝟎.", DraftRule.REFERENCE],
    ["raised", "Het loon is € ⁵⁰⁰⁰.", DraftRule.REFERENCE],
    ["circled", "Het loon is € ⑤⓪⓪⓪.", DraftRule.REFERENCE],
    ["of full width, as a day", "Het loon gold op １２ maart ２０２４.", DraftRule.DATE],
    ["of full width, as an article", "Het loon volgt uit art. ７:６２９ BW.", DraftRule.CITATION_UNBOUND],
  ])("is refused as any other where it is %s and no entry has it", (_, text, rule) => {
    expect(rules(fact(text, "e:letter"))).toContain(rule);
  });

  it("passes where the entry has the number in plain digits", () => {
    expect(rules(fact("Het loon is € ２.５００.", "e:letter"))).toEqual([]);
  });
});

describe("a quotation in a draft", () => {
  it.each(cellsOf("rules/quotations.tsv", "form", "text", "cites"))("passes as %s", (_, text, cites) => {
    expect(rules(fact(text, ...idsIn(cites)))).toEqual([]);
  });

  it.each(cellsOf("rules/misquotations.tsv", "form", "text", "cites"))("is found wrong with %s", (_, text, cites) => {
    expect(rules(fact(text, ...idsIn(cites)))).toContain(DraftRule.QUOTATION_NOT_IN_SOURCE);
  });

  it.each([
    "Er staat “dat is ongeldig.",
    "Er staat dat is ongeldig”.",
    "Er staat „dat.",
    'Er staat 5" breed.',
    "Er staat 〝dat〞.",
  ])("is found wrong without a partner for its mark: %s", (text) => {
    expect(rules(fact(text, "e:letter"))).toContain(DraftRule.QUOTATION_MARK_STRAY);
  });

  it.each(["Hij zei: “Dat doen we.", "Dat doen we”, aldus de directeur.", 'Breedte 5" en meer.'])(
    "passes as a whole excerpt that holds half a pair of marks: %s",
    (excerpt) => {
      const half = quoteEntry("e:half", "slot:1", excerpt);
      const text = `U schreef “${excerpt}” en dat staat vast.`;
      expect(check([cover, fact(text, "e:half")], [...entries, half])).toEqual([]);
      expect(check([cover, fact(text.replace(excerpt, `${excerpt}.`), "e:half")], [...entries, half])).not.toEqual([]);
    },
  );

  it("is checked in sentences of every kind", () => {
    for (const kind of [FACT, LAW, APPLICATION, ARGUMENT, OWN_STATEMENT, CONNECTIVE])
      expect(rules({ ...fact("“Dit zei u nooit.”", "e:letter", "e:law", "e:own"), kind })).toHaveLength(1);
  });
});

describe("what a sentence rests on", () => {
  const bare = (kind: SentenceKind, ...entryIds: string[]): Sentence => ({ ...fact("Zo is het.", ...entryIds), kind });

  it.each([
    ["a fact with a source", bare(FACT, "e:letter")],
    ["a fact with a recorded search", bare(FACT, "e:search")],
    ["a fact with a source and a statement", bare(FACT, "e:letter", "e:own")],
    ["law with a statute", bare(LAW, "e:law")],
    ["an own statement with its entry", bare(OWN_STATEMENT, "e:own")],
    ["an application without entries", bare(APPLICATION)],
    ["a connective without entries", bare(CONNECTIVE)],
    ["a fact that makes no claim", { ...bare(FACT, "e:foreign"), claimId: "" }],
    ["a fact on an entry of another claim", bare(FACT, "e:foreign")],
  ])("is enough for %s", (_, sentence) => {
    expect(rules(sentence)).toEqual([]);
  });

  it.each([
    ["a fact without entries", bare(FACT), DraftRule.KIND_NOT_CARRIED],
    ["a fact that only the author says", bare(FACT, "e:own"), DraftRule.KIND_NOT_CARRIED],
    ["law without a statute", bare(LAW, "e:letter"), DraftRule.KIND_NOT_CARRIED],
    ["an own statement without its entry", bare(OWN_STATEMENT, "e:letter"), DraftRule.KIND_NOT_CARRIED],
    ["no kind", bare(SentenceKind.UNSPECIFIED, "e:letter"), DraftRule.KIND_NOT_CARRIED],
    ["an entry outside the ledger", bare(FACT, "e:letter", "e:invented"), DraftRule.ENTRY_UNKNOWN],
    ["a claim that is not in the outline", { ...bare(CONNECTIVE), claimId: "claim:7" }, DraftRule.CLAIM_UNKNOWN],
  ])("is not enough: %s", (_, sentence, rule) => {
    const found = check([cover, sentence]);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ kind: MissingInput_Kind.DRAFT_CHECK, subjectId: "sentence:1", rule });
  });

  it("must be resolved and bound", () => {
    const { span: _, ...unresolved } = letter;
    expect(check([cover], [unresolved])[0]!.rule).toBe(DraftRule.ENTRY_UNBOUND);
    expect(check([cover], [{ ...letter, bindingId: "" }])[0]!.rule).toBe(DraftRule.ENTRY_UNBOUND);
  });
});

describe("citations in the text of a draft", () => {
  const law = (text: string, ...entryIds: string[]): Sentence => ({ ...fact(text, ...entryIds), kind: ARGUMENT });

  it.each([
    "Dat is in strijd met art. 7:611 BW.",
    "Zie 7:611 BW.",
    "Zie art. 7:611 van het Burgerlijk Wetboek.",
    "Op grond van art. 7:611 BW moet de werkgever anders handelen.",
  ])("may name what an entry of the sentence holds: %s", (text) => {
    expect(rules(law(text, "e:law"))).toEqual([]);
  });

  it.each([
    ["an article that is bound elsewhere only", "Dat is in strijd met art. 7:611 BW.", []],
    ["another article", "Dat is in strijd met art. 7:628 BW.", ["e:law"]],
    ["the second of a list", "Dat volgt uit de artikelen 7:611 en 699 BW.", ["e:law"]],
    ["the end of a range", "Dat volgt uit art. 7:611-7:613 BW.", ["e:law"]],
    ["another law", "Zie art. 7:611 Awb.", ["e:law"]],
    ["a ruling", "Zie ECLI:NL:HR:2020:1234.", ["e:law"]],
  ])("may not name %s", (_, text, entryIds) => {
    expect(new Set(rules(law(text, ...entryIds)))).toEqual(new Set([DraftRule.CITATION_UNBOUND]));
  });

  it.each([
    "Zie NJ 2016/999.",
    "Dat staat in 12 WIA.",
    "Zie LJN AB1234.",
    "Dat is vaste rechtspraak.",
    "Zie HR:2016:999.",
  ])("may not hold what nobody can read: %s", (text) => {
    const found = rules(law(text, "e:law"));
    expect(found.every((rule) => rule === DraftRule.CITATION_UNREAD || rule === DraftRule.CITATION_UNBOUND)).toBe(true);
    expect(found).not.toEqual([]);
  });
});

describe("law of the United Kingdom in the text of a draft", () => {
  const ofLaw = (entryId: string, slotId: string, evidenceId: string, address: string): Entry => ({
    ...quoteEntry(entryId, slotId, "the reason for the dismissal"),
    evidence: { evidence: { case: "law", value: { evidenceId, address } } },
  });
  const bound = [
    ...entries,
    ofLaw("e:act", "slot:20", "law:akn-ukpga-1996-18@2020-04-06#/section-98-4", "s. 98(4) Employment Rights Act 1996"),
    ofLaw("e:case", "slot:21", "law:NCN:UKSC:2019:12#/para_34", "Green v Blue [2019] UKSC 12 at [34]"),
  ];
  const found = (text: string) =>
    check([cover, { ...fact(text, "e:act", "e:case"), kind: ARGUMENT }], bound).map((finding) => finding.rule);

  it.each([
    "This follows from section 98(4) of the Employment Rights Act 1996.",
    "This follows from section 98 of the Employment Rights Act 1996.",
    "See Employment Rights Act 1996, s 98(4).",
    "See [2019] UKSC 12 at [34].",
    "See Green v Blue [2019] UKSC 12.",
  ])("may name what an entry holds: %s", (text) => expect(found(text)).toEqual([]));

  it.each([
    "This follows from section 99 of the Employment Rights Act 1996.",
    "This follows from section 98(5) of the Employment Rights Act 1996.",
    "This follows from section 98(4)(a) of the Employment Rights Act 1996.",
    "This follows from section 98(4) of the Employment Rights Act 1997.",
    "This follows from section 98(4) of the Equality Act 2010.",
    "This follows from the Equality Act 2010.",
    "See [2019] UKSC 13.",
    "See [2019] UKSC 12 at [35].",
    "See [2019] UKSC 12 and [2020] EWCA Civ 12.",
  ])("may not name another: %s", (text) => expect(new Set(found(text))).toEqual(new Set([DraftRule.CITATION_UNBOUND])));

  it.each([
    "This follows from section 98 of the Act.",
    "See s. 98 ERA 1996.",
    "See [2023] EWHC 257.",
    "See Black v White [1980] ICR 303.",
  ])("may not name what nobody can tell: %s", (text) => {
    const refusals: DraftRule[] = [DraftRule.CITATION_UNREAD, DraftRule.CITATION_UNBOUND, DraftRule.PLACE_UNBOUND];
    expect(found(text)).not.toEqual([]);
    expect(found(text).filter((rule) => !refusals.includes(rule))).toEqual([]);
  });
});

describe("a text made to keep the check busy", () => {
  it.each([
    ["en", " en".repeat(1_300)],
    ["digits", " 1".repeat(2_000)],
    ["letters", " a".repeat(2_000)],
    ["capitals", " A".repeat(2_000)],
    ["number words", " vijf".repeat(800)],
    ["months", " 1 mei".repeat(600)],
    ["marks", "“”".repeat(2_000)],
  ])("is read to its end: %s", (_, tail) => {
    expect(rules(fact(`Zie art. 7:628 BW${tail}`, "e:letter"))).toContain(DraftRule.CITATION_UNBOUND);
  });
});

describe("a draft that says somebody searched", () => {
  it.each([
    ["Ik heb in het dossier gezocht.", "e:own"],
    ["In het dossier heb ik niets gevonden.", "e:letter"],
    ["Uit een zoekopdracht volgt dit.", "e:own"],
    ["I searched the mailbox.", "e:own"],
    ["No such message was found.", "e:letter"],
    ["Er zijn geen berichten aangetroffen.", "e:letter"],
  ])("must cite the record of it: %s", (text, entryId) => {
    expect(rules({ ...fact(text, entryId), kind: ARGUMENT })).toContain(DraftRule.SEARCH_UNRECORDED);
    expect(rules({ ...fact(text, "e:search"), kind: ARGUMENT })).toEqual([]);
  });

  it("may tell what an employer did not find, from the letter that says so", () => {
    expect(rules(fact("De werkgever heeft geen passend werk gevonden.", "e:letter"))).toEqual([]);
  });

  it("may tell it with the words of whoever did not find it, and of nothing else", () => {
    const told =
      "Een opvolger was er niet; in de e-mail van 8 juli 2024 staat: “Een nieuwe schipper hebben we nog niet gevonden.”";
    const searched = "Een opvolger is niet gevonden; in de e-mail staat: “Een nieuwe schipper hebben we nodig.”";
    expect(rules(fact(told, "e:letter"))).not.toContain(DraftRule.SEARCH_UNRECORDED);
    expect(rules(fact(searched, "e:letter"))).toContain(DraftRule.SEARCH_UNRECORDED);
  });

  it("may say so in the author's own statement", () => {
    expect(rules({ ...fact("Ik heb mijn la doorzocht en niets gevonden.", "e:own"), kind: OWN_STATEMENT })).toEqual([]);
  });

  // With no law loaded, an article stood in a finished letter as what its author knows herself.
  it("lends no article of a law to a sentence by the author's own statement, and a law by its name", () => {
    const said = (text: string) => {
      const entry: Entry = { ...own, evidence: { evidence: { case: "statement", value: { text } } } };
      const sentence = { ...fact(text, "e:own"), kind: OWN_STATEMENT };
      return check([cover, sentence], [...entries.filter((one) => one !== own), entry]).map(({ rule }) => rule);
    };
    expect(said("Volgens artikel 7:21 BW moet de verkoper de zaak herstellen.")).toEqual([DraftRule.CITATION_UNBOUND]);
    expect(said("Ik ontvang sinds 3 mei een uitkering op grond van de Werkloosheidswet.")).toEqual([]);
  });

  it("is not suspected for a quotation that says it", () => {
    const entry = quoteEntry("e:q", "slot:1", "Wij hebben niets gevonden.");
    expect(check([cover, fact("U schreef “Wij hebben niets gevonden.”", "e:q")], [...entries, entry])).toEqual([]);
  });
});

describe("a required claim", () => {
  const needs = {
    sections: [
      {
        claims: [
          {
            claimId: "claim:1",
            required: [{ slotId: "slot:1" }, { slotId: "slot:2" }],
            optional: [{ slotId: "slot:3" }],
          },
        ],
      },
    ],
  };

  it("must be made by a sentence that is more than a connective", () => {
    const missing = [{ subjectId: "claim:1", rule: DraftRule.CLAIM_NOT_MADE }];
    expect(check([])).toMatchObject(missing);
    expect(check([{ ...cover, kind: CONNECTIVE }])).toMatchObject(missing);
    expect(check([{ ...cover, claimId: "" }])).toMatchObject(missing);
  });

  it("must be made with something that was confirmed for it", () => {
    expect(check([{ ...cover, kind: ARGUMENT, entryIds: [] }])).toMatchObject([
      { subjectId: "claim:1", rule: DraftRule.CLAIM_NOT_CITED },
    ]);
  });

  it("must cite each of its required slots, over all its sentences, where the needs are known", () => {
    expect(check([cover], entries, needs)).toMatchObject([
      { subjectId: "claim:1", rule: DraftRule.CLAIM_NOT_CITED, description: expect.stringContaining("slot:2") },
    ]);
    expect(check([cover, { ...fact("Zo is de wet.", "e:law"), kind: LAW }], entries, needs)).toEqual([]);
  });

  it("is the only kind that must be made", () => {
    expect(check([cover])).toEqual([]);
  });
});

describe("what a passage carries by where and when it was said", () => {
  const said = (excerpt: string, address: string, occurredAtIso: string): Entry => ({
    ...quoteEntry("e:said", "slot:1", excerpt),
    evidence: { evidence: { case: "document", value: { evidenceId: "vault:aa", occurredAtIso } } },
    span: { docUid: "aa", sourceDigest: "d1", startChar: 0, endChar: excerpt.length, excerpt, address },
  });
  const nameOf = (rule: DraftRule): string => Object.entries(DraftRule).find(([, one]) => one === rule)?.[0] ?? "";
  const refused = (text: string, entry: Entry): string[] => {
    const sentence = { ...fact(text, "e:said"), claimId: "claim:2" };
    return check([cover, sentence], [letter, entry])
      .filter(({ subjectId }) => subjectId === "sentence:1")
      .map(({ rule }) => nameOf(rule));
  };
  const clause = said("Schade wordt binnen zeven dagen gemeld.", "artikel 9.2, p. 1", "2025-01-01");

  it("is the number of its clause, and of no other", () => {
    expect(refused("In artikel 9.2 staat een termijn van zeven dagen.", clause)).toEqual([]);
    expect(refused("In artikel 9.3 staat een termijn van zeven dagen.", clause)).toEqual(["PLACE_UNBOUND"]);
  });

  it("is the day without a year in the year of the paper, up to eight months away", () => {
    const mail = (day: string) => said("Het bedrag hoeft er niet voor 1 december te zijn.", "", day);
    expect(refused("Het bedrag hoeft er niet voor 1 december 2026 te zijn.", mail("2026-05-12"))).toEqual([]);
    expect(refused("Het bedrag hoeft er niet voor 1 december 2026 te zijn.", mail("2026-02-12"))).toEqual(["DATE"]);
    expect(refused("Het bedrag hoeft er niet voor 1 december 2027 te zijn.", mail("2026-05-12"))).toEqual(["DATE"]);
  });

  it("is a number that counts nothing, whatever stands behind it", () => {
    const box = said("Ik heb gezet dat doos 17 en 18 er niet zijn.", "", "2026-08-28");
    expect(refused("Doos 17 en 18 ontbraken.", box)).toEqual([]);
    expect(refused("Doos 17 en 19 ontbraken.", box)).toEqual(["NUMBER"]);
  });
});

// What a demand says itself is asked of its words alone: a name in its sentence that nothing carries ended the call.
it("is of a name that a demand puts and neither its claim nor a source has", () => {
  const claims = [{ claimId: "claim:1", text: "Ik verzoek u het loon te betalen.", claimKind: "request" }];
  const asked = {
    text: "Laat Jorinde Haverlag het loon betalen.",
    kind: ARGUMENT,
    claimId: "claim:1",
    entryIds: ["e:letter"],
  };
  const found = checkDraft({
    skeleton: create(MessageSkeletonSchema, { sections: [{ sectionId: "section:1", claims }] }),
    ledger: create(CitationLedgerSchema, { entries }),
    draft: create(DraftTextSchema, { sections: [{ sectionId: "section:1", sentences: [asked] }] }),
  });
  expect(found.map(({ rule }) => rule)).toContain(DraftRule.NAME);
});
