import { type Said, worded } from "../../messages/said.ts";
import { fromConnectError } from "../../wire/error.ts";
import { useSay, useSentence } from "../words/say.ts";
import { NoQuote } from "./no-quote.ts";

/** What a server's refusal says: its message, or its sentence without the code before it; in words for a page where they are for a client. */
export const sentenceOf = (error: unknown): Said | string => {
  const { reason, told } = fromConnectError(error);
  if (reason === "RIGHT_MISSING") return worded("access-page.you-may-not-do-this");
  return typeof told === "string" ? told.replace(/^[A-Z_]+: /, "") : told;
};

/** Says that a source could not be asked, and offers to ask again. */
export const Trouble = ({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) => {
  const say = useSay();
  const sentence = useSentence();
  return (
    <div className="quote-trouble" role="alert">
      <p>
        {error instanceof NoQuote
          ? say(error.why)
          : say("page-quote.the-source-could-not-be-asked", { said: sentence(sentenceOf(error)) })}
      </p>
      <button type="button" onClick={onRetry}>
        {say("page-runs.try-again")}
      </button>
    </div>
  );
};
