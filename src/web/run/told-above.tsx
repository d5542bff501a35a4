import { OrchestratorState } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { LatePapers } from "./late-papers.tsx";
import { useRun } from "./run-store.ts";
import { Unanswered } from "./unanswered.tsx";

/** What stands above each step from the choice of passages on: what of the letter has no answer, and which papers came since. */
export const ToldAbove = () => {
  const { state } = useRun().view.context;
  return (
    <>
      {state > OrchestratorState.SKELETON ? <Unanswered /> : null}
      <LatePapers />
    </>
  );
};
