import { useCallback, useState } from "react";
import type { DraftSentence, DraftText } from "../../../gen/pincite/memo/v1/draft_text_pb.ts";
import type { MissingInput } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { saidOr } from "../../messages/wire-form.ts";
import { addLateTexts } from "../words/late-texts.ts";
import { useWords } from "../words/use-words.ts";
import { propose } from "./deeds.ts";
import { DropClaim } from "./drop-claim.tsx";
import { type Unsent, useRun } from "./run-store.ts";
import { useMend } from "./use-mend.ts";
import { useUnsent } from "./use-unsent.ts";

addLateTexts();

/** A sentence in a person's own words. What stands between “ and ” is the source's, and no field of the form, unless the check found that it is not. */
export const SentenceForm = ({
  draft,
  sentence,
  findings,
  onDone,
}: {
  readonly draft: DraftText;
  readonly sentence: DraftSentence;
  readonly findings: readonly MissingInput[];
  readonly onDone: () => void;
}) => {
  const { clients, isBusy, view } = useRun();
  const { say, speech } = useWords();
  const mend = useMend();
  const [parts, setParts] = useState(() => partsOf(sentence.text, findings));
  const entries = (view.ledger?.entries ?? []).filter(({ entryId }) => sentence.entryIds.includes(entryId));
  const text = parts.map((part) => part.text).join("");
  const send = useCallback<Unsent>(
    async (context) => {
      const section = draft.sections.find(({ sentences }) => sentences.includes(sentence));
      const { sentenceId, kind, claimId, entryIds } = sentence;
      const sections = [
        { sectionId: section?.sectionId ?? "", sentences: [{ sentenceId, kind, claimId, entryIds, text }] },
      ];
      const after = await propose(clients, context, { case: "draftText", value: { sections } }, { merge: true });
      onDone();
      return after;
    },
    [clients, draft, sentence, text, onDone],
  );
  useUnsent(text === sentence.text || text.trim() === "" ? undefined : send);
  const put = async (words: string) => {
    if (await mend(draft, [], new Map([[sentence.sentenceId, words]]))) onDone();
  };
  const hasQuote = parts.some(({ isQuote }) => isQuote);
  return (
    <div className="sentence-form">
      {findings.map(({ rule, startChar, description, said }) => (
        <p key={`${rule} ${startChar}`} className="note">
          {speech.sentence(saidOr(said, description)).replace(`${speech.itemName(sentence.sentenceId)}: `, "")}
        </p>
      ))}
      {parts.map((part, at) =>
        part.isQuote ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never change places
          <p key={at} className="row">
            <q className="locked">{part.text.slice(1, -1)}</q>
            <button
              type="button"
              className="quiet"
              data-quote-out=""
              onClick={() => setParts(parts.filter((_, place) => place !== at))}
            >
              {say("drop.this-quote")}
            </button>
          </p>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never change places
          <label key={at} className="field field-wide">
            <span className="unseen">{say("page.change-this-sentence")}</span>
            <textarea
              rows={2}
              maxLength={4000}
              value={part.text}
              onChange={(event) =>
                setParts(parts.map((one, place) => (place === at ? { ...one, text: event.target.value } : one)))
              }
            />
          </label>
        ),
      )}
      {hasQuote ? <p className="note">{say("page.words-between-and-are-the-sources-and-stay-as")}</p> : null}
      {entries.length === 0 ? null : (
        <details className="more">
          <summary>{say("page.rests-on")}</summary>
          {entries.map(({ entryId, span, address }) => (
            <blockquote key={entryId} className="quoted">
              {span ? <mark>{span.excerpt}</mark> : address}
            </blockquote>
          ))}
        </details>
      )}
      <p className="row">
        <button type="button" disabled={isBusy} onClick={() => void put(text)}>
          {say("page.save")}
        </button>
        <button type="button" className="quiet" disabled={isBusy} onClick={() => void put("")}>
          {say("drop.this-sentence")}
        </button>
        <button type="button" className="quiet" onClick={onDone}>
          {say("page.leave-as-it-was")}
        </button>
      </p>
      {sentence.claimId === "" ? null : <DropClaim claimId={sentence.claimId} />}
    </div>
  );
};

interface Part {
  readonly text: string;
  readonly isQuote: boolean;
}

/** A sentence in quotations and what stands between them; a quotation that a finding is about is none of a source's. */
const partsOf = (text: string, findings: readonly MissingInput[]): Part[] => {
  let at = 0;
  return text
    .split(/(“[^“”]*”)/u)
    .filter(Boolean)
    .map((part) => {
      const start = at;
      at += [...part].length;
      const isFound = findings.some(({ startChar, endChar }) => startChar < at && start < endChar);
      return { text: part, isQuote: /^“[^“”]*”$/u.test(part) && !isFound };
    });
};
