import { Children, type ReactNode, useState } from "react";
import { useWords } from "../words/use-words.ts";

/** A list of which the first few are shown, and the others on demand. */
export const ShowMore = ({ shown, children }: { readonly shown: number; readonly children: ReactNode }) => {
  const { say } = useWords();
  const [isOpen, setIsOpen] = useState(false);
  const all = Children.toArray(children);
  const more = all.length - shown;
  return (
    <>
      <ul className="candidates">{isOpen ? all : all.slice(0, shown)}</ul>
      {more > 0 ? (
        <button type="button" className="quiet" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? say("page.fewer") : say("page.more", { more })}
        </button>
      ) : null}
    </>
  );
};
