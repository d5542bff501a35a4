import { lazy, type ReactNode, Suspense, useState } from "react";
import { documentLink, readDocumentLink } from "#kit/document-link.ts";
import type { EvidenceCandidate } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { SpanRef } from "../../../gen/pincite/span/v1/span_pb.ts";
import { evidenceTitle } from "../../cli/print/item-text.ts";
import { roleWord } from "../../cli/print/role-words.ts";
import { validityMark } from "../../cli/print/validity-lines.ts";
import { nameOf } from "../../export/exhibits.ts";
import { useRun } from "../run/run-store.ts";
import { addLateTexts } from "../words/late-texts.ts";
import { useWords } from "../words/use-words.ts";
import { Highlighted } from "./highlighted.tsx";

const QuoteViewer = lazy(async () => ({ default: (await import("../quote/quote-viewer.tsx")).QuoteViewer }));

addLateTexts();

/** Something that was found: its words, who speaks and when, and the whole document one press away. */
export const CandidateCard = ({
  candidate,
  query,
  onPropose,
  children,
}: {
  readonly candidate: EvidenceCandidate;
  /** What is claimed: its words are marked. */
  readonly query: string;
  readonly onPropose?: (span: SpanRef) => void;
  readonly children?: ReactNode;
}) => {
  const { view } = useRun();
  const { say, speech } = useWords();
  const [isOpen, setIsOpen] = useState(false);
  const { evidenceId, snippet, validity, problem, sourceLink, machineRead } = candidate;
  // Read and written again: a link that comes from a Vault of another machine chooses no more than a document.
  const linked = readDocumentLink(sourceLink);
  const validityWords = validityMark(validity, speech);
  return (
    <li className="candidate" data-evidence={evidenceId}>
      <p className="candidate-title">{evidenceTitle(candidate, speech)}</p>
      <p className="badges">
        <Speaker candidate={candidate} />
        {validityWords === "" ? null : <span className="badge">{validityWords}</span>}
        {machineRead ? <span className="badge">{say("item.machine-read")}</span> : null}
      </p>
      {snippet === "" ? null : (
        <p className="snippet">
          <Highlighted text={snippet} words={query} />
        </p>
      )}
      {problem === "" ? null : <p className="note">{speech.sentence(problem)}</p>}
      <div className="row">
        {children}
        <button type="button" className="quiet" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {say(isOpen ? "page.close-the-document" : "page.read-the-document")}
        </button>
        {linked ? (
          <a href={documentLink(linked)} target="_blank" rel="noreferrer" data-source-link="">
            {say("page.open-in-the-vault")}
          </a>
        ) : null}
      </div>
      {isOpen ? (
        <Suspense fallback={<p>{say("page.one-moment")}</p>}>
          <QuoteViewer
            strandId={view.context.strandId}
            quote={{ evidenceId }}
            query={query}
            inForceOn={validity?.on || view.context.referenceDate}
            locale={speech.locale}
            {...(onPropose ? { onPropose } : {})}
          />
        </Suspense>
      ) : null}
    </li>
  );
};

const Speaker = ({ candidate: { participants } }: { readonly candidate: EvidenceCandidate }) => {
  const { view } = useRun();
  const { speech } = useWords();
  const [author = ""] = participants;
  if (author === "") return null;
  const name = nameOf(author);
  const party = view.intent?.parties.find(
    ({ names, addresses }) =>
      names.includes(name) || addresses.some((one) => author.toLowerCase().includes(`<${one.toLowerCase()}>`)),
  );
  return (
    <span className="badge">
      {name}
      {party ? ` (${roleWord(party, speech.locale, view.profile)})` : ""}
    </span>
  );
};
