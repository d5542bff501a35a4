import { create } from "@bufbuild/protobuf";
import { EvidenceSearchResultSchema } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { FinalTurn, ProposedToolRequest } from "../../../gen/pincite/model/v1/model_turn_pb.ts";
import { type ToolRequest, ToolRequestSchema } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import type { DecisionInput } from "../../run/kernel.ts";
import { suggestedId } from "../../run/suggested.ts";
import { sha256, sha256Hex } from "../../sha256.ts";
import { paramsDigest } from "../../tool/params.ts";
import type { Runs } from "../run/runs.ts";
import { isClientRun, isMutating, judge } from "../tool/tool-judgement.ts";
import { asItLeaves } from "./leaving.ts";
import type { Turn } from "./turn.ts";
import { proposalRefused } from "./turn-records.ts";

/** Those of some tools that search and change nothing, on this installation. */
export const searchesAmong = ({ catalogue }: Runs, tools: readonly string[]): string[] =>
  tools.filter((name) => {
    const spec = catalogue.of(name);
    return spec?.outputType === EvidenceSearchResultSchema.typeName && !isMutating(spec) && !isClientRun(spec);
  });

/**
 * The searches that a final answer suggests, as the needs will hold them. Each is asked of the policy as a request of the model is;
 * it runs when a person has it run, and the policy is asked again then. Throws a TurnRejected for one that the policy refuses,
 * that would leave this installation, or that serves no slot.
 */
export const suggestedSearches = (
  runs: Runs,
  turn: Turn,
  input: DecisionInput,
  { suggestedSearches: proposed }: FinalTurn,
): Promise<ToolRequest[]> => Promise.all(proposed.map((one) => suggestionOf(runs, turn, input, one)));

const suggestionOf = async (
  runs: Runs,
  turn: Turn,
  input: DecisionInput,
  { toolName, params, reason, slotId }: ProposedToolRequest,
): Promise<ToolRequest> => {
  if (!params) throw new Error("an accepted suggestion without parameters");
  const said = judge(runs, input, { toolName, params, requester: "llm" });
  if (said.decision === "REFUSE" || searchesAmong(runs, [toolName]).length === 0)
    throw proposalRefused(`${toolName} may not be suggested in this stage.`);
  if ((await asItLeaves(runs, turn, input, { toolName, params })).leaving)
    throw proposalRefused(`${toolName} leaves this installation here: it is asked for, and not suggested.`);
  if (!input.snapshot.slots.some((slot) => slot.slotId === slotId))
    throw proposalRefused("a suggested search serves no slot of the run.");
  const digest = paramsDigest(params, sha256);
  return create(ToolRequestSchema, {
    id: suggestedId(sha256Hex(new TextEncoder().encode(`${toolName}\n${slotId}\n${digest}`))),
    runId: turn.runId,
    state: input.snapshot.state,
    toolName,
    params,
    requiresUserConfirm: true,
    createdAtIso: input.nowIso,
    requestedBy: "llm",
    reason,
    slotId,
    paramsDigest: digest,
    turnId: turn.turnId,
  });
};
