import { describe, expect, it } from "vitest";
import { OrchestratorState as S, StagePhase } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ItemDecision, SlotKind } from "../../gen/pincite/run/v1/run_context_pb.ts";
import {
  allStates,
  bindingFor,
  draftProposal,
  findEvidence,
  intentProposal,
  outlineProposal,
  proposeMissing,
  quoteFor,
  runAt,
  settle,
} from "./drive.ts";
import { refused } from "./refusal.ts";
import { sampleOutline } from "./sample-content.ts";
import { model, type ProposalInit, type TestRun } from "./support.ts";

const claims = (run: TestRun) => (run.material.proposals.skeleton?.sections ?? []).flatMap((section) => section.claims);
const [facts, law] = sampleOutline;

/** What a model might propose in each stage, all of it fitting. */
const fitting = (run: TestRun): ProposalInit => {
  switch (run.snapshot.state) {
    case S.INTENT_SEED:
      return intentProposal();
    case S.SKELETON:
      return outlineProposal();
    case S.EVIDENCE_NEEDS:
      return { case: "evidenceNeeds", value: {} };
    case S.EVIDENCE_BINDING:
      return { case: "needMap", value: { bindings: [bindingFor(run, "slot:1")] } };
    case S.SPAN_RESOLUTION: {
      const bindingId = run.material.needMap?.bindings[0]?.bindingId ?? "";
      return { case: "citationLedger", value: { spans: [quoteFor(run, bindingId)] } };
    }
    default:
      return draftProposal(run);
  }
};

describe("a model", () => {
  it.each(allStates)("confirms nothing in stage %i, even where it asks to", (state) => {
    const run = runAt(state);
    if (state === S.EVIDENCE_NEEDS) findEvidence(run);
    run.propose(fitting(run), { actor: model, confirm: true });
    expect(run.snapshot.phase).toBe(StagePhase.PROPOSED);
    expect(run.record?.items.map((item) => item.decision)).not.toContain(ItemDecision.CONFIRM);
  });

  it("cannot leave out a claim that a person has confirmed", () => {
    const run = settle(runAt(S.SKELETON));
    run.propose(
      { case: "skeleton", value: { sections: [{ title: law.title, claims: [...law.claims] }] } },
      { actor: model },
    );
    expect(
      claims(run)
        .map((claim) => claim.claimId)
        .toSorted(),
    ).toEqual(["claim:1", "claim:2", "claim:3", "claim:4"]);
  });

  it("may leave out what nobody has confirmed, and what a person has rejected does not come back by itself", () => {
    const run = runAt(S.SKELETON).propose(outlineProposal(), { actor: model });
    const [first] = facts.claims;
    const short: ProposalInit = { case: "skeleton", value: { sections: [{ title: facts.title, claims: [first] }] } };
    expect(claims(run.propose(short, { actor: model }))).toHaveLength(1);
    // Confirmed with two wordings, then rejected: the confirmation of the first wording is still on record.
    const reworded = { ...first, claimId: "claim:1", text: "Anders gezegd." };
    run.confirmAll();
    run.propose({ case: "skeleton", value: { sections: [{ title: facts.title, claims: [reworded] }] } });
    run.confirmAll().confirm({ "claim:1": ItemDecision.REJECT });
    const other: ProposalInit = {
      case: "skeleton",
      value: { sections: [{ title: law.title, claims: [...law.claims] }] },
    };
    expect(claims(run.propose(other, { actor: model })).map((claim) => claim.claimId)).not.toContain("claim:1");
  });

  it("cannot turn a required claim into an optional one, and a user can", () => {
    const run = settle(runAt(S.SKELETON));
    const loosened: ProposalInit = {
      case: "skeleton",
      value: {
        sections: sampleOutline.map(({ title, claims: all }) => ({
          title,
          claims: all.map((claim) => ({ ...claim, optional: true })),
        })),
      },
    };
    run.propose(loosened, { actor: model });
    expect(claims(run).map((claim) => claim.required)).toEqual([true, true, true, true]);
    run.propose(loosened);
    expect(claims(run).map((claim) => claim.required)).toEqual([false, false, false, false]);
  });

  it.each([
    ["drop a slot", "drop_slot_ids", { dropSlotIds: ["slot:2"] }],
    ["loosen a slot", "make_optional_slot_ids", { makeOptionalSlotIds: ["slot:1"] }],
  ])("cannot %s, and a user can", (_, field, value) => {
    const run = runAt(S.EVIDENCE_NEEDS);
    const error = refused(() => run.propose({ case: "evidenceNeeds", value }, { actor: model }));
    expect([error.reason, error.facts.field]).toEqual(["PROPOSAL_INVALID", field]);
    run.propose({ case: "evidenceNeeds", value });
    expect(run.snapshot.slots.filter((slot) => slot.required || slot.slotId === "slot:2")).toHaveLength(4);
  });

  it("may add a slot and link what was found to it", () => {
    const run = findEvidence(runAt(S.EVIDENCE_NEEDS));
    const add = [{ claimId: "claim:2", description: "de ontvangst", kind: SlotKind.QUOTE }];
    run.propose({ case: "evidenceNeeds", value: { add } }, { actor: model });
    const links = [{ slotId: "slot:6", evidenceId: "vault:letter-b" }];
    run.propose({ case: "evidenceNeeds", value: { links } }, { actor: model });
    expect(run.snapshot.slots.find((slot) => slot.slotId === "slot:6")).toMatchObject({
      claimId: "claim:2",
      required: true,
      candidateCount: 1,
    });
  });
});

