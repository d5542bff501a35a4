import { create } from "@bufbuild/protobuf";
import { DraftTextProposalSchema } from "../../../gen/pincite/memo/v1/draft_text_pb.ts";
import { type StageProposal, StageProposalSchema } from "../../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import type { RunView } from "../../client/run-view.ts";
import { frameField, parseFrame } from "../proposal/frame.ts";
import { isMending, mendedSaid } from "./mend.ts";
import { isSettling, settled } from "./settle.ts";

/**
 * The draft as a person makes it in one answer: what she lets go and leaves open, what she mends, and what stands around it. Errors:
 * ITEM_UNKNOWN, NOTHING_PROPOSED, REQUEST_INVALID.
 */
export const draftSaid = (view: RunView, said: readonly string[]): StageProposal => {
  const mends = said.filter(isMending);
  const frame = said.filter((one) => !isSettling(one) && !isMending(one));
  const emptied = frame.flatMap((one) => /^([^=]*)=\s*$/u.exec(one)?.[1] ?? []);
  const filled = frame.filter((one) => !/=\s*$/u.test(one));
  const value = create(DraftTextProposalSchema, {
    ...settled(view, said.filter(isSettling)),
    ...(mends.length + frame.length > 0 ? mendedSaid(view, mends) : {}),
    ...(filled.length > 0 ? { frame: parseFrame(filled, view.profile) } : {}),
    dropFrameFields: emptied.map((word) => frameField(word, view.profile)),
  });
  return create(StageProposalSchema, { proposal: { case: "draftText", value } });
};
