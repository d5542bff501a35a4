import type { Client } from "@connectrpc/connect";
import type { OrchestratorService } from "../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { ItemDecision, ItemKind } from "../../gen/pincite/run/v1/run_context_pb.ts";
import type { RunView } from "../show/run-view.ts";
import { toldAgainst } from "../show/told-against.ts";

/** Quotes that wait for a yes and against whose paper something is told; undefined: no quote waits. Errors: those of ListCandidates. */
export const againstPapers = async (
  { listCandidates }: Pick<Client<typeof OrchestratorService>, "listCandidates">,
  view: RunView,
): Promise<ReadonlySet<string> | undefined> => {
  const { runId, items } = view.context;
  const isWaiting = items.some(
    ({ kind, decision }) => kind === ItemKind.LEDGER_ENTRY && decision === ItemDecision.UNSPECIFIED,
  );
  return isWaiting ? toldAgainst(view, (await listCandidates({ runId, limit: 1 })).slots) : undefined;
};
