import { create } from "@bufbuild/protobuf";
import { type FormEvent, lazy, Suspense, useState } from "react";
import { SpanLocatorSchema, type SpanRef } from "../../../gen/pincite/span/v1/span_pb.ts";
import { useWords } from "../words/use-words.ts";
import { useRun } from "./run-store.ts";

const QuoteViewer = lazy(async () => ({ default: (await import("../quote/quote-viewer.tsx")).QuoteViewer }));

/** A person's own words for a quote of the same source: what became of them is shown, and what the source has can be taken. */
export const OtherWords = ({ span, onPropose }: { readonly span: SpanRef; onPropose(span: SpanRef): void }) => {
  const { view } = useRun();
  const { say, speech } = useWords();
  const [typed, setTyped] = useState("");
  const [asked, setAsked] = useState("");
  const ask = (event: FormEvent): void => {
    event.preventDefault();
    setAsked(typed.trim());
  };
  return (
    <>
      <form className="search other-words" onSubmit={ask}>
        <label className="field field-wide">
          {say("page.quote-other-words-of-this-document")}
          <input value={typed} maxLength={2_000} onChange={({ target }) => setTyped(target.value)} />
        </label>
        <button type="submit" disabled={typed.trim() === ""}>
          {say("page.look-them-up")}
        </button>
      </form>
      {asked === "" ? null : (
        <Suspense fallback={<p>{say("page.one-moment")}</p>}>
          <QuoteViewer
            strandId={view.context.strandId}
            quote={{ locator: create(SpanLocatorSchema, { docUid: span.docUid, exactQuote: asked }) }}
            inForceOn={span.validity?.on || view.context.referenceDate}
            locale={speech.locale}
            showsSource={false}
            onPropose={onPropose}
          />
        </Suspense>
      )}
    </>
  );
};
