import type {
  GetRunResponse,
  LateChange,
  LatePaper,
} from "../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import type { RunContext } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { isFinal, type Place } from "./late-papers.ts";

/** Papers that came late, and what they change. */
export interface Late {
  readonly papers: readonly LatePaper[];
  readonly changes: readonly LateChange[];
}

/** Where nothing came. */
export const nothingLate: Late = { papers: [], changes: [] };

type Told = Place & Pick<RunContext, "updatedAtIso">;

/** The late papers that are told where the run stands: beside a final letter all of them once one came after its last event, else none. */
export const latePapersTold = (papers: readonly LatePaper[], context: Told): readonly LatePaper[] =>
  isFinal(context) && !papers.some((paper) => isSinceFinal(paper, context)) ? [] : papers;

/** What is told of late papers where the run stands. Beside a final letter they change nothing before one of them is told. */
export const lateTold = (
  { latePapers, lateChanges }: Pick<GetRunResponse, "latePapers" | "lateChanges">,
  context: Told,
): Late => {
  const papers = latePapersTold(latePapers, context);
  return { papers, changes: isFinal(context) && papers.length === 0 ? [] : lateChanges };
};

const isSinceFinal = ({ importedAtIso }: LatePaper, { updatedAtIso }: Told): boolean => importedAtIso > updatedAtIso;

/** The message that heads late papers: whether they all came since the letter was done. */
export const lateHeading = (papers: readonly LatePaper[], context: Told): "late.since-final" | "late.heading" =>
  isFinal(context) && papers.every((paper) => isSinceFinal(paper, context)) ? "late.since-final" : "late.heading";
