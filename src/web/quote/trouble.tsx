import { ConnectError } from "@connectrpc/connect";
import { useSay, useSentence } from "./say.ts";
import { quoteInDutch } from "./words.ts";

/** The sentence of a server's refusal, without the code before it. */
export const sentenceOf = (error: unknown): string => ConnectError.from(error).rawMessage.replace(/^[A-Z_]+: /, "");

/** Says that a source could not be asked, and offers to ask again. */
export const Trouble = ({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) => {
  const say = useSay(quoteInDutch);
  const sentence = useSentence();
  return (
    <div className="quote-trouble" role="alert">
      <p>{say("The source could not be asked: {1}", sentence(sentenceOf(error)))}</p>
      <button type="button" onClick={onRetry}>
        {say("Try again")}
      </button>
    </div>
  );
};
