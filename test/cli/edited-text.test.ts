import { create } from "@bufbuild/protobuf";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CitationLedgerSchema } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { DraftTextSchema, SentenceKind } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { EvidenceNeedsSchema } from "../../gen/pincite/memo/v1/evidence_needs_pb.ts";
import { MemoFrameSchema } from "../../gen/pincite/memo/v1/letter_pb.ts";
import { MessageSkeletonSchema } from "../../gen/pincite/memo/v1/skeleton_pb.ts";
import { SlotKind } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { draftText, parseDraft } from "../../src/cli/proposal/draft-file.ts";
import { needsText, parseNeedsText } from "../../src/cli/proposal/needs.ts";
import { outlineText, parseOutline } from "../../src/cli/proposal/outline.ts";
import { speechOf } from "../../src/messages/speech.ts";

/** Sentences as people write them: one line, no spaces at the ends, with marks that a file could take for its own. */
const sentence = fc
  .array(fc.constantFrom("De", "werkgever", "[x]", "{slot:1}", "claim:9", "#", "//", "“ja”", "-", "€ 5"), {
    minLength: 1,
    maxLength: 8,
  })
  .map((words) => `Ik ${words.join(" ")} eens.`);

describe("an outline as a text to edit", () => {
  const claim = fc.record({
    text: sentence,
    claimKind: fc.constantFrom("", "promise", "legal-basis"),
    required: fc.boolean(),
  });

  it("is read as what it was written from", () => {
    fc.assert(
      fc.property(fc.array(fc.array(claim, { maxLength: 4 }), { maxLength: 3 }), (all) => {
        const sections = all.map((claims, at) => ({
          sectionId: `section:${at + 1}`,
          title: `Kop ${at}`,
          claims: claims.map((one, n) => ({ ...one, claimId: `claim:${at * 10 + n + 1}` })),
        }));
        const read = parseOutline(outlineText(create(MessageSkeletonSchema, { sections })));
        expect(
          read.sections.map(({ sectionId, title, claims }) => ({
            sectionId,
            title,
            claims: claims.map(({ claimId, text, claimKind, optional }) => ({
              claimId,
              text,
              claimKind,
              required: !optional,
            })),
          })),
        ).toEqual(sections);
      }),
    );
  });
});

describe("the frame in a draft as a text to edit", () => {
  const frame = create(MemoFrameSchema, { place: "Ede", sender: ["N. Fictief", "Dorpsstraat 1"], closing: "Groet," });
  const draft = create(DraftTextSchema, { title: "Reactie", frame });
  const text = draftText(draft, undefined, speechOf("nl"));
  const changed = (edited: string) => {
    const { frame: said, dropFrameFields } = parseDraft(edited, undefined, frame);
    return { said, dropFrameFields };
  };

  it("changes nothing where nothing was changed, or none of its lines is there", () => {
    expect(text).toContain("@ van: N. Fictief\n@ van: Dorpsstraat 1");
    expect(changed(text)).toEqual({ said: undefined, dropFrameFields: [] });
    expect(changed("Titel: Reactie")).toEqual({ said: undefined, dropFrameFields: [] });
  });

  it("says only what was changed, and empties what was taken out", () => {
    const { said, dropFrameFields } = changed(text.replace("Ede", "Zwolle").replace("@ afsluiting: Groet,", ""));
    expect(said).toMatchObject({ place: "Zwolle", sender: [], closing: "" });
    expect(dropFrameFields).toEqual(["closing"]);
  });
});

