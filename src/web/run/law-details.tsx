import { lazy, Suspense, useState } from "react";
import { useWords } from "../words/use-words.ts";

/** Fetched when somebody looks. */
const LawShelf = lazy(async () => ({ default: (await import("../law/law-shelf.tsx")).LawShelf }));

/** The law that the memo may rest on, folded away until it is asked for. */
export const LawDetails = () => {
  const { say } = useWords();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="more block" data-law-shelf="" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{say("page.the-law-for-this-memo")}</summary>
      <Suspense>{isOpen ? <LawShelf /> : null}</Suspense>
    </details>
  );
};
