import { create } from "@bufbuild/protobuf";
import {
  type PassageCandidate,
  PassageCandidateSchema,
  RankedBySchema,
  PassageCandidate_Reason as Reason,
} from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import { CandidateRankingSchema, type SlotRanking } from "../../../gen/pincite/memo/v1/candidate_ranking_pb.ts";
import type { Binding } from "../../../gen/pincite/memo/v1/need_map_pb.ts";
import {
  type ListCandidatesRequest,
  type ListCandidatesResponse,
  ListCandidatesResponseSchema,
  type SlotCandidates,
  SlotCandidatesSchema,
  SlotOrderSchema,
} from "../../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { paperOf, papersToQuote } from "../../run/choices.ts";
import { besideClaim, inRankedOrder, passageKey, rankedSlots, rankingNow, sayableFirst } from "../../run/decide.ts";
import { wordsAreOpen } from "../../run/guards.ts";
import type { DecisionInput } from "../../run/kernel.ts";
import { unknownSlot } from "../../run/refusals.ts";
import { deniedSpans, type PlacedSlot, placedSlots, statedSpan, takesSentences } from "../../run/sought.ts";
import { sha256 } from "../../sha256.ts";
import { versionOf } from "../run/run-store.ts";
import type { Runs } from "../run/runs.ts";
import { asked, placeOf, rankedMax, sentencesFor } from "../run/sentences.ts";
import { clausesElsewhere } from "./clauses-elsewhere.ts";
import { standingPassages } from "./standing-passages.ts";

const limitUsual = 3;
const limitMax = 20;

/** What is listed for a slot, and whether a guide may choose the first of it. */
interface Found {
  readonly candidates: readonly PassageCandidate[];
  readonly sure: boolean;
  /** In how many parts the sentences of the one paper come. */
  readonly partCount?: number;
}

/** What may serve the slots of a run, best first. Reads; nothing is recorded. */
export const candidatesOf = async (
  runs: Runs,
  request: ListCandidatesRequest,
  signal: AbortSignal,
): Promise<ListCandidatesResponse> => {
  const run = await runs.load(request.runId);
  const input = await runs.input(run, runs.user);
  const wanted = slotsWanted(input, request);
  // What a person looks for herself no model has ordered.
  const isAsked = request.query !== "" || request.evidenceId !== "";
  const ranking =
    isAsked || wordsAreOpen(input.snapshot)
      ? undefined
      : await runs.reader.maybe(CandidateRankingSchema, input.snapshot.ranking);
  const ranked = rankedSlots(ranking);
  const found = await foundFor(runs, input, request, { wanted, ranked, isAsked, signal });
  const slots = wanted.map((one) =>
    listed(input, one, found.get(one.slot.slotId), { request, recorded: ranked.get(one.slot.slotId) }),
  );
  // What was chosen may stand behind what is listed.
  const whole = wanted.map((placed, at) => ({
    placed,
    candidates: [...(slots[at]?.candidates ?? []), ...(found.get(placed.slot.slotId)?.candidates ?? [])],
  }));
  const standing = await standingPassages(runs, input, whole, signal);
  const elsewhere = await clausesElsewhere(runs, input, whole, signal);
  return create(ListCandidatesResponseSchema, {
    version: versionOf(run.head),
    slots: slots.map((one) => {
      const { slotId } = one;
      const stands = standing.get(slotId);
      return create(SlotCandidatesSchema, {
        ...one,
        clausesElsewhere: elsewhere.get(slotId) ?? [],
        ...(stands ? { standing: stands } : {}),
      });
    }),
  });
};

/** The slots that are asked for. Errors: STAGE_FORBIDS, REQUEST_INVALID, ITEM_UNKNOWN. */
const slotsWanted = (
  { material }: DecisionInput,
  { runId, slotIds, query, evidenceId }: ListCandidatesRequest,
): PlacedSlot[] => {
  const placed = placedSlots(material.needs);
  if (placed.length === 0)
    throw new DomainError("STAGE_FORBIDS", worded("error.choices-begin-with-slots"), { run_id: runId });
  if ((query !== "" || evidenceId !== "") && slotIds.length !== 1)
    throw new DomainError("REQUEST_INVALID", worded("error.query-goes-with-one-slot"), { field: "slot_ids" });
  for (const slotId of slotIds) if (!placed.some(({ slot }) => slot.slotId === slotId)) throw unknownSlot(slotId);
  return placed.filter(({ slot }) => slotIds.length === 0 || slotIds.includes(slot.slotId));
};

