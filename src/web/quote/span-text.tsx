import { useId } from "react";
import type { SpanRef } from "../../../gen/pincite/span/v1/span_pb.ts";
import { useSay } from "../words/say.ts";
import { shownAfterOf, shownBeforeOf } from "./shown-around.ts";
import { placeIn, type SourceWindow } from "./source-window.ts";

/**
 * The span with what stands around it: the words themselves are the span's excerpt and nothing else, in one text node, so that
 * what is seen, copied and confirmed is the same. Bidirectional marks in a source do not reach beyond its words.
 */
export const SpanText = ({
  span,
  window,
  around,
}: {
  readonly span: SpanRef;
  readonly window: SourceWindow | undefined;
  /** Characters shown before and after it. */
  readonly around: number;
}) => {
  const say = useSay();
  const words = useId();
  const { before, after } = contextOf(span, window, around);
  return (
    <blockquote className="quote-text" aria-labelledby={words}>
      <Context text={before} label={say("page-quote.before-not-included")} />
      <mark className="quote-words" id={words} title={say("page-quote.quoted-words")}>
        {span.excerpt}
      </mark>
      <Context text={after} label={say("page-quote.after-not-included")} />
      {before + after === "" ? null : (
        <p className="quote-left-out" aria-hidden="true">
          {say("page-quote.not-included")}
        </p>
      )}
    </blockquote>
  );
};

const Context = ({ text, label }: { readonly text: string; readonly label: string }) =>
  text === "" ? null : (
    <span className="quote-context">
      <span className="quote-hidden">[{label}: </span>
      <bdi>{text}</bdi>
      <span className="quote-hidden">] </span>
    </span>
  );

/** What stands around a span; where the text of the source is not at hand, what came with the span. */
export const contextOf = (
  span: SpanRef,
  window: SourceWindow | undefined,
  around: number,
): { readonly before: string; readonly after: string } => {
  const place = window && placeIn(window, span);
  if (window === undefined || place === undefined) return { before: shownBeforeOf(span), after: shownAfterOf(span) };
  return {
    before: wordsBefore(window.text, place.start, around),
    after: wordsAfter(window.text, place.end, around),
  };
};

/** Cut at a blank, so that no half word or half character begins the context. */
const wordsBefore = (text: string, end: number, around: number): string => {
  const cut = text.slice(Math.max(0, end - around), end);
  return end <= around ? cut : `…${cut.replace(/^\S*/u, "")}`;
};

const wordsAfter = (text: string, start: number, around: number): string => {
  const cut = text.slice(start, start + around);
  return start + around >= text.length ? cut : `${cut.replace(/\S*$/u, "")}…`;
};
