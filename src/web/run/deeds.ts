import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { PinRole } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { BindingProposalSchema } from "../../../gen/pincite/memo/v1/need_map_pb.ts";
import { StageProposalSchema } from "../../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import type { OrchestratorState } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import {
  ItemDecision,
  type ItemState,
  NextAction_Kind as Kind,
  type MissingInput,
  type RunContext,
} from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { wantsOwnYes, yesTo } from "../../show/compare.ts";
import type { RunView } from "../../show/run-view.ts";
import type { Clients } from "./clients.ts";
import { contextOf, newKey } from "./run-store.ts";

type Proposal = NonNullable<MessageInitShape<typeof StageProposalSchema>["proposal"]>;

const common = ({ runId, version }: RunContext) => ({ runId, idempotencyKey: newKey(), expectedVersion: version });

/** Puts something forward in a person's name. `confirm`: she says it herself, so that it is hers at once. */
export const propose = async (
  { orchestrator }: Clients,
  context: RunContext,
  proposal: Proposal,
  { confirm = false, merge = false } = {},
): Promise<RunContext> =>
  contextOf(
    await orchestrator.propose({
      ...common(context),
      proposal: create(StageProposalSchema, { proposal }),
      confirm,
      merge,
    }),
  );

/** Chooses what a slot rests on. */
export const choose = async (
  { orchestrator }: Clients,
  context: RunContext,
  binding: MessageInitShape<typeof BindingProposalSchema>,
): Promise<RunContext> =>
  contextOf(
    await orchestrator.chooseEvidence({
      ...common(context),
      slotId: binding.slotId ?? "",
      choice: { case: "binding", value: binding },
    }),
  );

/** Takes the choice for a slot back. */
export const withdraw = async ({ orchestrator }: Clients, context: RunContext, slotId: string): Promise<RunContext> =>
  contextOf(
    await orchestrator.chooseEvidence({ ...common(context), slotId, choice: { case: "withdrawn", value: true } }),
  );

/** A run with what is told against its papers. */
type Seen = Pick<RunView, "context" | "against">;

/** Items that nobody decided about and that one press says yes to. */
export const plainItems = (view: Seen): ItemState[] =>
  view.context.items.filter((item) => item.decision === ItemDecision.UNSPECIFIED && !wantsOwnYes(item, view));

/** Items that nobody decided about and that ask for an eye: each is confirmed by itself. */
export const itemsToSee = (view: Seen): ItemState[] =>
  view.context.items.filter((item) => item.decision === ItemDecision.UNSPECIFIED && wantsOwnYes(item, view));

/** Says yes to everything that was shown without looks. */
export const confirmPlain = (clients: Clients, view: Seen): Promise<RunContext> =>
  decide(
    clients,
    view.context,
    plainItems(view).map(({ itemId }) => ({ itemId, decision: ItemDecision.CONFIRM })),
  );

/** Says yes to one item in a call of its own, which names what stood beside it. */
export const confirmSeen = (clients: Clients, context: RunContext, item: ItemState): Promise<RunContext> =>
  decide(clients, context, [yesTo(item)]);

/** Leaves an item out. */
export const leaveOut = (clients: Clients, context: RunContext, itemId: string): Promise<RunContext> =>
  decide(clients, context, [{ itemId, decision: ItemDecision.REJECT }]);

const decide = async (
  { orchestrator }: Clients,
  context: RunContext,
  items: readonly ReturnType<typeof yesTo>[],
): Promise<RunContext> => {
  const proposalDigest = context.current.find(({ role }) => role === "proposal")?.ref?.digest ?? "";
  return contextOf(await orchestrator.confirm({ ...common(context), proposalDigest, items: [...items] }));
};

export const advance = async ({ orchestrator }: Clients, context: RunContext): Promise<RunContext> =>
  contextOf(await orchestrator.advance(common(context)));

export const rewind = async (
  { orchestrator }: Clients,
  context: RunContext,
  toState: OrchestratorState,
): Promise<RunContext> => contextOf(await orchestrator.rewind({ ...common(context), toState }));

/** Pins a document as evidence for a slot, or as the letter that is answered. */
export const pin = async (
  { orchestrator }: Clients,
  context: RunContext,
  evidenceId: string,
  as: { readonly slotId: string } | "answered",
): Promise<RunContext> => {
  const said = as === "answered" ? { role: PinRole.ANSWERED } : { slotId: as.slotId };
  return contextOf(await orchestrator.pinEvidence({ ...common(context), evidenceId, ...said }));
};

/** Answers a letter, in place of the one that was answered so far. */
export const answerLetter = async (clients: Clients, context: RunContext, evidenceId: string): Promise<RunContext> => {
  const { evidenceId: former = "" } = context.answeredLetter ?? {};
  if (former === evidenceId) return context;
  const freed =
    former === ""
      ? context
      : contextOf(await clients.orchestrator.unpinEvidence({ ...common(context), evidenceId: former }));
  return pin(clients, freed, evidenceId, "answered");
};

/** The call that the server names, without its service. */
export const methodOf = ({ nextAction }: RunContext): string => nextAction?.rpc.split("/")[1] ?? "";

/** Whether the run waits for nothing but a press that the server says will be taken. */
export const mayAdvance = ({ nextAction }: RunContext): boolean =>
  nextAction?.kind === Kind.ADVANCE && nextAction.possible;

/** What is missing of one thing. */
export const missingOf = ({ missingInputs }: RunContext, subjectId: string): MissingInput[] =>
  missingInputs.filter((one) => one.subjectId === subjectId);
