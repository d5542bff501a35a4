import { useState } from "react";
import { ownHalf } from "../server.ts";
import { useSay } from "../words/say.ts";

/** Ends the session of this browser. The list that is read again then says how it is let in anew. */
export const SignOut = () => {
  const say = useSay();
  const [isFailed, setIsFailed] = useState(false);
  const signOut = async (): Promise<void> => {
    const ended = await fetch("/session/end", { method: "POST", headers: ownHalf() }).catch(() => undefined);
    if (ended?.ok) globalThis.location.reload();
    else setIsFailed(true);
  };
  return (
    <>
      <button type="button" className="quiet" data-sign-out="" onClick={() => void signOut()}>
        {say("page-runs.sign-out")}
      </button>
      {isFailed ? <span role="alert">{say("page-runs.the-server-does-not-answer-start-it-with")}</span> : null}
    </>
  );
};
