import { OrchestratorState } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ResolveOutputSchema } from "../../../gen/pincite/tool/v1/tool_output_pb.ts";
import { defineTool } from "../define-tool.ts";
import { bundleOutcome } from "../outcome.ts";
import { autoRun, readTimeoutMs } from "../rules.ts";

export const vaultBundleInspect = defineTool({
  name: "vault.bundle.inspect",
  params: "vaultBundleInspect",
  rules: autoRun,
  stages: [OrchestratorState.EVIDENCE_NEEDS],
  timeoutMs: readTimeoutMs,
  output: ResolveOutputSchema,
  description:
    "Lists what a bundle of documents holds, without attaching it: only what was attached can be searched and quoted.",
  words: "none",
  leaves: { bundleId: "stays" },
  asked: () => "",
  shownQueries: () => [],
  scope: () => "one bundle",
  port: "intake",
  run: async (intake, { bundleId }) => {
    const { item, knownCount } = await intake.inspect(bundleId);
    return bundleOutcome(item, knownCount);
  },
});
