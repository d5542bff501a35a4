import { OrchestratorState } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { unanswered } from "../../show/unanswered.ts";
import { addLateTexts } from "../words/late-texts.ts";
import { useWords } from "../words/use-words.ts";
import { rewind } from "./deeds.ts";
import { useRun } from "./run-store.ts";

addLateTexts();

/** How much of the letter has no answer yet, with what leads to it: `onAnswer` where it is answered, else the way back there. */
export const Unanswered = ({ onAnswer }: { readonly onAnswer?: () => void }) => {
  const { act, clients, isBusy, view } = useRun();
  const { say } = useWords();
  const { open, count } = unanswered(view);
  if (open.length === 0) return null;
  const goBack = (): void => void act((shown) => rewind(clients, shown, OrchestratorState.SKELETON));
  return (
    <p data-letter-open="">
      {say("unanswered.count", { count, open: open.length })}.{" "}
      <button type="button" className="quiet" disabled={isBusy} onClick={onAnswer ?? goBack}>
        {say("unanswered.answer-them")}
      </button>
    </p>
  );
};
