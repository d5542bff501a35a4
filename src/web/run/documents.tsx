import { type ReactNode, useEffect, useMemo, useState } from "react";
import type { DocSummary } from "../../../gen/pincite/vault/v1/doc_pb.ts";
import { DateSource } from "../../../gen/pincite/vault/v1/doc_pb.ts";
import { writtenAt } from "../../client/written-at.ts";
import { dateInWords, daysInWords } from "../../export/days.ts";
import { nameOf } from "../../export/exhibits.ts";
import { likelyLetter } from "../../show/likely-letter.ts";
import { useWords } from "../words/use-words.ts";
import { answerLetter } from "./deeds.ts";
import { DropFiles } from "./drop-files.tsx";
import { MendDay } from "./mend-day.tsx";
import { type Ticked, useRun } from "./run-store.ts";
import type { Docs } from "./use-docs.ts";

/** The documents of the case: dropped here, listed, and one of them chosen as the letter that is answered. */
export const Documents = ({ docs }: { readonly docs: Docs }) => {
  const { say } = useWords();
  const { context } = useRun().view;
  const [isChanging, setIsChanging] = useState(false);
  const answered = context.answeredLetter?.evidenceId;
  const isChosen = answered !== undefined && !isChanging;
  return (
    <section className="block" aria-label={say("page.your-documents")}>
      <h2>{say("page.your-documents")}</h2>
      <DropFiles onDone={docs.reload} />
      {docs.isRead && docs.docs.length === 0 ? <p className="note">{say("page.the-vault-is-empty")}</p> : null}
      {docs.docs.length === 0 ? null : isChosen ? (
        <Chosen
          doc={docs.docs.find(({ docUid }) => `vault:${docUid}` === answered)}
          onChange={() => setIsChanging(true)}
        />
      ) : (
        <WhichLetter docs={docs} onChosen={() => setIsChanging(false)} />
      )}
    </section>
  );
};

const Chosen = ({ doc, onChange }: { readonly doc: DocSummary | undefined; readonly onChange: () => void }) => {
  const { say } = useWords();
  return (
    <p className="row">
      <span>
        {say("page.you-answer-this-letter")}: <strong>{doc?.title}</strong>
      </span>
      <button type="button" className="quiet" onClick={onChange}>
        {say("page.another")}
      </button>
    </p>
  );
};

/** The table of documents. What somebody wrote to the author last is chosen beforehand: a letter is mostly answered soon. */
const WhichLetter = ({ docs, onChosen }: { readonly docs: Docs; readonly onChosen: () => void }) => {
  const { say } = useWords();
  const { act, clients, guide, isBusy, setTicked } = useRun();
  const [picked, setPicked] = useState<string>();
  const docUid = picked ?? likelyLetter(docs.docs);
  // Ticked is not yet answered: a file that lies here alone may be no letter, so that is left for a person to say.
  const title = docs.docs.find((doc) => doc.docUid === docUid)?.title ?? "";
  const ticked = useMemo(
    (): Ticked => ({
      title,
      answer: async (context) => guide(await answerLetter(clients, context, `vault:${docUid}`)),
    }),
    [clients, docUid, guide, title],
  );
  useEffect(() => {
    setTicked(ticked);
    return () => setTicked(undefined);
  }, [setTicked, ticked]);
  const answerIt = async (): Promise<void> => {
    if (await act(ticked.answer)) onChosen();
  };
  return (
    <>
      <h3 id="which">{say("page.which-of-these-is-the-letter-you-answer")}</h3>
      <div className="table-frame">
        <table className="documents" aria-labelledby="which">
          <thead>
            <tr>
              <th scope="col">
                <span className="unseen">{say("page.i-answer-this-letter")}</span>
              </th>
              <th scope="col">{say("page.day")}</th>
              <th scope="col">{say("page.from")}</th>
              <th scope="col">{say("page.title")}</th>
            </tr>
          </thead>
          <tbody>
            {docs.docs.map((doc) => (
              <Row key={doc.docUid} doc={doc} isPicked={doc.docUid === docUid} onPick={setPicked} docs={docs}>
                <button type="button" data-answer="" disabled={isBusy} onClick={answerIt}>
                  {say("page.i-answer-this-letter")}
                </button>
              </Row>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
};

const guessed: ReadonlySet<DateSource> = new Set([DateSource.NAME, DateSource.METADATA, DateSource.NONE]);

/** A document; in the row of the one that is picked stands what can be done with it, since a table may be long. */
const Row = ({
  doc,
  docs,
  isPicked,
  onPick,
  children,
}: {
  readonly children: ReactNode;
  readonly doc: DocSummary;
  readonly docs: Docs;
  readonly isPicked: boolean;
  readonly onPick: (docUid: string) => void;
}) => {
  const { say, speech } = useWords();
  const { docUid, title, participants, dateSource, machineRead } = doc;
  const iso = writtenAt(doc);
  const day = dateInWords(iso, speech.locale) || daysInWords(doc.firstDay, doc.lastDay, speech.locale);
  return (
    <tr>
      <td>
        <input type="radio" name="letter" aria-label={title} checked={isPicked} onChange={() => onPick(docUid)} />
      </td>
      <td data-name={say("page.day")}>
        {day || say("item.no-date")}
        {guessed.has(dateSource) ? <MendDay doc={doc} docs={docs} /> : null}
      </td>
      <td data-name={say("page.from")}>{participants[0] ? nameOf(participants[0]) : ""}</td>
      <td data-name={say("page.title")}>
        {title}
        {machineRead ? <p className="note">{say("item.machine-read")}</p> : null}
        {isPicked ? <div className="picked">{children}</div> : null}
      </td>
    </tr>
  );
};
