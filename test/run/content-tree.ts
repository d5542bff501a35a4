import type { RunEvent } from "../../gen/pincite/journal/v1/run_event_pb.ts";
import { CitationLedgerSchema } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { DraftTextSchema } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { EvidenceNeedsSchema } from "../../gen/pincite/memo/v1/evidence_needs_pb.ts";
import { IntentSeedSchema } from "../../gen/pincite/memo/v1/intent_pb.ts";
import { EvidenceNeedMapSchema } from "../../gen/pincite/memo/v1/need_map_pb.ts";
import { MessageSkeletonSchema } from "../../gen/pincite/memo/v1/skeleton_pb.ts";
import { OrchestratorState as S } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ItemDecision } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { stageRecord } from "../../src/run/fold.ts";
import type { TestRun } from "./support.ts";

/**
 * What each item rests on, written out as nested data and compared as such: a second opinion on carry-over that knows no
 * hashes, no fingerprints and nothing of how the kernel builds them. Ids, times and parents stand nowhere in a tree.
 */
type Tree = unknown;

const claimTrees = (run: TestRun, ref = stageRecord(run.snapshot, S.SKELETON)?.accepted): Map<string, Tree> => {
  const goal = run.material.intent?.goal;
  const sections = run.read(MessageSkeletonSchema, ref)?.sections ?? [];
  return new Map(
    sections.flatMap((section) =>
      section.claims.map(({ claimId, text, claimKind, required }) => [
        claimId,
        { goal, heading: section.title, text, claimKind, required },
      ]),
    ),
  );
};

const slotTrees = (run: TestRun, ref = run.snapshot.needs): Map<string, Tree> => {
  const claims = claimTrees(run);
  const day = run.material.intent?.referenceDate;
  const trees = new Map<string, Tree>();
  for (const claim of run.read(EvidenceNeedsSchema, ref)?.sections.flatMap((one) => one.claims) ?? [])
    for (const [required, side] of [
      [true, claim.required],
      [false, claim.optional],
    ] as const)
      for (const { slotId, description, kind, source } of side)
        trees.set(slotId, {
          claim: claims.get(claim.claimId),
          description,
          kind,
          source,
          required,
          ...(source === "law" ? { day } : {}),
        });
  return trees;
};

const bindingTrees = (run: TestRun, ref = stageRecord(run.snapshot, S.EVIDENCE_BINDING)?.accepted) => {
  const slots = slotTrees(run);
  const trees = new Map<string, Tree>();
  for (const { bindingId, slotId, evidence } of run.read(EvidenceNeedMapSchema, ref)?.bindings ?? []) {
    const { case: kind, value } = evidence?.evidence ?? { case: undefined, value: undefined };
    const content =
      kind === "search"
        ? [kind, value.output?.digest, value.scope]
        : kind === "document"
          ? [kind, value.evidenceId, value.sourceDigest, value.location]
          : kind === "law"
            ? [kind, value.evidenceId, value.sourceDigest, value.unitPath]
            : [kind, value?.text];
    trees.set(bindingId, { slot: slots.get(slotId), content });
  }
  return trees;
};

const entryTrees = (run: TestRun, ref = stageRecord(run.snapshot, S.SPAN_RESOLUTION)?.accepted) => {
  const bindings = bindingTrees(run);
  return new Map<string, Tree>(
    (run.read(CitationLedgerSchema, ref)?.entries ?? []).map(({ entryId, bindingId, span, address }) => [
      entryId,
      {
        binding: bindings.get(bindingId),
        cited: span ? [span.sourceDigest, span.startChar, span.endChar, span.excerpt] : address,
      },
    ]),
  );
};

const sentenceTrees = (run: TestRun, ref = stageRecord(run.snapshot, S.DRAFT)?.accepted) => {
  const { tone, audience, locale } = run.material.intent ?? {};
  const [claims, entries] = [claimTrees(run), entryTrees(run)];
  return new Map<string, Tree>(
    (run.read(DraftTextSchema, ref)?.sections ?? []).flatMap((section) =>
      section.sentences.map(({ sentenceId, text, kind, claimId, entryIds }) => [
        sentenceId,
        {
          tone,
          audience,
          locale,
          heading: section.title,
          claim: claims.get(claimId),
          cites: entryIds.map((id) => entries.get(id)),
          text,
          kind,
        },
      ]),
    ),
  );
};

const intentTrees = (run: TestRun, ref = stageRecord(run.snapshot, S.INTENT_SEED)?.accepted) => {
  const intent = run.read(IntentSeedSchema, ref);
  if (!intent) return new Map<string, Tree>();
  const { goal, tone, sections, audience, locale, referenceDate } = intent;
  return new Map<string, Tree>([["intent", { goal, tone, sections, audience, locale, referenceDate }]]);
};

const treesOf = {
  1: intentTrees,
  2: claimTrees,
  3: slotTrees,
  4: bindingTrees,
  5: entryTrees,
  6: sentenceTrees,
} as Record<number, typeof claimTrees>;

const key = (state: S, tree: Tree): string => `${state}/${JSON.stringify(tree)}`;

/** Watches a run, and holds what should be carried over at each proposal against what was. */
export class CarryOverWatch {
  readonly #confirmed = new Set<string>();
  readonly #run: TestRun;
  /** Where kernel and reference differ; empty is what a test wants. */
  readonly differences: string[] = [];
  /** Items that were carried over, as the reference counts. */
  carried = 0;

  constructor(run: TestRun) {
    this.#run = run;
    run.observe = (events) => {
      for (const event of events) this.#see(event);
    };
  }

  #see({ event }: RunEvent): void {
    if (event.case === "itemsDecided") {
      const trees = this.#trees(event.value.state, stageRecord(this.#run.snapshot, event.value.state)?.proposal);
      for (const { itemId, decision } of event.value.items) {
        const one = key(event.value.state, trees.get(itemId));
        if (decision === ItemDecision.CONFIRM) this.#confirmed.add(one);
        else this.#confirmed.delete(one);
      }
    }
    if (event.case === "proposalRecorded") {
      const { state, proposal, items } = event.value;
      const trees = this.#trees(state, proposal);
      for (const item of items) {
        const one = key(state, trees.get(item.itemId));
        const expected = this.#confirmed.has(one);
        if (expected) this.carried++;
        if (item.decision === ItemDecision.CONFIRM && !item.carriedOver) this.#confirmed.add(one);
        else if (item.carriedOver !== expected)
          this.differences.push(`${item.itemId}: carried over ${item.carriedOver}, by its content ${expected}`);
      }
    }
  }

  #trees(state: S, ref: Parameters<typeof claimTrees>[1]): Map<string, Tree> {
    return treesOf[state]?.(this.#run, ref) ?? new Map();
  }
}
