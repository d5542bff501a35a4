import { useQuery } from "@connectrpc/connect-query";
import { lazy, Suspense, useState } from "react";
import type { SpanLocator } from "../../../gen/pincite/span/v1/span_pb.ts";
import { DocsService } from "../../../gen/pincite/vault/v1/docs_service_pb.ts";
import { daysShown } from "../quote/date-shown.ts";
import { useSay } from "../words/say.ts";
import { useChoosing } from "./choosing.tsx";
import { DocumentFacts } from "./document-facts.tsx";
import { DocumentText } from "./document-text.tsx";
import { kindOf } from "./kind-words.ts";
import { Original } from "./original.tsx";
import { ReaderHead } from "./reader-head.tsx";
import { Trouble } from "./trouble.tsx";
import { useVault } from "./vault-context.ts";

const QuoteViewer = lazy(async () => ({ default: (await import("../quote/quote-viewer.tsx")).QuoteViewer }));

/** One document: what is known of it, its text, its original. */
export const DocumentReader = ({ docUid }: { readonly docUid: string }) => {
  const say = useSay();
  const { place, go } = useVault();
  const choosing = useChoosing();
  const [locator, setLocator] = useState<SpanLocator>();
  const { strandId } = place;
  const { data, error, refetch } = useQuery(DocsService.method.getDoc, { strandId, docUid }, { retry: false });
  const doc = data?.doc;
  const isChosen = choosing?.chosen.includes(docUid) ?? false;
  return (
    <article className="reader">
      <ReaderHead title={doc?.summary?.title ?? ""} onBack={() => go({ docUid: "", chunkUid: "" })}>
        {choosing ? (
          <button type="button" aria-pressed={isChosen} onClick={() => choosing.toggle(docUid)}>
            {isChosen ? say("page.chosen") : say("page-vault.choose-this-document")}
          </button>
        ) : null}
      </ReaderHead>
      {error ? <Trouble error={error} onRetry={() => void refetch()} /> : null}
      {doc?.summary === undefined ? null : (
        <>
          <details
            className="reader-facts"
            open={locator === undefined && doc.attachments.length < 4 && doc.notes.length < 3}
          >
            <summary>
              {doc.summary.participants[0] ?? say(kindOf(doc.summary.docType))} ·{" "}
              {daysShown(doc.summary, place.locale) || say("item.no-date")}
            </summary>
            <DocumentFacts doc={doc} summary={doc.summary} />
          </details>
          <Original docUid={docUid} strandId={strandId} docType={doc.summary.docType} />
          {locator === undefined ? null : (
            <section className="reader-quote">
              <Suspense fallback={<p>{say("page.one-moment")}</p>}>
                <QuoteViewer
                  strandId={strandId}
                  quote={{ locator }}
                  locale={place.locale}
                  showsSource={false}
                  {...(choosing ? { onPropose: (span) => choosing.hand([docUid], span.locator) } : {})}
                />
              </Suspense>
              <button type="button" className="quiet" onClick={() => setLocator(undefined)}>
                {say("page-vault.close-the-quote")}
              </button>
            </section>
          )}
          <DocumentText docUid={docUid} strandId={strandId} chunkUid={place.chunkUid} onQuote={setLocator} />
        </>
      )}
    </article>
  );
};
