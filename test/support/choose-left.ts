import type { PassageCandidate } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import { NextAction_Kind, type RunContext } from "../../gen/pincite/run/v1/run_context_pb.ts";
import type { Connection } from "../../src/client/connection.ts";
import { bindingOf } from "../../src/client/passages.ts";
import { contextOf } from "../../src/client/run-view.ts";

/** What was laid before a person for a slot, and at which place of the list stood what she took, from 1. */
export interface ChosenLeft {
  readonly slotId: string;
  readonly place: number;
  readonly passage: PassageCandidate;
}

/** So many passages are read before one gives up. */
const readMax = 20;

/**
 * Chooses for every slot that the next action asks for, as a person does who reads the list: the first passage that `isRight`, else
 * the first of all.
 */
export const chooseLeft = async (
  { orchestrator }: Pick<Connection, "orchestrator">,
  from: RunContext,
  isRight: (passage: PassageCandidate, slotId: string) => boolean = () => true,
): Promise<{ readonly context: RunContext; readonly chosen: readonly ChosenLeft[] }> => {
  let context = from;
  const chosen: ChosenLeft[] = [];
  while (context.nextAction?.kind === NextAction_Kind.CHOOSE) {
    const { runId, version: expectedVersion } = context;
    const slotId = context.nextAction.subjectId;
    const { slots } = await orchestrator.listCandidates({ runId, slotIds: [slotId], limit: readMax });
    const passages = slots[0]?.candidates ?? [];
    const at = Math.max(
      0,
      passages.findIndex((passage) => isRight(passage, slotId)),
    );
    const passage = passages[at];
    if (!passage) throw new Error(`nothing is listed for ${slotId}`);
    const choice = { case: "binding", value: bindingOf(slotId, passage) } as const;
    const call = { runId, expectedVersion, slotId, choice, idempotencyKey: crypto.randomUUID() };
    context = contextOf((await orchestrator.chooseEvidence(call)).runContext);
    chosen.push({ slotId, place: at + 1, passage });
  }
  return { context, chosen };
};