describe("a draft as a text to edit", () => {
  const ledger = create(CitationLedgerSchema, {
    entries: [
      { entryId: "entry:1:a", slotId: "slot:1" },
      { entryId: "entry:1:b", slotId: "slot:1" },
      { entryId: "entry:2:c", slotId: "slot:2" },
    ],
  });
  const rests = fc.subarray(["entry:1:a", "entry:1:b", "entry:2:c"]);
  const kind = fc.constantFrom(SentenceKind.FACT, SentenceKind.OWN_STATEMENT, SentenceKind.CONNECTIVE);
  const made = fc.record({ text: sentence, kind, claimId: fc.constantFrom("", "claim:2"), entryIds: rests });

  it("is read as what it was written from, each sentence under its own id", () => {
    fc.assert(
      fc.property(fc.array(made, { minLength: 1, maxLength: 5 }), (all) => {
        const sentences = all.map((one, at) => ({ ...one, sentenceId: `sentence:${at + 3}` }));
        const draft = create(DraftTextSchema, {
          title: "Reactie",
          sections: [{ sectionId: "section:1", title: "Feiten", sentences }],
        });
        const read = parseDraft(draftText(draft, ledger), ledger);
        expect(read.title).toBe("Reactie");
        expect(
          read.sections[0]?.sentences.map(({ sentenceId, text, kind: of, claimId, entryIds }) => ({
            ...{ sentenceId, text, kind: of, claimId },
            entryIds,
          })),
        ).toEqual(
          sentences.map(({ sentenceId, text, kind: of, claimId, entryIds }) => ({
            sentenceId,
            text,
            kind: of,
            claimId,
            entryIds,
          })),
        );
      }),
    );
  });

  it("names a slot where all of its entries are cited, and the entries where only some are", () => {
    const of = (entryIds: string[]) =>
      draftText(
        create(DraftTextSchema, { sections: [{ sentences: [{ text: "A.", kind: SentenceKind.FACT, entryIds }] }] }),
        ledger,
      );
    expect(of(["entry:1:a", "entry:1:b"])).toContain("{slot:1}");
    expect(of(["entry:1:a"])).toContain("{entry:1:a}");
  });
});

describe("the needs as a text to edit", () => {
  const slot = (slotId: string, kind: SlotKind = SlotKind.QUOTE) => ({ slotId, kind, description: "De toezegging" });
  const needs = create(EvidenceNeedsSchema, {
    sections: [
      {
        claims: [
          {
            claimId: "claim:1",
            required: [slot("slot:1"), slot("slot:2")],
            optional: [slot("slot:3", SlotKind.ABSENCE)],
          },
        ],
      },
    ],
  });
  const text = needsText(needs, new Map([["claim:1", "Hij heeft het toegezegd."]]));
  const change = (edited: string) => parseNeedsText(edited, needs);

  it("asks for nothing where nothing was changed", () => {
    expect(text).toBe(
      "# claim:1 Hij heeft het toegezegd.\nslot:1 QUOTE De toezegging\nslot:2 QUOTE De toezegging\nslot:3 ABSENCE? De toezegging",
    );
    expect(change(text)).toMatchObject({ add: [], dropSlotIds: [], makeOptionalSlotIds: [], links: [] });
  });

  it("drops what is left out, makes optional what has a question mark, and adds what has no id", () => {
    const edited = text.replace(/slot:1 .*\n/, "").replace("slot:2 QUOTE", "slot:2 QUOTE?");
    expect(change(`${edited}\nLOCATION? Het artikel`)).toMatchObject({
      add: [{ claimId: "claim:1", kind: SlotKind.LOCATION, description: "Het artikel", optional: true }],
      dropSlotIds: ["slot:1"],
      makeOptionalSlotIds: ["slot:2"],
    });
  });

  it("says by line what it cannot take", () => {
    expect(() => change("slot:9 QUOTE x")).toThrow("line 1 of the file: there is no slot:9");
    expect(() => change("QUOTE x")).toThrow("a new slot needs a `# claim:N` above it");
    expect(() => change("# claim:1 x\nslot:3 ABSENCE x")).toThrow("slot:3 cannot be made required again");
    expect(() => change("# claim:1 x\nslot:1 GUESS x")).toThrow("line 2 of the file: a slot is");
  });
});
