import { lazy, Suspense, useState } from "react";
import { useWords } from "../words/use-words.ts";

/** Asked for by who wants to know, and by nobody who writes. */
const TracePanel = lazy(async () => ({ default: (await import("./trace-panel.tsx")).TracePanel }));

/** How the memo came about: read when it is opened, and again whenever something happened since. */
export const Trace = () => {
  const { say } = useWords();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="block trace" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{say("page.how-this-memo-came-about")}</summary>
      <Suspense>{isOpen ? <TracePanel /> : null}</Suspense>
    </details>
  );
};
