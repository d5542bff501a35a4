import type { Clients } from "./server.ts";

/** Where a run stands and everything it recorded: what no refused call may change. */
export const traceOf = async ({ orchestrator, artifacts }: Clients, runId: string) => {
  const { runContext } = await orchestrator.getRun({ runId });
  const listed = await artifacts.listArtifacts({ runId, pageSize: 1000 });
  return { version: runContext?.version, digests: listed.artifacts.map(({ ref }) => ref?.digest) };
};
