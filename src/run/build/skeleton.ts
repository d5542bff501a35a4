import { create } from "@bufbuild/protobuf";
import { isDay } from "#kit/day.ts";
import { Principal_Kind } from "../../../gen/pincite/audit/v1/audit_meta_pb.ts";
import type { IdCounters } from "../../../gen/pincite/journal/v1/run_event_pb.ts";
import type { IntentSeed } from "../../../gen/pincite/memo/v1/intent_pb.ts";
import type { ClaimAnswer } from "../../../gen/pincite/memo/v1/letter_pb.ts";
import {
  type ClaimProposal,
  type MessageSkeleton,
  type MessageSkeletonProposal,
  MessageSkeletonProposalSchema,
  MessageSkeletonSchema,
  type SectionProposal,
  type SkeletonClaim,
  SkeletonClaimSchema,
  type SkeletonSection,
  SkeletonSectionSchema,
} from "../../../gen/pincite/memo/v1/skeleton_pb.ts";
import { OrchestratorState } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ItemDecision } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { stageRecord } from "../fold.ts";
import { claimItems } from "../items.ts";
import { auditMeta, type DecisionInput, withCounters } from "../kernel.ts";
import { invalidProposal } from "../refusals.ts";
import { answeredSections, asProposed, droppedDemands, leftBeside, withDemands } from "./answered-outline.ts";
import { AssertionBook } from "./assertion-book.ts";
import { type Candidate, itemsMax } from "./candidate.ts";
import { demandClaim, demandDigest } from "./demands.ts";
import { keepsUnrejected, mergedList } from "./merge.ts";
import { headingFaults } from "./outline-check.ts";
import { headingsOf, newInPlace } from "./profile-order.ts";

/**
 * The skeleton a proposal comes to. Ids are the kernel's: an id that is named stays with its section or claim, an equal
 * heading or an equal text in the same section counts as the existing one, everything else is minted anew.
 */
export const skeletonCandidate = (
  input: DecisionInput,
  proposal: MessageSkeletonProposal,
  merge = false,
): Candidate<typeof MessageSkeletonSchema> => {
  const minting = new Minting(input);
  if (merge && proposal.answers.length > 0 && proposal.sections.length > 0)
    throw invalidProposal("answers", "letter.beside-sections-that-are-merged-answers-say");
  const intent = intentOf(input);
  const isPersons = input.actor.kind !== Principal_Kind.MODEL;
  const isWholeSaid = isPersons && !merge && proposal.sections.length > 0;
  const dropped = droppedDemands(input, intent, isWholeSaid ? proposal : undefined);
  const left = leftBeside(input, proposal);
  const proposed = answeredSections(input, proposal, intent, { dropped, merge });
  const sections = proposed.map((section, at) => minting.section(section, `sections[${at}]`));
  // Answers alone are written into the whole outline there is: what they take out of it stays out.
  const isWhole = proposal.answers.length > 0 && proposal.sections.length === 0;
  const skeleton = create(MessageSkeletonSchema, {
    sections: newInPlace(
      minting.withKept(sections, merge && !isWhole),
      ({ sectionId }) => minting.isNew(sectionId),
      headingsOf(input.material.profile, intent.locale),
    ),
    left,
    droppedDemands: dropped,
  });
  return skeletonOf(input, skeleton, minting.counters);
};

/**
 * The former skeleton under today's intent, put forward again on the way on: answers to what the letter asserts no longer and
 * claims of demands that are gone go, and demands that are new come. `stands`: which of its claims a person has not rejected.
 */
export const skeletonAgain = (
  input: DecisionInput,
  former: MessageSkeleton,
  stands: (claimId: string) => boolean,
): Candidate<typeof MessageSkeletonSchema> => {
  const intent = intentOf(input);
  const claims = former.sections.flatMap((section) => section.claims);
  const gone = claims.filter(({ claimId }) => !stands(claimId)).map(({ demandSha256 }) => demandSha256);
  const dropped = [...new Set([...droppedDemands(input, intent), ...gone])].filter((digest) => digest !== "");
  const kept = skeletonStored(input, former).keep(stands);
  const minting = new Minting(input);
  const sections = withDemands(input, intent, asProposed(stillSaid(input, kept)), { dropped, merge: false }).map(
    (section, at) => minting.section(section, `sections[${at}]`),
  );
  const left = leftBeside(input, create(MessageSkeletonProposalSchema));
  const skeleton = create(MessageSkeletonSchema, { sections, left, droppedDemands: dropped });
  return skeletonOf(input, skeleton, minting.counters);
};

/** Sections whose claims answer only what the letter still asserts and put only what the intent still wants. */
const stillSaid = (input: DecisionInput, { sections }: MessageSkeleton): SkeletonSection[] => {
  const book = new AssertionBook(input);
  const wanted = new Set(intentOf(input).demands.map((demand) => demandDigest(demand, input.sha256)));
  return sections.map((section) =>
    create(SkeletonSectionSchema, {
      ...section,
      claims: section.claims
        .filter(({ demandSha256 }) => demandSha256 === "" || wanted.has(demandSha256))
        .map((claim) =>
          create(SkeletonClaimSchema, { ...claim, answers: claim.answers.filter((one) => book.stands(one)) }),
        ),
    }),
  );
};

