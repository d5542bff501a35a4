import type { ToolContext } from "../../../gen/pincite/model/v1/model_call_pb.ts";
import { ToolRequestSchema, ToolResultSchema } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import type { ShownArtifact } from "../../model/request.ts";
import { earlierResults, earlierResultsMax } from "../../model/run-results.ts";
import type { Runs } from "../run/runs.ts";

/** Results of tools that ran before this turn as a model is told of them, but for `ofThisTurn`, with their artifacts. */
export const resultsBefore = async (
  runs: Runs,
  runId: string,
  ofThisTurn: readonly string[] = [],
): Promise<{ earlier: ToolContext[]; shown: ShownArtifact[] }> => {
  const ids = (await runs.recorded.of(runId)).lists.requestsAfter(undefined, earlierResultsMax, true);
  const calls = await Promise.all(
    ids.toReversed().map(async (id) => {
      const index = await runs.recorded.call(id);
      if (!index?.request || !index.result) return undefined;
      const request = await runs.reader.read(ToolRequestSchema, index.request);
      return { request, result: await runs.reader.read(ToolResultSchema, index.result), ref: index.result };
    }),
  );
  const known = calls.filter((one) => one !== undefined).filter((one) => !ofThisTurn.includes(one.request.id));
  const shown = known.map(({ ref, result }) => ({ ref, reason: "tool-result", shownChars: result.summary.length }));
  return { earlier: earlierResults(known, []), shown };
};
