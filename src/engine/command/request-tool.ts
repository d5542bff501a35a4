import { create } from "@bufbuild/protobuf";
import {
  type RequestToolRequest,
  RequestToolRequestSchema,
  type RequestToolResponse,
  RequestToolResponseSchema,
} from "../../../gen/pincite/tool/v1/tool_service_pb.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import type { DecisionInput } from "../../run/kernel.ts";
import { refuseFinalised, unknownSlot } from "../../run/refusals.ts";
import type { LoadedRun } from "../run/run-store.ts";
import type { Runs } from "../run/runs.ts";
import { rateLimited } from "../tool/rate-limits.ts";
import { judge } from "../tool/tool-judgement.ts";
import { recordSteps, requestOf } from "../tool/tool-requests.ts";
import type { ToolCommandParts } from "./tool-answers.ts";

/** A user's tool request: recorded, not run. */
export const requestTool = (
  { runs, commands, tools }: ToolCommandParts,
  request: RequestToolRequest,
): Promise<RequestToolResponse> => {
  const { runId, toolName, params, reason, slotId, retryOf } = request;
  const key = commands.key(runId, RequestToolRequestSchema, request);
  return commands.mutate(
    { ...key, runId, expectedVersion: request.expectedVersion },
    RequestToolResponseSchema,
    async (input) => {
      if (!params) throw new DomainError("REQUEST_INVALID", worded("error.params-they-are-required"));
      const said = judge(runs, input, { toolName, params, requester: "user" });
      if (said.decision === "REFUSE") throw refused(toolName, said.reason, misfits(runs, input, toolName));
      refuseFinalised(input.snapshot);
      refuseUnknownSlot(input, slotId);
      await refuseUnknownRetry({ tools }, request);
      const waitMs = await tools.limits.take(runId, input.material.profile);
      if (waitMs > 0) throw rateLimited(waitMs);
      const requiresUserConfirm = said.decision === "ASK";
      const ask = { toolName, params, reason, slotId, retryOf, requestedBy: "user", requiresUserConfirm } as const;
      const asked = requestOf(runs, input, ask);
      const decision = recordSteps(runs, input, asked, { policy: said.decision, byGrant: said.byGrant });
      const { material } = decision.input;
      const answer = (after: LoadedRun) =>
        create(RequestToolResponseSchema, { request: asked, runContext: runs.contextFor(after, material) });
      return { decision, answer };
    },
  );
};

/** Whether the request must be mended: no such tool, or refused for its parameters alone. The reason then says what the message does. */
const misfits = (runs: Runs, input: DecisionInput, toolName: string): boolean =>
  !runs.catalogue.of(toolName) || judge(runs, input, { toolName, requester: "user" }).decision !== "REFUSE";

const refused = (toolName: string, reason: string, misfit: boolean): DomainError =>
  new DomainError(misfit ? "REQUEST_INVALID" : "TOOL_REFUSED", `${reason}.`, { tool_name: toolName });

/** A request says which slot it serves, and what it finds is linked there: so the slot must be one of the run's. */
const refuseUnknownSlot = (input: DecisionInput, slotId: string): void => {
  if (slotId === "" || input.snapshot.slots.some((slot) => slot.slotId === slotId)) return;
  throw unknownSlot(slotId);
};

/** A retry names the request of this run, for this tool, that it tries again, once that one has come to something. */
const refuseUnknownRetry = async (
  { tools }: Pick<ToolCommandParts, "tools">,
  { runId, toolName, retryOf }: RequestToolRequest,
): Promise<void> => {
  if (retryOf === "") return;
  const call = await tools.ofRun(runId, retryOf).catch(() => undefined);
  if (call?.result && call.request.toolName === toolName) return;
  throw new DomainError(
    "REQUEST_INVALID",
    worded("error.retry-of-is-no-ended-request-for-in-this-run", { retryOf, toolName }),
    { retry_of: retryOf },
  );
};
