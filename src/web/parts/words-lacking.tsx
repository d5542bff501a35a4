import type { Lacking } from "../../client/passages.ts";
import { dateInWords } from "../../export/days.ts";
import { useWords } from "../words/use-words.ts";

/**
 * What a passage does not say of a claim, or says of something else, and what its writer wrote later; nothing where it lacks nothing.
 * `addressedTo`: whom its letter goes to, where that stands nowhere else.
 */
export const WordsLacking = ({
  words,
  addressedTo = "",
}: {
  readonly words: Lacking | undefined;
  readonly addressedTo?: string;
}) => {
  const { say, speech } = useWords();
  const { absent = [], otherwise = [], later = [] } = words ?? {};
  return (
    <>
      {addressedTo === "" ? null : <p className="note">{say("letter.addressed-to", { name: addressedTo })}</p>}
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
      {later.map(({ evidenceId, title, day, words }) => (
        <p className="note" data-named-later="" key={evidenceId}>
          {say("choose.named-later", { title, day: dateInWords(day, speech.locale), words })}
        </p>
      ))}
    </>
  );
};
