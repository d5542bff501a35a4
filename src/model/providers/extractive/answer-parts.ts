import { create, type MessageInitShape } from "@bufbuild/protobuf";
import type { GenMessage } from "@bufbuild/protobuf/codegenv2";
import { StageProposalSchema } from "../../../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import { WorkflowProfileSchema } from "../../../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import type { TurnContext } from "../../../../gen/pincite/model/v1/model_call_pb.ts";
import {
  type FinalTurn,
  FinalTurnSchema,
  type ProposedToolRequest,
  ProposedToolRequestSchema,
} from "../../../../gen/pincite/model/v1/model_turn_pb.ts";
import { ToolRequestParamsSchema } from "../../../../gen/pincite/tool/v1/tool_request_pb.ts";
import type { ParamsOf, Tool, ToolMember } from "../../../tool/define-tool.ts";
import { effectiveBudget } from "../../budget.ts";
import { confirmLabel, nextActionLabels } from "../../labels.ts";
import { cut, plain } from "./prose.ts";

/** What a stage answers: requests to run first, or the parts of a final answer. */
export type StageAnswer = ProposedToolRequest[] | FinalParts;

/** The parts of a final answer that differ by stage. */
export interface FinalParts {
  readonly message: string;
  readonly missing?: readonly string[];
  readonly suggestions?: readonly string[];
  /** Searches that are left to a person. */
  readonly searches?: readonly ProposedToolRequest[];
  readonly proposal?: MessageInitShape<typeof StageProposalSchema>["proposal"];
}

/** A final answer within the limits of the envelope, with the one next action. */
export const finalTurn = (context: TurnContext, parts: FinalParts): FinalTurn =>
  create(FinalTurnSchema, {
    missingInputs: shortList(parts.missing ?? []),
    suggestedToolActions: shortList(parts.suggestions ?? []),
    suggestedSearches: [...(parts.searches ?? [])].slice(0, 5),
    message: cut(parts.message, 8000),
    ...(parts.proposal?.case ? { proposal: create(StageProposalSchema, { proposal: parts.proposal }) } : {}),
    nextAction: nextAction(context, parts.proposal?.case !== undefined),
  });

const shortList = (texts: readonly string[]): string[] =>
  texts
    .map((text) => plain(text, 500))
    .filter((text) => text !== "")
    .slice(0, 20);

/** With a proposal the person confirms it next; without one the kernel's own next action stands. */
const nextAction = (context: TurnContext, hasProposal: boolean): string => {
  const kernels = context.run?.nextAction?.label ?? "";
  const known = nextActionLabels(context.state).includes(kernels);
  return !hasProposal && known ? kernels : confirmLabel(context.state);
};

/** A tool request for a slot. The reason is ours; ids and words of sources never enter it. */
export const toolRequest = <Member extends ToolMember>(
  tool: Tool<Member>,
  slotId: string,
  reason: string,
  value: MessageInitShape<MessageSchemaOf<Member>>,
): ProposedToolRequest => {
  const params = { case: tool.member, value };
  const typed = create(ToolRequestParamsSchema, { params } as MessageInitShape<typeof ToolRequestParamsSchema>);
  const { name: toolName } = tool.spec;
  return create(ProposedToolRequestSchema, { toolName, slotId, reason: cut(reason, 500), params: typed });
};

type MessageSchemaOf<Member extends ToolMember> = GenMessage<ParamsOf<Member>>;

/** Whether a tool may be asked for in this step. */
export const mayUse = (context: TurnContext, { spec }: Tool): boolean =>
  !context.finalOnly && context.allowedTools.includes(spec.name);

/** How many requests one step takes. */
export const requestsMax = (context: TurnContext): number =>
  effectiveBudget(context.profile ?? create(WorkflowProfileSchema)).requestsPerStep;
