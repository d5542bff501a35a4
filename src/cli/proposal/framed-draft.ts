import { create } from "@bufbuild/protobuf";
import { DraftTextProposalSchema } from "../../../gen/pincite/memo/v1/draft_text_pb.ts";
import { type StageProposal, StageProposalSchema } from "../../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import { mendDraft } from "../../client/mend-draft.ts";
import type { RunView } from "../../client/run-view.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { frameField, parseFrame } from "./frame.ts";

/** Flags that say what stands around a letter. */
interface FrameFlags {
  /** `field=words`. */
  readonly frame?: readonly string[];
  /** Fields to empty. */
  readonly dropFrame?: readonly string[];
}

/** The draft as it is, with other words around it. Errors: NOTHING_PROPOSED, REQUEST_INVALID. */
export const framedProposal = (
  { draft, profile, ledger, skeleton }: RunView,
  { frame = [], dropFrame = [] }: FrameFlags,
): StageProposal => {
  if (!draft)
    throw new DomainError("NOTHING_PROPOSED", worded("command-error.there-is-no-draft-yet-pincite-run-guide-or"));
  const { title, sections } = mendDraft(draft, [], { ledger, skeleton }).proposal;
  const value = create(DraftTextProposalSchema, {
    title,
    sections,
    ...(frame.length > 0 ? { frame: parseFrame(frame, profile) } : {}),
    dropFrameFields: dropFrame.map((word) => frameField(word, profile)),
  });
  return create(StageProposalSchema, { proposal: { case: "draftText", value } });
};
