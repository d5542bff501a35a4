import { useMemo } from "react";
import type { Passage } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { SpanLocator, SpanRef, SpanResolution } from "../../../gen/pincite/span/v1/span_pb.ts";
import { AskedLocator, AskedPassage } from "./asked.tsx";
import { EvidencePassages } from "./evidence-passages.tsx";
import "./quote.css";
import { addLateTexts } from "../words/late-texts.ts";
import { type Locale, LocaleContext } from "../words/say.ts";
import { Resolution } from "./resolution.tsx";
import { ResolvedSpan } from "./resolved-span.tsx";
import { ViewingContext } from "./use-asking.ts";

addLateTexts();

/** What a viewer shows; exactly one of them. README.md says what each is for. */
export type Quote =
  | { readonly span: SpanRef }
  | { readonly resolution: SpanResolution }
  | { readonly locator: SpanLocator }
  | { readonly passage: Passage }
  | { readonly evidenceId: string };

export interface QuoteViewerProps {
  /** The part of the Vault; law is not asked for it. */
  readonly strandId: string;
  readonly quote: Quote;
  /** With `evidenceId`: words to find passages by. */
  readonly query?: string;
  /** For law: the reference day, ISO 8601 date. */
  readonly inForceOn?: string;
  /** Called with the resolved span that a person chose; absent: nothing can be changed. */
  readonly onPropose?: (span: SpanRef) => void;
  /** False where the page around tells what is known of the source already; default true. */
  readonly showsSource?: boolean;
  readonly locale: Locale;
}

/** Shows words of a source exactly as they stand there, and lets a person change which words are quoted. */
export const QuoteViewer = (props: QuoteViewerProps) => {
  const { strandId, quote, query, inForceOn = "", showsSource = true, onPropose, locale } = props;
  const viewing = useMemo(() => ({ strandId, inForceOn, showsSource }), [strandId, inForceOn, showsSource]);
  return (
    <LocaleContext value={locale}>
      <ViewingContext value={viewing}>
        <div className="quote-viewer">
          <Shown key={keyOf(quote)} quote={quote} query={query ?? ""} onPropose={onPropose} />
        </div>
      </ViewingContext>
    </LocaleContext>
  );
};

const Shown = ({
  quote,
  query,
  onPropose,
}: {
  readonly quote: Quote;
  readonly query: string;
  readonly onPropose: QuoteViewerProps["onPropose"];
}) => {
  if ("span" in quote) return <ResolvedSpan span={quote.span} onPropose={onPropose} isNew={false} />;
  if ("resolution" in quote) return <Resolution resolution={quote.resolution} onPropose={onPropose} />;
  if ("locator" in quote) return <AskedLocator locator={quote.locator} onPropose={onPropose} />;
  if ("passage" in quote) return <AskedPassage passage={quote.passage} onPropose={onPropose} />;
  return <EvidencePassages evidenceId={quote.evidenceId} query={query} onPropose={onPropose} />;
};

/** Another quote begins anew; the same one keeps what a person did with it. */
const keyOf = (quote: Quote): string => {
  if ("span" in quote) return `span ${quote.span.docUid} ${quote.span.startChar} ${quote.span.endChar}`;
  if ("resolution" in quote) return `resolution ${quote.resolution.outcome} ${locatorKey(quote.resolution.locator)}`;
  if ("locator" in quote) return `locator ${locatorKey(quote.locator)}`;
  if ("passage" in quote) return `passage ${quote.passage.docUid} ${quote.passage.startChar}`;
  return `evidence ${quote.evidenceId}`;
};

const locatorKey = (locator: SpanLocator | undefined): string =>
  JSON.stringify([
    locator?.docUid,
    locator?.exactQuote,
    locator?.occurrenceIndex,
    locator?.contextBefore,
    locator?.contextAfter,
  ]);
