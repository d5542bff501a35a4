import { WorkflowProfileSchema } from "../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { shippedText } from "../../src/profile/shipped.ts";
import { readTextFormat } from "../../src/profile/text-reader.ts";

/** What rules 2 knew of every kind of memo: the kinds, roles and readers of the first profiles. */
export const legacyProfile = readTextFormat(WorkflowProfileSchema, shippedText("legacy-2.txtpb")).message;
