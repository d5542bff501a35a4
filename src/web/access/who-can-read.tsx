import { useState } from "react";
import { addLateTexts } from "../words/late-texts.ts";
import { useWords } from "../words/use-words.ts";
import "./access.css";
import { Readers } from "./readers.tsx";

addLateTexts();

/** Who can read a memo, folded away until somebody asks. */
export const WhoCanRead = ({ runId }: { readonly runId: string }) => {
  const { say } = useWords();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="block access" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{say("access-page.who-can-read-this")}</summary>
      {isOpen ? <Readers runId={runId} /> : null}
    </details>
  );
};
