import { ConnectError } from "@connectrpc/connect";
import { useSay, useSentence } from "./say.ts";
import { type QuotePhrase, quoteInDutch } from "./words.ts";

/** The sentence of a server's refusal, without the code before it. */
export const sentenceOf = (error: unknown): string => ConnectError.from(error).rawMessage.replace(/^[A-Z_]+: /, "");

const isOwn = (said: string): said is QuotePhrase => said in quoteInDutch;

/** Says that a source could not be asked, and offers to ask again. */
export const Trouble = ({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) => {
  const say = useSay(quoteInDutch);
  const sentence = useSentence();
  const said = sentenceOf(error);
  return (
    <div className="quote-trouble" role="alert">
      <p>{isOwn(said) ? say(said) : say("The source could not be asked: {1}", sentence(said))}</p>
      <button type="button" onClick={onRetry}>
        {say("Try again")}
      </button>
    </div>
  );
};
