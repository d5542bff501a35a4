import { create } from "@bufbuild/protobuf";
import type { ArtifactRef } from "../../../gen/pincite/artifact/v1/artifact_ref_pb.ts";
import {
  type EvidenceCandidate,
  type EvidenceRef,
  EvidenceRefSchema,
} from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import {
  type Binding,
  type BindingProposal,
  BindingSchema,
  type EvidenceNeedMap,
  type EvidenceNeedMapProposal,
  EvidenceNeedMapSchema,
} from "../../../gen/pincite/memo/v1/need_map_pb.ts";
import { OrchestratorState } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { SlotKind, SlotKindSchema } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import type { Place } from "../../../gen/pincite/span/v1/span_pb.ts";
import { ToolResultSchema } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import { chosenBindings } from "../choices.ts";
import { entriesFor } from "../evidence-state.ts";
import { contentFingerprint } from "../fingerprint.ts";
import { stageRecord } from "../fold.ts";
import { bindingItem, evidenceParts, withSeen } from "../items.ts";
import { auditMeta, type DecisionInput, replaces } from "../kernel.ts";
import { hasLawDays, unknownOn, validityOn } from "../law-day.ts";
import { bindingLooks } from "../looks/on-bindings.ts";
import { invalidProposal } from "../refusals.ts";
import { absenceOf, dismissalWords, type RecordedSearches } from "./absence.ts";
import { type Candidate, itemsMax, refuseManyLooks } from "./candidate.ts";
import { keepsBeside } from "./merge.ts";
import { fits, type PlacedSlot, placedSlots, slotItems } from "./needs.ts";
import { placeFor, type ResolvedPlaces } from "./place.ts";

/** References of tool results by their ids, as far as bindings name them. */
export type ResultRefs = ReadonlyMap<string, ArtifactRef>;

/** What bindings may rest on of what tools recorded. */
interface Recorded {
  readonly searches: RecordedSearches;
  readonly results?: ResultRefs;
  readonly places?: ResolvedPlaces;
}

/**
 * The bindings a proposal comes to. Slots that are not named keep the confirmed bindings they have, and under `merge` all but
 * rejected ones; a model's proposal stands beside confirmed ones, as only a user may take those away.
 */
export const needMapCandidate = (
  input: DecisionInput,
  proposal: EvidenceNeedMapProposal,
  recorded: Recorded,
  merge = false,
): Candidate<typeof EvidenceNeedMapSchema> => {
  const results = resultsOf(recorded);
  // What a person chose for a slot outranks what a model proposes for it.
  const chosen = new Set(replaces(input) ? [] : chosenBindings(input).map(({ slotId }) => slotId));
  const made = bindingsFrom(input, proposal.bindings, recorded).filter(({ slotId }) => !chosen.has(slotId));
  const named = new Set(replaces(input) ? made.map((binding) => binding.slotId) : []);
  const keeps = keepsBeside(input, OrchestratorState.EVIDENCE_BINDING, merge);
  const kept = (input.material.proposals.needMap?.bindings ?? []).filter(
    ({ slotId, bindingId }) => !named.has(slotId) && (keeps(bindingId) || chosen.has(slotId)),
  );
  const bindings = [...kept, ...uniqueById(made)];
  return needMapOf(
    input,
    bindings,
    [...new Set(bindings.flatMap((b) => b.toolResultIds))].map((id) => results.get(id)),
    dismissalWords(proposal.bindings),
  );
};

/** Bindings as they are proposed, with everything the kernel owns. Errors: PROPOSAL_INVALID with the field. */
export const bindingsFrom = (
  input: DecisionInput,
  proposals: readonly BindingProposal[],
  recorded: Recorded,
  path = (at: number) => `bindings[${at}]`,
): Binding[] => {
  const slots = new Map(placedSlots(input.material.needs).map((placed) => [placed.slot.slotId, placed]));
  const results = resultsOf(recorded);
  return proposals
    .map((binding, at) => makeBinding(input, binding, slots.get(binding.slotId), recorded, path(at)))
    .map((binding) =>
      create(BindingSchema, { ...binding, toolResults: binding.toolResultIds.flatMap((id) => results.get(id) ?? []) }),
    );
};

