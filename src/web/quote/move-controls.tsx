import { useId } from "react";
import type { PlainId } from "../../messages/speech.ts";
import { useSay } from "../words/say.ts";
import { type Move, moved, type Step } from "./grow.ts";
import { quoteMax } from "./locator.ts";
import type { SourceWindow, Stretch } from "./source-window.ts";

const moves: readonly (readonly [PlainId, Move])[] = [
  ["page-quote.begin-earlier", { edge: "start", way: "out" }],
  ["page-quote.begin-later", { edge: "start", way: "in" }],
  ["page-quote.end-earlier", { edge: "end", way: "in" }],
  ["page-quote.end-later", { edge: "end", way: "out" }],
];

const steps: readonly Step[] = ["character", "sentence", "passage"];

/** Grows and shrinks a quote: a step, and for each end a button either way. */
export const MoveControls = ({
  window,
  quote,
  step,
  isBusy,
  onStep,
  onMove,
}: {
  readonly window: SourceWindow;
  readonly quote: Stretch;
  readonly step: Step;
  readonly isBusy: boolean;
  readonly onStep: (step: Step) => void;
  readonly onMove: (next: Stretch) => void;
}) => {
  const say = useSay();
  const name = useId();
  const nexts = moves.map(([words, move]) => ({ words, next: moved(window, quote, move, step) }));
  const isTooLong = nexts.some(({ next }) => next !== undefined && next.end - next.start > quoteMax);
  return (
    <fieldset className="quote-move">
      <legend>{say("page-quote.change-these-words")}</legend>
      <div className="quote-steps">
        <span>{say("page-quote.step-by")}</span>
        {steps.map((one) => (
          <label key={one}>
            <input type="radio" name={name} checked={one === step} onChange={() => onStep(one)} />
            {say(`page-quote.${one}`)}
          </label>
        ))}
      </div>
      <div className="quote-moves">
        {nexts.map(({ words, next }) => (
          <button
            key={words}
            type="button"
            aria-disabled={isBusy || next === undefined || next.end - next.start > quoteMax}
            onClick={() => !isBusy && next && next.end - next.start <= quoteMax && onMove(next)}
          >
            {say(words)}
          </button>
        ))}
      </div>
      {isTooLong ? <p className="quote-note">{say("page-quote.a-quote-has-at-most-8-000-characters")}</p> : null}
    </fieldset>
  );
};
