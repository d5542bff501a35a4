import type { DescMessage, MessageShape } from "@bufbuild/protobuf";
import { create } from "@bufbuild/protobuf";
import type { ArtifactRef } from "../../../gen/pincite/artifact/v1/artifact_ref_pb.ts";
import type { IdCounters, RunEvent } from "../../../gen/pincite/journal/v1/run_event_pb.ts";
import { ProposalRecordedSchema } from "../../../gen/pincite/journal/v1/run_event_pb.ts";
import { type StageProposal, StageProposalSchema } from "../../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import type { OrchestratorState } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import {
  ItemDecision,
  type ItemState,
  type MissingInput,
  MissingInputSchema,
} from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { carryOver, confirmAll, staleItems } from "../carry-over.ts";
import { allConfirmed, stageRecord } from "../fold.ts";
import { confirmationsHeld, wantsSecond, withWriters } from "../four-eyes.ts";
import { type DecisionInput, EventDraft, encodeArtifact, type NewArtifact } from "../kernel.ts";
import { invalidProposal } from "../refusals.ts";
import { stageOf } from "../stages.ts";

/** A stage artifact put forward, with the items that a person decides on. */
export interface Candidate<D extends DescMessage = DescMessage> {
  readonly state: OrchestratorState;
  readonly schema: D;
  readonly message: MessageShape<D>;
  readonly items: readonly ItemState[];
  readonly parents: readonly (ArtifactRef | undefined)[];
  /** Makes the stage artifact of the kept items alone. */
  readonly keep: (keeps: (itemId: string) => boolean) => MessageShape<D>;
  /** Runs the stage's own check and returns the faults of an artifact. */
  readonly check?: (message: MessageShape<D>) => MissingInput[];
  readonly counters?: IdCounters;
  readonly sectionCount?: number;
  /** Artifacts that the message names and that are made known with it. */
  readonly beside?: readonly Beside[];
  /** A person's words that the artifact names by digest. */
  readonly words?: readonly string[];
  readonly referenceDate?: string;
  readonly locale?: string;
}

/** An artifact recorded beside the one that names it. */
interface Beside {
  readonly artifact: NewArtifact;
  readonly role: string;
  readonly parents: readonly (ArtifactRef | undefined)[];
}

/** The most items that one proposal may have: with their fingerprints they stand in one event of at most 256 KiB. */
export const itemsMax = 250;

/** The most looks that one proposal may have, for the same reason. A memo with so many looks is not ready for review. */
export const looksMax = 500;

/** Refuses a proposal in which a person would have to name more looks than one event can hold. */
export const refuseManyLooks = (field: string, items: readonly ItemState[]): void => {
  const count = items.reduce((sum, item) => sum + item.looks.length, 0);
  if (count > looksMax)
    throw invalidProposal(field, "error.looks-are-too-many-at-most-fit-one-stage-mend", { count, looksMax });
};

/**
 * Makes the event that puts a candidate under review, with the decisions carried over and the items that became stale.
 * `former`: the items that stood in the stage when it was last left; by default the items under review.
 */
