import type { Transport } from "@connectrpc/connect";
import { ToolSpec_Risk } from "../../gen/pincite/tool/v1/tool_service_pb.ts";
import type { ToolExecutor, ToolOutcome } from "../engine/run/ports.ts";
import { DomainError } from "../error.ts";
import { builtInCatalogue } from "../tool/catalogue.ts";
import { checkParams } from "../tool/params.ts";
import { createLawReader } from "./lawbot/adapter.ts";
import { createCaseReader } from "./lawbot/case-adapter.ts";
import { caseTools } from "./lawbot/case-tools.ts";
import { lawbotTools } from "./lawbot/tools.ts";
import { errorOutcome } from "./outcome.ts";
import { createVaultReader } from "./vault/adapter.ts";
import { createVaultIntake } from "./vault/intake.ts";
import { intakeTools } from "./vault/intake-tools.ts";
import { vaultTools } from "./vault/tools.ts";

/** Transports to the two services; a service that is absent leaves its tools out. */
export interface Upstreams {
  readonly vault?: Transport;
  readonly lawbot?: Transport;
}

/**
 * Runs the tools that read documents, statutes and rulings, and those that take documents into the Vault. No call is made
 * twice by itself; each has the deadline that the catalogue gives its tool, and the run's signal ends it. Whether a tool
 * may run is the policy's to say, before. Only a bug of ours throws.
 */
export const createToolExecutor = (upstreams: Upstreams, catalogue = builtInCatalogue): ToolExecutor => {
  const tools = new Map([
    ...(upstreams.vault ? vaultTools(createVaultReader(upstreams.vault)) : []),
    ...(upstreams.vault ? intakeTools(createVaultIntake(upstreams.vault)) : []),
    ...(upstreams.lawbot ? lawbotTools(createLawReader(upstreams.lawbot)) : []),
    ...(upstreams.lawbot ? caseTools(createCaseReader(upstreams.lawbot)) : []),
  ]);
  return {
    tools: [...tools.keys()].toSorted(),
    async run(run) {
      const { toolName, params } = run.request;
      const spec = catalogue.of(toolName);
      const tool = tools.get(toolName);
      if (!spec || !tool)
        return refused("no executor on this server runs this tool; ListTools says which are available");
      if (run.dryRun && spec.risk !== ToolSpec_Risk.MUTATING)
        return refused(`${toolName} changes nothing, so it has no dry run; run it as it is`);
      const reading = params && tool(run, spec.timeoutMs);
      if (!reading) return refused((params && checkParams(toolName, params)) ?? `${toolName} needs its parameters`);
      try {
        return await reading.outcome();
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        return errorOutcome(error, reading.scope, reading.asked);
      }
    },
  };
};

const refused = (sentence: string): ToolOutcome => ({
  ...errorOutcome(new DomainError("TOOL_REFUSED", sentence), "", ""),
  summary: "Did not run",
});
