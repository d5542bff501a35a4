import { create, fromBinary } from "@bufbuild/protobuf";
import {
  type EvidenceCandidate,
  EvidenceSearchResultSchema,
  type PassageCandidate,
} from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import { ClaimAct } from "../../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import {
  LateChange_Kind as Kind,
  type LateChange,
  LateChangeSchema,
} from "../../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { SlotKind } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { shareContent } from "../../grounding/content-words.ts";
import { standingWords } from "../../run/choices.ts";
import type { DecisionInput } from "../../run/kernel.ts";
import { type PlacedSlot, placedSlots, statedSpan, takesSentences } from "../../run/sought.ts";
import type { CamePaper } from "../run/ports.ts";
import type { Runs } from "../run/runs.ts";
import { rankedMax, sentencesFor } from "../run/sentences.ts";
import { callById, finishedCall } from "../tool/recorded-calls.ts";
import { isClientRun, isMutating } from "../tool/tool-judgement.ts";
import { performTool } from "../tool/tool-perform.ts";
import { inOwnOrder } from "./candidates.ts";
import { cameLate } from "./late-papers.ts";
import { standingPassages } from "./standing-passages.ts";

/** A late passage is told where it stands among so many: they are what page and terminal show of a slot first. */
const firstMost = 3;
/** So many changes are told of a slot. */
const ofSlotMost = 3;
/** As the contract has it. */
const wordsMax = 1_000;

/** The papers that came late, by evidence_id. */
type Came = ReadonlyMap<string, CamePaper>;

/**
 * What papers that came late change in what the claims of a run rest on: looked for anew whenever it is read, so that it is of the papers as they
 * are, and nothing is recorded. Errors: RUN_NOT_FOUND, DATA_LOSS, UPSTREAM_UNAVAILABLE.
 */
export const lateChanges = async (runs: Runs, runId: string, signal: AbortSignal): Promise<LateChange[]> => {
  const run = await runs.load(runId);
  const papers = await cameLate(runs, run.snapshot, signal);
  const came: Came = new Map(papers.map((paper) => [paper.evidenceId, paper]));
  if (came.size === 0) return [];
  const input = await runs.input(run, runs.user);
  const slots = placedSlots(input.material.needs);
  const [ofPassages, ofSearches] = await Promise.all([
    changedPassages(runs, input, slots, { came, signal }),
    foundNow(runs, input, slots, { came, signal }),
  ]);
  const all = Map.groupBy([...ofPassages, ...ofSearches], ({ slotId }) => slotId);
  return slots.flatMap(({ slot }) => (all.get(slot.slotId) ?? []).slice(0, ofSlotMost));
};

interface Among {
  readonly came: Came;
  readonly signal: AbortSignal;
}

/** What names the paper of a passage that stands, and what would stand among the first for a slot. */
const changedPassages = async (
  runs: Runs,
  input: DecisionInput,
  slots: readonly PlacedSlot[],
  { came, signal }: Among,
): Promise<LateChange[]> => {
  const sought = slots.filter((one) => takesSentences(one.slot) || isOwnWords(one, input));
  const lists = await sentencesFor(runs, input, sought, { limit: rankedMax, signal });
  const found = sought.map((placed, at) => ({ placed, candidates: lists[at]?.candidates ?? [] }));
  const standing = await standingPassages(runs, input, found, signal);
  const chosenAt = await choiceTimes(runs, input);
  return found.flatMap(({ placed, candidates }) => {
    const stands = standing.get(placed.slot.slotId);
    const since = chosenAt.get(placed.slot.slotId) ?? "";
    const isSince = (evidenceId: string): boolean => (came.get(evidenceId)?.importedAtIso ?? "") > since;
    const standsIn = stands?.evidence?.evidenceId ?? "";
    const later = (stands?.namedLater ?? []).filter(({ evidenceId }) => evidenceId !== standsIn && isSince(evidenceId));
    // What the letter states is quoted from the letter, whatever came since.
    const first = statedSpan(placed, input) ? [] : inOwnOrder(input, placed, candidates).slice(0, firstMost);
    const isNews = (one: PassageCandidate): boolean => {
      const { evidenceId = "" } = one.evidence ?? {};
      const words = one.locator?.exactQuote ?? "";
      return isSince(evidenceId) && evidenceId !== standsIn && shareContent(placed.claim.claimText, words) === true;
    };
    // What stands below her own choice says less of the claim than what she has.
    const ofChoice = first.findIndex((one) => isSame(one, stands));
    const best = first.slice(0, ofChoice < 0 ? first.length : ofChoice).find(isNews);
    const kind = takesSentences(placed.slot) ? Kind.PASSAGE : Kind.OWN_STATEMENT;
    return [
      ...later.map(({ evidenceId, title, day, words, writer }) =>
        changeOf(input, placed, { kind: Kind.NAMED_LATER, evidenceId, title, day, words, writer }),
      ),
      ...(best
        ? [
            changeOf(input, placed, {
              kind,
              evidenceId: best.evidence?.evidenceId ?? "",
              title: best.evidence?.title ?? "",
              day: best.day,
              words: best.locator?.exactQuote ?? "",
            }),
          ]
        : []),
    ];
  });
};

