import { create } from "@bufbuild/protobuf";
import { DecidedItemSchema, ItemsDecidedSchema } from "../../../gen/pincite/journal/v1/run_event_pb.ts";
import type { StageRecord } from "../../../gen/pincite/journal/v1/run_snapshot_pb.ts";
import type { IntentSeed } from "../../../gen/pincite/memo/v1/intent_pb.ts";
import { IntentSeedSchema } from "../../../gen/pincite/memo/v1/intent_pb.ts";
import type { ConfirmItem } from "../../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { OrchestratorState, StagePhase } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ItemDecision, type ItemState, ItemStateSchema } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { ActSignatureSchema } from "../../../gen/pincite/run/v1/signed_act_pb.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { acceptedArtifact, type Candidate, findingsOf, recordCandidate } from "../build/candidate.ts";
import { draftStored } from "../build/draft.ts";
import { ledgerStored } from "../build/ledger.ts";
import { needMapStored } from "../build/need-map.ts";
import { keepSlots, needsCandidate } from "../build/needs.ts";
import { skeletonStored } from "../build/skeleton.ts";
import { decidesNothing, stageRecord } from "../fold.ts";
import { refuseOwn } from "../four-eyes.ts";
import { intentItem } from "../items.ts";
import { type DecisionInput, EventDraft } from "../kernel.ts";
import { refuseFinalised } from "../refusals.ts";
import { signatureRole } from "../signed-act.ts";
import { stageOf } from "../stages.ts";
import { Decision } from "./decision.ts";
import { issueNeeds } from "./needs-issue.ts";
import { adopt, afterBinding } from "./propose.ts";

/** A decision about one item, as the request names it. */
export type Decided = Pick<ConfirmItem, "itemId" | "decision"> &
  Partial<Pick<ConfirmItem, "lookFingerprints" | "shownDigests">>;

/**
 * Records what a person decided about items of the proposal that was shown (invariant 10). A decision that is repeated is no
 * new decision, and comes to no event.
 * Errors: NOTHING_PROPOSED, PROPOSAL_SUPERSEDED, ITEM_UNKNOWN, LOOKS_NOT_NAMED, COMPARISON_NOT_NAMED, RUN_FINALISED, SECOND_PERSON_NEEDED,
 * PERSON_NEEDED.
 */
export const decideConfirm = (
  input: DecisionInput,
  shownDigest: string,
  decided: readonly Decided[],
  intentProposal: IntentSeed | undefined,
): Decision => {
  refuseFinalised(input.snapshot);
  const record = underReview(input, shownDigest);
  refuseUnknown(record, decided);
  refuseUnnamed(record, decided);
  refuseUncompared(record, decided);
  if (decidesNothing(record, decided)) return new Decision(input);
  refuseOwn(input, confirmedOf(record, decided));
  const candidate = storedCandidate(input, intentProposal);
  const decisions = new Map(decided.map((one) => [one.itemId, one.decision]));
  const named = new Map(
    decided.map(({ itemId, lookFingerprints = [], shownDigests = [] }) => [
      itemId,
      { lookFingerprints: sorted(lookFingerprints), shownDigests: sorted(shownDigests) },
    ]),
  );
  const items = record.items.map((item) => decide(item, decisions.get(item.itemId)));
  const draft = new EventDraft(input);
  const accepted = acceptedArtifact(input, candidate, items);
  if (accepted) draft.add(accepted.artifact, stageOf(candidate.state).role, candidate.parents);
  if (input.signature) draft.record(ActSignatureSchema, input.signature, signatureRole, []);
  const value = create(ItemsDecidedSchema, {
    state: input.snapshot.state,
    proposalDigest: shownDigest,
    items: [...decisions].map(([itemId, decision]) =>
      create(DecidedItemSchema, { itemId, decision, ...named.get(itemId) }),
    ),
    ...(accepted ? { accepted: accepted.artifact.ref } : {}),
    findings: findingsOf(candidate, items),
  });
  const decision = new Decision(input).add({
    event: draft.event({ case: "itemsDecided", value }),
    artifacts: draft.artifacts,
  });
  return afterDecision(decision, candidate, items);
};

const confirmedOf = ({ items }: StageRecord, decided: readonly Decided[]): ItemState[] => {
  const ids = new Set(decided.filter((one) => one.decision === ItemDecision.CONFIRM).map((one) => one.itemId));
  return items.filter(({ itemId }) => ids.has(itemId));
};

/** Dropped slots leave the needs at once; decided bindings show in them; the rest only becomes the accepted artifact. */
const afterDecision = (decision: Decision, candidate: Candidate, items: readonly ItemState[]): Decision => {
  if (candidate.state === OrchestratorState.INTENT_SEED) return afterIntent(adopt(decision, candidate), candidate);
  if (candidate.state !== OrchestratorState.EVIDENCE_NEEDS) return afterBinding(adopt(decision, candidate));
  const dropped = new Set(items.filter((i) => i.decision === ItemDecision.REJECT).map((i) => i.itemId));
  const { needs } = decision.input.material;
  if (dropped.size === 0 || !needs) return decision;
  return issueNeeds(decision, { needs: keepSlots(needs, (slotId) => !dropped.has(slotId)) });
};

/** A confirmed intent is put on record once more, now with the language and the date that it says and the run takes. */
const afterIntent = (decision: Decision, candidate: Candidate): Decision =>
  decision.input.snapshot.phase === StagePhase.CONFIRMED
    ? decision.add(recordCandidate(decision.input, candidate))
    : decision;

