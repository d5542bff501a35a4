import { create } from "@bufbuild/protobuf";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CitationLedgerSchema } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { DraftTextSchema, SentenceKind } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { EvidenceNeedsSchema } from "../../gen/pincite/memo/v1/evidence_needs_pb.ts";
import { MessageSkeletonSchema } from "../../gen/pincite/memo/v1/skeleton_pb.ts";
import { SlotKind } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { checkDraft } from "../support/draft-check.ts";
import { draws } from "../support/draws.ts";

/** A draft of one claim per excerpt, each quoting all of it, with slots, ledger and needs that fit. */
const draftOf = (excerpts: readonly string[], quoted: readonly string[] = excerpts) => ({
  skeleton: create(MessageSkeletonSchema, {
    sections: [{ claims: excerpts.map((_, at) => ({ claimId: `claim:${at}`, required: true })) }],
  }),
  needs: create(EvidenceNeedsSchema, {
    sections: [{ claims: excerpts.map((_, at) => ({ claimId: `claim:${at}`, required: [{ slotId: `slot:${at}` }] })) }],
  }),
  ledger: create(CitationLedgerSchema, {
    entries: excerpts.map((excerpt, at) => ({
      entryId: `entry:${at}`,
      bindingId: `binding:${at}`,
      slotId: `slot:${at}`,
      claimId: `claim:${at}`,
      slotKind: SlotKind.QUOTE,
      evidence: { evidence: { case: "document" as const, value: { evidenceId: `vault:${at}` } } },
      span: { docUid: `${at}`, excerpt },
    })),
  }),
  draft: create(DraftTextSchema, {
    sections: [
      {
        sentences: quoted.map((words, at) => ({
          sentenceId: `sentence:${at}`,
          text: `Zij schreef: “${words}”`,
          kind: SentenceKind.FACT,
          claimId: `claim:${at}`,
          entryIds: [`entry:${at}`],
        })),
      },
    ],
  }),
});

const withLetter = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);
/** Any text with a letter in it and no double quotation marks: with them, one changed character may make two true quotations of one. */
const excerpt = fc
  .string({ unit: "grapheme", minLength: 1, maxLength: 60 })
  .filter((text) => withLetter(text) && !/[“”„‟«»"〝〞❝❞＂]/u.test(text));
const withMarks = fc
  .string({
    unit: fc.constantFrom("a", "b", " ", ".", "“", "”", '"', "'", "‘", "’", "„", "»", "[…]"),
    minLength: 1,
    maxLength: 20,
  })
  .filter(withLetter);
const excerpts = fc.array(excerpt, { minLength: 1, maxLength: 4 });
const anyCharacter = fc.oneof(
  fc.constantFrom("“", "”", '"', "'", "…", "[", " ", "\u00a0", "\u200b"),
  fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
);

describe("the draft check", () => {
  it("passes a draft that quotes its entries whole, whatever marks they hold", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(excerpt, withMarks), { minLength: 1, maxLength: 4 }), (texts) => {
        expect(checkDraft(draftOf(texts))).toEqual([]);
      }),
      { numRuns: draws(40) },
    );
  });

  it("finds one character changed in any quotation", () => {
    fc.assert(
      fc.property(excerpts, fc.nat(), fc.nat(), anyCharacter, (texts, which, where, character) => {
        const at = which % texts.length;
        const points = [...texts[at]!];
        fc.pre(points[where % points.length] !== character);
        points[where % points.length] = character;
        const found = checkDraft(draftOf(texts, texts.with(at, points.join(""))));
        expect(found.map((finding) => finding.subjectId)).toContain(`sentence:${at}`);
      }),
      { numRuns: draws(120) },
    );
  });

  it("finds one character dropped from or added to the ledger's words", () => {
    fc.assert(
      fc.property(excerpts, fc.nat(), fc.nat(), (texts, which, where) => {
        const at = which % texts.length;
        const points = [...texts[at]!];
        points.splice(where % points.length, 1);
        expect(checkDraft(draftOf(texts.with(at, points.join("")), texts))).not.toEqual([]);
      }),
    );
  });

  it("finds an entry dropped from a sentence", () => {
    fc.assert(
      fc.property(excerpts, fc.nat(), (texts, which) => {
        const checked = draftOf(texts);
        const sentence = checked.draft.sections[0]!.sentences[which % texts.length]!;
        sentence.entryIds = [];
        expect(checkDraft(checked).map((finding) => finding.subjectId)).toContain(sentence.sentenceId);
      }),
    );
  });

  it("finds an entry dropped from a sentence that quotes nothing and has others", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 6 }), fc.nat(), (size, which) => {
        const checked = draftOf(Array.from({ length: size }, () => "woorden"));
        const [claim] = checked.needs.sections[0]!.claims;
        claim!.required = checked.needs.sections[0]!.claims.flatMap((each) => each.required);
        for (const entry of checked.ledger.entries) entry.claimId = "claim:0";
        checked.skeleton.sections[0]!.claims.length = 1;
        const [sentence] = checked.draft.sections[0]!.sentences.splice(0);
        checked.draft.sections[0]!.sentences = [sentence!];
        sentence!.text = "Zo is het.";
        sentence!.entryIds = checked.ledger.entries.map((entry) => entry.entryId);
        expect(checkDraft(checked)).toEqual([]);
        sentence!.entryIds.splice(which % size, 1);
        expect(checkDraft(checked)).toMatchObject([{ subjectId: "claim:0" }]);
      }),
    );
  });

  it("finds an entry dropped from the ledger", () => {
    fc.assert(
      fc.property(excerpts, fc.nat(), (texts, which) => {
        const checked = draftOf(texts);
        checked.ledger.entries.splice(which % texts.length, 1);
        expect(checkDraft(checked)).not.toEqual([]);
      }),
    );
  });

  it("gives the same findings for the same draft", () => {
    fc.assert(
      fc.property(excerpts, excerpts, (texts, quoted) => {
        const words = texts.map((text, at) => quoted[at] ?? text);
        expect(checkDraft(draftOf(texts, words))).toEqual(checkDraft(draftOf(texts, words)));
      }),
    );
  });
});
