import { ToolSpec_Risk } from "../../gen/pincite/tool/v1/tool_service_pb.ts";
import type { ToolExecutor, ToolOutcome } from "../engine/run/ports.ts";
import { DomainError } from "../error.ts";
import { builtInCatalogue } from "../tool/catalogue.ts";
import { errorOutcome } from "../tool/outcome.ts";
import { checkParams } from "../tool/params.ts";
import { serviceOf } from "../tool/service.ts";
import { allTools, toolOf, withTool } from "../tool/tools.ts";
import { bindersOf, openWith, type Upstreams } from "./ports.ts";

/**
 * Runs the tools that read documents, statutes and rulings, and those that take documents into the Vault. No call is made
 * twice by itself; each has the deadline that the catalogue gives its tool, and the run's signal ends it. Whether a tool
 * may run is the policy's to say, before. Only a bug of ours throws.
 */
export const createToolExecutor = (upstreams: Upstreams, catalogue = builtInCatalogue): ToolExecutor => {
  const binders = bindersOf(upstreams);
  return {
    tools: allTools.filter(({ port }) => binders[port]).map(({ spec }) => spec.name),
    async run({ request, strandId, referenceDate, signal, remoteLawbot, dryRun = false }) {
      const { id: requestId, toolName, params } = request;
      const spec = catalogue.of(toolName);
      const tool = toolOf(toolName);
      if (!spec || !tool || !binders[tool.port])
        return refused("no executor on this server runs this tool; ListTools says which are available");
      if (dryRun && spec.risk !== ToolSpec_Risk.MUTATING)
        return refused(`${toolName} changes nothing, so it has no dry run; run it as it is`);
      if (upstreams.remoteLawbot && serviceOf(toolName) === "lawbot" && remoteLawbot !== upstreams.remoteLawbot)
        return refused(
          `LawBot is on another machine, ${upstreams.remoteLawbot}, which the run's profile does not name as remote_lawbot: begin a run of a profile that does`,
        );
      const given = params && withTool(params);
      if (given?.tool !== tool)
        return refused((params && checkParams(toolName, params)) ?? `${toolName} needs its parameters`);
      const call = { requestId, strandId, referenceDate, dryRun };
      try {
        return await tool.run(openWith(binders, { ...call, signal, timeoutMs: spec.timeoutMs }), given.value, call);
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        return errorOutcome(error, tool.scope(given.value, call), tool.asked(given.value));
      }
    },
  };
};

const refused = (sentence: string): ToolOutcome => ({
  ...errorOutcome(new DomainError("TOOL_REFUSED", sentence), "", ""),
  summary: "Did not run",
});
