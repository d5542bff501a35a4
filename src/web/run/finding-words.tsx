import { create } from "@bufbuild/protobuf";
import { useState } from "react";
import { type DraftText, DraftTextProposalSchema } from "../../../gen/pincite/memo/v1/draft_text_pb.ts";
import { DraftRule } from "../../../gen/pincite/run/v1/look_pb.ts";
import type { MissingInput } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { frameLine, frameWith } from "../../show/frame-line.ts";
import { addLateTexts } from "../words/late-texts.ts";
import { useWords } from "../words/use-words.ts";
import { propose } from "./deeds.ts";
import { useRun } from "./run-store.ts";
import { useClaimChange } from "./use-claim-change.ts";
import { useMend } from "./use-mend.ts";

addLateTexts();

/** A reason why words that speak against a claim need no answer has so many characters at least, as the kernel has it. */
const reasonLeast = 10;

/** What a finding is about that is no sentence of the letter: its title, a heading, a claim or a line around it, each as it stands. */
const useSubject = (draft: DraftText, subjectId: string): string | undefined => {
  const sections = useRun().view.skeleton?.sections ?? [];
  if (subjectId === "title") return draft.title;
  if (subjectId.startsWith("frame:")) return frameLine(draft.frame, subjectId);
  const section = sections.find(({ sectionId }) => sectionId === subjectId);
  return section
    ? section.title
    : sections.flatMap(({ claims }) => claims).find(({ claimId }) => claimId === subjectId)?.text;
};

/** The words in which a person puts what a finding is about: a title here, a heading or a claim in the outline. */
export const FindingWords = ({ draft, finding }: { readonly draft: DraftText; readonly finding: MissingInput }) => {
  const { say } = useWords();
  const { act, clients, isBusy } = useRun();
  const { subjectId, rule, remedy } = finding;
  const now = useSubject(draft, subjectId);
  const [text, setText] = useState(now ?? "");
  const [reason, setReason] = useState("");
  const mend = useMend();
  const change = useClaimChange();
  if (now === undefined) return null;
  const isClaim = subjectId.startsWith("claim:");
  const save = () => {
    if (subjectId === "title") return mend(draft, [], new Map([["title", text.trim()]]));
    if (!subjectId.startsWith("frame:")) return change(subjectId, { text: text.trim() });
    const value = create(DraftTextProposalSchema, { frame: frameWith(draft.frame, subjectId, text.trim()) });
    return act((shown) => propose(clients, shown, { case: "draftText", value }));
  };
  const dismiss = () => {
    const adverseDismissals = [{ entryId: remedy?.entryIds[0] ?? "", claimId: subjectId, reason: reason.trim() }];
    const value = create(DraftTextProposalSchema, { adverseDismissals });
    return act((shown) => propose(clients, shown, { case: "draftText", value }));
  };
  return (
    <details className="more" data-finding-words={subjectId}>
      <summary>{say("choose.put-it-in-my-words")}</summary>
      <label className="field field-wide">
        {say(isClaim ? "choose.or-say-it-otherwise" : "choose.words-of-this-line")}
        <textarea rows={2} maxLength={2000} value={text} onChange={({ target }) => setText(target.value)} />
      </label>
      <p className="row">
        <button
          type="button"
          data-say-otherwise=""
          disabled={isBusy || text.trim() === "" || text.trim() === now}
          onClick={() => void save()}
        >
          {say("choose.say-it-so")}
        </button>
        {isClaim ? (
          <button
            type="button"
            data-drop-claim=""
            disabled={isBusy}
            onClick={() => void change(subjectId, { isLeftOut: true })}
          >
            {say("choose.leave-the-claim-out")}
          </button>
        ) : null}
      </p>
      {rule === DraftRule.ADVERSE_UNANSWERED ? (
        <>
          <label className="field field-wide">
            {say("choose.why-it-needs-no-answer")}
            <textarea rows={2} maxLength={1000} value={reason} onChange={({ target }) => setReason(target.value)} />
          </label>
          <button
            type="button"
            data-dismiss=""
            disabled={isBusy || [...reason.trim()].length < reasonLeast}
            onClick={() => void dismiss()}
          >
            {say("choose.it-needs-no-answer")}
          </button>
        </>
      ) : null}
    </details>
  );
};
