import { ownStatementKind } from "../../client/change-claims.ts";
import { bareClaims } from "../../show/bare-claims.ts";
import { addLateTexts } from "../words/late-texts.ts";
import { useWords } from "../words/use-words.ts";
import { AskPassage } from "./another-passage.tsx";
import { DropClaim } from "./drop-claim.tsx";
import { useRun } from "./run-store.ts";
import { useClaimChange } from "./use-claim-change.ts";

addLateTexts();

/** Claims that have nothing left to rest on: whether she states each herself, a passage is sought for it, or the letter does without it. */
export const BareClaims = () => {
  const { isBusy, view } = useRun();
  const { say } = useWords();
  const change = useClaimChange();
  const own = view.profile && ownStatementKind(view.profile);
  return bareClaims(view).map(({ claimId, text }) => (
    <section key={claimId} className="block" data-bare={claimId}>
      <p>
        <q>{text}</q> {say("bare.rests-on-nothing")}
      </p>
      {own === undefined ? null : (
        <button
          type="button"
          className="quiet"
          data-state-myself=""
          disabled={isBusy}
          onClick={() => void change(claimId, { claimKind: own })}
        >
          {say("choose.i-state-it-myself")}
        </button>
      )}
      <AskPassage claimId={claimId} />
      <DropClaim claimId={claimId} />
    </section>
  ));
};
