import { create } from "@bufbuild/protobuf";
import { DraftTextSchema } from "../../../gen/pincite/memo/v1/draft_text_pb.ts";
import { StageProposalSchema } from "../../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import { mendDraft } from "../../../src/client/mend-draft.ts";
import type { RunDriver } from "./run-driver.ts";

/** Gives the sentence of a draft that has some words other ones, as its author does. */
export const sayMyself = async (driver: RunDriver, words: string, text: string) => {
  await driver.read();
  const draft = await driver.current("proposal", DraftTextSchema);
  const former = draft?.sections.flatMap(({ sentences }) => sentences).find((one) => one.text.includes(words));
  if (draft === undefined || former === undefined) throw new Error(`no sentence has ${words}`);
  const { proposal: value } = mendDraft(draft, [], { words: new Map([[former.sentenceId, text]]) });
  await driver.propose(create(StageProposalSchema, { proposal: { case: "draftText", value } }));
  return { itemId: former.sentenceId };
};
