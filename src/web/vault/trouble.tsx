import { sentenceOf } from "../quote/trouble.tsx";
import { useSay, useSentence } from "../words/say.ts";

/** Says that something could not be fetched, and offers to try again. */
export const Trouble = ({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) => {
  const say = useSay();
  const sentence = useSentence();
  return (
    <div className="vault-trouble" role="alert">
      <p>{say("page-vault.it-could-not-be-fetched", { sentenceOf: sentence(sentenceOf(error)) })}</p>
      <button type="button" onClick={onRetry}>
        {say("page-runs.try-again")}
      </button>
    </div>
  );
};
