import { Code, ConnectError } from "@connectrpc/connect";
import { useSay } from "../quote/say.ts";
import { runsInDutch } from "../words/runs.ts";

/** Why the list cannot be shown, with a way out. */
export const ListTrouble = ({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) => {
  const say = useSay(runsInDutch);
  const { code, rawMessage } = ConnectError.from(error);
  const isOut = code === Code.Unauthenticated;
  const isGone = /failed to fetch|network ?error|load failed/iu.test(rawMessage);
  const text = isOut
    ? say(
        "This browser is not let in, or no longer. Type `pincite page` at the terminal and open the address it gives.",
      )
    : isGone
      ? say("The server does not answer. Start it with `pincite start`.")
      : say("That did not work: {1}", rawMessage);
  return (
    <div className="trouble" role="alert">
      <p>{text}</p>
      <button type="button" onClick={onRetry}>
        {say("Try again")}
      </button>
    </div>
  );
};
