import { lazy, Suspense } from "react";
import { useRun } from "./run-store.ts";

const LetterParts = lazy(async () => ({ default: (await import("./letter-parts.tsx")).LetterParts }));

/** The letter that is answered, taken apart; fetched where there is one. */
export const LetterApart = ({ isAnswered }: { readonly isAnswered: boolean }) =>
  useRun().view.context.answeredLetter ? (
    <Suspense fallback={null}>
      <LetterParts isAnswered={isAnswered} />
    </Suspense>
  ) : null;
