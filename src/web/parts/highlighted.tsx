/** A passage with the words marked that it shares with what is claimed. */
export const Highlighted = ({ text, words }: { readonly text: string; readonly words: string }) => {
  const wanted = new Set(wordsOf(words));
  const parts = text.split(/([\p{L}\p{N}]+)/u);
  return (
    <bdi>
      {parts.map((part, at) =>
        // Letters stand at the odd places.
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
        at % 2 === 1 && wanted.has(part.toLowerCase()) ? <mark key={at}>{part}</mark> : part,
      )}
    </bdi>
  );
};

/** Words long enough to tell something. */
const wordsOf = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => word.length > 3);
