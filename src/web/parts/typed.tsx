/** A sentence in which what is typed at the terminal stands between backticks. */
export const Typed = ({ text }: { readonly text: string }) =>
  text.split("`").map((part, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
    at % 2 === 1 ? <code key={at}>{part}</code> : part,
  );
