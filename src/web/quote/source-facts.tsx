import { useQuery } from "@connectrpc/connect-query";
import { useContext } from "react";
import { documentLink } from "#kit/document-link.ts";
import type { SpanRef } from "../../../gen/pincite/span/v1/span_pb.ts";
import type { DocSummary } from "../../../gen/pincite/vault/v1/doc_pb.ts";
import { DocsService } from "../../../gen/pincite/vault/v1/docs_service_pb.ts";
import { ThreadsService } from "../../../gen/pincite/vault/v1/threads_service_pb.ts";
import { Fact } from "../parts/fact.tsx";
import { LocaleContext, useSay } from "../words/say.ts";
import { dateShown, dayShown } from "./date-shown.ts";
import { LawFacts } from "./law-facts.tsx";
import { sourceKindOf } from "./source-of.ts";
import { ViewingContext } from "./use-asking.ts";

/** What is known of the source behind a span: of a document its headers and thread, of law its version. */
export const SourceFacts = ({ span }: { readonly span: SpanRef }) => {
  const { showsSource } = useContext(ViewingContext);
  const kind = sourceKindOf(span.docUid);
  if (!showsSource) return null;
  if (kind === "law") return <LawFacts span={span} />;
  return kind === "vault" ? <DocumentFacts docUid={span.docUid} /> : null;
};

/** Messages of a thread that are named below a quote. */
const namedMax = 8;

const DocumentFacts = ({ docUid }: { readonly docUid: string }) => {
  const say = useSay();
  const { strandId } = useContext(ViewingContext);
  const locale = useContext(LocaleContext);
  const { data } = useQuery(DocsService.method.getDoc, { strandId, docUid }, { retry: false });
  const doc = data?.doc?.summary;
  if (doc === undefined) return null;
  const [from, ...others] = doc.participants;
  return (
    <section className="quote-source" aria-label={say("page-quote.from-the-document")}>
      <p className="quote-title">
        <bdi>{doc.title}</bdi>
      </p>
      <dl>
        <Fact name={say("page.from")} value={from ?? ""} />
        <Fact name={say("page-vault.to")} value={others.slice(0, 6).join(", ")} />
        <Fact name={say("page-vault.date")} value={dateShown(doc, locale) || say("item.no-date")} />
        <Fact name={say("page-vault.received")} value={data?.doc?.receivedAtIso ?? ""} />
        <Fact name={say("page-vault.file")} value={doc.path} />
      </dl>
      {doc.threadUid === "" ? null : <Thread doc={doc} />}
      <p>
        <a href={documentLink({ strandId, docUid, chunkUid: "" })} target="_blank" rel="noreferrer">
          {say("page.open-in-the-vault")}
        </a>
      </p>
    </section>
  );
};

const Thread = ({ doc }: { readonly doc: DocSummary }) => {
  const say = useSay();
  const locale = useContext(LocaleContext);
  const { strandId } = useContext(ViewingContext);
  const asked = { strandId, threadUid: doc.threadUid, pageSize: 200 };
  const { data } = useQuery(ThreadsService.method.getThread, asked, { retry: false });
  if (data === undefined || (data.thread?.messageCount ?? 0) < 2) return null;
  const named = around(data.messages, doc.docUid);
  const left = (data.thread?.messageCount ?? 0) - named.length;
  return (
    <details>
      <summary>{say("page-quote.messages-in-this-thread", { messageCount: data.thread?.messageCount ?? 0 })}</summary>
      <ol className="quote-thread">
        {named.map(({ docUid, authoredAtIso, participants, title }) => (
          <li key={docUid} aria-current={docUid === doc.docUid}>
            <time>{dayShown(authoredAtIso.slice(0, 10), locale) || say("item.no-date")}</time>{" "}
            <bdi>
              {participants[0] ?? ""}: {title}
            </bdi>
            {docUid === doc.docUid ? ` (${say("page-quote.this-one")})` : ""}
          </li>
        ))}
      </ol>
      {left > 0 ? <p>{say("page-quote.and-more-messages", { left })}</p> : null}
    </details>
  );
};

/** The messages next to one of them, which are the ones it talks with. */
const around = (messages: readonly DocSummary[], docUid: string): readonly DocSummary[] => {
  const at = messages.findIndex((message) => message.docUid === docUid);
  const from = Math.max(0, Math.min(at - namedMax / 2, messages.length - namedMax));
  return messages.slice(from, from + namedMax);
};