describe("a model's binding for a slot that has a confirmed one", () => {
  const ids = (run: TestRun) =>
    (run.material.proposals.needMap?.bindings ?? []).filter((b) => b.slotId === "slot:1").map((b) => b.bindingId);
  const confirmed = () => settle(proposeMissing(runAt(S.EVIDENCE_BINDING)));
  const other = (run: TestRun): ProposalInit => ({
    case: "needMap",
    value: { bindings: [bindingFor(run, "slot:1", 1)] },
  });

  it("stands beside it, as only a user may take a confirmed one away", () => {
    const run = confirmed();
    const [before] = ids(run);
    run.propose(other(run), { actor: model });
    expect(ids(run)).toContain(before);
    expect(ids(run)).toHaveLength(2);
  });

  it("takes its place when it is a user's", () => {
    const run = confirmed();
    const [before] = ids(run);
    run.propose(other(run));
    expect(ids(run)).not.toContain(before);
    expect(ids(run)).toHaveLength(1);
  });
});

describe("ids", () => {
  it("are the kernel's, and stay with sections and claims through edits and reorderings", () => {
    const run = runAt(S.SKELETON).propose(outlineProposal());
    const ids = () =>
      run.material.proposals.skeleton?.sections.map((s) => [s.sectionId, ...s.claims.map((c) => c.claimId)]);
    expect(ids()).toEqual([
      ["section:1", "claim:1", "claim:2"],
      ["section:2", "claim:3", "claim:4"],
    ]);
    run.propose({
      case: "skeleton",
      value: {
        sections: [
          { sectionId: "section:2", title: "Het recht", claims: [{ claimId: "claim:4", text: "Anders gezegd." }] },
          {
            title: facts.title,
            claims: [{ text: "Nieuw." }, facts.claims[1], { claimId: "claim:3", text: "Verhuisd." }],
          },
        ],
      },
    });
    expect(ids()).toEqual([
      ["section:2", "claim:4"],
      ["section:1", "claim:5", "claim:2", "claim:3"],
    ]);
  });

  it("are never given twice, not even after what had them is gone", () => {
    const run = runAt(S.SKELETON).propose(outlineProposal());
    const only: ProposalInit = { case: "skeleton", value: { sections: [{ title: "x", claims: [{ text: "y" }] }] } };
    run.propose(only).propose(outlineProposal());
    expect(claims(run).map((claim) => claim.claimId)).toEqual(["claim:6", "claim:7", "claim:8", "claim:9"]);
  });

  it("of bindings and entries follow from their content", () => {
    const make = () => {
      const run = proposeMissing(runAt(S.EVIDENCE_BINDING));
      return run.record?.items.map((item) => item.itemId);
    };
    expect(make()).toEqual(make());
    expect(new Set(make()).size).toBe(4);
  });
});
