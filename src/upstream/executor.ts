import type { Transport } from "@connectrpc/connect";
import type { ToolExecutor, ToolOutcome } from "../engine/ports.ts";
import { DomainError } from "../error.ts";
import { checkParams } from "../tool/params.ts";
import { specOf } from "../tool/specs.ts";
import { createLawReader } from "./lawbot/adapter.ts";
import { lawbotTools } from "./lawbot/tools.ts";
import { errorOutcome } from "./outcome.ts";
import { createVaultReader } from "./vault/adapter.ts";
import { vaultTools } from "./vault/tools.ts";

/** Transports to the two services; a service that is absent leaves its tools out. */
export interface Upstreams {
  readonly vault?: Transport;
  readonly lawbot?: Transport;
}

/**
 * Runs the tools that read documents and statutes; bundles, imports and case law have no executor yet and are not listed.
 * No call is made twice by itself; each has the deadline of the tool's spec, and the run's signal ends it. Whether a tool
 * may run is the policy's to say, before. Only a bug of ours throws.
 */
export const createToolExecutor = (upstreams: Upstreams): ToolExecutor => {
  const tools = new Map([
    ...(upstreams.vault ? vaultTools(createVaultReader(upstreams.vault)) : []),
    ...(upstreams.lawbot ? lawbotTools(createLawReader(upstreams.lawbot)) : []),
  ]);
  return {
    tools: [...tools.keys()].toSorted(),
    async run(run) {
      const { toolName, params } = run.request;
      const spec = specOf(toolName);
      const tool = tools.get(toolName);
      if (!spec || !tool)
        return refused("no executor on this server runs this tool; ListTools says which are available");
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
