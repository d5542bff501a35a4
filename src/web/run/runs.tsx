import { useQuery } from "@connectrpc/connect-query";
import { OrchestratorService } from "../../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { RunLifecycle } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { useSay } from "../quote/say.ts";
import { runsInDutch } from "../words/runs.ts";
import { ListTrouble } from "./list-trouble.tsx";
import { NewRun } from "./new-run.tsx";

/** The runs of this installation, newest first, and a way to begin one. */
export const Runs = () => {
  const say = useSay(runsInDutch);
  const { data, error, refetch } = useQuery(OrchestratorService.method.listRuns, { pageSize: 100 }, { retry: 1 });
  const runs = data?.runs ?? [];
  return (
    <main className="plain">
      <header className="top">
        <p className="top-title">Pincite</p>
        <a href="/vault" className="quiet-link">
          {say("Open the Vault")}
        </a>
      </header>
      <h1>{say("Your memos")}</h1>
      {error ? <ListTrouble error={error} onRetry={() => void refetch()} /> : null}
      {data !== undefined && runs.length === 0 ? <p className="note">{say("There is no memo yet.")}</p> : null}
      <ul className="runs">
        {runs.map(({ runId, title, state, lifecycle }) => (
          <li key={runId}>
            <a href={`/run/${runId}`}>{title}</a>
            <span className="badge">
              {lifecycle === RunLifecycle.FINALISED ? say("done") : say("step {1} of 6", state)}
            </span>
          </li>
        ))}
      </ul>
      {data === undefined ? null : <NewRun />}
    </main>
  );
};
