import { useMutation } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { MatchKind, type SpanRef } from "../../../gen/pincite/span/v1/span_pb.ts";
import { useSay } from "../words/say.ts";
import { resolvedAt } from "./ask-source.ts";
import { Differences } from "./differences.tsx";
import type { Step } from "./grow.ts";
import { locatorFor } from "./locator.ts";
import { MoveControls } from "./move-controls.tsx";
import { NoQuote } from "./no-quote.ts";
import { OnPage } from "./on-page.tsx";
import { SourceFacts } from "./source-facts.tsx";
import { sourceKindOf } from "./source-of.ts";
import { placeIn, type SourceWindow, type Stretch } from "./source-window.ts";
import { SpanFacts, SpanFlags } from "./span-facts.tsx";
import { SpanText } from "./span-text.tsx";
import { Trouble } from "./trouble.tsx";
import { useAsking } from "./use-asking.ts";
import { useWindow } from "./use-window.ts";

const MendReading = lazy(async () => ({ default: (await import("./mend-reading.tsx")).MendReading }));
const MendSpeaker = lazy(async () => ({ default: (await import("./mend-speaker.tsx")).MendSpeaker }));

/** Characters around a quote: at first, at most, and how fast they grow. */
const [aroundFirst, aroundMax, aroundFactor] = [240, 20_000, 3];

export interface ResolvedSpanProps {
  readonly span: SpanRef;
  readonly onPropose?: ((span: SpanRef) => void) | undefined;
  /** True where these very words are not what was proposed before, so that they can be used as they are. */
  readonly isNew: boolean;
}

/** A span that holds: what it says, where it stands, what to know of it, and with `onPropose` the means to change it. */
export const ResolvedSpan = ({ span: given, onPropose, isNew }: ResolvedSpanProps) => {
  const say = useSay();
  const [span, setSpan] = useState(given);
  const [around, setAround] = useState(aroundFirst);
  const [corrected, setCorrected] = useState<SpanRef>();
  const { strandId } = useAsking();
  const window = useWindow({
    strandId,
    docUid: given.docUid,
    sourceDigest: given.sourceDigest,
    unitPath: given.unitPath,
  });
  const isChanged = span !== given;
  // Another text: what is known of this one does not hold there.
  if (corrected)
    return (
      <>
        <p className="quote-note" role="status">
          {say("correct.a-new-text-was-made")}
        </p>
        <ResolvedSpan key={corrected.sourceDigest} span={corrected} onPropose={onPropose} isNew />
      </>
    );
  return (
    <div className="quote-span">
      <SpanFacts span={span} />
      <SpanText span={span} window={window} around={around} />
      {window === undefined ? null : <AroundButtons around={around} onAround={setAround} />}
      <Match span={span} />
      <SpanFlags span={span} />
      {onPropose && window ? <Changing window={window} span={span} onSpan={setSpan} /> : null}
      {onPropose && (isChanged || isNew) ? (
        <p className="quote-actions">
          <button type="button" className="quote-main" onClick={() => onPropose(span)}>
            {say("page-quote.use-these-words")}
          </button>
          {isChanged ? (
            <button type="button" onClick={() => setSpan(given)}>
              {say("page-quote.back-to-the-words-as-they-were")}
            </button>
          ) : null}
        </p>
      ) : null}
      <OnPage span={span} />
      {span.matchKind === MatchKind.MACHINE_READ ? (
        <Suspense fallback={null}>
          <MendReading span={span} onSpan={setCorrected} />
        </Suspense>
      ) : null}
      {sourceKindOf(span.docUid) === "vault" ? (
        <Suspense fallback={null}>
          <MendSpeaker span={span} onSpan={setSpan} />
        </Suspense>
      ) : null}
      <SourceFacts span={span} />
    </div>
  );
};

const Match = ({ span }: { readonly span: SpanRef }) => {
  const say = useSay();
  const isMachineRead = span.matchKind === MatchKind.MACHINE_READ;
  if (isMachineRead) return <p className="quote-machine-read">{say("page-quote.a-machine-read-these-words")}</p>;
  if (span.differences.length === 0)
    return <p className="quote-note">{say("page-quote.these-are-the-words-of-the-source-character")}</p>;
  return (
    <div className="quote-normalised">
      <p>{say("page-quote.the-source-writes-it-a-little-differently")}</p>
      <Differences differences={span.differences} />
    </div>
  );
};

const AroundButtons = ({
  around,
  onAround,
}: {
  readonly around: number;
  readonly onAround: (around: number) => void;
}) => {
  const say = useSay();
  return (
    <p className="quote-around">
      {around < aroundMax ? (
        <button type="button" onClick={() => onAround(around * aroundFactor)}>
          {say("page-quote.show-more-around-it")}
        </button>
      ) : null}
      {around > aroundFirst ? (
        <button type="button" onClick={() => onAround(around / aroundFactor)}>
          {say("page-quote.show-less-around-it")}
        </button>
      ) : null}
    </p>
  );
};

const Changing = ({
  window,
  span,
  onSpan,
}: {
  readonly window: SourceWindow;
  readonly span: SpanRef;
  readonly onSpan: (span: SpanRef) => void;
}) => {
  const asking = useAsking();
  const [step, setStep] = useState<Step>("sentence");
  const move = useMutation({
    mutationFn: async (next: Stretch) => {
      const at = window.start + window.codePoints.toCodePoint(next.start);
      const found = await resolvedAt(asking, locatorFor(span.docUid, window, next), at);
      if (found === undefined) throw new NoQuote("page-quote.these-words-cannot-be-quoted-by-themselves");
      onSpan(found);
    },
  });
  const quote = placeIn(window, span);
  if (quote === undefined) return null;
  return (
    <>
      <MoveControls
        window={window}
        quote={quote}
        step={step}
        isBusy={move.isPending}
        onStep={setStep}
        onMove={(next) => move.mutate(next)}
      />
      {move.isError ? <Trouble error={move.error} onRetry={() => move.reset()} /> : null}
    </>
  );
};
