import { create } from "@bufbuild/protobuf";
import type { Binding } from "../../gen/pincite/memo/v1/need_map_pb.ts";
import { OrchestratorState } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { type MissingInput, MissingInput_Kind, MissingInputSchema } from "../../gen/pincite/run/v1/run_context_pb.ts";
import type { DecisionInput } from "./kernel.ts";

interface SearchedRevision {
  readonly binding: Binding;
  readonly revision: string;
}

/** Revisions of the strand that confirmed absences rest on. A search of the law, and one of rules 1, tells none. */
export const searchedRevisions = ({ material }: DecisionInput): SearchedRevision[] =>
  (material.needMap?.bindings ?? []).flatMap((binding) => {
    const search = binding.evidence?.evidence.case === "search" ? binding.evidence.evidence.value : undefined;
    return search?.corpusRevision ? [{ binding, revision: search.corpusRevision }] : [];
  });

/** Whether the strand's present revision must be known before the run goes on. */
export const restsOnAbsence = (input: DecisionInput): boolean =>
  input.snapshot.state === OrchestratorState.DRAFT && searchedRevisions(input).length > 0;

/** What a draft says is not in the documents, and was looked for in others than there are now. */
export const corpusChanges = (input: DecisionInput): MissingInput[] => {
  if (!restsOnAbsence(input)) return [];
  if (!input.corpusRevision) throw new Error("a memo that says something is not there is finalised against a revision");
  return searchedRevisions(input)
    .filter(({ revision }) => revision !== input.corpusRevision)
    .map(({ binding: { bindingId, slotId } }) =>
      create(MissingInputSchema, {
        kind: MissingInput_Kind.BINDING,
        subjectId: bindingId,
        description: `The documents have changed since the search that ${bindingId} (${slotId}) rests on: rewind to EVIDENCE_NEEDS, search again and bind the new search.`,
      }),
    );
};
