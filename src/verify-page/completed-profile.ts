import { type WorkflowProfile, WorkflowProfileSchema } from "../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import legacy from "../../profiles/legacy-2.txtpb";
import { isOlder, withLegacy } from "../profile/complete.ts";
import { readTextFormat } from "../profile/text-reader.ts";

const completed = new WeakMap<WorkflowProfile, WorkflowProfile>();

/** Stands in for the function of src/profile/shipped.ts, which reads files: the page has the text in it. */
export const completedProfile = (profile: WorkflowProfile): WorkflowProfile => {
  if (!isOlder(profile)) return profile;
  const known = completed.get(profile) ?? withLegacy(profile, readTextFormat(WorkflowProfileSchema, legacy).message);
  completed.set(profile, known);
  return known;
};