export const recordCandidate = (
  input: DecisionInput,
  candidate: Candidate,
  options: {
    readonly confirm?: boolean;
    readonly former?: readonly ItemState[];
    /** Items under review that stay decided as they are where they have not changed, rejected ones too. Default: none. */
    readonly standing?: readonly ItemState[];
    /** The user's proposal, word for word: with it the run can be derived again from its journal. */
    readonly given?: StageProposal;
    /** Whether the user's proposal was merged into what was under review. Default false. */
    readonly merge?: boolean;
    /** Whether the actor chose what the candidate holds anew, and so wrote it. Default: where there is a proposal of the user. */
    readonly chosen?: boolean;
  } = {},
): { event: RunEvent; artifacts: NewArtifact[] } => {
  const draft = new EventDraft(input);
  const former = options.former ?? stageRecord(input.snapshot, candidate.state)?.items ?? [];
  const isOwn = options.chosen ?? options.given !== undefined;
  const written = withWriters(input, candidate.state, candidate.items, former, isOwn);
  const held = confirmationsHeld(input, candidate.state);
  const carried = stillStanding(carryOver(input.snapshot, written, held), options.standing ?? []);
  // Where a second person confirms, the proposal is put forward without its writer's own yes.
  const confirm = options.confirm && !wantsSecond(input.material.profile, candidate.state);
  const items = confirm ? confirmAll(carried) : carried;
  for (const text of candidate.words ?? []) draft.words(text);
  if (options.given) draft.record(StageProposalSchema, options.given, "user_proposal", []);
  for (const { artifact, role, parents } of candidate.beside ?? []) draft.add(artifact, role, parents);
  const proposal = draft.record(candidate.schema, candidate.message, "proposal", candidate.parents);
  const accepted = acceptedArtifact(input, candidate, items);
  if (accepted) draft.add(accepted.artifact, stageOf(candidate.state).role, candidate.parents);
  const value = create(ProposalRecordedSchema, {
    state: candidate.state,
    proposal,
    items,
    stale: staleItems(input.snapshot, stageOf(candidate.state).itemKind, items, former),
    ...(accepted ? { accepted: accepted.artifact.ref } : {}),
    findings: findingsOf(candidate, items),
    ...(candidate.counters ? { counters: candidate.counters } : {}),
    // The facts that an intent states about the run count once a person has confirmed the intent.
    ...daysOf(input, accepted ? candidate.referenceDate : undefined),
    locale: accepted ? (candidate.locale ?? "") : "",
    sectionCount: candidate.sectionCount ?? 0,
    merged: options.merge ?? false,
  });
  return { event: draft.event({ case: "proposalRecorded", value }), artifacts: draft.artifacts };
};

/** The day that the law is read on from here, and the one that it takes the place of. */
const daysOf = ({ snapshot }: DecisionInput, day = ""): { referenceDate: string; referenceDateBefore: string } => ({
  referenceDate: day,
  referenceDateBefore: day === "" || day === snapshot.referenceDate ? "" : snapshot.referenceDate,
});

/** The items, with those in place that stood there with the same fingerprint. */
const stillStanding = (items: readonly ItemState[], standing: readonly ItemState[]): ItemState[] => {
  const before = new Map(standing.map((item) => [item.itemId, item]));
  return items.map((item) => {
    const stood = before.get(item.itemId);
    return stood?.fingerprint === item.fingerprint ? stood : item;
  });
};

/** The most findings that stand in one event of at most 256 KiB. One finding is enough to keep Advance shut. */
const findingsMax = 100;

/** Runs the stage's own check on the artifact that would stand if every item not rejected were confirmed. */
export const findingsOf = (candidate: Candidate, items: readonly ItemState[]): MissingInput[] => {
  const rejected = new Set(items.filter((i) => i.decision === ItemDecision.REJECT).map((i) => i.itemId));
  const message = rejected.size === 0 ? candidate.message : candidate.keep((itemId) => !rejected.has(itemId));
  const findings = (candidate.check?.(message) ?? []).slice(0, findingsMax);
  // Events hold no words: RunContext adds the words of each rule.
  return findings.map((one) => create(MissingInputSchema, { ...one, description: "" }));
};

/** Makes the stage artifact of the confirmed items; undefined while none is confirmed (and there is something to decide). */
export const acceptedArtifact = (
  input: DecisionInput,
  candidate: Candidate,
  items: readonly ItemState[],
): { artifact: NewArtifact; message: MessageShape<DescMessage> } | undefined => {
  const kept = new Set(items.filter((i) => i.decision === ItemDecision.CONFIRM).map((i) => i.itemId));
  if (kept.size === 0 && !allConfirmed(items)) return undefined;
  const message = kept.size === items.length ? candidate.message : candidate.keep((itemId) => kept.has(itemId));
  return { artifact: encodeArtifact(candidate.schema, message, input.sha256), message };
};
