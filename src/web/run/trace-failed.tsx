import { useSay } from "../words/say.ts";

/** What was asked for, once it is there; "failed" where it could not be read. */
export type Read<T> = T | "failed" | undefined;

/** Says that something could not be read, and offers to try again. */
export const Failed = ({ onRetry }: { readonly onRetry: () => void }) => {
  const say = useSay();
  return (
    <p role="alert">
      {say("page-trace.this-could-not-be-read-try-again")}{" "}
      <button type="button" onClick={onRetry}>
        {say("page-trace.try-again")}
      </button>
    </p>
  );
};
