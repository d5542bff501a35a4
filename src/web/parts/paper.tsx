import type { ReactNode } from "react";
import type { DraftSection, DraftText } from "../../../gen/pincite/memo/v1/draft_text_pb.ts";
import { FrameLines } from "../run/frame.tsx";
import { useWords } from "../words/use-words.ts";

/** The letter as it will look on paper, with its frame. `of`: what a section shows of its sentences. */
export const Paper = ({
  draft,
  of,
}: {
  readonly draft: DraftText;
  readonly of: (section: DraftSection) => ReactNode;
}) => {
  const { say } = useWords();
  return (
    <article className="paper" aria-label={say("page.the-letter")}>
      <FrameLines frame={draft.frame} part="above" />
      {draft.frame?.subject === draft.title ? null : <h2>{draft.title}</h2>}
      {draft.sections.map((section) =>
        section.sentences.length === 0 ? null : (
          <section key={section.sectionId}>
            <h3>{section.title}</h3>
            {of(section)}
          </section>
        ),
      )}
      <FrameLines frame={draft.frame} part="below" />
    </article>
  );
};
