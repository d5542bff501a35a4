import { useEffect, useState } from "react";
import type { LaterOnLetter } from "../../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { laterSaid } from "../../cli/print/letter-later-lines.ts";
import { letterLaterOf } from "../../client/letter-later.ts";
import { laterInDraft } from "../../show/letter-later.ts";
import { addLateTexts } from "../words/late-texts.ts";
import { useWords } from "../words/use-words.ts";
import { ClaimOtherwise } from "./claim-otherwise.tsx";
import { DropClaim } from "./drop-claim.tsx";
import { usePapersCame } from "./papers-came.ts";
import { useRun } from "./run-store.ts";

addLateTexts();

/** What the other side wrote later of the parts of the answered letter; nothing while it is read. */
export const useLetterLater = (): readonly LaterOnLetter[] => {
  const { clients, view } = useRun();
  const { context } = view;
  const came = usePapersCame();
  const [found, setFound] = useState<readonly LaterOnLetter[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was written later is of the papers, the letter and the outline's demands, and of nothing else
  useEffect(() => {
    const aside = new AbortController();
    void letterLaterOf(clients.orchestrator, context, aside.signal).then(
      (later) => aside.signal.aborted || setFound(later),
    );
    return () => aside.abort();
  }, [clients, context.runId, context.state, view.skeleton, came]);
  return found;
};

/** What was written later of what is answered, with the question whether the answer stands. */
export const WrittenLater = ({ all }: { readonly all: readonly LaterOnLetter[] }) => {
  const { speech } = useWords();
  return all.map((one) => (
    <p className="note" data-written-later="" key={`${one.evidenceId} ${one.words}`}>
      {laterSaid(one, speech)}
    </p>
  ));
};

/** The same beside what a draft says to it, each claim with the press that leaves it out. */
export const LaterInDraft = () => {
  const { view } = useRun();
  const { say } = useWords();
  const letterLater = useLetterLater();
  const found = laterInDraft({ ...view, letterLater });
  if (found.length === 0) return null;
  return (
    <section className="block" data-later-in-draft="">
      <h2>{say("later.heading")}</h2>
      <p className="note">{say("later.why")}</p>
      {found.map(({ said, claims }) => (
        <div key={`${said.evidenceId} ${said.words}`}>
          <WrittenLater all={[said]} />
          <p>{say("later.your-letter-says")}</p>
          <ul className="quotes">
            {claims.map(({ claimId, text }) => (
              <li key={claimId}>
                <q>{text}</q>
                {claimId === said.partId ? <ClaimOtherwise claimId={claimId} /> : <DropClaim claimId={claimId} />}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
};
