import { useState } from "react";
import { MissingInput_Kind } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { wantsOwnYes } from "../../show/compare.ts";
import { toCompare } from "../../show/to-compare.ts";
import { CompareCard } from "../parts/compare-card.tsx";
import { ItemCard } from "../parts/item-card.tsx";
import { Paper } from "../parts/paper.tsx";
import { useWords } from "../words/use-words.ts";
import { NamesAddressee } from "./addressee-named.tsx";
import { BeforeFinal } from "./before-final.tsx";
import { ColonsInDraft } from "./behind-colon.tsx";
import { Findings } from "./findings.tsx";
import { FrameForm } from "./frame.tsx";
import { LateDate } from "./late-date.tsx";
import { LaterInDraft } from "./later-on-letter.tsx";
import { ClaimsLetGo } from "./let-go.tsx";
import { OwnSums } from "./own-sums.tsx";
import { useRun } from "./run-store.ts";
import { SentenceForm } from "./sentence-form.tsx";
import { isSettled, SettleDraft } from "./settle-draft.tsx";
import { SubjectOffer } from "./subject-offer.tsx";
import { UncitedPapers } from "./uncited.tsx";
import { useListed } from "./use-told.ts";

const compareId = "to-compare";

/** What has to be decided before the letter is final, as one line above it that leads there; nothing where nothing has. */
const ToCompare = () => {
  const { view } = useRun();
  const { say } = useWords();
  const count = toCompare(view);
  if (count === 0) return null;
  const lead = () => {
    const place = document.getElementById(compareId);
    place?.scrollIntoView();
    place?.focus({ preventScroll: true });
  };
  return (
    <p data-to-compare={count}>
      <button type="button" className="quiet" onClick={lead}>
        {say("compare.to-do", { count })}
      </button>
    </p>
  );
};

/**
 * The last stage: the letter as it will look, each sentence a press away from other words. It stands first; what must be decided before it is final
 * comes behind it, then what may be looked at, and what only helps is folded.
 */
export const DraftStage = () => {
  const { view } = useRun();
  const { say } = useWords();
  const [open, setOpen] = useState<string>();
  const { draft, context } = view;
  if (!draft) return null;
  const findings = context.missingInputs.filter(({ kind }) => kind === MissingInput_Kind.DRAFT_CHECK);
  const hasFrame = context.items.some(({ itemId }) => itemId === "frame");
  return (
    <>
      <ToCompare />
      <p className="note">{say("page.press-a-sentence-to-change-it")}</p>
      <div data-to-final="">
        <Paper
          draft={draft}
          of={(sentences) => (
            <>
              <p>
                {sentences.map(({ sentenceId, text }) => (
                  <Sentence
                    key={sentenceId}
                    sentenceId={sentenceId}
                    text={text}
                    hasFinding={findings.some(({ subjectId }) => subjectId === sentenceId)}
                    isOpen={open === sentenceId}
                    onOpen={() => setOpen(open === sentenceId ? undefined : sentenceId)}
                  />
                ))}
              </p>
              {sentences
                .filter(({ sentenceId }) => sentenceId === open)
                .map((sentence) => (
                  <SentenceForm
                    key={sentence.sentenceId}
                    draft={draft}
                    sentence={sentence}
                    findings={findings.filter(({ subjectId }) => subjectId === sentence.sentenceId)}
                    onDone={() => setOpen(undefined)}
                  />
                ))}
            </>
          )}
        />
      </div>
      <div id={compareId} tabIndex={-1}>
        <SettleDraft findings={findings} />
        <Findings draft={draft} findings={findings.filter((one) => !isSettled(one))} onOpen={setOpen} />
        <Compared />
        <Looks />
      </div>
      <FrameForm draft={draft} isItem={hasFrame} />
      <ClaimsLetGo />
      <NamesAddressee />
      <OwnSums />
      <LaterInDraft />
      <ColonsInDraft />
      <LateDate />
      <BeforeFinal />
      <SubjectOffer />
      <UncitedPapers />
    </>
  );
};

const Sentence = ({
  sentenceId,
  text,
  hasFinding,
  isOpen,
  onOpen,
}: {
  readonly sentenceId: string;
  readonly text: string;
  readonly hasFinding: boolean;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
}) => {
  const { view } = useRun();
  const item = view.context.items.find((one) => one.itemId === sentenceId);
  const hasLook = item?.decision === 0 && wantsOwnYes(item, view);
  // A button breaks no line within itself, and a sentence is text that runs on.
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a button element cannot run on over lines */}
      <span
        role="button"
        tabIndex={0}
        className={`sentence${hasFinding ? " sentence-found" : ""}${hasLook ? " sentence-look" : ""}`}
        data-sentence={sentenceId}
        aria-expanded={isOpen}
        onClick={onOpen}
        onKeyDown={(event) => {
          if (event.key !== "Enter" && event.key !== " ") return;
          event.preventDefault();
          onOpen();
        }}
      >
        {text}
      </span>{" "}
    </>
  );
};

/** Sentences that are worded anew, each beside the words it rests on. */
const Compared = () => {
  const { view } = useRun();
  const listed = useListed();
  const { say } = useWords();
  const open = new Set(
    view.context.items.flatMap(({ itemId, decision, compareDigests }) =>
      decision === 0 && compareDigests.length > 0 ? [itemId] : [],
    ),
  );
  const sentences = (view.draft?.sections ?? []).flatMap((section) => section.sentences);
  const compared = sentences.filter(({ sentenceId }) => open.has(sentenceId));
  if (compared.length === 0) return null;
  return (
    <section className="block">
      <h2>{say("compare.heading")}</h2>
      <p className="note">{say("compare.why")}</p>
      {compared.map((sentence) => (
        <CompareCard key={sentence.sentenceId} sentence={sentence} listed={listed} />
      ))}
    </section>
  );
};

/** Sentences that ask for an eye, one by one. */
const Looks = () => {
  const { view } = useRun();
  const { say } = useWords();
  const looked = view.context.items.filter(
    ({ decision, looks, compareDigests }) => decision === 0 && looks.length > 0 && compareDigests.length === 0,
  );
  const sentences = new Map(
    (view.draft?.sections ?? []).flatMap((section) =>
      section.sentences.map((one) => [one.sentenceId, one.text] as const),
    ),
  );
  if (looked.length === 0) return null;
  return (
    <section className="block">
      <h2>{say("page.mind")}</h2>
      {looked.map(({ itemId }) => (
        <ItemCard key={itemId} itemId={itemId}>
          {sentences.get(itemId) ?? say("page.what-stands-around-the-letter")}
        </ItemCard>
      ))}
    </section>
  );
};
