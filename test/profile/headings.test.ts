import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { CitationLedgerSchema } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { DraftTextSchema } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { MessageSkeletonSchema } from "../../gen/pincite/memo/v1/skeleton_pb.ts";
import { builtinProfiles } from "../../src/profile/builtin.ts";
import { examineDraft } from "../support/draft-check.ts";

describe("the headings of the profiles that come with the product", () => {
  // "Verdere gronden" was read as an act, and an objection could not leave its outline.
  it.each(builtinProfiles().map((profile) => [profile.profileId, profile] as const))(
    "say nothing that has to be proved: %s",
    (_, { sections }) => {
      const refused = ["nl", "en"].flatMap((locale) =>
        examineDraft({
          skeleton: create(MessageSkeletonSchema, {}),
          audience: "employer",
          ledger: create(CitationLedgerSchema, {}),
          draft: create(DraftTextSchema, {
            locale,
            sections: sections.map(({ name, heading }) => ({
              sectionId: `section:${name}`,
              title: heading.find((one) => one.locale === locale)?.text ?? "",
            })),
          }),
        }).refused.filter(({ subjectId }) => subjectId.startsWith("section:")),
      );
      expect(refused.map(({ subjectId }) => subjectId)).toEqual([]);
    },
  );
});
