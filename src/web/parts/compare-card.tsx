import { Fragment, useEffect, useState } from "react";
import type { DraftSentence } from "../../../gen/pincite/memo/v1/draft_text_pb.ts";
import type { SlotCandidates } from "../../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import type { Look } from "../../../gen/pincite/run/v1/look_pb.ts";
import type { ComparedTexts } from "../../cli/print/compared.ts";
import { dateInWords } from "../../export/days.ts";
import { nameOf } from "../../export/exhibits.ts";
import { scopeIn } from "../../export/scope.ts";
import { type Beside, besideSentence } from "../../show/compare.ts";
import { standingBeside } from "../../show/standing-beside.ts";
import { DropClaim } from "../run/drop-claim.tsx";
import { useRun } from "../run/run-store.ts";
import { addLateTexts } from "../words/late-texts.ts";
import { useWords } from "../words/use-words.ts";
import { AboutPaper } from "./about-paper.tsx";
import { ItemCard } from "./item-card.tsx";
import { Ranges } from "./ranges.tsx";

addLateTexts();

/**
 * A sentence that is worded anew beside the words it rests on: what its sources do not say is marked in it, and what each look holds it
 * against in them; what is to be compared (days, amounts, names, and words such as `moet`, `alle`, `niet`) is marked in both.
 */
export const CompareCard = ({
  sentence,
  listed,
}: {
  readonly sentence: DraftSentence;
  /** What is listed for the slots of the run, with what stands for each. */
  readonly listed: readonly SlotCandidates[];
}) => {
  const { view } = useRun();
  const { sentenceId, text } = sentence;
  const item = view.context.items.find(({ itemId }) => itemId === sentenceId);
  const marked = [...(item?.marks ?? []), ...(item?.looks ?? [])];
  const compared = useCompared(sentenceId);
  return (
    <ItemCard itemId={sentenceId} isLooking={compared === undefined}>
      <div className="compare" data-compare={sentenceId}>
        <p className="compare-said">
          <Ranges text={text} ranges={marked} compared={compared?.sentence ?? []} />
        </p>
        <div className="compare-sources">
          {besideSentence(view, sentenceId).map((beside) => (
            <Fragment key={beside.entryId}>
              <Source beside={beside} looks={item?.looks ?? []} compared={compared} />
              {standingBeside(view, beside.entryId, listed).map((passage) => (
                <AboutPaper key={passage.startChar} passage={passage} />
              ))}
            </Fragment>
          ))}
        </div>
        {sentence.claimId === "" ? null : <DropClaim claimId={sentence.claimId} />}
      </div>
    </ItemCard>
  );
};

/** What is to be compared; undefined while what reads it is on its way, which is fetched with the first such card. */
const useCompared = (sentenceId: string): ComparedTexts | undefined => {
  const { view } = useRun();
  const { draft, ledger } = view;
  const [found, setFound] = useState<ComparedTexts>();
  useEffect(() => {
    let isGone = false;
    void import("../../cli/print/compared.ts").then(({ comparedTexts }) => {
      if (!isGone) setFound(comparedTexts({ draft, ledger }, sentenceId));
    });
    return () => {
      isGone = true;
    };
  }, [draft, ledger, sentenceId]);
  return found;
};

interface SourceProps {
  readonly beside: Beside;
  readonly looks?: readonly Look[];
  readonly compared?: ComparedTexts | undefined;
}

/** Words of a source, with who says them, when and where. */
export const Source = ({ beside, looks = [], compared }: SourceProps) => {
  const { say, speech } = useWords();
  const { entryId, kind, digest, words, speaker, day, title } = beside;
  const held = looks
    .filter(({ spanDigest, spanEndChar }) => digest !== "" && spanDigest === digest && spanEndChar > 0)
    .map(({ spanStartChar, spanEndChar }) => ({ startChar: spanStartChar, endChar: spanEndChar }));
  const what = { quote: title, statement: say("compare.said-yourself"), search: say("compare.search") }[kind];
  const when = dateInWords(day, speech.locale) || day;
  return (
    <figure>
      <blockquote>
        {kind === "search" ? (
          scopeIn(words, speech)
        ) : (
          <Ranges text={words} ranges={held} compared={compared?.beside.get(entryId) ?? []} />
        )}
      </blockquote>
      <figcaption>{[nameOf(speaker), when, what].filter(Boolean).join(", ")}</figcaption>
    </figure>
  );
};