const decide = (item: ItemState, decision: ItemDecision | undefined): ItemState =>
  decision === undefined ? item : create(ItemStateSchema, { ...item, decision, carriedOver: false });

const underReview = (input: DecisionInput, shownDigest: string): StageRecord => {
  const record = stageRecord(input.snapshot, input.snapshot.state);
  if (!record?.proposal)
    throw new DomainError("NOTHING_PROPOSED", worded("error.nothing-is-under-review-call-guide-or-propose"));
  if (record.proposal.digest !== shownDigest)
    throw new DomainError(
      "PROPOSAL_SUPERSEDED",
      worded("error.another-proposal-is-under-review-read-it-and", { proposalDigest: record.proposal.digest }),
      { current_digest: record.proposal.digest, shown_digest: shownDigest },
    );
  return record;
};

const refuseUnknown = (record: StageRecord, decided: readonly Decided[]): void => {
  const known = new Set(record.items.map((item) => item.itemId));
  const unknown = decided.filter((one) => !known.has(one.itemId));
  if (unknown.length === 0) return;
  throw new DomainError(
    "ITEM_UNKNOWN",
    worded("error.the-proposal-has-no-item-read-the-runs-items", { itemId: String(unknown[0]?.itemId) }),
    { item_id: unknown[0]?.itemId ?? "" },
    { violations: unknown.map((one) => ({ type: "ITEM_UNKNOWN", subject: one.itemId, description: "no such item" })) },
  );
};

const sorted = (fingerprints: readonly string[]): string[] => [...new Set(fingerprints)].toSorted();

/** An item with looks is confirmed alone, naming exactly those it has; one without names none. A rejection names what it likes. */
const refuseUnnamed = (record: StageRecord, decided: readonly Decided[]): void => {
  const looks = new Map(record.items.map((item) => [item.itemId, sorted(item.looks.map((look) => look.fingerprint))]));
  for (const { itemId, decision, lookFingerprints = [] } of decided) {
    if (decision !== ItemDecision.CONFIRM) continue;
    const has = looks.get(itemId) ?? [];
    if (has.join() !== sorted(lookFingerprints).join()) throw looksNotNamed(itemId, has, "name exactly these");
    if (has.length > 0 && decided.length > 1) throw looksNotNamed(itemId, has, "confirm it in a call of its own");
  }
};

const looksNotNamed = (itemId: string, has: readonly string[], what: string): DomainError =>
  new DomainError(
    "LOOKS_NOT_NAMED",
    has.length === 0
      ? worded("error.has-no-looks-confirm-it-without-look", { itemId })
      : worded("error.has-that-nobody-may-wave-through-read-what", {
          itemId,
          hasCount: has.length === 1 ? "a look" : `${has.length} looks`,
          what,
        }),
    { item_id: itemId, look_count: String(has.length), look_fingerprints: has.join(",") },
    { violations: has.map((one) => ({ type: "LOOKS_NOT_NAMED", subject: itemId, description: one })) },
  );

/** A claim that is worded anew is confirmed beside the words it rests on: exactly these are named, and of anything else none. */
const refuseUncompared = (record: StageRecord, decided: readonly Decided[]): void => {
  const compared = new Map(record.items.map(({ itemId, compareDigests }) => [itemId, sorted(compareDigests)]));
  for (const { itemId, decision, shownDigests = [] } of decided) {
    const has = compared.get(itemId) ?? [];
    if (decision !== ItemDecision.CONFIRM || has.join() === sorted(shownDigests).join()) continue;
    throw new DomainError(
      "COMPARISON_NOT_NAMED",
      has.length === 0
        ? worded("error.rests-on-no-words-to-compare", { itemId })
        : worded("error.is-worded-anew-compare-it", { itemId, count: has.length }),
      { item_id: itemId, shown_digests: has.join(",") },
      { violations: has.map((one) => ({ type: "COMPARISON_NOT_NAMED", subject: itemId, description: one })) },
    );
  }
};

/** The proposal under review as a candidate. */
const storedCandidate = (input: DecisionInput, intentProposal: IntentSeed | undefined): Candidate => {
  const { material } = input;
  switch (input.snapshot.state) {
    case OrchestratorState.INTENT_SEED: {
      if (!intentProposal) break;
      return {
        state: OrchestratorState.INTENT_SEED,
        schema: IntentSeedSchema,
        message: intentProposal,
        items: [intentItem(intentProposal, input.sha256)],
        parents: [input.snapshot.profile],
        keep: () => intentProposal,
        referenceDate: intentProposal.referenceDate,
        locale: intentProposal.locale,
      };
    }
    case OrchestratorState.SKELETON:
      if (material.proposals.skeleton) return skeletonStored(input, material.proposals.skeleton);
      break;
    case OrchestratorState.EVIDENCE_NEEDS:
      if (material.needs) return needsCandidate(input, material.needs);
      break;
    case OrchestratorState.EVIDENCE_BINDING:
      if (material.proposals.needMap) return needMapStored(input, material.proposals.needMap);
      break;
    case OrchestratorState.SPAN_RESOLUTION:
      if (material.proposals.ledger) return ledgerStored(input, material.proposals.ledger);
      break;
    case OrchestratorState.DRAFT:
      if (material.proposals.draft) return draftStored(input, material.proposals.draft);
      break;
    default:
      break;
  }
  throw new Error("a proposal under review whose content was not loaded");
};
