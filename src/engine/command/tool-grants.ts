import { create } from "@bufbuild/protobuf";
import {
  type RevokeToolGrantRequest,
  RevokeToolGrantRequestSchema,
  type RevokeToolGrantResponse,
  RevokeToolGrantResponseSchema,
  type ToolSpec,
  ToolSpec_Risk,
} from "../../../gen/pincite/tool/v1/tool_service_pb.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { decideGrantRevoked } from "../../run/decide.ts";
import type { ToolCommandParts } from "./tool-answers.ts";

/** Standing permissions are for opt-in reads alone (design section 12), whose queries nobody must see. Errors: REQUEST_INVALID. */
export const refuseUnlawfulAlways = (spec: ToolSpec | undefined, toolName: string): void => {
  if (spec?.optIn && spec.risk === ToolSpec_Risk.READ_ONLY) return;
  throw new DomainError(
    "REQUEST_INVALID",
    worded("error.decision-always-is-for-opt-in-tools-that-only", { toolName }),
    { tool_name: toolName },
  );
};

/** Ends a grant. */
export const revokeGrant = (
  { runs, commands }: ToolCommandParts,
  request: RevokeToolGrantRequest,
): Promise<RevokeToolGrantResponse> => {
  const { runId, expectedVersion, toolName } = request;
  const key = commands.key(runId, RevokeToolGrantRequestSchema, request);
  return commands.mutate({ ...key, runId, expectedVersion }, RevokeToolGrantResponseSchema, (input) => {
    const decision = decideGrantRevoked(input, toolName);
    const { material } = decision.input;
    return {
      decision,
      answer: (after) => create(RevokeToolGrantResponseSchema, { runContext: runs.contextFor(after, material) }),
    };
  });
};
