import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import {
  SpanResolution_Outcome as Outcome,
  type SpanRef,
  type SpanResolution,
  type SpanSuggestion,
} from "../../../gen/pincite/span/v1/span_pb.ts";
import { useSay, useSentence } from "../words/say.ts";
import { atOccurrence, resolved, resolvedAt } from "./ask-source.ts";
import { WordDifferences } from "./differences.tsx";
import { locatorFor } from "./locator.ts";
import { NoQuote } from "./no-quote.ts";
import { QuoteAddress } from "./quote-address.tsx";
import { ResolvedSpan } from "./resolved-span.tsx";
import { placeIn } from "./source-window.ts";
import { SpanText } from "./span-text.tsx";
import { Trouble } from "./trouble.tsx";
import { useAsking } from "./use-asking.ts";
import { fetchWindow } from "./use-window.ts";

export interface ResolutionProps {
  readonly resolution: SpanResolution;
  readonly onPropose?: ((span: SpanRef) => void) | undefined;
}

/** What became of a quote, and the way on from each outcome. */
export const Resolution = ({ resolution: given, onPropose }: ResolutionProps) => {
  const sentence = useSentence();
  const [resolution, setResolution] = useState(given);
  const { outcome, spans, message } = resolution;
  if (outcome === Outcome.AMBIGUOUS) return <Places resolution={resolution} onChosen={setResolution} />;
  if (outcome === Outcome.NOT_FOUND) return <Nearest resolution={resolution} onPropose={onPropose} />;
  return (
    <>
      {spans.length > 1 || outcome === Outcome.SKIPPED ? <p className="quote-note">{sentence(message)}</p> : null}
      {spans.map((span) => (
        <ResolvedSpan key={span.startChar} span={span} onPropose={spans.length > 1 ? undefined : onPropose} isNew />
      ))}
    </>
  );
};

const Places = ({
  resolution: { locator, spans, placeCount },
  onChosen,
}: {
  readonly resolution: SpanResolution;
  readonly onChosen: (resolution: SpanResolution) => void;
}) => {
  const say = useSay();
  const asking = useAsking();
  const choose = useMutation({
    mutationFn: async (at: number) => {
      if (locator !== undefined) onChosen(await resolved(asking, atOccurrence(locator, at)));
    },
  });
  return (
    <section className="quote-places">
      <p role="status">{say("page-quote.these-words-stand-there-times-which-place-is", { placeCount })}</p>
      <ol>
        {spans.map((span, at) => (
          <li key={span.startChar}>
            <QuoteAddress address={span.address} />
            <SpanText span={span} window={undefined} around={0} />
            <button type="button" aria-disabled={choose.isPending} onClick={() => choose.mutate(at)}>
              {say("page-quote.this-place")}
            </button>
          </li>
        ))}
      </ol>
      {placeCount > spans.length ? (
        <p>{say("page-quote.only-the-first-are-listed", { spansCount: spans.length })}</p>
      ) : null}
      {choose.isError ? <Trouble error={choose.error} onRetry={() => choose.reset()} /> : null}
    </section>
  );
};

const Nearest = ({ resolution, onPropose }: ResolutionProps) => {
  const say = useSay();
  const sentence = useSentence();
  const near = resolution.suggestions.flatMap((one) => (one.span ? [{ ...one, span: one.span }] : []));
  return (
    <section className="quote-nearest">
      <p role="status">
        <strong>{sentence(resolution.message) || say("page-quote.these-words-do-not-stand-in-the-source")}</strong>
      </p>
      <p>{say("page-quote.asked-for")}</p>
      <blockquote className="quote-asked">
        <bdi>{resolution.locator?.exactQuote ?? ""}</bdi>
      </blockquote>
      {near.length === 0 ? (
        <p>{say("page-quote.nothing-like-it-stands-in-this-document")}</p>
      ) : (
        <p>{say("page-quote.nearest-to-it-stands")}</p>
      )}
      <ol>
        {near.map((one) => (
          <NearPassage key={one.span.startChar} near={one} onPropose={onPropose} />
        ))}
      </ol>
    </section>
  );
};

const NearPassage = ({
  near: { span, differences },
  onPropose,
}: {
  readonly near: Pick<SpanSuggestion, "differences"> & { readonly span: SpanRef };
  readonly onPropose: ResolutionProps["onPropose"];
}) => {
  const say = useSay();
  const asking = useAsking();
  const use = useMutation({
    mutationFn: async () => {
      const { docUid, sourceDigest, unitPath } = span;
      const window = await fetchWindow(asking.transport, { strandId: asking.strandId, docUid, sourceDigest, unitPath });
      const place = window && placeIn(window, span);
      if (!window || !place) throw new NoQuote("page-quote.the-source-no-longer-holds-these-words");
      const found = await resolvedAt(asking, locatorFor(docUid, window, place), span.startChar);
      if (found === undefined) throw new NoQuote("page-quote.these-words-cannot-be-quoted-by-themselves");
      onPropose?.(found);
    },
  });
  return (
    <li>
      <QuoteAddress address={span.address} />
      <SpanText span={span} window={undefined} around={0} />
      <WordDifferences differences={differences} way="asked" />
      {onPropose ? (
        <button type="button" aria-disabled={use.isPending} onClick={() => use.mutate()}>
          {say("page-quote.use-the-sources-words")}
        </button>
      ) : null}
      {use.isError ? <Trouble error={use.error} onRetry={() => use.mutate()} /> : null}
    </li>
  );
};
