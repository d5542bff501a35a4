import { Code, ConnectError } from "@connectrpc/connect";
import { fromConnectError } from "../../wire/error.ts";
import { Typed } from "../parts/typed.tsx";
import { sentenceOf } from "../quote/trouble.tsx";
import { useSay, useSentence } from "../words/say.ts";

/** Why the list cannot be shown, with a way out. */
export const ListTrouble = ({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) => {
  const say = useSay();
  const sentence = useSentence();
  const { code, rawMessage } = ConnectError.from(error);
  const { reason, facts } = fromConnectError(error);
  const isOut = code === Code.Unauthenticated && facts.signIn === undefined;
  const isForbidden = reason === "RIGHT_MISSING";
  const isGone = /failed to fetch|network ?error|load failed/iu.test(rawMessage);
  const text = isOut
    ? say("page-runs.this-browser-is-not-let-in-or-no-longer-type")
    : isGone
      ? say("page-runs.the-server-does-not-answer-start-it-with")
      : isForbidden
        ? sentence(sentenceOf(error))
        : say("page-runs.that-did-not-work", { sentenceOf: sentence(sentenceOf(error)) });
  return (
    <div className="trouble" role="alert">
      <p>
        <Typed text={text} />
      </p>
      {isForbidden ? null : (
        <button type="button" onClick={onRetry}>
          {say("page-runs.try-again")}
        </button>
      )}
    </div>
  );
};
