import type { Look } from "../../gen/pincite/run/v1/look_pb.ts";
import { OrchestratorState } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import type { RunView } from "./run-view.ts";

/** A look that a person named with her yes, and the step at which she did. */
export interface AnsweredLook {
  readonly look: Look;
  /** 4: of what a slot rests on; 5: of its words. */
  readonly step: number;
}

/** What a person took with its looks of what a sentence of the draft cites, in the order of its citations, each once. */
export const answeredLooks = (
  { context, draft, ledger }: Pick<RunView, "context" | "draft" | "ledger">,
  sentenceId: string,
): AnsweredLook[] => {
  const sentences = (draft?.sections ?? []).flatMap((section) => section.sentences);
  const { entryIds = [] } = sentences.find((one) => one.sentenceId === sentenceId) ?? {};
  const of = (subjectId: string, step: number): AnsweredLook[] =>
    context.answeredLooks.flatMap((look) => (look.subjectId === subjectId ? [{ look, step }] : []));
  const all = (ledger?.entries ?? [])
    .filter(({ entryId }) => entryIds.includes(entryId))
    .flatMap(({ entryId, bindingId }) => [
      ...of(bindingId, OrchestratorState.EVIDENCE_BINDING),
      ...of(entryId, OrchestratorState.SPAN_RESOLUTION),
    ]);
  return [...new Map(all.map((one) => [one.look.fingerprint, one])).values()];
};
