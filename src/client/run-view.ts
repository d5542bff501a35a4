import type { RunContext } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";
import { completedProfile } from "../profile/shipped.ts";
import { type RunView, shownRefs, viewOf } from "../show/run-view.ts";
import { againstPapers } from "./against-papers.ts";
import { fetchAll } from "./artifact-store.ts";
import type { Connection } from "./connection.ts";
import { contextOf } from "./context-of.ts";
import { pointedBindings, pointedSpans } from "./pointed-spans.ts";
import { unnamedEvidence } from "./unnamed-evidence.ts";

export { contextOf } from "./context-of.ts";

export type { RunView };

/** Fetches the current artifacts of a run. Errors: RUN_NOT_FOUND, DATA_LOSS when bytes do not match their digest. */
export const loadRunView = async (connection: Connection, context: RunContext): Promise<RunView> => {
  const [contents, unnamed] = await Promise.all([
    fetchAll(connection, shownRefs(context)),
    unnamedEvidence(connection.orchestrator, context),
  ]);
  const view = viewOf(context, { bytesOf: (digest) => contents.get(digest), unnamed, completed: completedProfile });
  const bindings = pointedBindings(view);
  const pointed = bindings.length > 0 && (await pointedSpans(connection.vaultSpans, context.strandId, bindings));
  const against = await againstPapers(connection.orchestrator, view);
  return { ...view, ...(pointed && { pointed }), ...(against && { against }) };
};

/** Returns the id of the run that an argument names: by its id, or by `latest` for the newest run. Errors: RUN_NOT_FOUND. */
export const runIdOf = async ({ orchestrator }: Connection, named: string): Promise<string> => {
  if (named !== "latest") return named;
  const newest = await newestRun(orchestrator);
  if (newest === undefined)
    throw new DomainError("RUN_NOT_FOUND", worded("command-error.you-have-no-run-yet-pincite-run-new-begins"));
  return newest;
};

/** The id of the newest run that was not erased; undefined: there is none. */
export const newestRun = async (orchestrator: Connection["orchestrator"]): Promise<string | undefined> => {
  for (let pageToken = "", pageSize = 1; ; pageSize = 200) {
    const page = await orchestrator.listRuns({ pageSize, pageToken });
    const found = page.runs.find(({ erasedAtIso }) => erasedAtIso === "");
    if (found || page.nextPageToken === "") return found?.runId;
    pageToken = page.nextPageToken;
  }
};

/** Reads the context of the named run, which says where the run stands. */
export const readRun = async (connection: Connection, named: string): Promise<RunContext> => {
  const { runContext } = await connection.orchestrator.getRun({ runId: await runIdOf(connection, named) });
  return contextOf(runContext);
};
