import { create } from "@bufbuild/protobuf";
import {
  type EvidenceCandidate,
  EvidenceCandidateSchema,
  type EvidenceEntry,
  EvidenceEntrySchema,
  type EvidenceSet,
  PinRole,
} from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import { EvidencePinnedSchema, EvidenceUnpinnedSchema } from "../../../gen/pincite/journal/v1/run_event_pb.ts";
import { type AnsweredText, AnsweredTextSchema } from "../../../gen/pincite/memo/v1/letter_pb.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { setOf } from "../build/evidence-set.ts";
import { placedSlots } from "../build/needs.ts";
import { pinsAreOpen } from "../guards.ts";
import { type DecisionInput, EventDraft } from "../kernel.ts";
import { hasLawDays, withTellingDay } from "../law-day.ts";
import { refuseFinalised, unknownSlot } from "../refusals.ts";
import { Decision } from "./decision.ts";
import { issueNeeds } from "./needs-issue.ts";

/** The most entries an evidence set keeps; later findings are still in their tool results. */
const entriesMax = 1000;

/** What a person pins. */
export interface Pin {
  readonly candidate: EvidenceCandidate;
  readonly slotId: string;
  readonly note: string;
  /** The words of a document pinned as the letter that is answered; absent: it is pinned as evidence. */
  readonly answered?: AnsweredText;
}

/**
 * Pins what the user vouches for, or links a pin to a slot; as evidence, or as the letter that is answered. Errors:
 * ITEM_UNKNOWN, LETTER_PINNED, LETTER_UNREADABLE, STAGE_FORBIDS, RUN_FINALISED.
 */
export const decidePin = (input: DecisionInput, pin: Pin): Decision => {
  refusePin(input, pin.candidate.evidenceId, pin.answered !== undefined);
  if (pin.answered) refuseEmpty(pin.answered);
  const slots = placedSlots(input.material.needs).map((placed) => placed.slot.slotId);
  if (pin.slotId !== "" && !slots.includes(pin.slotId)) throw unknownSlot(pin.slotId);
  const set = merged(input.material.evidenceSet, besideBound(input, pin.candidate), (entry) => ({
    pinned: true,
    note: pin.note || entry.note,
    slotIds: pin.slotId ? [...new Set([...entry.slotIds, pin.slotId])] : entry.slotIds,
    personsSlotIds: pin.slotId ? [...new Set([...entry.personsSlotIds, pin.slotId])] : entry.personsSlotIds,
  }));
  return issueNeeds(pinned(input, pin), { set });
};

const pinned = (input: DecisionInput, { candidate, slotId, answered }: Pin): Decision => {
  const draft = new EventDraft(input);
  const answeredText = answered && draft.record(AnsweredTextSchema, answered, "answered_text", []);
  const value = create(EvidencePinnedSchema, {
    evidenceId: candidate.evidenceId,
    slotId,
    ...(answeredText ? { role: PinRole.ANSWERED, answeredText } : {}),
  });
  const step = { event: draft.event({ case: "evidencePinned", value }), artifacts: draft.artifacts };
  return new Decision(input).add(step, answered ? { answeredText: answered } : {});
};

/** Refuses a pin that cannot be made, before anything is looked up for it. Errors: LETTER_PINNED, STAGE_FORBIDS, RUN_FINALISED. */
export const refusePin = (input: DecisionInput, evidenceId: string, asAnswered: boolean): void => {
  refuseClosedPins(input);
  const { answeredEvidenceId: other } = input.snapshot;
  if (!asAnswered || other === "" || other === evidenceId) return;
  throw new DomainError("LETTER_PINNED", worded("letter.a-memo-answers-one-letter-and-is-pinned-as-it", { other }), {
    evidence_id: other,
  });
};

const refuseEmpty = ({ docUid, passages }: AnsweredText): void => {
  if (passages.length > 0) return;
  throw new DomainError("LETTER_UNREADABLE", worded("letter.this-document-has-no-text-that-can-be-read-as"), {
    evidence_id: `vault:${docUid}`,
  });
};

/** Takes a pin back; what searches found stays a candidate. Errors: PIN_NOT_FOUND, STAGE_FORBIDS, RUN_FINALISED. */
export const decideUnpin = (input: DecisionInput, evidenceId: string): Decision => {
  refuseClosedPins(input);
  if (!input.snapshot.pinnedEvidenceIds.includes(evidenceId))
    throw new DomainError("PIN_NOT_FOUND", worded("error.is-not-pinned-in-this-run", { evidenceId }), {
      evidence_id: evidenceId,
    });
  const entries = (input.material.evidenceSet?.entries ?? []).flatMap((entry) => {
    if (entry.candidate?.evidenceId !== evidenceId) return [entry];
    return entry.toolResultIds.length > 0
      ? [create(EvidenceEntrySchema, { ...entry, pinned: false, note: "", personsSlotIds: [] })]
      : [];
  });
  const value = create(EvidenceUnpinnedSchema, { evidenceId });
  const event = new EventDraft(input).event({ case: "evidenceUnpinned", value });
  const decision = new Decision(input).add({ event });
  if (evidenceId === input.snapshot.answeredEvidenceId) decision.revise(({ answeredText: _, ...material }) => material);
  return issueNeeds(decision, { set: setOf(entries) });
};

const refuseClosedPins = (input: DecisionInput): void => {
  refuseFinalised(input.snapshot);
  if (pinsAreOpen(input.snapshot)) return;
  throw new DomainError("STAGE_FORBIDS", worded("error.evidence-binding-is-left-so-pins-are-closed"), {
    run_id: input.snapshot.runId,
  });
};

/**
 * A candidate that says so when it is of another text of a document than the one that the run has bound: the Vault has read
 * the document again, and what is bound stays bound to the text that was confirmed.
 */
export const besideBound = ({ material }: DecisionInput, candidate: EvidenceCandidate): EvidenceCandidate => {
  const bindings = (material.proposals.needMap ?? material.needMap)?.bindings ?? [];
  const bound = bindings.flatMap(({ evidence }) =>
    evidence?.evidence.case === "document" && evidence.evidence.value.evidenceId === candidate.evidenceId
      ? [evidence.evidence.value.sourceDigest]
      : [],
  );
  const boundSourceDigest = bound.includes(candidate.sourceDigest) ? "" : (bound[0] ?? "");
  const told = hasLawDays(material.skeleton) ? withTellingDay(candidate, knownAs(material, candidate)) : candidate;
  // No source has a say in this.
  if (boundSourceDigest === told.boundSourceDigest) return told;
  return create(EvidenceCandidateSchema, { ...told, boundSourceDigest });
};

const knownAs = ({ evidenceSet }: DecisionInput["material"], { evidenceId }: EvidenceCandidate) =>
  evidenceSet?.entries.find((entry) => entry.candidate?.evidenceId === evidenceId)?.candidate;

/** The set with one candidate brought up to date and its entry changed. */
export const merged = (
  set: EvidenceSet | undefined,
  candidate: EvidenceCandidate,
  change: (entry: EvidenceEntry) => Partial<EvidenceEntry>,
): EvidenceSet => {
  const entries = set?.entries ?? [];
  const at = entries.findIndex((entry) => entry.candidate?.evidenceId === candidate.evidenceId);
  const before = entries[at] ?? create(EvidenceEntrySchema, {});
  const entry = create(EvidenceEntrySchema, { ...before, candidate, ...change(before) });
  if (at < 0 && entries.length >= entriesMax) return set ?? setOf([]);
  return setOf(at < 0 ? [...entries, entry] : entries.with(at, entry));
};
