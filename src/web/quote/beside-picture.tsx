import { useMemo } from "react";
import type { SpanRef } from "../../../gen/pincite/span/v1/span_pb.ts";
import "./quote.css";
import { type Locale, LocaleContext } from "../words/say.ts";
import { MendReading } from "./mend-reading.tsx";
import { OnPage } from "./on-page.tsx";
import { ViewingContext } from "./use-asking.ts";

interface BesidePictureProps {
  /** Words that a machine read. */
  readonly span: SpanRef;
  readonly strandId: string;
  readonly locale: Locale;
  /** Called with the same words as a person corrected them. */
  readonly onCorrected: (span: SpanRef) => void;
}

/** The picture on which a machine read words, open beside them, and the means to write what it shows instead. */
export const BesidePicture = ({ span, strandId, locale, onCorrected }: BesidePictureProps) => {
  const viewing = useMemo(() => ({ strandId, inForceOn: "", showsSource: false }), [strandId]);
  return (
    <LocaleContext value={locale}>
      <ViewingContext value={viewing}>
        <div className="quote-viewer">
          <OnPage span={span} />
          <MendReading span={span} onSpan={onCorrected} />
        </div>
      </ViewingContext>
    </LocaleContext>
  );
};
