import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { DraftSentenceSchema, SentenceKind } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { SkeletonClaimSchema } from "../../gen/pincite/memo/v1/skeleton_pb.ts";
import { goneWords } from "../../src/grounding/required-words.ts";
import { builtinProfiles } from "../../src/profile/builtin.ts";

const gone = (text: string, sentence: string, kind: SentenceKind = SentenceKind.FACT): string[] => {
  const claim = create(SkeletonClaimSchema, { claimId: "claim:1", text, claimKind: "promise", required: true });
  const said = create(DraftSentenceSchema, { sentenceId: "sentence:1", claimId: "claim:1", kind, text: sentence });
  return goneWords(claim, [said], builtinProfiles()[0]!, new Set(["sentence:1"])).map(({ start, end }) =>
    text.slice(start, end),
  );
};

// A letter had "In de e-mail staat: “…”" where she had claimed something: the quotation had each word, and nobody was told.
describe("a claim of which the draft only brings what it rests on", () => {
  const lift = "Het andere hotel had geen lift.";

  it("is gone as a whole where the quotation says it otherwise, though it has each word", () => {
    expect(gone(lift, "In de e-mail staat: “Dit andere hotel heeft geen lift.”")).toEqual([lift]);
  });

  it("misses the words that the quotation has not, where there are any", () => {
    expect(gone(lift, "In de e-mail staat: “Dit hotel heeft geen trap.”")).toEqual(["lift"]);
  });

  it("is said where the quotation is that word for word", () => {
    expect(gone(lift, "In de e-mail staat: “Het andere hotel had geen lift.”")).toEqual([]);
  });

  it("is said where it tells what somebody wrote, or what a law says", () => {
    expect(gone("U schreef dat er geen lift is.", "In uw e-mail schreef u dat: “Er is geen lift.”")).toEqual([]);
    expect(gone("Een hotel heeft een lift.", "Artikel 1 bepaalt: “Hotels hebben een lift.”", SentenceKind.LAW)).toEqual(
      [],
    );
  });
});
