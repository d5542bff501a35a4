import { useState } from "react";
import { useWords } from "../words/use-words.ts";
import { useRun } from "./run-store.ts";
import { useClaimChange } from "./use-claim-change.ts";

/** A claim in other words, where its passages stand: each sentence becomes a claim of its own, with a list of its own. */
export const ClaimOtherwise = ({ claimId }: { readonly claimId: string }) => {
  const { isBusy, view } = useRun();
  const { say } = useWords();
  const change = useClaimChange();
  const claims = (view.skeleton?.sections ?? []).flatMap((section) => section.claims);
  const text = claims.find((one) => one.claimId === claimId)?.text ?? "";
  const [typed, setTyped] = useState(text);
  return (
    <details className="more" data-claim-otherwise="">
      <summary>{say("choose.put-it-in-my-words")}</summary>
      <label className="field field-wide">
        {say("choose.each-sentence-its-own-claim")}
        <textarea rows={2} maxLength={2000} value={typed} onChange={({ target }) => setTyped(target.value)} />
      </label>
      <button
        type="button"
        data-say-otherwise=""
        disabled={isBusy || typed.trim() === "" || typed.trim() === text}
        onClick={() => void change(claimId, { text: typed.trim() })}
      >
        {say("choose.say-it-so")}
      </button>
    </details>
  );
};
