import { useState } from "react";
import type { PassageCandidate } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { EvidenceSlot } from "../../../gen/pincite/memo/v1/evidence_needs_pb.ts";
import { bindingOf, isChosen, speakerOf } from "../../client/passages.ts";
import { nameOf } from "../../export/exhibits.ts";
import { dateInWords, wordsOf } from "../../export/words.ts";
import { useWords } from "../words/use-words.ts";
import { choose, withdraw } from "./deeds.ts";
import { useRun } from "./run-store.ts";
import { usePassages } from "./use-passages.ts";

/** Three passages for a slot, whole sentences of all papers, best first; a press says which of them says it. */
export const PassageChoice = ({
  slot: { slotId },
  onChosen,
}: {
  readonly slot: EvidenceSlot;
  readonly onChosen: () => void;
}) => {
  const { act, clients, isBusy, view } = useRun();
  const { say } = useWords();
  const [query, setQuery] = useState("");
  const passages = usePassages(slotId, query);
  const chosen = view.choices.get(slotId);
  const take = async (passage: PassageCandidate): Promise<void> => {
    if (await act((shown) => choose(clients, shown, bindingOf(slotId, passage)))) onChosen();
  };
  return (
    <div className="passages" data-passages={slotId}>
      {chosen?.locator && !passages?.some((passage) => isChosen(passage, chosen)) ? (
        <blockquote className="agreed">
          <bdi>{chosen.locator.exactQuote}</bdi>
        </blockquote>
      ) : null}
      {passages === undefined ? <p className="note">{say("page.one-moment")}</p> : null}
      {passages?.length === 0 ? <p className="note">{say("choose.nothing-shares-a-word")}</p> : null}
      <ol>
        {passages?.map((passage) => (
          <Passage key={`${passage.evidence?.evidenceId} ${passage.startChar}`} passage={passage}>
            {isChosen(passage, chosen) ? (
              <>
                <span className="agreed">{say("page.chosen")}</span>
                <button
                  type="button"
                  className="quiet"
                  disabled={isBusy}
                  onClick={() => void act((shown) => withdraw(clients, shown, slotId))}
                >
                  {say("choose.take-back")}
                </button>
              </>
            ) : (
              <button type="button" data-choose="" disabled={isBusy} onClick={() => void take(passage)}>
                {say("choose.this-is-it")}
              </button>
            )}
          </Passage>
        ))}
      </ol>
      <OtherWords query={query} onSearch={setQuery} />
    </div>
  );
};

const Passage = ({ passage, children }: { readonly passage: PassageCandidate; readonly children: React.ReactNode }) => {
  const { say, speech } = useWords();
  const { evidence, locator, place, before, after, day } = passage;
  const who = nameOf(speakerOf(passage));
  const about = [
    who || (locator ? say("item.writer-not-known") : ""),
    dateInWords(day, wordsOf(speech.locale)) || say("item.no-date"),
    locator ? (evidence?.title ?? "") : (evidence?.address ?? ""),
    place,
  ].filter((part) => part !== "");
  return (
    <li className="candidate" data-evidence={evidence?.evidenceId}>
      <blockquote>
        {locator ? <Marked words={locator.exactQuote} passage={passage} /> : <bdi>{evidence?.title}</bdi>}
      </blockquote>
      <p className="note">{about.join(" · ")}</p>
      {before === "" && after === "" ? null : (
        <details className="more">
          <summary>{say("choose.what-else-stands-there")}</summary>
          <p>
            <bdi>{before}</bdi> <strong>[…]</strong> <bdi>{after}</bdi>
          </p>
        </details>
      )}
      <div className="row">{children}</div>
    </li>
  );
};

/** A sentence with the words marked that it shares with the claim. */
const Marked = ({ words, passage: { marked } }: { readonly words: string; readonly passage: PassageCandidate }) => {
  const letters = [...words];
  const parts = marked.flatMap(({ startChar, endChar }, at) => [
    letters.slice(marked[at - 1]?.endChar ?? 0, startChar).join(""),
    letters.slice(startChar, endChar).join(""),
  ]);
  const rest = letters.slice(marked.at(-1)?.endChar ?? 0).join("");
  return (
    <bdi>
      {parts.map((part, at) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
        at % 2 === 1 ? <mark key={at}>{part}</mark> : part,
      )}
      {rest}
    </bdi>
  );
};

/** Another passage, by a person's own words, in place. */
const OtherWords = ({ query, onSearch }: { readonly query: string; readonly onSearch: (query: string) => void }) => {
  const { say } = useWords();
  const [typed, setTyped] = useState(query);
  return (
    <form
      className="search"
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(typed.trim());
      }}
    >
      <label className="field field-wide">
        {say("choose.another-passage-with-these-words")}
        <input value={typed} maxLength={300} onChange={(event) => setTyped(event.target.value)} />
      </label>
      <button type="submit" disabled={typed.trim() === query}>
        {say("page.search")}
      </button>
    </form>
  );
};