/** What is found for the slots that sentences of papers may serve, by slot_id. */
const foundFor = async (
  runs: Runs,
  input: DecisionInput,
  { query, evidenceId, limit, partNumber }: ListCandidatesRequest,
  {
    wanted,
    ranked,
    isAsked,
    signal,
  }: {
    readonly wanted: readonly PlacedSlot[];
    readonly ranked: ReadonlyMap<string, SlotRanking>;
    readonly isAsked: boolean;
    readonly signal: AbortSignal;
  },
): Promise<ReadonlyMap<string, Found>> => {
  const ofPapers = wanted.filter(({ slot }) => takesSentences(slot));
  // What the letter states is quoted from it as it was taken out: no other sentence is looked for, unless a person does.
  const stating = isAsked ? [] : ofPapers.filter((one) => statedSpan(one, input) !== undefined);
  const quoting = ofPapers.filter((one) => !stating.includes(one) && papersToQuote(input, one.slot.slotId).length > 0);
  const others = ofPapers.filter((one) => !stating.includes(one) && !(quoting.includes(one) && evidenceId === ""));
  // Whether an order still holds is told by all the passages that it was made of; which of them say the claim, by all that a model would see.
  const isUnordered = evidenceId !== "" || (isAsked && !others.some(({ slot }) => ranked.has(slot.slotId)));
  const most = isUnordered ? mostOf(limit, evidenceId) : rankedMax;
  const sought = await sentencesFor(runs, input, others, { words: query, evidenceId, partNumber, limit: most, signal });
  const { answeredEvidenceId } = input.snapshot;
  const stated = await sentencesFor(runs, input, stating, { evidenceId: answeredEvidenceId, limit: 0, signal });
  const ofBound = evidenceId === "" ? await boundSentences(runs, input, quoting, { query, limit: most, signal }) : [];
  return new Map([
    ...ofBound,
    ...others.map(({ slot }, at) => {
      const { candidates = [], sure = false, partCount = 0 } = sought[at] ?? {};
      return [slot.slotId, { candidates, sure: sure && !isAsked, partCount }] as const;
    }),
    ...stating.map((one, at) => {
      const span = statedSpan(one, input);
      const candidates = (stated[at]?.candidates ?? []).filter(
        ({ startChar, endChar }) => span && startChar < span.endChar && span.startChar < endChar,
      );
      return [one.slot.slotId, { candidates: candidates.slice(0, 1), sure: candidates.length > 0 }] as const;
    }),
  ]);
};

/** In SPAN_RESOLUTION: the sentences of the papers that a slot is bound to, best first. Sure: there is no other in them. */
const boundSentences = async (
  runs: Runs,
  input: DecisionInput,
  quoting: readonly PlacedSlot[],
  { query, limit, signal }: { readonly query: string; readonly limit: number; readonly signal: AbortSignal },
): Promise<[string, Found][]> => {
  const found: [string, Found][] = [];
  for (const one of quoting) {
    const { slotId } = one.slot;
    const candidates: PassageCandidate[] = [];
    for (const evidenceId of new Set(papersToQuote(input, slotId).map(paperOf))) {
      const [of] = await sentencesFor(runs, input, [one], {
        words: query,
        evidenceId: evidenceId ?? "",
        limit: 0,
        signal,
      });
      candidates.push(...(of?.candidates ?? []));
    }
    const best = candidates.toSorted((a, b) => Number(b.scoreMicros - a.scoreMicros));
    const inOrder = query === "" ? sayableFirst(input, one, best.slice(0, rankedMax)) : best;
    found.push([slotId, { candidates: inOrder.slice(0, limit), sure: query === "" && best.length === 1 }]);
  }
  return found;
};

/** So many are listed for a slot; of one document, as many as the Vault gives. */
const mostOf = (limit: number, evidenceId: string): number =>
  evidenceId === "" ? Math.min(limitMax, limit || limitUsual) : limit;

/**
 * The passages of a slot as they are listed: in a model's order where one holds and nobody wants the list without it, else those first on
 * which a letter could say the claim, and then those that lack the fewest of its days, sums and names.
 */
