import { StagePhase } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { MissingInput_Kind as Kind } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { claimOfSlot } from "../../client/passages.ts";
import { saidOr } from "../../messages/wire-form.ts";
import { useWords } from "../words/use-words.ts";
import { methodOf } from "./deeds.ts";
import { useRun } from "./run-store.ts";

/** Steps that show what is open where it stands: a list of it above them would be read as so many orders. */
const plain: ReadonlySet<string> = new Set(["Confirm", "ChooseEvidence"]);
const readAtOnce = 3;

/** What keeps the run from going on, as the server counts it. */
export const Missing = () => {
  const { say, speech } = useWords();
  const { context, needs } = useRun().view;
  const { missingInputs, phase } = context;
  // A yes that is still to be said is what the next step asks for, and before anything is put forward so is the proposal.
  const shown = missingInputs.filter(({ kind, description }) => description !== "" && kind !== Kind.CONFIRMATION);
  if (shown.length === 0 || phase === StagePhase.OPEN || plain.has(methodOf(context))) return null;
  return (
    <details className="missing" open={shown.length <= readAtOnce}>
      <summary>
        {say("page.still-missing")} ({shown.length})
      </summary>
      <ul>
        {shown.map(({ kind, subjectId, startChar, description, said }) => (
          <li key={`${kind} ${subjectId} ${startChar}`}>
            <Claim text={claimOfSlot(needs, subjectId)} />
            {speech.sentence(saidOr(said, description)).replace(`${subjectId}: `, `${speech.itemName(subjectId)}: `)}
          </li>
        ))}
      </ul>
    </details>
  );
};

/** The claim that a slot is of: people know it by its words, and no slot by its number. */
const Claim = ({ text }: { readonly text: string }) =>
  text === "" ? null : (
    <>
      <bdi>“{text}”</bdi>{" "}
    </>
  );
