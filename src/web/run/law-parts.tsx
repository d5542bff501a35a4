import type { MessageInitShape } from "@bufbuild/protobuf";
import { useEffect, useState } from "react";
import type { EvidenceRef } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { SpanLocatorSchema, SpanRef } from "../../../gen/pincite/span/v1/span_pb.ts";
import { isQuoted, type LawArticle, lawArticle } from "../../client/law-parts.ts";
import { dateInWords } from "../../export/days.ts";
import { addLateTexts } from "../words/late-texts.ts";
import { useWords } from "../words/use-words.ts";
import { useRun } from "./run-store.ts";

addLateTexts();

interface Bound {
  readonly evidence: EvidenceRef | undefined;
  /** What is quoted of it now; undefined: nothing yet, and the article stands open. */
  readonly span: SpanRef | undefined;
  onTake(locator: MessageInitShape<typeof SpanLocatorSchema>): void;
}

/** The article that a quote of law is of, whole, each of its sentences with a press that quotes it instead. */
export const LawParts = ({ evidence, span, onTake }: Bound) => {
  const { say } = useWords();
  const [isOpen, setIsOpen] = useState(false);
  if (evidence?.evidence.case !== "law") return null;
  return (
    <details
      className="more"
      data-law-parts=""
      open={span === undefined || isOpen}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary>{say("part.open")}</summary>
      {span === undefined || isOpen ? <Article evidence={evidence} span={span} onTake={onTake} /> : null}
    </details>
  );
};

const Article = ({ evidence, span, onTake }: Bound) => {
  const { clients, isBusy } = useRun();
  const { say, speech } = useWords();
  const [read, setRead] = useState<{ readonly article: LawArticle | undefined }>();
  useEffect(() => {
    let isGone = false;
    void clients
      .laws()
      .then((laws) => lawArticle(laws, evidence))
      .catch(() => undefined)
      .then((article) => isGone || setRead({ article }));
    return () => {
      isGone = true;
    };
  }, [clients, evidence]);
  if (read === undefined) return <p>{say("page.one-moment")}</p>;
  const { article } = read;
  if (article === undefined)
    return <p className="note">{say("part.cannot-be-read", { read: speech.phrase("page.read-the-document") })}</p>;
  const day = dateInWords(article.versionDate, speech.locale);
  return (
    <>
      <p className="note">
        {day === ""
          ? say("part.article-says-undated", { article: article.address })
          : say("part.article-says", { article: article.address, day })}
      </p>
      <ol className="quote-passages">
        {article.parts.map((part) => (
          <li key={part.startChar} data-law-part={part.address}>
            <p className="badge">{part.address}</p>
            <p>{part.text}</p>
            {isQuoted(part, span) ? (
              <p className="note">{say("part.quoted-now")}</p>
            ) : (
              <button type="button" className="quiet" disabled={isBusy} onClick={() => onTake(part.locator)}>
                {say("part.take")}
              </button>
            )}
          </li>
        ))}
      </ol>
    </>
  );
};
