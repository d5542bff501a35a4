import { useEffect, useState } from "react";
import type { LedgerEntry } from "../../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { OrchestratorState as State } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { type LongerQuote, longerQuotes } from "../../client/behind-colon.ts";
import { claimOfEntry, colonEntries, endsAtColon } from "../../show/colon-entries.ts";
import { addLateTexts } from "../words/late-texts.ts";
import { useWords } from "../words/use-words.ts";
import { propose, rewind } from "./deeds.ts";
import { useRun } from "./run-store.ts";

addLateTexts();

/**
 * A quote that ends at a colon, with presses that take in the lines behind it: what it announces is what proves something. In the last step a press
 * goes back to the exact words.
 */
export const BehindColon = ({ entry }: { readonly entry: LedgerEntry }) => {
  const { act, clients, isBusy, view } = useRun();
  const { say } = useWords();
  const { bindingId, span } = entry;
  const { strandId } = view.context;
  const claim = claimOfEntry(view, entry);
  const [found, setFound] = useState<readonly LongerQuote[]>([]);
  useEffect(() => {
    let isGone = false;
    setFound([]);
    if (span && endsAtColon(span))
      void longerQuotes(clients.docs, strandId, span, claim).then((all) => isGone || setFound(all));
    return () => {
      isGone = true;
    };
  }, [clients, strandId, span, claim]);
  if (!span || found.length === 0) return null;
  const { docUid, sourceDigest } = span;
  const take = (exactQuote: string) =>
    act(async (shown) => {
      const now = shown.state > State.SPAN_RESOLUTION ? await rewind(clients, shown, State.SPAN_RESOLUTION) : shown;
      const spans = [{ bindingId, span: { case: "locator" as const, value: { docUid, sourceDigest, exactQuote } } }];
      return propose(clients, now, { case: "citationLedger", value: { spans } }, { merge: true });
    });
  return (
    <div data-behind-colon={entry.entryId}>
      <p className="note">{say("colon.ends-there")}</p>
      {found.map(({ exactQuote, behind }) => (
        <p key={exactQuote}>
          <button type="button" className="quiet" disabled={isBusy} onClick={() => void take(exactQuote)}>
            {say("colon.quote-too", { words: behind.replace(/\s+/gu, " ") })}
          </button>
        </p>
      ))}
    </div>
  );
};

/** The same of all quotes of a draft. */
export const ColonsInDraft = () => {
  const { view } = useRun();
  return colonEntries(view).map((entry) => (
    <section className="block" key={entry.entryId}>
      <blockquote className="quoted">{entry.span?.excerpt}</blockquote>
      <BehindColon entry={entry} />
    </section>
  ));
};
