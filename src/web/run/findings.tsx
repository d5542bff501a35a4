import type { DraftText } from "../../../gen/pincite/memo/v1/draft_text_pb.ts";
import type { MissingInput } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { mendDraft } from "../../client/mend-draft.ts";
import { saidOr } from "../../messages/wire-form.ts";
import { frameLine } from "../../show/frame-line.ts";
import { Ranges } from "../parts/ranges.tsx";
import { addLateTexts } from "../words/late-texts.ts";
import { useWords } from "../words/use-words.ts";
import { FindingWords } from "./finding-words.tsx";
import { useRun } from "./run-store.ts";
import { useMend } from "./use-mend.ts";

addLateTexts();

/** What a finding says, behind what it is about: a sentence with the words concerned marked, or a claim; none bears a number on the page. */
const Told = ({ draft, finding }: { readonly draft: DraftText; readonly finding: MissingInput }) => {
  const { view } = useRun();
  const { speech } = useWords();
  const { subjectId, said, description } = finding;
  const sentence = draft.sections.flatMap(({ sentences }) => sentences).find((one) => one.sentenceId === subjectId);
  const claims = (view.skeleton?.sections ?? []).flatMap((section) => section.claims);
  const line = frameLine(draft.frame, subjectId);
  const text = sentence?.text ?? line ?? claims.find(({ claimId }) => claimId === subjectId)?.text;
  const told = speech.sentence(saidOr(said, description));
  if (text === undefined) return told;
  return (
    <>
      “<Ranges text={text} ranges={(sentence?.text ?? line) === undefined ? [] : [finding]} />
      ”: {told.replace(`${speech.itemName(subjectId)}: `, "")}
    </>
  );
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
  const { say } = useWords();
  const mend = useMend();
  if (findings.length === 0) return null;
  const { applied } = mendDraft(draft, findings, view);
  const sentenceIds = new Set(draft.sections.flatMap(({ sentences }) => sentences.map(({ sentenceId }) => sentenceId)));
  return (
    <section className="block findings">
      <h2>
        {say("page.the-check-found")} ({findings.length})
      </h2>
      <ul>
        {findings.map((finding) => {
          const { subjectId, rule, startChar } = finding;
          return (
            <li key={`${subjectId} ${rule} ${startChar}`}>
              <p>
                <Told draft={draft} finding={finding} />
              </p>
              <p className="row">
                {applied.includes(finding) ? (
                  <button type="button" disabled={isBusy} onClick={() => void mend(draft, [finding])}>
                    {say("page.mend-it")}
                  </button>
                ) : null}
                {sentenceIds.has(subjectId) ? (
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
