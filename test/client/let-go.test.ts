import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { DraftTextSchema } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { EvidenceNeedsSchema } from "../../gen/pincite/memo/v1/evidence_needs_pb.ts";
import { MessageSkeletonSchema } from "../../gen/pincite/memo/v1/skeleton_pb.ts";
import { SlotCandidatesSchema } from "../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { claimsLetGo } from "../../src/client/let-go.ts";

const skeleton = create(MessageSkeletonSchema, {
  sections: [
    {
      claims: [
        { claimId: "claim:1", text: "De premie is op 6 juli betaald." },
        { claimId: "claim:2", text: "Het alarm stond aan." },
        { claimId: "claim:3", text: "Ik verzoek u te betalen." },
      ],
    },
  ],
});
const bare = "In de e-mail van 3 juli 2026 staat: “De premie hebben wij nog niet ontvangen.”";
const draft = create(DraftTextSchema, {
  sections: [
    {
      sentences: [
        { sentenceId: "sentence:1", claimId: "claim:1", text: bare },
        { sentenceId: "sentence:2", claimId: "claim:3", text: "Ik verzoek u te betalen." },
      ],
    },
  ],
  letGo: [
    { claimId: "claim:1", words: ["6", "betaald"] },
    { claimId: "claim:2", words: ["alarm"] },
  ],
});

const needs = create(EvidenceNeedsSchema, {
  sections: [
    {
      claims: [
        { claimId: "claim:1", claimText: "De premie is op 6 juli betaald.", required: [{ slotId: "slot:1" }] },
        { claimId: "claim:3", claimText: "Ik verzoek u te betalen.", required: [{ slotId: "slot:3" }] },
      ],
    },
  ],
});
const standing = (slotId: string, exactQuote: string, startChar: number, endChar: number) =>
  create(SlotCandidatesSchema, {
    slotId,
    standing: { locator: { exactQuote }, refusedWords: [{ startChar, endChar }] },
  });

// "words=go" silenced every remark, and the other side's own sentence stood in the letter as what proves the contrary.
describe("the claims of which words were let go", () => {
  it("are shown with what the letter says instead, and not where it says nothing of them", () => {
    expect(claimsLetGo({ draft, skeleton, needs })).toEqual([
      { claimId: "claim:1", claim: "De premie is op 6 juli betaald.", words: ["6", "betaald"], sentences: [bare] },
    ]);
  });

  it("are told of a passage that lacks them, where no sentence says them beside it", () => {
    const slots = [
      standing("slot:1", "De premie hebben wij nog niet ontvangen.", 16, 22),
      standing("slot:3", "Betaal maar.", 3, 10),
    ];
    const said = { draft: create(DraftTextSchema, { sections: draft.sections }), skeleton, needs };
    expect(claimsLetGo(said, slots).map(({ claimId, words }) => [claimId, words])).toEqual([["claim:1", ["6 juli"]]]);
  });

  // Words that had been let go were told to be missing beside another passage, on which the sentence says them.
  it("are not told of words that the sentence says by now", () => {
    const [section] = draft.sections;
    const sentences = (section?.sentences ?? []).map((one) => ({
      ...one,
      text: `De premie is op 6 juli voldaan; ${one.text}`,
    }));
    const said = create(DraftTextSchema, {
      letGo: draft.letGo,
      sections: [{ sectionId: section?.sectionId ?? "", sentences }],
    });
    expect(claimsLetGo({ draft: said, skeleton, needs }).map(({ words }) => words)).toEqual([["betaald"]]);
  });

  it("are none without a draft", () => {
    expect(claimsLetGo({ draft: undefined, skeleton, needs })).toEqual([]);
  });
});