const resultsOf = ({ results = new Map(), places = new Map() }: Recorded): Map<string, ArtifactRef> =>
  new Map([
    ...results,
    ...[...places.values()].map(({ toolResultId, toolResult }): [string, ArtifactRef] => [toolResultId, toolResult]),
  ]);

/** The former bindings under today's slots, put forward again, with what persons chose in their place; without those of slots gone. */
export const needMapAgain = (input: DecisionInput, former: EvidenceNeedMap | undefined) => {
  const chosen = chosenBindings(input);
  const slots = new Set(chosen.map(({ slotId }) => slotId));
  const kept = (former?.bindings ?? []).filter(({ slotId }) => !slots.has(slotId));
  const results = new Map(
    [
      ...(former?.meta?.parents ?? []).filter(({ kind }) => kind === ToolResultSchema.typeName),
      ...chosen.flatMap(({ toolResults }) => toolResults),
    ].map((ref) => [ref.digest, ref]),
  );
  return needMapOf(input, [...kept, ...chosen], [...results.values()]);
};

const uniqueById = (bindings: readonly Binding[]): Binding[] => [
  ...new Map(bindings.map((binding) => [binding.bindingId, binding])).values(),
];

/** `results`: the tool results the bindings rest on, so that each is one step from what was asked (S41). */
const needMapOf = (
  input: DecisionInput,
  bindings: readonly Binding[],
  results: readonly (ArtifactRef | undefined)[],
  words: readonly string[] = [],
): Candidate<typeof EvidenceNeedMapSchema> => {
  const slots = placedSlots(input.material.needs);
  const order = slots.map(({ slot }) => slot.slotId);
  const lawDates = new Map(slots.map(({ slot, claim }) => [slot.slotId, claim.lawDate]));
  const placed = bindings
    .flatMap((binding) => {
      const lawDate = lawDates.get(binding.slotId);
      return lawDate === undefined ? [] : [onClaimsDay(input, binding, lawDate)];
    })
    .toSorted((a, b) => order.indexOf(a.slotId) - order.indexOf(b.slotId));
  const needs = stageRecord(input.snapshot, OrchestratorState.EVIDENCE_NEEDS)?.accepted;
  const message = create(EvidenceNeedMapSchema, {
    meta: auditMeta(input, "need_map", [
      needs,
      ...entriesFor(input.snapshot, input.material.evidenceSet, placed.flatMap(evidenceIdOf)),
      ...bindings.map(searchOutput),
      ...results,
    ]),
    ...(needs ? { needs } : {}),
    bindings: placed,
  });
  return { ...needMapStored(input, message), words };
};

/** The candidate of bindings that are stored already. */
export const needMapStored = (
  input: DecisionInput,
  message: EvidenceNeedMap,
): Candidate<typeof EvidenceNeedMapSchema> => {
  const slots = new Map(
    input.material.needs ? slotItems(input, input.material.needs).map((item) => [item.itemId, item]) : [],
  );
  const looks = bindingLooks(input, message.bindings);
  const items = message.bindings.flatMap((binding) => {
    const slot = slots.get(binding.slotId);
    return slot
      ? [
          withSeen(bindingItem(binding, input.sha256, slot), input.sha256, {
            looks: looks.get(binding.bindingId) ?? [],
          }),
        ]
      : [];
  });
  refuseManyLooks("bindings", items);
  if (items.length > itemsMax)
    throw invalidProposal("bindings", "error.bindings-are-too-many-at-most-fit-one-memo", {
      itemsCount: items.length,
      itemsMax,
    });
  return {
    state: OrchestratorState.EVIDENCE_BINDING,
    schema: EvidenceNeedMapSchema,
    message,
    items,
    parents: message.meta?.parents ?? [],
    keep: (keeps) =>
      create(EvidenceNeedMapSchema, { ...message, bindings: message.bindings.filter((b) => keeps(b.bindingId)) }),
  };
};

