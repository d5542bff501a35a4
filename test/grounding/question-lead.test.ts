import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { CitationLedgerSchema } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { DraftTextSchema, SentenceKind } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { LetterPartSchema } from "../../gen/pincite/memo/v1/letter_pb.ts";
import { MessageSkeletonSchema } from "../../gen/pincite/memo/v1/skeleton_pb.ts";
import { DraftRule } from "../../gen/pincite/run/v1/look_pb.ts";
import { AssertionAnswer, SlotKind } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { examineDraft } from "../support/draft-check.ts";

/** `Op uw vraag antwoord ik: Nee.` told nobody what was asked: the answer stands behind the question in the letter's own words. */
const asked = "Wilt u ons laten weten of u een betalingsregeling wenst?";
const demanded = "Wij sommeren u het restant binnen veertien dagen te voldoen.";

const judged = (text: string, { answers = "question:1" } = {}) => {
  const { refused, looks, reworded } = examineDraft({
    skeleton: create(MessageSkeletonSchema, {
      sections: [
        {
          sectionId: "section:1",
          claims: [
            {
              claimId: "claim:1",
              text: "Nee.",
              claimKind: "own-statement",
              answers: [{ assertionId: answers, answer: AssertionAnswer.REPLIED, why: "Nee." }],
            },
          ],
        },
      ],
    }),
    audience: "employer",
    questions: [asked, demanded].map((excerpt, at) =>
      create(LetterPartSchema, { partId: `question:${at + 1}`, span: { docUid: "letter", excerpt } }),
    ),
    ledger: create(CitationLedgerSchema, {
      entries: [
        {
          ...{ entryId: "own", bindingId: "b", slotId: "s", claimId: "claim:1", slotKind: SlotKind.OWN_STATEMENT },
          evidence: { evidence: { case: "statement", value: { text: "Nee." } } },
        },
      ],
    }),
    draft: create(DraftTextSchema, {
      locale: "nl",
      sections: [
        {
          sectionId: "section:1",
          sentences: [
            {
              ...{ sentenceId: "sentence:1", text, entryIds: ["own"], claimId: "claim:1" },
              kind: SentenceKind.OWN_STATEMENT,
            },
          ],
        },
      ],
    }),
  });
  return { rules: refused.map(({ rule }) => rule), looks: looks.length, isReworded: reworded.size > 0 };
};

const clean = { rules: [], looks: 0, isReworded: false };

describe("an answer to a question of the letter", () => {
  it("may stand behind that question in the letter's own words, which are neither looked at nor compared", () => {
    expect(judged(`U vraagt: “${asked}” Nee.`)).toEqual(clean);
    expect(judged(`Ook vraagt u: “${asked}” Nee.`)).toEqual(clean);
  });

  it("may do so behind a demand", () => {
    expect(judged(`Verder schrijft u: “${demanded}” Nee.`, { answers: "question:2" })).toEqual(clean);
  });

  it("is refused behind another question of the letter, and behind words that the letter has not", () => {
    expect(judged(`U vraagt: “${demanded}” Nee.`).rules).toContain(DraftRule.QUOTATION_NOT_IN_SOURCE);
    expect(judged("U vraagt: “Wilt u ons laten weten of u schuld bekent?” Nee.").rules).toContain(
      DraftRule.QUOTATION_NOT_IN_SOURCE,
    );
  });

  it("is compared where only a part of the question stands before it, or the lead says more", () => {
    expect(judged("U vraagt: “of u een betalingsregeling wenst?” Nee.").isReworded).toBe(true);
    expect(judged(`U vraagt ten onrechte: “${asked}” Nee.`).isReworded).toBe(true);
  });
});
