import type { Client } from "@connectrpc/connect";
import type { OrchestratorService } from "../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import type { RunContext } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { tellsLatePapers } from "../show/late-papers.ts";
import { type Late, lateTold, nothingLate } from "../show/late-told.ts";

/** The late papers that are told where a run stands, and what they change; none where nobody can say: the run does not wait for it. */
export const lateOf = async (
  orchestrator: Pick<Client<typeof OrchestratorService>, "getRun">,
  context: RunContext,
  signal = new AbortController().signal,
): Promise<Late> => {
  if (!tellsLatePapers(context)) return nothingLate;
  return orchestrator.getRun({ runId: context.runId, withLatePapers: true }, { signal }).then(
    (answer) => lateTold(answer, context),
    () => nothingLate,
  );
};
