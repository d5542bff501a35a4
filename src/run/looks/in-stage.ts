import type { CitationLedger, LedgerEntry } from "../../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import type { DraftSentence } from "../../../gen/pincite/memo/v1/draft_text_pb.ts";
import { type Look, LookCode } from "../../../gen/pincite/run/v1/look_pb.ts";
import { OrchestratorState } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { stageRecord } from "../fold.ts";
import { keptWith } from "../kept.ts";
import type { DecisionInput } from "../kernel.ts";
import { changedAbsences } from "../missing-inputs.ts";
import { bindingLooks } from "./on-bindings.ts";
import { quoteLooks } from "./on-quotes.ts";

/**
 * Looks of the entries of a ledger, by entry_id. A look is named once, on the binding: what stands there is not asked
 * again. What newer rules see on a binding that was confirmed before them was never named, so it stands on its entries.
 */
export const entryLooks = (input: DecisionInput, entries: readonly LedgerEntry[]): ReadonlyMap<string, Look[]> => {
  const bindings = bindingLooks(input, input.material.needMap?.bindings ?? []);
  const named = new Map([...bindings].map(([id, looks]) => [id, new Set(looks.map(({ code }) => code))]));
  const quotes = quoteLooks(input, entries, named);
  const unnamed = unnamedIn(input, OrchestratorState.EVIDENCE_BINDING, bindings);
  return new Map(
    entries.map(({ entryId, bindingId }) => [
      entryId,
      [...(unnamed.get(bindingId) ?? []), ...(quotes.get(entryId) ?? [])],
    ]),
  );
};

/** Looks on what a sentence cites that nobody could name when it was confirmed. */
export const unnamedUnder = (input: DecisionInput): ((sentence: DraftSentence) => Look[]) => {
  const unnamed = unnamedOnEntries(input);
  return ({ entryIds }) => [
    ...new Map(entryIds.flatMap((id) => (unnamed.get(id) ?? []).map((look) => [look.fingerprint, look]))).values(),
  ];
};

/** Bindings with a look that nobody has named: on themselves, or on a quote that rests on them. Ids, ascending. */
export const bindingsInDoubt = (input: DecisionInput): string[] => {
  const ledger = input.material.ledger?.entries ?? [];
  const unnamed = unnamedOnEntries(input);
  const doubted = ledger.filter(({ entryId }) => (unnamed.get(entryId) ?? []).length > 0);
  const asked = changedAbsences(input.snapshot).map(({ itemId }) => itemId);
  return [...new Set([...doubted.map(({ bindingId }) => bindingId), ...asked])].toSorted();
};

const unnamedOnEntries = (input: DecisionInput): ReadonlyMap<string, Look[]> =>
  input.material.ledger ? unnamedOf(input.material.ledger, input) : new Map();

/** Every sentence of a decision rests on the same ledger: its looks are seen once. */
const unnamedOf = keptWith(
  (ledger: CitationLedger, input: DecisionInput): ReadonlyMap<string, Look[]> =>
    unnamedIn(input, OrchestratorState.SPAN_RESOLUTION, entryLooks(input, ledger.entries)),
);

const unnamedIn = (
  { snapshot }: DecisionInput,
  state: OrchestratorState,
  looks: ReadonlyMap<string, readonly Look[]>,
): ReadonlyMap<string, Look[]> => {
  const recorded = new Map((stageRecord(snapshot, state)?.items ?? []).map((item) => [item.itemId, item.looks]));
  return new Map(
    [...looks].map(([id, now]) => {
      const known = new Set(recorded.get(id)?.map(({ fingerprint }) => fingerprint));
      // Whether the corpus has changed is asked on the binding when the memo is to be finalised.
      return [id, now.filter(({ code, fingerprint }) => !known.has(fingerprint) && code !== LookCode.CORPUS_CHANGED)];
    }),
  );
};
