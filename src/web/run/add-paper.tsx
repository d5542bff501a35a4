import { addLateTexts } from "../words/late-texts.ts";
import { useWords } from "../words/use-words.ts";
import { DropFiles } from "./drop-files.tsx";
import { papersCame } from "./papers-came.ts";

addLateTexts();

/** Where a paper is put in that was found after the first step, as there. */
export const AddPaper = () => {
  const { say } = useWords();
  return (
    <details className="more" data-add-paper="">
      <summary>{say("late.add-paper")}</summary>
      <p className="note">{say("late.add-paper-why")}</p>
      <DropFiles onDone={papersCame} />
    </details>
  );
};