const evidenceIdOf = ({ evidence }: Binding): string[] => {
  const ref = evidence?.evidence;
  return ref?.case === "document" || ref?.case === "law" ? [ref.value.evidenceId] : [];
};

const searchOutput = (binding: Binding) =>
  binding.evidence?.evidence.case === "search" ? binding.evidence.evidence.value.output : undefined;

const makeBinding = (
  input: DecisionInput,
  proposal: BindingProposal,
  placed: PlacedSlot | undefined,
  recorded: Recorded,
  path: string,
): Binding => {
  if (!placed) throw invalidProposal(`${path}.slot_id`, "error.there-is-no-slot", { slotId: proposal.slotId });
  const { slot, claim } = placed;
  const { evidence, resolvedBy } = checkedEvidence(input, placed, proposal, recorded, path);
  const parts = evidenceParts(evidence);
  const evidenceId = parts[0] === "document" || parts[0] === "law" ? (parts[1] ?? "") : "";
  const entry = input.material.evidenceSet?.entries.find((one) => one.candidate?.evidenceId === evidenceId);
  const short = contentFingerprint(input.sha256, [slot.slotId, ...parts]).slice(0, 16);
  return create(BindingSchema, {
    bindingId: `binding:${slot.slotId.replace("slot:", "")}:${short}`,
    slotId: slot.slotId,
    claimId: claim.claimId,
    slotKind: slot.kind,
    evidence,
    reason: proposal.reason.trim(),
    ...pointedAt(input, proposal, slot.kind, `${path}.locator`),
    toolResultIds: [...resolvedBy, ...(entry?.toolResultIds ?? (parts[0] === "search" ? [searchId(evidence)] : []))],
    lawDate: evidence.evidence.case === "law" && evidence.evidence.value.validity ? claim.lawDate : "",
  });
};

/** The sentence pointed at, by whom. Errors: PROPOSAL_INVALID where the binding has no sentence of a document. */
const pointedAt = (
  { actor }: DecisionInput,
  { locator, evidence }: BindingProposal,
  kind: SlotKind,
  path: string,
): Partial<Pick<Binding, "locator" | "locatedBy">> => {
  if (!locator) return {};
  const ref = evidence?.evidence;
  if (kind !== SlotKind.QUOTE || ref?.case !== "document")
    throw invalidProposal(path, "error.only-a-quote-of-a-document-can-be-pointed-at");
  if (`vault:${locator.docUid}` !== ref.value.evidenceId)
    throw invalidProposal(`${path}.doc_uid`, "error.it-names-another-document-than-point-into", {
      evidenceId: ref.value.evidenceId,
    });
  if (locator.exactQuote.trim() === "")
    throw invalidProposal(`${path}.exact_quote`, "error.it-is-empty-give-the-words-of-the-sentence-or");
  return { locator, locatedBy: actor };
};

const searchId = (evidence: EvidenceRef): string =>
  evidence.evidence.case === "search" ? evidence.evidence.value.toolResultId : "";

/** Evidence as it is bound, and the tool results that resolved a place in it. */
interface Checked {
  readonly evidence: EvidenceRef;
  readonly resolvedBy: readonly string[];
}

