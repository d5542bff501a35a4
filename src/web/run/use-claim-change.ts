import type { Binding } from "../../../gen/pincite/memo/v1/need_map_pb.ts";
import type { OrchestratorState } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import type { RunContext } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { type ClaimChange, changeClaims } from "../../client/change-claims.ts";
import { slotsOfClaim } from "../../show/slots-of-claim.ts";
import type { Clients } from "./clients.ts";
import { entered } from "./cta.tsx";
import { advance, choose, mayAdvance } from "./deeds.ts";
import { newKey, useRun } from "./run-store.ts";

/** What a person chose for a claim before its words changed: the same passages are laid down for it, and confirmed in their stages like any. */
const choosingAgain = async (
  clients: Clients,
  context: RunContext,
  choices: ReadonlyMap<string, Binding>,
): Promise<RunContext> => {
  let now = context;
  for (const [slotId, { evidence, locator }] of choices) {
    const ref = evidence?.evidence;
    const stands = now.slots.some((slot) => slot.slotId === slotId);
    if (!stands || ref?.case !== "document" || !locator) continue;
    const { evidenceId } = ref.value;
    now = await choose(clients, now, {
      slotId,
      evidence: { evidence: { case: "document", value: { evidenceId } } },
      locator,
    });
  }
  return now;
};

/**
 * Makes a claim or a heading of the outline otherwise, from whatever stage, and goes on to what has to be shown; what else was chosen
 * stays. True: it is done.
 */
export const useClaimChange = (): ((id: string, otherwise: ClaimChange) => Promise<boolean>) => {
  const { act, clients, guide, view } = useRun();
  const former = (claimId: string): ReadonlyMap<string, Binding> =>
    new Map(
      slotsOfClaim(view.needs, claimId).flatMap(({ slotId }) => {
        const choice = view.choices.get(slotId);
        return choice ? [[slotId, choice] as const] : [];
      }),
    );
  /** What a claim leaves behind holds: the run goes on to where it stood, or to what has to be shown before. */
  const onTo = async (from: RunContext, state: OrchestratorState): Promise<RunContext> => {
    let now = from;
    while (mayAdvance(now) && now.state < state) now = await entered(await advance(clients, now), guide, clients);
    return now;
  };
  return (id, otherwise) =>
    act(async (context) => {
      const changes = new Map([[id, otherwise]]);
      const changed = await changeClaims(clients.orchestrator, newKey, { context, skeleton: view.skeleton }, changes);
      if (!mayAdvance(changed)) return changed;
      if (otherwise.isLeftOut) return onTo(changed, context.state);
      const needing = await choosingAgain(clients, await advance(clients, changed), former(id));
      return entered(needing, guide, clients);
    });
};
