import type { EvidenceNeedMap } from "../../../gen/pincite/memo/v1/need_map_pb.ts";
import { OrchestratorState } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ItemDecision, type ItemState } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { type Candidate, recordCandidate } from "../build/candidate.ts";
import { draftAgain, draftStored } from "../build/draft.ts";
import { ledgerAgain, ledgerStored } from "../build/ledger.ts";
import { needMapAgain, needMapStored } from "../build/need-map.ts";
import { seedNeeds } from "../build/needs.ts";
import { skeletonAgain } from "../build/skeleton.ts";
import type { DecisionInput } from "../kernel.ts";
import type { Decision } from "./decision.ts";
import { issueNeeds } from "./needs-issue.ts";
import { adopt, afterBinding } from "./propose.ts";

/** On entering a stage: what was put forward there before and still stands is put forward again; needs are seeded. */
export const proposeAgain = (decision: Decision, former: readonly ItemState[]): Decision => {
  const { input } = decision;
  if (input.snapshot.state === OrchestratorState.EVIDENCE_NEEDS)
    return issueNeeds(decision, { ...seedNeeds(input), former });
  const candidate = candidateAgain(input, standing(former), former);
  if (!candidate) return afterBinding(decision);
  decision.add(recordCandidate(input, candidate, { former }));
  return afterBinding(adopt(decision, candidate));
};

/** Whether an item may be put forward again. */
type Stands = (itemId: string) => boolean;

/** A person who rejected something is not asked about it again; only a new proposal may bring it back. */
export const standing = (former: readonly ItemState[]): Stands => {
  const rejected = new Set(former.filter((i) => i.decision === ItemDecision.REJECT).map((i) => i.itemId));
  return (itemId) => !rejected.has(itemId);
};

/** The proposal that is put forward without anybody asking; undefined leaves the stage open. `former`: the stage's items of before. */
export const candidateAgain = (
  input: DecisionInput,
  stands: Stands,
  former: readonly ItemState[] = [],
): Candidate | undefined => {
  const { skeleton, needMap, ledger, draft } = input.material.proposals;
  switch (input.snapshot.state) {
    case OrchestratorState.SKELETON:
      return skeleton && skeletonAgain(input, skeleton, stands);
    case OrchestratorState.EVIDENCE_BINDING:
      return unlessIdle(input, needMapAgain(input, needMap && bindingsStanding(input, needMap, { stands, former })));
    case OrchestratorState.SPAN_RESOLUTION:
      return unlessIdle(input, ledgerAgain(input, ledger && ledgerStored(input, ledger).keep(stands)));
    case OrchestratorState.DRAFT:
      return draft && unlessEmpty(draftAgain(input, draftStored(input, draft).keep(stands)));
    default:
      return undefined;
  }
};

/**
 * The bindings that still stand. A statement that was made for a claim that says something else by now does not: what a person states
 * herself is her claim, and the words of before would stand below the new one, confirmed along with the rest.
 */
const bindingsStanding = (
  input: DecisionInput,
  needMap: EvidenceNeedMap,
  { stands, former }: { readonly stands: Stands; readonly former: readonly ItemState[] },
): EvidenceNeedMap => {
  const stored = needMapStored(input, needMap);
  const now = new Map(stored.items.map(({ itemId, fingerprint }) => [itemId, fingerprint]));
  const changed = new Set(
    former.flatMap(({ itemId, fingerprint }) => (now.get(itemId) === fingerprint ? [] : [itemId])),
  );
  const statements = new Set(
    needMap.bindings.flatMap(({ bindingId, evidence }) => (evidence?.evidence.case === "statement" ? [bindingId] : [])),
  );
  return stored.keep((itemId) => stands(itemId) && !(statements.has(itemId) && changed.has(itemId)));
};

/** An empty proposal is only worth recording where nothing is required: there it lets the run go on. */
const unlessIdle = (input: DecisionInput, candidate: Candidate): Candidate | undefined =>
  candidate.items.length > 0 || !input.snapshot.slots.some((slot) => slot.required) ? candidate : undefined;

/** A memo without a sentence is nothing to decide about. */
const unlessEmpty = (candidate: Candidate): Candidate | undefined =>
  candidate.items.length > 0 ? candidate : undefined;
