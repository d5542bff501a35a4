import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { expect, it } from "vitest";
import { CitationLedgerSchema } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { type DraftSentenceSchema, DraftTextSchema, SentenceKind } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { keptSentences } from "../../src/client/kept-sentences.ts";

type Sentence = MessageInitShape<typeof DraftSentenceSchema>;

const sentence = (id: number, claim: string, text: string, ...entryIds: string[]): Sentence => ({
  sentenceId: `sentence:${id}`,
  claimId: claim,
  text,
  entryIds,
  kind: SentenceKind.FACT,
});
const written = (sentences: Sentence[], ...entryIds: string[]) => ({
  draft: create(DraftTextSchema, { title: "Brief", sections: [{ sectionId: "section:1", sentences }] }),
  ledger: create(CitationLedgerSchema, { entries: entryIds.map((entryId) => ({ entryId })) }),
});
const none = new Set<string>();

const before = written(
  [
    sentence(1, "claim:1", "In my own words.", "entry:1"),
    sentence(2, "claim:2", "The other."),
    sentence(3, "claim:1", "And more."),
  ],
  "entry:1",
);
const now = written(
  [
    sentence(4, "", "To begin with."),
    sentence(5, "claim:1", "By the guide.", "entry:1"),
    sentence(2, "claim:2", "The other."),
  ],
  "entry:1",
);

it("has what was said of a claim that stays in the place of what is said of it now", () => {
  const kept = keptSentences(before, now, none);
  expect(kept?.sections[0]?.sentences.map(({ sentenceId, text }) => [sentenceId, text])).toEqual([
    ["sentence:4", "To begin with."],
    ["", "In my own words."],
    ["", "And more."],
    ["sentence:2", "The other."],
  ]);
});

it("leaves what was changed, what rests on nothing any more, and what was not said before", () => {
  expect(keptSentences(before, now, new Set(["claim:1"]))).toBeUndefined();
  expect(keptSentences(before, { ...now, ledger: written([]).ledger }, none)).toBeUndefined();
  expect(keptSentences(written([]), now, none)).toBeUndefined();
  expect(keptSentences({}, now, none)).toBeUndefined();
  expect(keptSentences(now, now, none)).toBeUndefined();
});
