import type { Client } from "@connectrpc/connect";
import type { LatePaper, OrchestratorService } from "../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import type { RunContext } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { tellsLatePapers } from "../show/late-papers.ts";
import { latePapersTold } from "../show/late-told.ts";

/** The late papers that are told where a run stands; none where nobody can say: the run does not wait for it. */
export const latePapersOf = async (
  orchestrator: Pick<Client<typeof OrchestratorService>, "getRun">,
  context: RunContext,
  signal = new AbortController().signal,
): Promise<readonly LatePaper[]> => {
  if (!tellsLatePapers(context)) return [];
  return orchestrator.getRun({ runId: context.runId, withLatePapers: true }, { signal }).then(
    ({ latePapers }) => latePapersTold(latePapers, context),
    () => [],
  );
};
