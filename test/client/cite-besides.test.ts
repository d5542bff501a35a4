import { create } from "@bufbuild/protobuf";
import { expect, it } from "vitest";
import { CitationLedgerSchema } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { DraftTextSchema } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { LetterReadingSchema } from "../../gen/pincite/memo/v1/letter_pb.ts";
import { MessageSkeletonSchema } from "../../gen/pincite/memo/v1/skeleton_pb.ts";
import { DraftRule, Remedy_Kind } from "../../gen/pincite/run/v1/look_pb.ts";
import { RunContextSchema } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { citableBesides, citingBesides } from "../../src/client/cite-besides.ts";
import { mendDraft } from "../../src/client/mend-draft.ts";
import { refusedInClaim } from "../../src/run/claim-draft.ts";

const text = "Bij de levering op 20 augustus 2026 was de bak defect.";
const day = { startChar: 19, endChar: 35 };
const skeleton = create(MessageSkeletonSchema, {
  sections: [{ sectionId: "section:1", claims: [{ claimId: "claim:1", text }] }],
});
const ledger = create(CitationLedgerSchema, {
  entries: [{ entryId: "entry:1", claimId: "claim:1" }, { entryId: "entry:2" }, { entryId: "entry:3" }],
});

/** A run whose draft only quotes, with what is refused in a sentence that says the claim. */
const drafted = (
  quoting: string,
  refused: readonly { entryIds?: string[]; startChar?: number; endChar?: number }[],
) => ({
  skeleton,
  ledger,
  letterReading: undefined,
  draft: create(DraftTextSchema, {
    sections: [
      {
        sectionId: "section:1",
        sentences: [{ sentenceId: "sentence:1", text: quoting, entryIds: ["entry:1"], claimId: "claim:1" }],
      },
    ],
  }),
  context: create(RunContextSchema, {
    missingInputs: [
      {
        rule: DraftRule.REQUIRED_WORDS_GONE,
        subjectId: "claim:1",
        remedy: { kind: Remedy_Kind.LET_GO, refusedWords: refused.map((one) => ({ ...day, ...one })) },
      },
    ],
  }),
});

const mended = (view: ReturnType<typeof drafted>) => {
  const { findings, words } = citingBesides(view, citableBesides(view));
  return mendDraft(view.draft, findings, { ...view, words }).proposal.sections[0]?.sentences;
};

// A day that another paper has could only be let go, or the whole claim be put in other words.
it("says a claim whole before its quotation, and cites the entry that has the day besides", () => {
  const view = drafted("In het rapport staat: “Het gebrek was er al.”", [{ entryIds: ["entry:2", "entry:3"] }]);
  expect(citableBesides(view)).toMatchObject([
    { claimId: "claim:1", having: [{ words: "20 augustus 2026", entry: { entryId: "entry:2" } }] },
  ]);
  expect(mended(view)).toMatchObject([
    { text: `${text.slice(0, -1)}; in het rapport staat: “Het gebrek was er al.”`, entryIds: ["entry:1", "entry:2"] },
  ]);
});

it("puts a colon before words that are quoted at once", () => {
  const view = drafted("“Het gebrek was er al.”", [{ entryIds: ["entry:2"] }]);
  expect(mended(view)?.[0]?.text).toBe(`${text.slice(0, -1)}: “Het gebrek was er al.”`);
});

it.each([
  ["anything that no entry has", [{ entryIds: ["entry:2"] }, { startChar: 0, endChar: 3 }]],
  ["an entry that has gone", [{ entryIds: ["entry:9"] }]],
  ["the whole, and no words of it", [{ startChar: 0, endChar: 0, entryIds: ["entry:2"] }]],
  ["nothing, as an earlier build told it", []],
])("offers nothing where it is refused for %s", (_, refused) => {
  expect(citableBesides(drafted("“Het gebrek was er al.”", refused))).toEqual([]);
});

it("is told by the check which entries have the words", () => {
  const finding = (kind: Remedy_Kind) => ({
    subjectId: "sentence:0",
    ...day,
    rule: DraftRule.DATE,
    remedy: { kind, entryIds: ["entry:2"] },
  });
  const told = refusedInClaim([finding(Remedy_Kind.CITE_ENTRY), finding(Remedy_Kind.BIND)] as never);
  expect(told.map(({ entryIds }) => entryIds)).toEqual([["entry:2"], []]);
});

// A claim that she applied four times was to rest on "U moest vier keer solliciteren", since "vier" stands in it.
it("offers nothing that the answered letter says", () => {
  const span = { docUid: "letter" };
  const view = {
    ...drafted("In de lijst staat: “24 september”.", [{ entryIds: ["entry:2", "entry:3"] }]),
    ledger: create(CitationLedgerSchema, {
      entries: [{ entryId: "entry:1", claimId: "claim:1" }, { entryId: "entry:2", span }, { entryId: "entry:3" }],
    }),
    letterReading: create(LetterReadingSchema, { assertions: [{ partId: "assertion:1", span }] }),
  };
  const entriesOf = (one: Parameters<typeof citableBesides>[0]) =>
    citableBesides(one).flatMap(({ having }) => having.map(({ entry }) => entry.entryId));
  expect(entriesOf(view)).toEqual(["entry:3"]);
  expect(entriesOf({ ...view, letterReading: undefined })).toEqual(["entry:2"]);
});
