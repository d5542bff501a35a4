import type { DraftText } from "../../../gen/pincite/memo/v1/draft_text_pb.ts";
import type { MissingInput } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { mendDraft } from "../../client/mend-draft.ts";
import { saidOr } from "../../messages/wire-form.ts";
import { useWords } from "../words/use-words.ts";
import { FindingWords } from "./finding-words.tsx";
import { useRun } from "./run-store.ts";
import { useMend } from "./use-mend.ts";

/** So many characters tell which sentence is meant: none bears a number on the page. */
const shownMost = 60;

const begunWith = (text = ""): string => {
  const letters = [...text];
  return letters.length <= shownMost ? `“${text}”` : `“${letters.slice(0, shownMost).join("").trimEnd()} …”`;
};

/** What the check of the draft found, each with what mends it. */
export const Findings = ({
  draft,
  findings,
  onOpen,
}: {
  readonly draft: DraftText;
  readonly findings: readonly MissingInput[];
  readonly onOpen: (sentenceId: string) => void;
}) => {
  const { isBusy, view } = useRun();
  const { say, speech } = useWords();
  const mend = useMend();
  if (findings.length === 0) return null;
  const { applied } = mendDraft(draft, findings, view);
  const texts = new Map(
    draft.sections.flatMap((section) => section.sentences.map(({ sentenceId, text }) => [sentenceId, text] as const)),
  );
  return (
    <section className="block findings">
      <h2>
        {say("page.the-check-found")} ({findings.length})
      </h2>
      <ul>
        {findings.map((finding) => {
          const { subjectId, description, said, rule, startChar } = finding;
          return (
            <li key={`${subjectId} ${rule} ${startChar}`}>
              <p>
                {speech
                  .sentence(saidOr(said, description))
                  .replace(
                    `${subjectId}: `,
                    `${texts.has(subjectId) ? begunWith(texts.get(subjectId)) : speech.itemName(subjectId)}: `,
                  )}
              </p>
              <p className="row">
                {applied.includes(finding) ? (
                  <button type="button" disabled={isBusy} onClick={() => void mend(draft, [finding])}>
                    {say("page.mend-it")}
                  </button>
                ) : null}
                {texts.has(subjectId) ? (
                  <button type="button" className="quiet" onClick={() => onOpen(subjectId)}>
                    {say("page.change-this-sentence")}
                  </button>
                ) : null}
              </p>
              <FindingWords draft={draft} finding={finding} />
            </li>
          );
        })}
      </ul>
      {applied.length > 1 ? (
        <button type="button" disabled={isBusy} onClick={() => void mend(draft, findings)}>
          {say("choose.mend-all-that-one-press-can-mend", { appliedCount: applied.length })}
        </button>
      ) : null}
    </section>
  );
};
