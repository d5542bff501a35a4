import type { EvidenceSet } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { RunContext } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import type { DecisionInput } from "../../run/kernel.ts";
import { evidenceIn } from "../../run/name-evidence.ts";
import type { Commands } from "../run/commands.ts";
import type { LoadedRun } from "../run/run-store.ts";
import type { Runs } from "../run/runs.ts";
import type { ToolCalls } from "../tool/tool-calls.ts";
import type { Turns } from "../turn/turns.ts";

/** What the commands about tools work with. */
export interface ToolCommandParts {
  readonly runs: Runs;
  readonly commands: Commands;
  readonly tools: ToolCalls;
  readonly turns: Turns;
}

/** Where a run stands and its evidence: what every command about a tool answers with. */
export interface Standing {
  readonly runContext: RunContext;
  readonly evidenceSet: EvidenceSet;
}

/** As it is about to be committed. */
export const standingAfter = (runs: Runs, after: LoadedRun, { material }: DecisionInput): Standing => ({
  runContext: runs.contextFor(after, material),
  evidenceSet: evidenceIn(material.evidenceSet),
});

/** As it is now. */
export const standingNow = async (runs: Runs, runId: string): Promise<Standing> => {
  const run = await runs.load(runId);
  return { runContext: await runs.context(run), evidenceSet: await runs.evidenceOf(run) };
};

/** Whether the suspended turn goes on after this commit: then the answer is known only when it has. */
export const letsTurnGoOn = ({ snapshot }: Pick<LoadedRun, "snapshot">): boolean =>
  snapshot.suspendedTurn?.requestIds.length === 0 && snapshot.turnId === "";
