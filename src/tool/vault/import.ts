import { VaultIntakeOutputSchema } from "../../../gen/pincite/tool/v1/tool_output_pb.ts";
import { defineTool } from "../define-tool.ts";
import { intakeOutcome } from "../outcome.ts";
import { readTimeoutMs, userOnly } from "../rules.ts";
import { untilBound } from "../stages.ts";

export const vaultImport = defineTool({
  name: "vault.import",
  params: "vaultImport",
  rules: userOnly,
  stages: untilBound,
  timeoutMs: readTimeoutMs,
  output: VaultIntakeOutputSchema,
  description: "Imports one file (a message, a letter, a note) into the run's strand of the Vault.",
  words: "none",
  leaves: { path: "stays", content: "stays" },
  asked: () => "",
  shownQueries: () => [],
  scope: (_, { strandId }) => `strand ${strandId}`,
  port: "intake",
  run: async (intake, params, { scope, dryRun }) => intakeOutcome(await intake.importFile(params), scope, dryRun),
});
