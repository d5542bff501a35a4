import { useWords } from "../words/use-words.ts";

/** Words of a claim that a passage does not say; nothing where it says all of them. */
export const WordsLacking = ({ words }: { readonly words: readonly string[] }) => {
  const { say } = useWords();
  if (words.length === 0) return null;
  return (
    <p className="note" data-unsaid="">
      {say("choose.does-not-say", { words: words.join("”, “") })}
    </p>
  );
};
