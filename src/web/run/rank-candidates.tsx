import { useQuery } from "@connectrpc/connect-query";
import type { RankedBy } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import { OrchestratorService, type SlotOrder } from "../../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { orderSaid, rankedSaid } from "../../cli/print/ranking.ts";
import { addLateTexts } from "../words/late-texts.ts";
import { useWords } from "../words/use-words.ts";
import { contextOf, newKey, useRun } from "./run-store.ts";

addLateTexts();

/** Has the model order the passages of every slot that waits for a choice; nothing where the server names no such model. */
export const RankCandidates = () => {
  const { act, clients, isBusy } = useRun();
  const { say } = useWords();
  const { data } = useQuery(OrchestratorService.method.getCapabilities, {});
  const ranker = data?.candidateRanker;
  if (!ranker) return null;
  const order = (): Promise<boolean> =>
    act(async ({ runId, version }) => {
      const call = { runId, idempotencyKey: newKey(), expectedVersion: version };
      return contextOf(await clients.orchestrator.rankCandidates(call));
    });
  return (
    <div className="row">
      <button type="button" className="quiet" data-rank="" disabled={isBusy} onClick={() => void order()}>
        {say("ranking.let-it-order")}
      </button>
      <span className="note">
        {say("ranking.what-it-sees", { model: ranker.model, isLocal: ranker.local ? "yes" : "no" })}
      </span>
    </div>
  );
};

/** Whose order a list is in, and the press that shows it in the other one. */
export const ListOrder = ({ order, onAside }: { readonly order: SlotOrder; onAside(leftAside: boolean): void }) => {
  const { say, speech } = useWords();
  return (
    <div className="row" data-order="">
      <span className="note">
        <bdi>{orderSaid(order, speech)}</bdi>
      </span>
      {order.noneSaysIt ? null : (
        <button type="button" className="quiet" onClick={() => onAside(!order.leftAside)}>
          {say(order.leftAside ? "ranking.models-order" : "ranking.own-order")}
        </button>
      )}
    </div>
  );
};

/** What a model says of a passage, as its words. */
export const Ranked = ({ by }: { readonly by: RankedBy }) => (
  <p className="note" data-ranked="">
    <bdi>{rankedSaid(by, useWords().speech)}</bdi>
  </p>
);
