import type { ReactNode } from "react";
import type { DraftSentence, DraftText } from "../../../gen/pincite/memo/v1/draft_text_pb.ts";
import { answersIn, letterOrder } from "../../export/letter-order.ts";
import { FrameLines } from "../run/frame.tsx";
import { useRun } from "../run/run-store.ts";
import { useWords } from "../words/use-words.ts";

/** The letter as it will look on paper, with its frame. `of`: what a paragraph shows of its sentences. */
export const Paper = ({
  draft,
  of,
}: {
  readonly draft: DraftText;
  readonly of: (sentences: readonly DraftSentence[]) => ReactNode;
}) => {
  const { say } = useWords();
  const { skeleton } = useRun().view;
  const answers = skeleton && answersIn(skeleton);
  const parts = letterOrder(draft.sections, answers);
  return (
    <article className="paper" aria-label={say("page.the-letter")}>
      <FrameLines frame={draft.frame} part="above" />
      {draft.frame?.subject ? null : <h2>{draft.title}</h2>}
      {parts
        .filter(({ paragraphs }) => paragraphs.length > 0)
        .map(({ title, paragraphs }) => (
          <section key={paragraphs[0]?.[0]?.sentenceId}>
            {title === undefined ? null : <h3>{title}</h3>}
            {paragraphs.map((sentences) => (
              <div key={sentences[0]?.sentenceId}>{of(sentences)}</div>
            ))}
          </section>
        ))}
      <FrameLines frame={draft.frame} part="below" />
    </article>
  );
};