/** The evidence with everything the kernel owns filled in from what is recorded, or a refusal that says what fits. */
const checkedEvidence = (
  input: DecisionInput,
  { slot, claim }: PlacedSlot,
  proposal: BindingProposal,
  { searches, places = new Map() }: Recorded,
  path: string,
): Checked => {
  const ref = proposal.evidence?.evidence;
  const wants = wantedEvidence(slot.kind);
  if (!ref?.case || !wants.includes(ref.case))
    throw invalidProposal(`${path}.evidence`, "error.is-a-slot-bind-it-to", {
      slotId: slot.slotId,
      localName: String(SlotKindSchema.value[slot.kind]?.localName),
      wants: wants.join(" or "),
    });
  const alone = (made: EvidenceRef): Checked => ({ evidence: made, resolvedBy: [] });
  if (ref.case === "search") return alone(absenceOf(input, proposal, searches, path));
  if (proposal.dismissals.length > 0)
    throw invalidProposal(`${path}.dismissals`, "error.rests-on-no-search-so-there-is-no-hit-to", {
      slotId: slot.slotId,
    });
  if (ref.case === "statement") return alone(create(EvidenceRefSchema, { evidence: ref }));
  const found = input.material.evidenceSet?.entries.find((e) => e.candidate?.evidenceId === ref.value.evidenceId);
  if (!found?.candidate)
    throw invalidProposal(`${path}.evidence.evidence_id`, "error.was-neither-found-nor-pinned-in-this-run", {
      evidenceId: ref.value.evidenceId,
    });
  if (!fits(slot, ref.value.evidenceId))
    throw invalidProposal(`${path}.evidence.evidence_id`, "error.looks-for-evidence-in-the", {
      slotId: slot.slotId,
      source: slot.source,
    });
  if (ref.case === "law") return alone(lawRef(input, found.candidate, ref.value.address, claim.lawDate));
  const placed = placeFor(slot, ref.value, found.candidate, places, `${path}.evidence`);
  return {
    evidence: documentRef(found.candidate, placed?.place),
    resolvedBy: placed ? [placed.call.toolResultId] : [],
  };
};

const wantedEvidence = (kind: SlotKind): readonly string[] => {
  if (kind === SlotKind.ABSENCE) return ["search"];
  return kind === SlotKind.OWN_STATEMENT ? ["statement"] : ["document", "law"];
};

/** People of a document that a binding keeps. */
const participantsMax = 50;

const documentRef = (candidate: EvidenceCandidate, place: Place | undefined): EvidenceRef =>
  create(EvidenceRefSchema, {
    evidence: {
      case: "document",
      value: {
        evidenceId: candidate.evidenceId,
        sourceDigest: candidate.sourceDigest,
        title: candidate.title,
        location: place?.label.slice(0, locationMax) ?? "",
        ...(place ? { place } : {}),
        occurredAtIso: candidate.occurredAtIso,
        participants: candidate.participants.slice(0, participantsMax),
        ...(candidate.personsValues && { personsValues: candidate.personsValues }),
      },
    },
  });

/** A label is longer only where a document has a heading as long as a paragraph. */
const locationMax = 256;

/** Rulings are not in force or out of it: only a version of a statute has a validity, on the day by which the claim's law is read. */
const lawRef = (
  { snapshot, material }: DecisionInput,
  candidate: EvidenceCandidate,
  address: string,
  lawDate: string,
): EvidenceRef => {
  const day = lawDate || snapshot.referenceDate;
  // Where all claims are read by one day, what was found was found for that day.
  const isFound = hasLawDays(material.skeleton) || candidate.validity?.on === day;
  const validity = isFound ? validityOn(candidate, day) : unknownOn(candidate, day);
  return create(EvidenceRefSchema, {
    evidence: {
      case: "law",
      value: {
        evidenceId: candidate.evidenceId,
        sourceDigest: candidate.sourceDigest,
        versionDate: candidate.versionDate,
        address: candidate.address || address,
        unitPath: candidate.unitPath,
        ...(isStatute(candidate) && { validity }),
      },
    },
  });
};

const isStatute = ({ docType }: EvidenceCandidate): boolean => docType === "statute";

/** A binding kept from before under its claim of today: where the claim's law is read by another day now, what is known of that day. */
const onClaimsDay = (input: DecisionInput, binding: Binding, lawDate: string): Binding => {
  const ref = binding.evidence?.evidence;
  if (ref?.case !== "law" || ref.value.validity === undefined || binding.lawDate === lawDate) return binding;
  const { evidenceId, address } = ref.value;
  const found = input.material.evidenceSet?.entries.find(({ candidate }) => candidate?.evidenceId === evidenceId);
  if (!found?.candidate) return binding;
  const evidence = lawRef(input, found.candidate, address, lawDate);
  return create(BindingSchema, { ...binding, evidence, lawDate });
};
