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
import { MissingInput_Kind, SlotKind } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { checkDraft } from "../../src/grounding/draft-check.ts";
import { namedCitations } from "../../src/grounding/named-citations.ts";

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
const descriptions = (sentence: Sentence) => check([cover, sentence]).map((finding) => finding.description);

describe("a quotation in a draft", () => {
  it.each([
    ["the whole excerpt", `“${letter.span!.excerpt}”`, ["e:letter"]],
    ["a stretch of it", "Er staat “Het contract is niet-verlengbaar”.", ["e:letter"]],
    ["an inner stretch of whole words", "Het gaat om “loon € 2.500”.", ["e:letter"]],
    ["straight marks", 'Er staat "dat is ongeldig".', ["e:letter"]],
    ["low marks", "Er staat „dat is ongeldig”.", ["e:letter"]],
    ["angled marks", "Er staat «dat is ongeldig».", ["e:letter"]],
    ["marks inside marks", "Er staat “Wij bieden “passend werk” aan.”", ["e:later"]],
    ["two quotations of two entries", "“dat is ongeldig”, en “passend werk”", ["e:letter", "e:later"]],
    ["an elision within one excerpt", "“Het contract […] dat is ongeldig.”", ["e:letter"]],
    ["an elision across two excerpts of one document", "“dat is ongeldig. […] Wij bieden”", ["e:letter", "e:later"]],
    [
      "an apostrophe and a single quoted term",
      "'s Ochtends was het foto's kijken, en 'passend werk' doen.",
      ["e:letter"],
    ],
  ])("passes as %s", (_, text, entryIds) => {
    expect(descriptions(fact(text, ...entryIds))).toEqual([]);
  });

  it.each([
    ["a word changed", "“Het contract is wel-verlengbaar”", ["e:letter"]],
    ["a letter in another case", "“het contract”", ["e:letter"]],
    ["an accent decomposed", "“loon € 2.500\u0301”", ["e:letter"]],
    ["a dash of another kind", "“2.500 – dat”", ["e:letter"]],
    ["a negation cut off inside the word", "“geldig”", ["e:letter"]],
    ["a negation cut off at the hyphen", "“verlengbaar”", ["e:letter"]],
    ["the number cut", "“500”", ["e:letter"]],
    ["the number cut at its end", "“loon € 2”", ["e:letter"]],
    ["an entry that is not cited", "“passend werk”", ["e:letter"]],
    ["no entry at all", "“passend werk”", []],
    ["words of the claim", "“De werkgever deed een toezegging.”", ["e:letter"]],
    ["the elided pieces in the wrong order", "“Wij bieden […] dat is ongeldig.”", ["e:letter", "e:later"]],
    ["pieces of two documents", "“dat is ongeldig. […] Iets heel anders.”", ["e:letter", "e:other"]],
    ["an elision with nothing before it", "“[…] dat is ongeldig.”", ["e:letter"]],
    ["nothing inside", "“”", ["e:letter"]],
    ["straight marks", 'Er staat "dat is geldig".', ["e:letter"]],
    ["single marks around a sentence", "Er staat ‘wij beloven u een baan’.", ["e:letter"]],
    ["the author's own statement", "“Ik was er die dag zelf.”", ["e:own", "e:letter"]],
  ])("is found wrong with %s", (_, text, entryIds) => {
    expect(descriptions(fact(text, ...entryIds))).toContain(
      "quotation 1 is not, character for character, part of an entry it cites",
    );
  });

  it.each([
    "Er staat “dat is ongeldig.",
    "Er staat dat is ongeldig”.",
    "Er staat „dat.",
    'Er staat 5" breed.',
    "Er staat 〝dat〞.",
  ])("is found wrong without a partner for its mark: %s", (text) => {
    expect(descriptions(fact(text, "e:letter"))).toContain(
      "a quotation mark has no partner; put words of a source between “ and ”",
    );
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
      expect(descriptions({ ...fact("“Dit zei u nooit.”", "e:letter", "e:law", "e:own"), kind })).toHaveLength(1);
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
  ])("is enough for %s", (_, sentence) => {
    expect(descriptions(sentence)).toEqual([]);
  });

  it.each([
    ["a fact without entries", bare(FACT), "cites no source"],
    ["a fact that only the author says", bare(FACT, "e:own"), "cites no source"],
    ["law without a statute", bare(LAW, "e:letter"), "cites no law"],
    [
      "an own statement without its entry",
      bare(OWN_STATEMENT, "e:letter"),
      "the author's own statement and cites none",
    ],
    ["no kind", bare(SentenceKind.UNSPECIFIED, "e:letter"), "has no kind"],
    [
      "an entry outside the ledger",
      bare(FACT, "e:letter", "e:invented"),
      '"e:invented", which is not in the citation ledger',
    ],
    ["an entry of another claim", bare(FACT, "e:foreign"), 'confirmed for "claim:2"; it cannot carry claim:1'],
    ["a claim that is not in the outline", { ...bare(CONNECTIVE), claimId: "claim:7" }, '"claim:7", which is no claim'],
  ])("is not enough: %s", (_, sentence, words) => {
    const found = check([cover, sentence]);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ kind: MissingInput_Kind.DRAFT_CHECK, subjectId: "sentence:1" });
    expect(found[0]!.description).toContain(words);
  });

  it("must be resolved and bound", () => {
    const { span: _, ...unresolved } = letter;
    expect(check([cover], [unresolved])[0]!.description).toBe(
      '"e:letter" has no resolved words; rewind to span resolution',
    );
    expect(check([cover], [{ ...letter, bindingId: "" }])[0]!.description).toContain("rests on no confirmed binding");
  });

  it("shows no more of an invented id than 80 characters", () => {
    expect(descriptions(fact("Zo.", "e:letter", "x".repeat(5_000))).join().length).toBeLessThan(200);
  });
});

