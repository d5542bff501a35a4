import { OrchestratorState } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { statedSlots, takesPassage } from "../../show/open-slots.ts";
import { useWords } from "../words/use-words.ts";
import { rewind } from "./deeds.ts";
import { useRun } from "./run-store.ts";
import { reopenSlot } from "./slot-to-reopen.ts";
import { useSlots } from "./use-slots.ts";

/** Back to the passages of a claim: what was said yes to stays, and another choice is asked about alone. `slotId`: of one slot; absent: of its first. */
export const BackToPassages = ({ claimId, slotId }: { readonly claimId: string; readonly slotId?: string }) => {
  const { act, clients, isBusy, view } = useRun();
  const { say } = useWords();
  const stated = statedSlots(view);
  const slot = useSlots()(claimId).find(
    (one) => takesPassage(one) && !stated.has(one.slotId) && (slotId === undefined || one.slotId === slotId),
  );
  if (!slot) return null;
  const goBack = async (): Promise<void> => {
    reopenSlot(slot.slotId);
    await act((shown) => rewind(clients, shown, OrchestratorState.EVIDENCE_BINDING));
  };
  return (
    <button type="button" className="quiet" data-other-passage="" disabled={isBusy} onClick={() => void goBack()}>
      {say("page.other-evidence")}
    </button>
  );
};
