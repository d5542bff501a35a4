import type { WorkflowProfile } from "../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { emailReply } from "./email-reply.ts";
import { uwvDeskundigenoordeel } from "./uwv-deskundigenoordeel.ts";

/**
 * The workflow profiles every server has, newest version of each, as fresh messages. A run pins the one it was created
 * with as an artifact, so a changed profile never changes a run. The number of a version stands for what was released
 * under it: the first change after a release raises it, since an override of one's own says which number it goes beyond.
 */
export const builtinProfiles = (): WorkflowProfile[] => [emailReply(), uwvDeskundigenoordeel()];
