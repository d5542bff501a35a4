import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { type DraftText, DraftTextSchema } from "../../../gen/pincite/memo/v1/draft_text_pb.ts";
import { Remedy_Kind } from "../../../gen/pincite/run/v1/look_pb.ts";
import type { MissingInput } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { mendDraft } from "../../../src/client/mend-draft.ts";
import { examineDraft } from "../../support/draft-check.ts";
import { isCampaign } from "../../support/draws.ts";
import { draftInput } from "./measure.ts";
import { badSets } from "./sets.ts";

const asksAPerson = ({ remedy }: MissingInput): boolean =>
  remedy?.kind !== Remedy_Kind.CITE_ENTRY && remedy?.kind !== Remedy_Kind.DROP;

/** Mends one draft of a whole set until nothing more is applied: what is mended may lack something new. */
const mendAll = (set: ReturnType<typeof badSets>[number]) => {
  const input = draftInput(set.dossier, [...set.sentences, ...set.dossier.honest]);
  const of = (draft: DraftText) =>
    examineDraft({ ...input, draft }).refused.filter(({ subjectId }) => subjectId.startsWith("sentence:"));
  const asked = new Set<string>();
  const mended = new Set<string>();
  let applied = 0;
  for (let draft = input.draft, round = 0; ; round++) {
    const found = of(draft);
    for (const one of found.filter(asksAPerson)) asked.add(one.subjectId);
    const result = mendDraft(draft, found, { ledger: input.ledger });
    applied += result.applied.length;
    for (const one of result.applied) mended.add(one.subjectId);
    if (result.applied.length === 0 || round > 6) return { applied, asked, mended, left: found };
    draft = create(DraftTextSchema, { ...input.draft, sections: result.proposal.sections as never });
  }
};

describe("the remedies of the findings in the gate's dossiers", () => {
  // By dossier and by number: the words of one of them stay unread by whoever writes the rules.
  it.each(isCampaign ? badSets(1) : badSets(1).slice(0, 1))(
    "are all applied, and what they mend alone is accepted: dossier $dossier.name",
    (set) => {
      const { applied, asked, mended, left } = mendAll(set);
      expect(applied).toBeGreaterThan(80);
      expect(left.filter((one) => !asksAPerson(one)).map(({ subjectId }) => subjectId)).toEqual([]);
      expect(left.filter(({ subjectId }) => !asked.has(subjectId)).map(({ subjectId }) => subjectId)).toEqual([]);
      expect([...mended].filter((id) => !asked.has(id)).length).toBeGreaterThan(60);
      // What is left asks for words or for evidence, each with its remedy.
      expect(left.filter(({ remedy }) => remedy === undefined).map(({ rule }) => rule)).toEqual([]);
    },
  );
});
