import { fallsWith } from "../../show/falls-with.ts";
import { addLateTexts } from "../words/late-texts.ts";
import { useWords } from "../words/use-words.ts";
import { useRun } from "./run-store.ts";
import { useClaimChange } from "./use-claim-change.ts";

addLateTexts();

/** A claim need not be in the letter: a press leaves it out of the outline and goes on to where the run stood. What falls with it is told. */
export const DropClaim = ({ claimId }: { readonly claimId: string }) => {
  const { isBusy, view } = useRun();
  const { say } = useWords();
  const change = useClaimChange();
  if (!(view.skeleton?.sections ?? []).some(({ claims }) => claims.some((one) => one.claimId === claimId))) return null;
  const { sentenceIds, unanswered, citing } = fallsWith(view, claimId);
  return (
    <div data-drops={claimId}>
      <button
        type="button"
        className="quiet"
        data-drop-claim=""
        disabled={isBusy}
        onClick={() => void change(claimId, { isLeftOut: true })}
      >
        {say("drop.this-claim")}
      </button>
      <ul className="note">
        {sentenceIds.length > 1 ? <li>{say("drop.sentences", { count: sentenceIds.length })}</li> : null}
        {unanswered.map((words) => (
          <li key={words}>{say("drop.leaves-unanswered", { words })}</li>
        ))}
        {citing.map((claim) => (
          <li key={claim}>{say("drop.is-cited-by", { claim })}</li>
        ))}
      </ul>
    </div>
  );
};
