import type { ClauseElsewhere } from "../../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { useWords } from "../words/use-words.ts";
import { PassageWords } from "./passage-words.tsx";

/** What other papers say of the clause at hand: whether it still holds, whoever has only the clause before her does not see. */
export const ClausesElsewhere = ({ said }: { readonly said: readonly ClauseElsewhere[] }) => {
  const { say } = useWords();
  return said.map(({ clause, passage }) =>
    passage ? (
      <aside key={`${clause} ${passage.evidence?.evidenceId}`} className="note" data-clause-elsewhere="">
        <p>{say("choose.another-paper-names-this-clause", { clause })}</p>
        <PassageWords passage={passage} />
      </aside>
    ) : null,
  );
};
