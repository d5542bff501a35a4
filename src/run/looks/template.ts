import type { EvidenceSlot } from "../../../gen/pincite/memo/v1/evidence_needs_pb.ts";
import type { WorkflowProfile } from "../../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { contentWords } from "../../grounding/content-words.ts";

/** Whether words fit what a slot asks for: one of its cues stands in them. A slot without cues asks for nothing in particular. */
export const fitsTemplate = ({ cues }: EvidenceSlot, text: string): boolean => {
  const sought = new Set(contentWords(cues.join(" ")).map(({ root }) => root));
  return sought.size === 0 || contentWords(text).some(({ root }) => sought.has(root));
};

/** Whether a slot asks for somebody's view, not for what is so: the words may then deny what they like. */
export const asksForView = (
  { templateName }: Pick<EvidenceSlot, "templateName">,
  profile: Pick<WorkflowProfile, "claimKinds"> | undefined,
): boolean =>
  templateName !== "" &&
  (profile?.claimKinds.some(({ slots }) => slots.some(({ name, asksView }) => asksView && name === templateName)) ??
    false);
