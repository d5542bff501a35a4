import { clone, type DescMessage, type MessageShape } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { EvidenceSetSchema } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import { CitationLedgerSchema } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { DraftTextSchema } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { EvidenceNeedsSchema } from "../../gen/pincite/memo/v1/evidence_needs_pb.ts";
import { IntentSeedSchema } from "../../gen/pincite/memo/v1/intent_pb.ts";
import { EvidenceNeedMapSchema } from "../../gen/pincite/memo/v1/need_map_pb.ts";
import { MessageSkeletonSchema } from "../../gen/pincite/memo/v1/skeleton_pb.ts";
import { OrchestratorState as S } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import type { ItemState } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { draftStored } from "../../src/run/build/draft.ts";
import { ledgerStored } from "../../src/run/build/ledger.ts";
import { needMapStored } from "../../src/run/build/need-map.ts";
import { refreshNeeds, slotItems } from "../../src/run/build/needs.ts";
import { headingFaults } from "../../src/run/build/outline-check.ts";
import { skeletonStored } from "../../src/run/build/skeleton.ts";
import { stageRecord } from "../../src/run/fold.ts";
import type { DecisionInput, DraftCheck, Material } from "../../src/run/kernel.ts";
import { entryLooks } from "../../src/run/looks/in-stage.ts";
import { sha256 } from "../../src/sha256.ts";
import { examineDraft } from "../support/draft-check.ts";
import { finish, runAt } from "./drive.ts";
import { edits } from "./edits.ts";
import { TestRun } from "./support.ts";

/** Items of every stage that the material holds, by the stage's own builder. */
const allItems = (input: DecisionInput): ItemState[][] => {
  const { skeleton, needMap, ledger, draft } = input.material.proposals;
  return [
    skeleton ? [...skeletonStored(input, skeleton).items] : [],
    input.material.needs ? slotItems(input, input.material.needs) : [],
    needMap ? [...needMapStored(input, needMap).items] : [],
    ledger ? [...ledgerStored(input, ledger).items] : [],
    draft ? [...draftStored(input, draft).items] : [],
  ];
};

const copied = <D extends DescMessage>(schema: D, message: MessageShape<D> | undefined): MessageShape<D> | undefined =>
  message && clone(schema, message);

/** The same contents in messages that nobody has seen yet, as after a restart. */
const fresh = (material: Material): Material => {
  const { proposals } = material;
  return {
    profile: material.profile,
    ...defined({
      intent: copied(IntentSeedSchema, material.intent),
      skeleton: copied(MessageSkeletonSchema, material.skeleton),
      needs: copied(EvidenceNeedsSchema, material.needs),
      evidenceSet: copied(EvidenceSetSchema, material.evidenceSet),
      needMap: copied(EvidenceNeedMapSchema, material.needMap),
      ledger: copied(CitationLedgerSchema, material.ledger),
      draft: copied(DraftTextSchema, material.draft),
    }),
    proposals: defined({
      skeleton: copied(MessageSkeletonSchema, proposals.skeleton),
      needMap: copied(EvidenceNeedMapSchema, proposals.needMap),
      ledger: copied(CitationLedgerSchema, proposals.ledger),
      draft: copied(DraftTextSchema, proposals.draft),
    }),
  };
};

const defined = <T extends object>(all: T): { [K in keyof T]?: NonNullable<T[K]> } =>
  Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as never;

/** The input with a hash that counts. */
const counting = (input: DecisionInput) => {
  const count = { hashes: 0 };
  const counted = (bytes: Uint8Array) => {
    count.hashes++;
    return sha256(bytes);
  };
  return { count, input: { ...input, sha256: counted } };
};

describe("an item that did not change", () => {
  it("keeps its fingerprint: nothing is hashed for it again", () => {
    const { count, input } = counting(finish(new TestRun()).input);
    const first = allItems(input);
    expect(first.every((items) => items.length > 0)).toBe(true);
    expect(count.hashes).toBeGreaterThan(50);
    const before = count.hashes;
    expect(allItems(input)).toEqual(first);
    expect(count.hashes).toBe(before);
  });

  it("keeps it while needs are refreshed and nothing new came to its slot", () => {
    const { count, input } = counting(runAt(S.EVIDENCE_BINDING).input);
    const needs = refreshNeeds(input, input.material.needs!, input.material.evidenceSet);
    slotItems(input, needs);
    const before = count.hashes;
    slotItems(input, refreshNeeds(input, needs, input.material.evidenceSet));
    expect(count.hashes).toBe(before);
  });
});

describe("a kept fingerprint", () => {
  it.each(edits)("is the one that is made anew of the same contents, after an edit of the $name", (edit) => {
    const run = finish(new TestRun());
    edit.make(runAt(edit.state, run.rewind(edit.state)), 1);
    finish(run);
    const { input } = run;
    const kept = allItems(input);
    expect(kept).toEqual(allItems({ ...input, material: fresh(input.material) }));
    expect(kept).toEqual(allItems(input));
  });

  it("is the one that stands in the journal", () => {
    const run = finish(new TestRun());
    const recorded = [S.SKELETON, S.EVIDENCE_NEEDS, S.EVIDENCE_BINDING, S.SPAN_RESOLUTION, S.DRAFT].map((state) =>
      stageRecord(run.snapshot, state)?.items.map(({ itemId, fingerprint }) => [itemId, fingerprint]),
    );
    expect(allItems(run.input).map((items) => items.map(({ itemId, fingerprint }) => [itemId, fingerprint]))).toEqual(
      recorded,
    );
  });
});

describe("what the draft check says", () => {
  it("is asked once of the same outline, claims and draft, whatever else is decided, and anew where they are others", () => {
    let checks = 0;
    const checkDraft: DraftCheck = (input) => {
      checks++;
      return examineDraft(input);
    };
    const { input } = finish(new TestRun({ checkDraft }));
    const said = (one: DecisionInput) => {
      const { intent, skeleton, ledger, draft } = one.material;
      return [
        () => headingFaults(one, intent!, skeleton!),
        () => [...entryLooks(one, ledger!.entries)],
        () => draftStored(one, draft!).items,
      ].map((ask) => {
        const before = checks;
        return { what: ask(), asked: checks - before };
      });
    };
    const first = said(input).map(({ what }) => what);
    const again = said({ ...input });
    expect(again.map(({ what }) => what)).toEqual(first);
    expect(again.map(({ asked }) => asked)).toEqual([0, 0, 0]);
    const anew = said({ ...input, material: fresh(input.material) });
    expect(anew.map(({ what }) => what)).toEqual(first);
    expect(anew.every(({ asked }) => asked > 0)).toBe(true);
    const other = said({
      ...input,
      material: { ...input.material, intent: copied(IntentSeedSchema, input.material.intent)! },
    });
    expect(other.every(({ asked }) => asked > 0)).toBe(true);
  });
});
