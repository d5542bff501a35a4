import { create } from "@bufbuild/protobuf";
import { expect, it } from "vitest";
import { DraftTextSchema } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { MessageSkeletonSchema } from "../../gen/pincite/memo/v1/skeleton_pb.ts";
import { DraftRule, Remedy_Kind } from "../../gen/pincite/run/v1/look_pb.ts";
import { MissingInputSchema } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { mendDraft } from "../../src/client/mend-draft.ts";

const skeleton = create(MessageSkeletonSchema, {
  sections: [{ sectionId: "section:1", claims: [{ claimId: "claim:1", text: "Ik verzoek u te betalen." }] }],
});
const sentence = { sentenceId: "sentence:1", text: "Zo is het.", entryIds: ["entry:1"], claimId: "claim:9" };
const draft = create(DraftTextSchema, { sections: [{ sectionId: "section:1", sentences: [sentence] }] });
const finding = (rule: DraftRule, subjectId: string, kind: Remedy_Kind, entryIds: string[] = []) =>
  create(MissingInputSchema, { rule, subjectId, remedy: { kind, entryIds } });

// The same citation was offered again and again for a finding that it did not mend.
it("applies no remedy that changes nothing, and leaves the finding to a person", () => {
  const cite = finding(DraftRule.SUM, "sentence:1", Remedy_Kind.CITE_ENTRY, ["entry:1"]);
  expect(mendDraft(draft, [cite])).toMatchObject({ applied: [], left: [cite] });
});

it("says a claim that nobody makes in its own words, once", () => {
  const say = finding(DraftRule.CLAIM_NOT_MADE, "claim:1", Remedy_Kind.SAY);
  const { proposal, applied } = mendDraft(draft, [say], { skeleton });
  expect(applied).toEqual([say]);
  expect(proposal.sections[0]?.sentences.map(({ text }) => text)).toEqual(["Zo is het.", "Ik verzoek u te betalen."]);
});

// The kernel takes no draft that names what is not there: whatever else was changed was refused with it.
it("takes ids out that ledger and outline no longer have, and leaves a sentence without words out", () => {
  const { proposal } = mendDraft(draft, [], { skeleton, ledger: { entries: [] } });
  expect(proposal.sections[0]?.sentences).toMatchObject([{ claimId: "", entryIds: [] }]);
  expect(mendDraft(draft, [], { words: new Map([["sentence:1", " "]]) }).proposal.sections).toEqual([]);
});

// "Ik betaal € 184,56" became "Ik betaal" with one press.
it("takes no words out that a claim says itself, and takes others out", () => {
  const claim = { claimId: "claim:1", text: "Ik betaal € 184,56 na ontvangst." };
  const outline = create(MessageSkeletonSchema, { sections: [{ sectionId: "section:1", claims: [claim] }] });
  const text = "Ik betaal € 184,56 na ontvangst op 3 mei.";
  const saying = { ...sentence, claimId: "claim:1", text };
  const letter = create(DraftTextSchema, { sections: [{ sectionId: "section:1", sentences: [saying] }] });
  const drop = (words: string) => {
    const startChar = text.indexOf(words);
    const place = { startChar, endChar: startChar + words.length };
    const remedy = { kind: Remedy_Kind.DROP };
    return create(MissingInputSchema, { rule: DraftRule.SUM, subjectId: "sentence:1", remedy, ...place });
  };
  const [sum, day] = [drop("€ 184,56"), drop("3 mei")];
  const { proposal, applied, left } = mendDraft(letter, [sum, day], { skeleton: outline });
  expect([applied, left]).toEqual([[day], [sum]]);
  expect(proposal.sections[0]?.sentences[0]?.text).toBe("Ik betaal € 184,56 na ontvangst.");
});
