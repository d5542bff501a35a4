import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { DraftTextSchema } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { MessageSkeletonSchema } from "../../gen/pincite/memo/v1/skeleton_pb.ts";
import { claimsLetGo } from "../../src/show/let-go.ts";

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

// "words=go" silenced every remark, and the other side's own sentence stood in the letter as what proves the contrary.
describe("the claims of which words were let go", () => {
  it("are shown with what the letter says instead, and not where it says nothing of them", () => {
    expect(claimsLetGo({ draft, skeleton })).toEqual([
      { claimId: "claim:1", claim: "De premie is op 6 juli betaald.", words: ["6", "betaald"], sentences: [bare] },
    ]);
  });

  it("are none without a draft", () => {
    expect(claimsLetGo({ draft: undefined, skeleton })).toEqual([]);
  });
});
