import { VaultIntakeOutputSchema } from "../../../gen/pincite/tool/v1/tool_output_pb.ts";
import { defineTool } from "../define-tool.ts";
import { intakeOutcome } from "../outcome.ts";
import { readTimeoutMs, userOnly } from "../rules.ts";
import { untilBound } from "../stages.ts";

export const vaultBundleAttach = defineTool({
  name: "vault.bundle.attach",
  params: "vaultBundleAttach",
  rules: userOnly,
  stages: untilBound,
  timeoutMs: readTimeoutMs,
  output: VaultIntakeOutputSchema,
  description: "Attaches a bundle of documents to the run's strand, so that the run can search it.",
  words: "none",
  leaves: { bundleId: "stays" },
  asked: () => "",
  shownQueries: () => [],
  scope: (_, { strandId }) => `strand ${strandId}`,
  port: "intake",
  // The request's own id is the key: whoever sends this request again, also after a crash, attaches once.
  run: async (intake, { bundleId }, { requestId, scope, dryRun }) =>
    intakeOutcome(await intake.attach(bundleId, requestId), scope, dryRun),
});
