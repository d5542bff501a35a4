import { useEffect, useState } from "react";
import type { OtherSum } from "../../show/own-sums.ts";
import { addLateTexts } from "../words/late-texts.ts";
import { useWords } from "../words/use-words.ts";
import { useRun } from "./run-store.ts";

addLateTexts();

/** What the letter asks beside what its author says of the same with another sum. Reading sums is fetched once a draft stands there. */
export const OwnSums = () => {
  const { view } = useRun();
  const { say } = useWords();
  const [found, setFound] = useState<readonly OtherSum[]>([]);
  useEffect(() => {
    let isGone = false;
    void import("../../show/own-sums.ts").then(({ otherSums }) => isGone || setFound(otherSums(view)));
    return () => {
      isGone = true;
    };
  }, [view]);
  if (found.length === 0) return null;
  return (
    <section className="block" data-own-sums="">
      <h2>{say("own-sums.heading")}</h2>
      <p className="note">{say("own-sums.why")}</p>
      {found.map(({ asked, said }) => (
        <ul key={`${asked} ${said}`} className="quotes">
          <li>
            <q>{asked}</q>
          </li>
          <li>
            <q>{said}</q>
          </li>
        </ul>
      ))}
    </section>
  );
};
