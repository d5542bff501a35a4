import { useState } from "react";
import type { LetterPart } from "../../../gen/pincite/memo/v1/letter_pb.ts";
import type { ReadingChange } from "../../client/change-reading.ts";
import { isPiece, piecesOf, proposedCuts } from "../../grounding/letter-pieces.ts";
import { addLateTexts } from "../words/late-texts.ts";
import { useWords } from "../words/use-words.ts";

addLateTexts();

/**
 * A statement that is true in part is taken in two: by one press where the program proposes it, or by one before the word that the
 * second half begins with. Halves are made one again, and what is no statement goes to what the letter asks.
 */
export const HalfTrue = ({ part, all, isBusy, onChange }: Changed) => {
  const { say } = useWords();
  const [isOpen, setIsOpen] = useState(false);
  const { partId, span } = part;
  const excerpt = span?.excerpt ?? "";
  const isStatement = partId.startsWith("assertion:");
  const change = (wanted: ReadingChange): void => {
    setIsOpen(false);
    onChange(wanted);
  };
  if (!isOpen)
    return (
      <button type="button" className="quiet" disabled={isBusy} onClick={() => setIsOpen(true)}>
        {say(isStatement ? "half.take-it-in-two" : "half.no-question")}
      </button>
    );
  return (
    <div className="half-true" data-half-true="">
      {isStatement ? <Proposed excerpt={excerpt} onCut={(cuts) => change({ partId, cuts })} /> : null}
      {isStatement ? <Words excerpt={excerpt} onCut={(cuts) => change({ partId, cuts })} /> : null}
      {isPiece(part, all) ? (
        <button type="button" className="quiet" onClick={() => change({ partId, isWhole: true })}>
          {say("half.make-it-one")}
        </button>
      ) : null}
      <button
        type="button"
        className="quiet"
        onClick={() => change({ partId, asKind: isStatement ? "question" : "assertion" })}
      >
        {say(isStatement ? "half.it-asks-or-threatens" : "half.it-states")}
      </button>
      <button type="button" className="quiet" onClick={() => setIsOpen(false)}>
        {say("half.leave-it")}
      </button>
    </div>
  );
};

interface Changed {
  readonly part: LetterPart;
  readonly all: readonly LetterPart[];
  readonly isBusy: boolean;
  readonly onChange: (change: ReadingChange) => void;
}

interface Cutting {
  readonly excerpt: string;
  readonly onCut: (cuts: readonly number[]) => void;
}

/** What it comes to where the program would cut it. */
const Proposed = ({ excerpt, onCut }: Cutting) => {
  const { say } = useWords();
  const cuts = proposedCuts(excerpt);
  if (cuts.length === 0) return null;
  return (
    <p>
      {piecesOf(excerpt, cuts).map(({ start, text }) => (
        <q key={start}>{text}</q>
      ))}{" "}
      <button type="button" onClick={() => onCut(cuts)}>
        {say("half.cut-so")}
      </button>
    </p>
  );
};

/** The words of the sentence, each but the first a place to cut it. */
const Words = ({ excerpt, onCut }: Cutting) => {
  const { say } = useWords();
  const words = Array.from(excerpt.matchAll(/\S+/gu), ({ 0: word, index }) => ({
    word,
    at: [...excerpt.slice(0, index)].length,
  }));
  return (
    <p>
      {say("half.press-where-the-second-begins")}{" "}
      {words.map(({ word, at }) =>
        at === words[0]?.at ? (
          <span key={at}>{word} </span>
        ) : (
          <button key={at} type="button" className="quiet" data-cut={at} onClick={() => onCut([at])}>
            {word}
          </button>
        ),
      )}
    </p>
  );
};