describe("citations in the text of a draft", () => {
  const argument = (text: string): Sentence => ({ ...fact(text), kind: ARGUMENT });

  it.each([
    "Dat is in strijd met art. 7:611 BW.",
    "Zie artikel 7:611 lid 1 BW om 12:30 uur.",
    "Zie 7:611 BW.",
    "Zie art. 7:611 lid 1 van het Burgerlijk Wetboek.",
    "See article 7:611 of the Dutch Civil Code.",
    "Op grond van art. 7:611 moet Bakker anders handelen.",
    "Zie art. 7:611. Bakker wist dat.",
    "Dat volgt uit artikel 7:611 en UWV weet dat.",
    "Het artikel in de krant van 3 mei.",
  ])("may name what the ledger names: %s", (text) => {
    expect(descriptions(argument(text))).toEqual([]);
  });

  it.each([
    ["Dat is in strijd met art. 7:628 BW.", "art. 7:628 BW"],
    ["Zie art. 7:611 jo. 7:668a BW.", "art. 7:668a BW"],
    ["Zie Artikel 3 Awb.", "art. 3 Awb"],
    ["See article 6 ECHR.", "art. 6 ECHR"],
    ["Zie art. 7:611 Awb.", "art. 7:611 Awb"],
    ["Zie art. 7:611, eerste lid, van de Wet WIA.", "art. 7:611 Wet WIA"],
    ["Zie 7:611 lid 1 onder a Ziektewet.", "art. 7:611 Ziektewet"],
    ["Zie ecli:nl:hr:2020:1234.", "ECLI:NL:HR:2020:1234"],
  ])("may not name anything else: %s", (text, citation) => {
    expect(descriptions(argument(text))).toEqual([
      `it names ${citation}, which no entry of the ledger does; bind it first or leave it out`,
    ]);
  });
});

describe("a text made to keep the check busy", () => {
  it.each([
    ["en", " en".repeat(20_000)],
    ["digits", " 1".repeat(20_000)],
    ["letters", " a".repeat(20_000)],
    ["capitals", " A".repeat(20_000)],
  ])("is read to its end: %s", (_, tail) => {
    const found = namedCitations(`Zie art. 7:611${tail}`);
    expect(found.map(({ key }) => key)).toContain("art. 7:611");
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
    expect(descriptions({ ...fact(text, entryId), kind: ARGUMENT })).toHaveLength(1);
    expect(descriptions({ ...fact(text, "e:search"), kind: ARGUMENT })).toEqual([]);
  });

  it("may tell what an employer did not find, from the letter that says so", () => {
    expect(descriptions(fact("De werkgever heeft geen passend werk gevonden.", "e:letter"))).toEqual([]);
  });

  it("may say so in the author's own statement", () => {
    expect(
      descriptions({ ...fact("Ik heb mijn la doorzocht en niets gevonden.", "e:own"), kind: OWN_STATEMENT }),
    ).toEqual([]);
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
    const missing = [{ subjectId: "claim:1", description: "the claim is required and no sentence makes it" }];
    expect(check([])).toMatchObject(missing);
    expect(check([{ ...cover, kind: CONNECTIVE }])).toMatchObject(missing);
    expect(check([{ ...cover, claimId: "" }])).toMatchObject(missing);
  });

  it("must be made with something that was confirmed for it", () => {
    expect(check([{ ...cover, kind: ARGUMENT, entryIds: [] }])).toMatchObject([
      { subjectId: "claim:1", description: expect.stringContaining("without any of its ledger entries") },
    ]);
  });

  it("must cite each of its required slots, over all its sentences, where the needs are known", () => {
    expect(check([cover], entries, needs)).toMatchObject([
      { subjectId: "claim:1", description: expect.stringContaining("slot:2") },
    ]);
    expect(check([cover, { ...fact("Zo is de wet.", "e:law"), kind: LAW }], entries, needs)).toEqual([]);
  });

  it("is the only kind that must be made", () => {
    expect(check([cover])).toEqual([]);
  });
});
