import { type ClaimChange, ownStatementKind } from "../../client/change-claims.ts";
import { useWords } from "../words/use-words.ts";
import { useRun } from "./run-store.ts";
import { useClaimChange } from "./use-claim-change.ts";

/**
 * What a person says of a claim whose words stand in no paper: that she states it herself, that the letter does without it, or that
 * she looks later, which records nothing. The first two change the outline; what else was chosen stays.
 */
export const Nowhere = ({ claimId, onLater }: { readonly claimId: string; readonly onLater?: () => void }) => {
  const { isBusy, view } = useRun();
  const { say } = useWords();
  const change = useClaimChange();
  const own = view.profile && ownStatementKind(view.profile);
  const become = (otherwise: ClaimChange) => void change(claimId, otherwise);
  return (
    <details className="more" data-nowhere="">
      <summary>{say("choose.it-stands-nowhere")}</summary>
      <p className="note">{say("choose.what-no-paper-shows")}</p>
      <p className="row">
        {own === undefined ? null : (
          <button type="button" data-state-myself="" disabled={isBusy} onClick={() => become({ claimKind: own })}>
            {say("choose.i-state-it-myself")}
          </button>
        )}
        <button type="button" data-drop-claim="" disabled={isBusy} onClick={() => become({ isLeftOut: true })}>
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
