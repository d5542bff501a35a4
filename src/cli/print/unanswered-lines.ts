import { OrchestratorState } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import type { Speech } from "../../messages/speech.ts";
import type { RunView } from "../../show/run-view.ts";
import { unanswered } from "../../show/unanswered.ts";
import { wrap } from "../text/plain.ts";
import { numberOf } from "./letter-lines.ts";

/** How much of the letter has no answer yet, by the numbers of its parts, with the way to answer; no lines where all of it has. */
export const unansweredLines = (view: RunView, run: string, speech: Speech): string[] => {
  const { open, count } = unanswered(view);
  if (open.length === 0) return [];
  const { phrase } = speech;
  const numbers = open.map(({ partId }) => numberOf(partId)).join(", ");
  const isHere = view.context.state === OrchestratorState.SKELETON;
  return [
    ...wrap(`${phrase("unanswered.count", { count, open: open.length })}: ${numbers}.`, 92),
    phrase(isHere ? "unanswered.see-them" : "unanswered.go-back"),
    isHere ? `  pincite run letter ${run}` : `  pincite run rewind ${run} --to skeleton`,
    "",
  ];
};
