import { useQuery } from "@connectrpc/connect-query";
import { OrchestratorService } from "../../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { show } from "../show.tsx";

/** The runs of this installation. */
const Runs = () => {
  const { data } = useQuery(OrchestratorService.method.listRuns);
  return (
    <ul>
      {data?.runs.map((run) => (
        <li key={run.runId}>{run.title}</li>
      ))}
    </ul>
  );
};

show(<Runs />);