/** Whether a passage is the words that stand. */
const isSame = (one: PassageCandidate, other: PassageCandidate | undefined): boolean =>
  one.evidence?.evidenceId === other?.evidence?.evidenceId && one.locator?.exactQuote === other?.locator?.exactQuote;

/** Whether the author states a claim herself that papers could say: what is asked for stands in none. */
const isOwnWords = ({ slot, claim }: PlacedSlot, { material }: DecisionInput): boolean => {
  const asking = material.profile.claimKinds.some(({ name, act }) => name === claim.claimKind && act === ClaimAct.ASKS);
  return slot.kind === SlotKind.OWN_STATEMENT && !asking;
};

/** When a person last chose for each slot: what she chose with the new paper before her is not asked again. */
const choiceTimes = async (runs: Runs, { snapshot }: DecisionInput): Promise<ReadonlyMap<string, string>> => {
  const recorded = await runs.recorded.of(snapshot.runId);
  return new Map(
    snapshot.choices.map(({ slotId, choice }) => [slotId, recorded.last(choice?.digest ?? "")?.timeIso ?? ""]),
  );
};

/** What searches that something is not there would find now: the same tool with the same words, of which nothing is recorded. */
const foundNow = async (
  runs: Runs,
  input: DecisionInput,
  slots: readonly PlacedSlot[],
  { came, signal }: Among,
): Promise<LateChange[]> => {
  const told: LateChange[] = [];
  for (const placed of slots.filter(({ slot }) => slot.kind === SlotKind.ABSENCE)) {
    const id = searchOf(input, placed);
    if (id === "") continue;
    const { call } = await callById(runs, id);
    const { toolName, params } = call.request;
    const spec = runs.catalogue.of(toolName);
    if (params?.params.case !== "vaultSearch" || isMutating(spec) || isClientRun(spec)) continue;
    const before = new Set(hitsOf((await finishedCall(runs, call)).output).map(({ evidenceId }) => evidenceId));
    const { output } = await performTool(runs, call.request, input.snapshot, signal);
    for (const hit of hitsOf(output)) {
      const { evidenceId, title, snippet } = hit;
      const paper = came.get(evidenceId);
      if (!paper || before.has(evidenceId)) continue;
      told.push(
        changeOf(input, placed, {
          kind: Kind.FOUND,
          evidenceId,
          title: title || paper.title,
          day: paper.day,
          words: snippet,
        }),
      );
    }
  }
  return told;
};

/** The search that stands for an absence: the one that is bound, else the last one; empty: none was made. */
const searchOf = ({ material }: DecisionInput, { slot }: PlacedSlot): string => {
  const bound = (material.proposals.needMap ?? material.needMap)?.bindings.find(({ slotId }) => slotId === slot.slotId);
  const evidence = bound?.evidence?.evidence;
  return (evidence?.case === "search" ? evidence.value.toolResultId : undefined) ?? slot.searchResultIds.at(-1) ?? "";
};

const hitsOf = (output: { readonly kind: string; readonly bytes: Uint8Array } | undefined): EvidenceCandidate[] =>
  output?.kind === EvidenceSearchResultSchema.typeName
    ? fromBinary(EvidenceSearchResultSchema, output.bytes).candidates
    : [];

const changeOf = (
  input: DecisionInput,
  { slot, claim }: PlacedSlot,
  change: Pick<LateChange, "kind" | "evidenceId" | "title" | "day" | "words"> & Partial<Pick<LateChange, "writer">>,
): LateChange =>
  create(LateChangeSchema, {
    ...change,
    words: change.words.slice(0, wordsMax),
    claimId: claim.claimId,
    claimText: claim.claimText,
    slotId: slot.slotId,
    standing: (standingWords(input, slot.slotId)?.quote ?? "").slice(0, wordsMax),
  });
