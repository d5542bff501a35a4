import { OrchestratorState } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { AddPaper } from "./add-paper.tsx";
import { BareClaims } from "./bare-claims.tsx";
import { LatePapers } from "./late-papers.tsx";
import { useRun } from "./run-store.ts";
import { Unanswered } from "./unanswered.tsx";

/**
 * What stands above each step from the choice of passages on: what of the letter has no answer, what claims rest on nothing, which papers came since and
 * what they change, and where one is put in.
 */
export const ToldAbove = () => {
  const { state } = useRun().view.context;
  return (
    <>
      {state > OrchestratorState.SKELETON ? <Unanswered /> : null}
      <BareClaims />
      <LatePapers />
      <AddPaper />
    </>
  );
};
