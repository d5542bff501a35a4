import { create } from "@bufbuild/protobuf";
import { expect, it } from "vitest";
import { LedgerEntrySchema } from "../../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { MessageSkeletonSchema } from "../../../gen/pincite/memo/v1/skeleton_pb.ts";
import { DraftRule, Remedy_Kind } from "../../../gen/pincite/run/v1/look_pb.ts";
import { MissingInputSchema } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { withRefusedWords } from "../../../src/run/build/refused-words.ts";

// The day of a bill for service costs was offered as the source of the day on which somebody moved in.
it("names the entries that have the words and speak of the claim's matter, and no others", () => {
  const entryIds = ["entry:move", "entry:bill", "entry:own"];
  const [move, bill] = ["De nieuwe bewoners kwamen op 10 april.", "U dient op 10 april nog € 212,40 te betalen."];
  const entries = [
    create(LedgerEntrySchema, { entryId: "entry:move", span: { excerpt: move } }),
    create(LedgerEntrySchema, { entryId: "entry:bill", span: { excerpt: bill } }),
    create(LedgerEntrySchema, {
      entryId: "entry:own",
      evidence: { evidence: { case: "statement", value: { text: "Ik zag de bewoners komen." } } },
    }),
  ];
  const claims = [{ claimId: "claim:1", text: "Op 10 april trokken nieuwe bewoners in de woning." }];
  const skeleton = create(MessageSkeletonSchema, { sections: [{ sectionId: "section:1", claims }] });
  const gone = create(MissingInputSchema, {
    ...{ rule: DraftRule.REQUIRED_WORDS_GONE, subjectId: "claim:1" },
    remedy: { kind: Remedy_Kind.REWORD },
  });
  const check = () => [
    create(MissingInputSchema, {
      ...{ rule: DraftRule.DATE, subjectId: "sentence:0", startChar: 3, endChar: 11 },
      remedy: { kind: Remedy_Kind.CITE_ENTRY, entryIds },
    }),
  ];
  const [found] = withRefusedWords([gone], skeleton, entries, check);
  expect(found?.remedy?.refusedWords.map((one) => one.entryIds)).toEqual([["entry:move", "entry:own"]]);
});
