import type { DraftSentence } from "../../../gen/pincite/memo/v1/draft_text_pb.ts";
import type { Look } from "../../../gen/pincite/run/v1/look_pb.ts";
import { scopeText } from "../../cli/print/item-text.ts";
import { nameOf } from "../../export/exhibits.ts";
import { dateInWords, wordsOf } from "../../export/words.ts";
import { type Beside, besideSentence } from "../../show/compare.ts";
import { useRun } from "../run/run-store.ts";
import { useWords } from "../words/use-words.ts";
import { ItemCard } from "./item-card.tsx";
import { Ranges } from "./ranges.tsx";

/** A sentence that is worded anew beside the words it rests on: what its sources do not say is marked in it, and what each look holds it against in them. */
export const CompareCard = ({ sentence }: { readonly sentence: DraftSentence }) => {
  const { view } = useRun();
  const { sentenceId, text } = sentence;
  const item = view.context.items.find(({ itemId }) => itemId === sentenceId);
  const marked = [...(item?.marks ?? []), ...(item?.looks ?? [])];
  return (
    <ItemCard itemId={sentenceId}>
      <div className="compare" data-compare={sentenceId}>
        <p className="compare-said">
          <Ranges text={text} ranges={marked} />
        </p>
        <div className="compare-sources">
          {besideSentence(view, sentenceId).map((beside) => (
            <Source key={beside.entryId} beside={beside} looks={item?.looks ?? []} />
          ))}
        </div>
      </div>
    </ItemCard>
  );
};

const Source = ({ beside, looks }: { readonly beside: Beside; readonly looks: readonly Look[] }) => {
  const { say, speech } = useWords();
  const { kind, digest, words, speaker, day, title } = beside;
  const held = looks
    .filter(({ spanDigest, spanEndChar }) => digest !== "" && spanDigest === digest && spanEndChar > 0)
    .map(({ spanStartChar, spanEndChar }) => ({ startChar: spanStartChar, endChar: spanEndChar }));
  const what = { quote: title, statement: say("compare.said-yourself"), search: say("compare.search") }[kind];
  const when = dateInWords(day, wordsOf(speech.locale)) || day;
  return (
    <figure>
      <blockquote>
        <Ranges text={kind === "search" ? scopeText(words, speech) : words} ranges={held} />
      </blockquote>
      <figcaption>{[nameOf(speaker), when, what].filter(Boolean).join(", ")}</figcaption>
    </figure>
  );
};
