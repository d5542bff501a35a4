import { useSay, useSentence } from "../quote/say.ts";
import { sentenceOf } from "../quote/trouble.tsx";
import { vaultInDutch } from "./words.ts";

/** Says that something could not be fetched, and offers to try again. */
export const Trouble = ({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) => {
  const say = useSay(vaultInDutch);
  const sentence = useSentence();
  return (
    <div className="vault-trouble" role="alert">
      <p>{say("It could not be fetched: {1}", sentence(sentenceOf(error)))}</p>
      <button type="button" onClick={onRetry}>
        {say("Try again")}
      </button>
    </div>
  );
};
