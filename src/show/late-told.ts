import type { LatePaper } from "../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import type { RunContext } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { isFinal, type Place } from "./late-papers.ts";

type Told = Place & Pick<RunContext, "updatedAtIso">;

/** The late papers that are told where the run stands: beside a final letter all of them once one came after its last event, else none. */
export const latePapersTold = (papers: readonly LatePaper[], context: Told): readonly LatePaper[] =>
  isFinal(context) && !papers.some((paper) => isSinceFinal(paper, context)) ? [] : papers;

const isSinceFinal = ({ importedAtIso }: LatePaper, { updatedAtIso }: Told): boolean => importedAtIso > updatedAtIso;

/** The message that heads late papers: whether they all came since the letter was done. */
export const lateHeading = (papers: readonly LatePaper[], context: Told): "late.since-final" | "late.heading" =>
  isFinal(context) && papers.every((paper) => isSinceFinal(paper, context)) ? "late.since-final" : "late.heading";
