import { useWords } from "../words/use-words.ts";
import { useRun } from "./run-store.ts";
import { StateMyself } from "./state-myself.tsx";
import { useClaimChange } from "./use-claim-change.ts";

/**
 * What a person says of a claim whose words stand in no paper: that she states it herself, that the letter does without it, or that
 * she looks later, which records nothing. The first two change the outline; what else was chosen stays.
 */
export const Nowhere = ({ claimId, onLater }: { readonly claimId: string; readonly onLater?: () => void }) => {
  const { isBusy } = useRun();
  const { say } = useWords();
  const change = useClaimChange();
  return (
    <details className="more" data-nowhere="">
      <summary>{say("choose.it-stands-nowhere")}</summary>
      <p className="note">{say("choose.what-no-paper-shows")}</p>
      <p className="row">
        <StateMyself claimId={claimId} />
        <button
          type="button"
          data-drop-claim=""
          disabled={isBusy}
          onClick={() => void change(claimId, { isLeftOut: true })}
        >
          {say("choose.leave-the-claim-out")}
        </button>
        {onLater === undefined ? null : (
          <button type="button" className="quiet" onClick={onLater}>
            {say("choose.later")}
          </button>
        )}
      </p>
    </details>
  );
};
