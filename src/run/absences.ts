import { create } from "@bufbuild/protobuf";
import { type CorpusChanged, CorpusChangedSchema } from "../../gen/pincite/journal/v1/run_event_pb.ts";
import type { Binding } from "../../gen/pincite/memo/v1/need_map_pb.ts";
import { LookCode } from "../../gen/pincite/run/v1/look_pb.ts";
import { OrchestratorState } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ItemDecision, ItemKind, type ItemState } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { needMapStored } from "./build/need-map.ts";
import { staleItems } from "./carry-over.ts";
import { stageRecord } from "./fold.ts";
import type { DecisionInput } from "./kernel.ts";

/** Revision of the strand that a binding searched; empty: it rests on no search, or on one of the law or of rules 1. */
const searchedBy = ({ evidence }: Binding): string =>
  evidence?.evidence.case === "search" ? evidence.evidence.value.corpusRevision : "";

/** Revisions of the strand that confirmed absences rest on, ascending. */
export const searchedRevisions = ({ material }: DecisionInput): string[] =>
  [...new Set((material.needMap?.bindings ?? []).map(searchedBy).filter((revision) => revision !== ""))].toSorted();

/** Whether the strand's present revision must be known before the run goes on. */
export const restsOnAbsence = (input: DecisionInput): boolean =>
  input.snapshot.state === OrchestratorState.DRAFT && searchedRevisions(input).length > 0;

/** Bindings of what a draft says is not in other documents than there are now, with the look that says so; undefined: none is unnamed. */
export const corpusChange = (input: DecisionInput): CorpusChanged | undefined => {
  if (!restsOnAbsence(input)) return undefined;
  const { corpusRevision, material, snapshot } = input;
  if (!corpusRevision) throw new Error("a memo that says something is not there is finalised against a revision");
  if (!material.needMap) return undefined;
  const bound = stageRecord(snapshot, OrchestratorState.EVIDENCE_BINDING)?.items ?? [];
  const known = new Set(bound.flatMap((item) => item.looks.map(({ fingerprint }) => fingerprint)));
  const items = needMapStored(input, material.needMap)
    .items.filter((item) => item.looks.some((one) => isChange(one) && !known.has(one.fingerprint)))
    .map((item): ItemState => ({ ...item, decision: ItemDecision.UNSPECIFIED, carriedOver: false }));
  if (items.length === 0) return undefined;
  return create(CorpusChangedSchema, {
    corpusRevision,
    searchedRevisions: searchedRevisions(input).filter((searched) => searched !== corpusRevision),
    items,
    stale: staleItems(snapshot, ItemKind.BINDING, items, items),
  });
};

const isChange = ({ code }: { readonly code: LookCode }): boolean => code === LookCode.CORPUS_CHANGED;
