import type { PassageCandidate } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import { OrchestratorState as State } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import type { RunContext } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { askAnotherPassage, passagesOfClaimMost } from "../../client/another-passage.ts";
import { bindingOf } from "../../client/passages.ts";
import { takesPassage } from "../../show/open-slots.ts";
import { useWords } from "../words/use-words.ts";
import { keepClaimAtHand } from "./claim-at-hand.ts";
import type { Clients } from "./clients.ts";
import { entered } from "./cta.tsx";
import { advance, choose, confirmPlain, itemsToSee, mayAdvance, methodOf } from "./deeds.ts";
import { loadView } from "./load-view.ts";
import { newKey, type RunStore, useRun } from "./run-store.ts";
import { useSlots } from "./use-slots.ts";

/** The words of a passage go into the letter besides what a claim rests on: one press asks for them, chooses them and has the letter written anew. */
export const PutIntoLetter = ({
  claimId,
  passage,
}: {
  readonly claimId: string;
  readonly passage: PassageCandidate;
}) => {
  const { act, clients, guide, isBusy, view } = useRun();
  const { say, speech } = useWords();
  const taking = useSlots()(claimId).filter(takesPassage);
  if (taking.length === 0 || taking.length >= passagesOfClaimMost) return null;
  const putIn = () => {
    keepClaimAtHand(view.context.runId, claimId);
    return act(async (context) => {
      const known = new Set(context.slots.map(({ slotId }) => slotId));
      const description = speech.phrase("choose.another-passage-is-sought");
      const asked = await askAnotherPassage(clients.orchestrator, newKey, context, { claimId, description });
      const slot = asked.slots.find(({ slotId }) => !known.has(slotId));
      return slot ? toLetter(clients, await choose(clients, asked, bindingOf(slot.slotId, passage)), guide) : asked;
    });
  };
  return (
    <p>
      <button type="button" data-put-into-letter={claimId} disabled={isBusy} onClick={() => void putIn()}>
        {say("uncited.put-in")}
      </button>
    </p>
  );
};

/** Goes on to the letter past what she chose by the press; what asks for an eye keeps it where that stands. */
const toLetter = async (clients: Clients, from: RunContext, guide: RunStore["guide"]): Promise<RunContext> => {
  let now = from;
  while (now.state < State.DRAFT) {
    if (mayAdvance(now)) now = await entered(await advance(clients, now), guide, clients);
    else if (methodOf(now) === "Guide") {
      const guided = await entered(now, guide, clients);
      if (guided.version === now.version) return guided;
      now = guided;
    } else if (methodOf(now) === "Confirm") {
      const shown = await loadView(clients, now);
      if (itemsToSee(shown).length > 0) return now;
      now = await confirmPlain(clients, shown);
    } else return now;
  }
  return now;
};
