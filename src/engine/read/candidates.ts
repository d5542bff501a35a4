import { create } from "@bufbuild/protobuf";
import {
  type PassageCandidate,
  PassageCandidateSchema,
  PassageCandidate_Reason as Reason,
} from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import {
  type ListCandidatesRequest,
  type ListCandidatesResponse,
  ListCandidatesResponseSchema,
  SlotCandidatesSchema,
} from "../../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { SlotKind } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { type PlacedSlot, placedSlots, soughtFor, statedSpan } from "../../run/sought.ts";
import { versionOf } from "../run/run-store.ts";
import type { Runs } from "../run/runs.ts";

const limitUsual = 3;
const limitMax = 20;
/** Slots of one call to the Vault. */
const atOnce = 50;

/** What may serve the slots of a run, best first. Reads; nothing is recorded. */
export const candidatesOf = async (
  runs: Runs,
  request: ListCandidatesRequest,
  signal: AbortSignal,
): Promise<ListCandidatesResponse> => {
  const { runId, slotIds, query, evidenceId } = request;
  const run = await runs.load(runId);
  const input = await runs.input(run, runs.user);
  const placed = placedSlots(input.material.needs);
  if (placed.length === 0)
    throw new DomainError("STAGE_FORBIDS", worded("error.choices-begin-with-slots"), { run_id: runId });
  if ((query !== "" || evidenceId !== "") && slotIds.length !== 1)
    throw new DomainError("REQUEST_INVALID", worded("error.query-goes-with-one-slot"), { field: "slot_ids" });
  for (const slotId of slotIds)
    if (!placed.some(({ slot }) => slot.slotId === slotId))
      throw new DomainError("ITEM_UNKNOWN", worded("error.there-is-no-slot-read-the-runs-slots-and-name", { slotId }), {
        slot_id: slotId,
      });
  const wanted = placed.filter(({ slot }) => slotIds.length === 0 || slotIds.includes(slot.slotId));
  const limit = evidenceId === "" ? Math.min(limitMax, request.limit || limitUsual) : request.limit;
  const ofPapers = wanted.filter(({ slot }) => takesPassages(slot.kind) && slot.source !== "law");
  const found = new Map<string, { candidates: PassageCandidate[]; sure: boolean }>();
  // What the letter states is quoted from it as it was taken out: no other sentence is looked for, unless a person does.
  const isAsked = query !== "" || evidenceId !== "";
  const stating = isAsked ? [] : ofPapers.filter((one) => statedSpan(one, input) !== undefined);
  const others = ofPapers.filter((one) => !stating.includes(one));
  const ask = async (part: readonly PlacedSlot[], of: string, most: number) => {
    const queries = part.map((one) => soughtFor(one, input, { words: query, evidenceId: of }));
    const { strandId } = input.snapshot;
    return runs.parts.directory.sentences({ queries, limit: most }, { strandId, signal });
  };
  for (const part of inParts(others)) {
    const lists = await ask(part, evidenceId, limit);
    part.forEach(({ slot }, rank) => {
      const { candidates = [], sure = false } = lists[rank] ?? {};
      found.set(slot.slotId, { candidates: [...candidates], sure: sure && !isAsked });
    });
  }
  for (const part of inParts(stating)) {
    const lists = await ask(part, input.snapshot.answeredEvidenceId, 0);
    part.forEach((one, rank) => {
      const span = statedSpan(one, input);
      const candidates = (lists[rank]?.candidates ?? []).filter(
        ({ startChar, endChar }) => span && startChar < span.endChar && span.startChar < endChar,
      );
      found.set(one.slot.slotId, { candidates: candidates.slice(0, 1), sure: candidates.length > 0 });
    });
  }
  return create(ListCandidatesResponseSchema, {
    version: versionOf(run.head),
    slots: wanted.map((one) => {
      const { candidates = [], sure = false } = found.get(one.slot.slotId) ?? {};
      return create(SlotCandidatesSchema, {
        slotId: one.slot.slotId,
        candidates: evidenceId === "" ? [...candidates, ...lawOf(one)].slice(0, limit) : candidates,
        sure,
      });
    }),
  });
};

const inParts = (all: readonly PlacedSlot[]): PlacedSlot[][] =>
  Array.from({ length: Math.ceil(all.length / atOnce) }, (_, at) => all.slice(at * atOnce, (at + 1) * atOnce));

const takesPassages = (kind: SlotKind): boolean => kind === SlotKind.QUOTE || kind === SlotKind.LOCATION;

/** Units of law that searches of the run found for the slot, in their order. */
const lawOf = ({ slot }: PlacedSlot): PassageCandidate[] =>
  slot.candidates
    .filter(({ evidenceId }) => evidenceId.startsWith("law:"))
    .map((evidence) =>
      create(PassageCandidateSchema, {
        evidence,
        place: evidence.address,
        day: evidence.versionDate,
        reasons: [Reason.FOUND],
      }),
    );
