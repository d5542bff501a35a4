import { lazy, Suspense, useContext } from "react";
import { type Attachment, DateSource, type DocDetail, type DocSummary } from "../../../gen/pincite/vault/v1/doc_pb.ts";
import { customsOf } from "../../messages/locale.ts";
import type { PlainId } from "../../messages/speech.ts";
import { Fact } from "../parts/fact.tsx";
import { dateShown, daysShown } from "../quote/date-shown.ts";
import { LocaleContext, useSay, useSentence } from "../words/say.ts";
import { kindOf } from "./kind-words.ts";
import { sizeOf } from "./size.ts";
import { useVault } from "./vault-context.ts";

const MendForm = lazy(async () => ({ default: (await import("./mend-form.tsx")).MendForm }));

/** Where a date comes from, as far as a reader must know: a header needs no word. */
const dateWords: ReadonlyMap<DateSource, PlainId> = new Map([
  [DateSource.TEXT, "page-vault.by-its-text"],
  [DateSource.NAME, "page-vault.by-its-file-name"],
  [DateSource.METADATA, "page-vault.by-what-a-program-wrote-into-it"],
  [DateSource.PERSON, "page-vault.as-a-person-said"],
]);

/** What is known of a document besides its text. */
export const DocumentFacts = ({ doc, summary }: { readonly doc: DocDetail; readonly summary: DocSummary }) => {
  const say = useSay();
  const locale = useContext(LocaleContext);
  const [from = "", ...to] = summary.participants;
  const dated = dateWords.get(summary.dateSource);
  const date = dateShown(summary, locale) || daysShown(summary, locale) || say("item.no-date");
  const { event } = doc;
  return (
    <>
      <dl className="facts">
        <Fact name={say("page.from")} value={from} />
        <Fact name={say("page-vault.to")} value={to.join(", ")} />
        <Fact name={say("page-vault.date")} value={dated === undefined ? date : `${date} (${say(dated)})`} />
        <Fact
          name={say("page-vault.received")}
          value={
            doc.receivedAtIso &&
            new Date(doc.receivedAtIso).toLocaleString(customsOf(locale), { dateStyle: "long", timeStyle: "short" })
          }
        />
        <Fact name={say("page-vault.when")} value={[event?.startText, event?.endText].filter(Boolean).join(" – ")} />
        <Fact name={say("page-vault.place")} value={event?.location ?? ""} />
        <Fact name={say("page-vault.file")} value={summary.path} />
        <Fact name={say("screen.labels")} value={doc.labels.join(", ")} />
        <Fact name={say("screen.mail-program")} value={doc.markedDeleted ? say("screen.marked-deleted") : ""} />
        <Fact name={say("page-vault.kind")} value={say(kindOf(summary.docType))} />
        <Fact name={say("page-vault.pages")} value={doc.pageCount === 0 ? "" : String(doc.pageCount)} />
      </dl>
      <SaidBySource summary={summary} />
      <Suspense fallback={null}>
        <MendForm summary={summary} />
      </Suspense>
      <Links doc={doc} summary={summary} />
      <Notes doc={doc} />
      <Attachments attachments={doc.attachments} />
    </>
  );
};

/** What the source says where a person said otherwise. */
const SaidBySource = ({ summary: { setByPerson: set } }: { readonly summary: DocSummary }) => {
  const say = useSay();
  if (set === undefined) return null;
  const said = [
    set.title ? set.sourceTitle : "",
    set.date ? set.sourceAuthoredAtText || set.sourceAuthoredAtIso || say("item.no-date") : "",
    set.writtenBy ? set.sourceWrittenBy || say("item.writer-not-known") : "",
  ].filter((words) => words !== "");
  return said.length === 0 ? null : (
    <p className="vault-note">
      <bdi>{say("page-vault.the-document-itself-says", { source: said.join("; ") })}</bdi>
    </p>
  );
};

/** Documents that this one belongs to. */
const Links = ({ doc, summary }: { readonly doc: DocDetail; readonly summary: DocSummary }) => {
  const say = useSay();
  const { go } = useVault();
  const links: (readonly [string, PlainId])[] = [
    ...doc.parentDocUids.slice(0, 5).map((uid) => [uid, "page-vault.inside-another-document"] as const),
    [summary.supersededByDocUid, "page-vault.replaced-by-a-newer-document"],
    [doc.supersedesDocUid, "page-vault.replaces-an-earlier-document"],
  ];
  return (
    <p className="reader-links">
      {summary.threadUid === "" ? null : (
        <button type="button" className="quiet" onClick={() => go({ threadUid: summary.threadUid, docUid: "" })}>
          {say("page-vault.the-thread-it-is-part-of")}
        </button>
      )}
      {links
        .filter(([uid]) => uid !== "")
        .map(([uid, words]) => (
          <button key={uid} type="button" className="quiet" onClick={() => go({ docUid: uid, chunkUid: "" })}>
            {say(words)}
          </button>
        ))}
    </p>
  );
};

const Notes = ({ doc }: { readonly doc: DocDetail }) => {
  const say = useSay();
  const sentence = useSentence();
  const notes = [
    ...doc.notes.map(sentence),
    ...(doc.lostWordCount === 0
      ? []
      : [say("page-vault.words-of-the-file-are-missing-from-this-text", { lostWordCount: doc.lostWordCount })]),
  ];
  if (notes.length === 0) return null;
  return (
    <section>
      <h3>{say("page-vault.what-to-know-of-the-text")}</h3>
      <ul>
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </section>
  );
};

const Attachments = ({ attachments }: { readonly attachments: readonly Attachment[] }) => {
  const say = useSay();
  const sentence = useSentence();
  const { go } = useVault();
  if (attachments.length === 0) return null;
  return (
    <section>
      <h3>{say("page-vault.attachments")}</h3>
      <ul className="attachments">
        {attachments.map(({ name, docUid, reason, sizeBytes, place }) => (
          <li key={`${place?.offsetBytes ?? ""} ${docUid} ${name}`}>
            <bdi>{name}</bdi> <span className="vault-note">{sizeOf(Number(sizeBytes))}</span>{" "}
            {docUid === "" ? (
              <span className="vault-note">{say("page-vault.not-taken-in", { reason: sentence(reason) })}</span>
            ) : (
              <button type="button" className="quiet" onClick={() => go({ docUid, chunkUid: "" })}>
                {say("page-vault.open-the-document")}
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
};
