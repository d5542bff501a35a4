import type { Lacking } from "../../client/passages.ts";
import { useWords } from "../words/use-words.ts";

/** Words of a claim that a passage does not say, or says of something else; nothing where it says all of them. */
export const WordsLacking = ({ words }: { readonly words: Lacking | undefined }) => {
  const { say } = useWords();
  const { absent = [], otherwise = [] } = words ?? {};
  return (
    <>
      {absent.length === 0 ? null : (
        <p className="note" data-unsaid="">
          {say("choose.does-not-say", { words: absent.join("”, “") })}
        </p>
      )}
      {otherwise.length === 0 ? null : (
        <p className="note" data-said-otherwise="">
          {say("choose.says-it-of-something-else", { words: otherwise.join("”, “") })}
        </p>
      )}
    </>
  );
};
