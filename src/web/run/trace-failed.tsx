import { useSay } from "../quote/say.ts";
import { traceInDutch } from "../words/trace.ts";

/** What was asked for, once it is there; "failed" where it could not be read. */
export type Read<T> = T | "failed" | undefined;

/** Says that something could not be read, and offers to try again. */
export const Failed = ({ onRetry }: { readonly onRetry: () => void }) => {
  const say = useSay(traceInDutch);
  return (
    <p role="alert">
      {say("This could not be read. Try again.")}{" "}
      <button type="button" onClick={onRetry}>
        {say("Try again")}
      </button>
    </p>
  );
};
