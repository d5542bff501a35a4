import { useState } from "react";
import type { PassageCandidate } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { EvidenceSlot } from "../../../gen/pincite/memo/v1/evidence_needs_pb.ts";
import type { Binding } from "../../../gen/pincite/memo/v1/need_map_pb.ts";
import { SlotKind } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import {
  bindingOf,
  claimOfSlot,
  isChosen,
  lackingWords,
  passagesMost,
  passagesShown,
  shownAtOnce,
  wordsNotSaid,
} from "../../client/passages.ts";
import { writtenAt } from "../../client/written-at.ts";
import { dateInWords } from "../../export/days.ts";
import { ToldOfPassage } from "../parts/about-paper.tsx";
import { ClausesElsewhere } from "../parts/clauses-elsewhere.tsx";
import { PassageWords } from "../parts/passage-words.tsx";
import { WordsLacking } from "../parts/words-lacking.tsx";
import { useWords } from "../words/use-words.ts";
import { choose, pin, withdraw } from "./deeds.ts";
import { ListTrouble } from "./list-trouble.tsx";
import { ListOrder, Ranked } from "./rank-candidates.tsx";
import { useRun } from "./run-store.ts";
import { useDocs } from "./use-docs.ts";
import { usePassages } from "./use-passages.ts";

interface ChoiceProps {
  readonly slot: EvidenceSlot;
  readonly onChosen: () => void;
  /** The paper that the slot is bound to, whose words are chosen: vault:…; absent: all papers are open. */
  readonly paper?: string;
}

/** Five passages for a slot, and more with a press: whole sentences of all papers or of the bound one, best first; a press says which of them says it. */
export const PassageChoice = ({ slot, onChosen, paper }: ChoiceProps) => {
  const { view } = useRun();
  const { say } = useWords();
  const [query, setQuery] = useState("");
  const { slotId } = slot;
  const [more, setMore] = useState(0);
  const limit = more || (query === "" ? shownAtOnce(slot, view.profile) : passagesShown);
  const [ownOrder, setOwnOrder] = useState(false);
  const { passages, order, elsewhere = [], error, retry } = usePassages({ slotId, query, limit, ownOrder });
  const chosen = view.choices.get(slotId);
  return (
    <div className="passages" data-passages={slotId}>
      {chosen?.locator && passages && !passages.some((passage) => isChosen(passage, chosen)) ? (
        <ChosenElsewhere key={chosen.locator.exactQuote} slot={slot} chosen={chosen} />
      ) : null}
      {error === undefined ? null : <ListTrouble error={error} onRetry={retry} />}
      {passages === undefined && error === undefined ? <p className="note">{say("page.one-moment")}</p> : null}
      {passages?.length === 0 ? <p className="note">{say("choose.nothing-shares-a-word")}</p> : null}
      {order ? <ListOrder order={order} onAside={setOwnOrder} /> : null}
      <PassageList passages={passages ?? []} slot={slot} onChosen={onChosen} />
      <ClausesElsewhere said={elsewhere} />
      {passages?.length === limit && limit < passagesMost ? (
        <button
          type="button"
          className="quiet"
          data-more=""
          onClick={() => setMore(Math.min(passagesMost, limit + passagesMore))}
        >
          {say("choose.none-of-these-show-more")}
        </button>
      ) : null}
      <OtherWords
        query={query}
        onSearch={(words) => {
          setMore(0);
          setQuery(words);
        }}
        isOfPaper={paper !== undefined}
      />
      <PointAtPassage slot={slot} onChosen={onChosen} {...(paper ? { paper } : {})} />
    </div>
  );
};

/** What was chosen and is none of those listed, with its source and what it does not say. */
const ChosenElsewhere = ({ slot, chosen }: { readonly slot: EvidenceSlot; readonly chosen: Binding }) => {
  const { standing } = usePassages({ slotId: slot.slotId, limit: 1 });
  return (
    <ol data-chosen-elsewhere="">
      {standing ? (
        <Passage passage={standing} slot={slot}>
          <TakeBack slotId={slot.slotId} />
        </Passage>
      ) : (
        <li className="candidate">
          <blockquote className="agreed">
            <bdi>{chosen.locator?.exactQuote}</bdi>
          </blockquote>
          <div className="row">
            <TakeBack slotId={slot.slotId} />
          </div>
        </li>
      )}
    </ol>
  );
};

/** Says that a passage is chosen, and lets a person take the choice back. */
const TakeBack = ({ slotId }: { readonly slotId: string }) => {
  const { act, clients, isBusy } = useRun();
  const { say } = useWords();
  return (
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
  );
};

/** So many passages come with each press. */
const passagesMore = 6;

interface ListProps {
  readonly passages: readonly PassageCandidate[];
  readonly slot: EvidenceSlot;
  readonly onChosen: () => void;
}

const PassageList = ({ passages, slot, onChosen }: ListProps) => {
  const { act, clients, isBusy, view } = useRun();
  const { say } = useWords();
  const { slotId } = slot;
  const chosen = view.choices.get(slotId);
  const pinned = (view.evidence?.entries ?? []).filter(({ personsSlotIds }) => personsSlotIds.includes(slotId));
  // Where a slot asks for a place, its paper is taken here; the place in it is named when it is bound.
  const isPlace = slot.kind === SlotKind.LOCATION;
  const isTaken = (passage: PassageCandidate): boolean =>
    isPlace
      ? pinned.some(({ candidate }) => candidate?.evidenceId === passage.evidence?.evidenceId)
      : isChosen(passage, chosen);
  const take = async (passage: PassageCandidate): Promise<void> => {
    const evidenceId = passage.evidence?.evidenceId ?? "";
    const done = await act((shown) =>
      isPlace ? pin(clients, shown, evidenceId, { slotId }) : choose(clients, shown, bindingOf(slotId, passage)),
    );
    if (done) onChosen();
  };
  return (
    <ol>
      {passages.map((passage) => (
        <Passage key={`${passage.evidence?.evidenceId} ${passage.startChar}`} passage={passage} slot={slot}>
          {isTaken(passage) ? (
            isPlace ? (
              <span className="agreed">{say("page.chosen")}</span>
            ) : (
              <TakeBack slotId={slotId} />
            )
          ) : (
            <button type="button" data-choose="" disabled={isBusy} onClick={() => void take(passage)}>
              {say("choose.this-is-it")}
            </button>
          )}
        </Passage>
      ))}
    </ol>
  );
};