const listed = (
  input: DecisionInput,
  one: PlacedSlot,
  found: Found | undefined,
  { request, recorded }: { readonly request: ListCandidatesRequest; readonly recorded: SlotRanking | undefined },
): SlotCandidates => {
  const { snapshot, material } = input;
  const { slotId } = one.slot;
  const { candidates = [], sure = false, partCount = 0 } = found ?? {};
  const slotFingerprint = snapshot.slots.find((slot) => slot.slotId === slotId)?.fingerprint ?? "";
  const ranking = rankingNow(recorded, slotFingerprint, candidates.map(asked), sha256);
  // What a person looks for herself stands where it stands, and so does every sentence of one paper.
  const isAsked = request.query !== "" || request.evidenceId !== "";
  const inOrder =
    ranking && !request.ownOrder
      ? inModelsOrder(candidates, ranking)
      : isAsked || wordsAreOpen(snapshot)
        ? candidates
        : sayableFirst(input, one, candidates);
  const ordered = isAsked ? inOrder : aside(inOrder, [takenBeside(one, material.choices), deniedIn(input)]);
  const { evidenceId, limit } = request;
  const law = wordsAreOpen(snapshot) ? [] : lawOf(one);
  const all = evidenceId === "" ? [...ordered, ...law].slice(0, mostOf(limit, evidenceId)) : ordered;
  return create(SlotCandidatesSchema, {
    slotId,
    partCount,
    candidates: all.map((passage) => besideClaim(input, one, passage)),
    // It was said of the first of the list's own order.
    sure: sure && (isSame(ordered[0], candidates[0]) || ordered[0]?.rankedBy?.ownPlace === 1),
    ...(ranking ? { order: orderOf(ranking, request.ownOrder) } : {}),
  });
};

const isSame = (one: PassageCandidate | undefined, other: PassageCandidate | undefined): boolean =>
  one?.evidence?.evidenceId === other?.evidence?.evidenceId && one?.startChar === other?.startChar;

/** The passages of a slot as they are listed while they are chosen, where no model has ordered them. */
export const inOwnOrder = (
  input: DecisionInput,
  one: PlacedSlot,
  passages: readonly PassageCandidate[],
): PassageCandidate[] =>
  aside(sayableFirst(input, one, passages), [takenBeside(one, input.material.choices), deniedIn(input)]);

type Tells = (passage: PassageCandidate) => boolean;

/** The passages with those of which one of these tells at the end, in their order. */
const aside = (passages: readonly PassageCandidate[], tells: readonly Tells[]): PassageCandidate[] =>
  tells.reduce<PassageCandidate[]>(
    (all, isAside) => [...all.filter((it) => !isAside(it)), ...all.filter(isAside)],
    [...passages],
  );

/** Tells what the answered letter says and the outline denies: offered as what shows the contrary it would mislead. */
const deniedIn = (input: DecisionInput): Tells => {
  const spans = deniedSpans(input);
  const { answeredEvidenceId } = input.snapshot;
  return ({ evidence, startChar, endChar }) =>
    evidence?.evidenceId === answeredEvidenceId &&
    spans.some((span) => startChar < span.endChar && span.startChar < endChar);
};

/** Tells what was chosen for another slot of the same claim: whoever chose it there asks for something else here, and it stands last. */
const takenBeside = ({ slot, claim }: PlacedSlot, choices: ReadonlyMap<string, Binding> | undefined): Tells => {
  const others = [...claim.required, ...claim.optional].flatMap(({ slotId }) =>
    slotId === slot.slotId ? [] : (choices?.get(slotId) ?? []),
  );
  const keyOf = (evidenceId: string | undefined, quote: string | undefined): string => `${evidenceId} ${quote}`;
  const taken = new Set(others.map((one) => keyOf(paperOf(one), one.locator?.exactQuote)));
  return ({ evidence, locator }) => taken.has(keyOf(evidence?.evidenceId, locator?.exactQuote));
};

const inModelsOrder = (candidates: readonly PassageCandidate[], ranking: SlotRanking): PassageCandidate[] => {
  const said = new Map(ranking.passages.map((one) => [passageKey(one), one]));
  const ownPlaces = new Map(candidates.map((one, at) => [one, at + 1]));
  const keyOf = (one: PassageCandidate): string => passageKey(placeOf(one));
  return inRankedOrder(candidates, keyOf, ranking).map((one) => {
    const { place = 0, reason = "" } = said.get(keyOf(one)) ?? {};
    if (place === 0) return one;
    const rankedBy = create(RankedBySchema, { model: ranking.model, reason, ownPlace: ownPlaces.get(one) ?? 0 });
    return create(PassageCandidateSchema, { ...one, rankedBy });
  });
};

const orderOf = ({ model, passages, noneSaysIt, noneReason }: SlotRanking, leftAside: boolean) => {
  const rankedCount = passages.filter(({ place }) => place > 0).length;
  return create(SlotOrderSchema, { model, rankedCount, noneSaysIt, noneReason, leftAside });
};

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
