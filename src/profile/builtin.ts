import type { WorkflowProfile } from "../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { emailReply } from "./email-reply.ts";
import { uwvDeskundigenoordeel } from "./uwv-deskundigenoordeel.ts";

/**
 * The workflow profiles every server has, newest version of each, as fresh messages. A run pins the one it was created
 * with as an artifact, so a changed profile never changes a run.
 */
export const builtinProfiles = (): WorkflowProfile[] => [emailReply(), uwvDeskundigenoordeel()];