/** A person who knows the paper points at the sentence herself: its sentences in their order, each with a press. */
const PointAtPassage = ({ slot, onChosen, paper }: ChoiceProps) => {
  const { view } = useRun();
  const { say } = useWords();
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="more" data-point="" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{say("choose.i-point-at-it-myself")}</summary>
      {isOpen && paper ? <SentencesOfPaper evidenceId={paper} slot={slot} onChosen={onChosen} /> : null}
      {isOpen && !paper ? <PaperToPointAt strandId={view.context.strandId} slot={slot} onChosen={onChosen} /> : null}
    </details>
  );
};

const PaperToPointAt = ({ strandId, slot, onChosen }: Omit<ListProps, "passages"> & { readonly strandId: string }) => {
  const { say, speech } = useWords();
  const { docs, isRead } = useDocs(strandId);
  const [evidenceId, setEvidenceId] = useState("");
  if (!isRead) return <p className="note">{say("page.one-moment")}</p>;
  return (
    <>
      <label className="field field-wide">
        {say("choose.which-paper")}
        <select value={evidenceId} onChange={(event) => setEvidenceId(event.target.value)}>
          <option value="">{say("choose.a-paper")}</option>
          {docs.map((doc) => (
            <option key={doc.docUid} value={`vault:${doc.docUid}`}>
              {[doc.title, dateInWords(writtenAt(doc).slice(0, 10), speech.locale)]
                .filter((part) => part !== "")
                .join(" · ")}
            </option>
          ))}
        </select>
      </label>
      {evidenceId === "" ? null : (
        <SentencesOfPaper key={evidenceId} evidenceId={evidenceId} slot={slot} onChosen={onChosen} />
      )}
    </>
  );
};

const SentencesOfPaper = ({
  evidenceId,
  slot,
  onChosen,
}: Omit<ListProps, "passages"> & { readonly evidenceId: string }) => {
  const { say } = useWords();
  const [partNumber, setPartNumber] = useState(1);
  const { passages, partCount = 0, error, retry } = usePassages({ slotId: slot.slotId, evidenceId, partNumber });
  if (error !== undefined) return <ListTrouble error={error} onRetry={retry} />;
  if (!passages) return <p className="note">{say("page.one-moment")}</p>;
  if (passages.length === 0) return <p className="note">{say("choose.paper-has-no-sentence")}</p>;
  return (
    <>
      <div className="scroll">
        <PassageList passages={passages} slot={slot} onChosen={onChosen} />
      </div>
      {partCount > 1 ? (
        <div className="row" data-parts="">
          <button
            type="button"
            className="quiet"
            disabled={partNumber <= 1}
            onClick={() => setPartNumber(partNumber - 1)}
          >
            {say("choose.what-stands-before")}
          </button>
          <span className="note">{say("choose.part-of-paper", { number: partNumber, count: partCount })}</span>
          <button
            type="button"
            className="quiet"
            disabled={partNumber >= partCount}
            onClick={() => setPartNumber(partNumber + 1)}
          >
            {say("choose.what-stands-behind")}
          </button>
        </div>
      ) : null}
    </>
  );
};

const Passage = ({
  passage,
  slot: { slotId },
  children,
}: {
  readonly passage: PassageCandidate;
  readonly slot: EvidenceSlot;
  readonly children: React.ReactNode;
}) => {
  const { say } = useWords();
  const { view } = useRun();
  const lacking = lackingWords(passage, claimOfSlot(view.needs, slotId));
  const { evidence, before, after, rankedBy } = passage;
  return (
    <li className="candidate" data-evidence={evidence?.evidenceId}>
      <PassageWords passage={passage} />
      <WordsLacking words={lacking} />
      <ToldOfPassage passage={passage} />
      <NotSaid passage={passage} />
      {rankedBy ? <Ranked by={rankedBy} /> : null}
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

/** Words of a passage that its source shows struck through, or so that nobody sees them. */
const NotSaid = ({ passage }: { readonly passage: PassageCandidate }) => {
  const { say } = useWords();
  const { struck, unseen } = wordsNotSaid(passage);
  return (
    <>
      {struck.length === 0 ? null : (
        <p className="note" data-struck="">
          {say("item.struck-words", { words: struck.join("”, “") })}
        </p>
      )}
      {unseen.length === 0 ? null : (
        <p className="note" data-unseen="">
          {say("item.unseen-words", { words: unseen.join("”, “") })}
        </p>
      )}
    </>
  );
};

/** Another passage, by a person's own words, in place. */
const OtherWords = ({
  query,
  onSearch,
  isOfPaper,
}: {
  readonly query: string;
  readonly onSearch: (query: string) => void;
  readonly isOfPaper: boolean;
}) => {
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
        {say(isOfPaper ? "choose.another-sentence-of-this-paper" : "choose.another-passage-with-these-words")}
        <input value={typed} maxLength={300} onChange={(event) => setTyped(event.target.value)} />
      </label>
      <button type="submit" disabled={typed.trim() === query}>
        {say("page.search")}
      </button>
    </form>
  );
};
