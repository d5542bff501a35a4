import { ownStatementKind } from "../../client/change-claims.ts";
import { useWords } from "../words/use-words.ts";
import { useRun } from "./run-store.ts";
import { useClaimChange } from "./use-claim-change.ts";

/** Says a claim as the author's own statement, which stands in the letter as she gave it; nothing where no kind of claim is that. */
export const StateMyself = ({ claimId, className }: { readonly claimId: string; readonly className?: string }) => {
  const { isBusy, view } = useRun();
  const { say } = useWords();
  const change = useClaimChange();
  const own = view.profile && ownStatementKind(view.profile);
  if (own === undefined) return null;
  return (
    <button
      type="button"
      className={className}
      data-state-myself=""
      disabled={isBusy}
      onClick={() => void change(claimId, { claimKind: own })}
    >
      {say("choose.i-state-it-myself")}
    </button>
  );
};