/** The candidate of a skeleton that is stored already: for decisions about its items. */
export const skeletonStored = (
  input: DecisionInput,
  message: MessageSkeleton,
): Candidate<typeof MessageSkeletonSchema> => candidateOf(input, message, input.snapshot.counters);

const skeletonOf = (input: DecisionInput, skeleton: MessageSkeleton, counters: IdCounters | undefined) => {
  const intent = stageRecord(input.snapshot, OrchestratorState.INTENT_SEED)?.accepted;
  const message = create(MessageSkeletonSchema, {
    ...skeleton,
    meta: auditMeta(input, "skeleton", [intent]),
    ...(intent ? { intent } : {}),
  });
  return candidateOf(input, message, counters);
};

const candidateOf = (
  input: DecisionInput,
  message: MessageSkeleton,
  counters: IdCounters | undefined,
): Candidate<typeof MessageSkeletonSchema> => {
  const items = claimItems(input.sha256, intentOf(input), message);
  if (items.length > itemsMax)
    throw invalidProposal("sections", "error.the-outline-has-claims-at-most-fit-one-memo", {
      itemsCount: items.length,
      itemsMax,
    });
  return {
    state: OrchestratorState.SKELETON,
    schema: MessageSkeletonSchema,
    message,
    items,
    parents: [message.intent],
    keep: (keeps) => keepClaims(message, keeps),
    check: (skeleton) => headingFaults(input, intentOf(input), skeleton),
    sectionCount: message.sections.filter((section) => section.claims.length > 0).length,
    ...(counters ? { counters } : {}),
  };
};

const keepClaims = (message: MessageSkeleton, keeps: (claimId: string) => boolean): MessageSkeleton =>
  create(MessageSkeletonSchema, {
    ...message,
    sections: message.sections.map((section) =>
      create(SkeletonSectionSchema, { ...section, claims: section.claims.filter((claim) => keeps(claim.claimId)) }),
    ),
  });

/** The intent later stages rest on; they cannot be reached without one. */
export const intentOf = (input: DecisionInput): IntentSeed => {
  if (!input.material.intent) throw new Error("a stage after INTENT_SEED without an intent");
  return input.material.intent;
};

/** Finds existing ids and mints new ones. */
class Minting {
  readonly #former: readonly SkeletonSection[];
  readonly #taken = new Set<string>();
  readonly #input: DecisionInput;
  #sections: number;
  #claims: number;
  readonly #book: AssertionBook;
  /** Digests of the demands by the claims that put them in the intent's own words. */
  readonly #demands: ReadonlyMap<string, string>;

