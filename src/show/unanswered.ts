import type { LetterPart } from "../../gen/pincite/memo/v1/letter_pb.ts";
import { OrchestratorState as State } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ItemDecision } from "../../gen/pincite/run/v1/run_context_pb.ts";
import type { RunView } from "./run-view.ts";

/** Statements and questions of the answered letter that nothing answers, of how many there are. */
export interface Unanswered {
  readonly open: readonly LetterPart[];
  readonly count: number;
}

/** The steps that tell it: from the outline until the check of the draft does. Before there is an outline nothing is answered. */
const telling: ReadonlySet<State> = new Set([
  State.SKELETON,
  State.EVIDENCE_NEEDS,
  State.EVIDENCE_BINDING,
  State.SPAN_RESOLUTION,
]);

/** What of the letter the outline leaves without an answer, as the check of the draft will find it: a claim that is left out answers nothing. */
export const unanswered = ({ context, letterReading, skeleton }: Told): Unanswered => {
  const parts = [...(letterReading?.assertions ?? []), ...(letterReading?.questions ?? [])];
  if (!skeleton || !telling.has(context.state)) return { open: [], count: parts.length };
  const out = new Set(
    context.items.flatMap(({ itemId, decision }) => (decision === ItemDecision.REJECT ? [itemId] : [])),
  );
  const claims = skeleton.sections.flatMap((section) => section.claims).filter(({ claimId }) => !out.has(claimId));
  const answers = [...claims.flatMap((claim) => claim.answers), ...skeleton.left];
  const settled = new Set(answers.map(({ assertionId, excerptSha256 }) => `${assertionId} ${excerptSha256}`));
  const open = parts.filter(({ partId, span }) => !settled.has(`${partId} ${span?.excerptSha256 ?? ""}`));
  return { open, count: parts.length };
};

type Told = Pick<RunView, "letterReading" | "skeleton"> & {
  readonly context: Pick<RunView["context"], "state" | "items">;
};
