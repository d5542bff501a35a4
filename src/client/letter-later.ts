import type { Client } from "@connectrpc/connect";
import type { LaterOnLetter, OrchestratorService } from "../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import type { RunContext } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { tellsLetterLater } from "../show/letter-later.ts";

/** What the other side wrote later of the answered letter, where that is told; nothing where nobody can say: no answer waits for it. */
export const letterLaterOf = async (
  orchestrator: Pick<Client<typeof OrchestratorService>, "getRun">,
  context: RunContext,
  signal = new AbortController().signal,
): Promise<readonly LaterOnLetter[]> => {
  if (!tellsLetterLater(context)) return [];
  return orchestrator.getRun({ runId: context.runId, withLetterLater: true }, { signal }).then(
    ({ letterLater }) => letterLater,
    () => [],
  );
};