  constructor(input: DecisionInput) {
    this.#input = input;
    const { demands, locale } = intentOf(input);
    this.#demands = new Map(
      demands.map((one) => [demandClaim(one, locale, input.material.profile), demandDigest(one, input.sha256)]),
    );
    this.#book = new AssertionBook(input);
    this.#former = input.material.proposals.skeleton?.sections ?? [];
    this.#sections = input.snapshot.counters?.sections ?? 0;
    this.#claims = input.snapshot.counters?.claims ?? 0;
  }

  get counters(): IdCounters {
    const { snapshot } = this.#input;
    return withCounters(snapshot.counters, { sections: this.#sections, claims: this.#claims });
  }

  /** Whether a section is none of the outline before. */
  isNew(sectionId: string): boolean {
    return this.#former.every((section) => section.sectionId !== sectionId);
  }

  section(proposal: SectionProposal, path: string): SkeletonSection {
    const title = proposal.title.trim();
    const named = this.#former.find((section) => section.sectionId === proposal.sectionId);
    if (proposal.sectionId && !named)
      throw invalidProposal(`${path}.section_id`, "error.there-is-no-section-to-keep-or-edit", {
        sectionId: proposal.sectionId,
      });
    const former = named ?? this.#former.find((s) => s.title === title && !this.#taken.has(s.sectionId));
    const sectionId = former?.sectionId ?? `section:${++this.#sections}`;
    this.#take(sectionId, `${path}.section_id`);
    const claims = proposal.claims.map((claim, at) => this.#claim(claim, former, `${path}.claims[${at}]`));
    return create(SkeletonSectionSchema, { sectionId, title, claims });
  }

  #claim(proposal: ClaimProposal, section: SkeletonSection | undefined, path: string): SkeletonClaim {
    const said = proposal.text.trim();
    const named = this.#former.flatMap((s) => s.claims).find((claim) => claim.claimId === proposal.claimId);
    if (proposal.claimId && !named)
      throw invalidProposal(`${path}.claim_id`, "error.there-is-no-claim-to-keep-or-edit", {
        claimId: proposal.claimId,
      });
    this.#checkKind(proposal.claimKind, `${path}.claim_kind`);
    const same = section?.claims.find((claim) => claim.text === said && !this.#taken.has(claim.claimId));
    const former = named ?? same;
    const claimId = former?.claimId ?? `claim:${++this.#claims}`;
    this.#take(claimId, `${path}.claim_id`);
    // A model cannot turn a required claim into an optional one; only a user may.
    const model = this.#input.actor.kind === Principal_Kind.MODEL;
    const required = !proposal.optional || (model && former?.required === true);
    const answers = this.#answersOf(proposal, former, path);
    const demandSha256 = former?.demandSha256 || (this.#demands.get(said) ?? "");
    const lawDate = this.#lawDateOf(proposal, former, path);
    // What a person demands is said in the person's words.
    const { text, claimKind } =
      model && former && demandSha256 !== "" ? former : { text: said, claimKind: proposal.claimKind };
    return create(SkeletonClaimSchema, { claimId, text, claimKind, required, answers, demandSha256, lawDate });
  }

  /** The day by which the law of a claim is read, which only a person says; a claim of which it is not said keeps the day it has. */
  #lawDateOf({ lawDate: said }: ClaimProposal, former: SkeletonClaim | undefined, path: string): string {
    const { actor, nowIso } = this.#input;
    if (said === undefined || actor.kind === Principal_Kind.MODEL) return former?.lawDate ?? "";
    const today = nowIso.slice(0, 10);
    if (said !== "" && !isDay(said))
      throw invalidProposal(`${path}.law_date`, "error.law-date-is-no-day-of-the-calendar", { day: said });
    if (said > today)
      throw invalidProposal(`${path}.law_date`, "error.law-date-has-not-come-yet", { day: said, today });
    return said;
  }

  /** What a claim answers; one that says nothing of it keeps what it has, as long as the letter asserts that. */
  #answersOf(proposal: ClaimProposal, former: SkeletonClaim | undefined, path: string): ClaimAnswer[] {
    if (proposal.answers.length === 0) return (former?.answers ?? []).filter((one) => this.#book.stands(one));
    return proposal.answers.map((one, at) => this.#book.stored(one, `${path}.answers[${at}].assertion_id`));
  }

  #checkKind(kind: string, path: string): void {
    const kinds = this.#input.material.profile.claimKinds.map((one) => one.name);
    if (kind !== "" && !kinds.includes(kind))
      throw invalidProposal(path, "error.the-profile-has-no-claim-kind-it-has", { kind, kinds: kinds.join(", ") });
  }

  /** The sections with what stays although the proposal does not name it. */
  withKept(sections: SkeletonSection[], merge: boolean): SkeletonSection[] {
    if (this.#input.actor.kind === Principal_Kind.MODEL) return this.#keepingRequired(sections);
    return merge ? this.#merged(sections) : sections;
  }

  #merged(sections: readonly SkeletonSection[]): SkeletonSection[] {
    const keeps = keepsUnrejected(this.#input, OrchestratorState.SKELETON);
    const proposed = new Map(sections.map((section) => [section.sectionId, section]));
    const former = this.#former.map((section) => {
      const { title = section.title, claims = [] } = proposed.get(section.sectionId) ?? {};
      const here = new Set(claims.map(({ claimId }) => claimId));
      const stays = ({ claimId }: SkeletonClaim) => here.has(claimId) || (!this.#taken.has(claimId) && keeps(claimId));
      const merged = mergedList(section.claims.filter(stays), claims, ({ claimId }) => claimId);
      return create(SkeletonSectionSchema, { ...section, title, claims: merged });
    });
    const known = new Set(former.map(({ sectionId }) => sectionId));
    return [...former, ...sections.filter(({ sectionId }) => !known.has(sectionId))];
  }

  #take(id: string, path: string): void {
    if (this.#taken.has(id)) throw invalidProposal(path, "error.stands-twice-in-the-outline", { id });
    this.#taken.add(id);
  }

  /** What a model leaves out and a person had confirmed comes back in its place: only a user may drop a claim. */
  #keepingRequired(sections: SkeletonSection[]): SkeletonSection[] {
    const confirmed = new Set(
      this.#input.snapshot.confirmations.map((c) => c.itemId).filter((id) => id.startsWith("claim:")),
    );
    const items = stageRecord(this.#input.snapshot, OrchestratorState.SKELETON)?.items ?? [];
    for (const item of items) if (item.decision === ItemDecision.REJECT) confirmed.delete(item.itemId);
    for (const former of this.#former) {
      const lost = former.claims.filter((c) => c.required && confirmed.has(c.claimId) && !this.#taken.has(c.claimId));
      if (lost.length === 0) continue;
      const home = sections.find((section) => section.sectionId === former.sectionId);
      if (home) home.claims.push(...lost);
      else sections.push(create(SkeletonSectionSchema, { ...former, claims: lost }));
    }
    return sections;
  }
}
