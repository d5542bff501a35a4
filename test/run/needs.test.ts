import { describe, expect, it } from "vitest";
import { EvidenceSlotStatus as Status } from "../../gen/pincite/memo/v1/evidence_needs_pb.ts";
import { OrchestratorState as S, StagePhase } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ItemDecision, MissingInput_Kind as Kind } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { SpanResolution_Outcome } from "../../gen/pincite/span/v1/span_pb.ts";
import { placedSlots } from "../../src/run/build/needs.ts";
import { decideUnpin } from "../../src/run/decide/evidence.ts";
import { missingInputs } from "../../src/run/missing-inputs.ts";
import { bindingFor, findEvidence, finish, proposeMissing, quoteFor, runAt, settle, slotOf } from "./drive.ts";
import { refusal } from "./refusal.ts";
import { lawCandidate, letterCandidate, letters, spanOf } from "./sample-content.ts";
import { TestRun } from "./support.ts";

const letter = letterCandidate(letters[0]!);
const missing = (run: TestRun) => missingInputs(run.snapshot).map((one) => [one.kind, one.subjectId]);
const issued = (run: TestRun) => run.events.filter((one) => one.event.case === "needsIssued").length;
const statuses = (run: TestRun) => placedSlots(run.material.needs).map((one) => one.slot.status);

describe("missing inputs", () => {
  it("ask for candidates by the kind of the slot: findings, a place in the law, a search on record; never for a statement", () => {
    const run = runAt(S.EVIDENCE_NEEDS);
    const candidates = () => missing(run).filter(([kind]) => kind === Kind.CANDIDATE);
    expect(candidates().map(([, slot]) => slot)).toEqual(["slot:1", "slot:3", "slot:4"]);
    run.search("slot:1", [letter]);
    expect(candidates().map(([, slot]) => slot)).toEqual(["slot:3", "slot:4"]);
    run.search("slot:3", []);
    expect(candidates().map(([, slot]) => slot)).toEqual(["slot:4"]);
    run.search("slot:4", [letter]);
    expect(candidates().map(([, slot]) => slot)).toEqual(["slot:4"]);
    run.search("slot:4", [lawCandidate()], "lawbot.search");
    expect(missing(run.confirmAll())).toEqual([]);
  });

  it("do not take a failed search, nor a tool that searches nothing, for a search on record", () => {
    const run = runAt(S.EVIDENCE_NEEDS);
    run.failingTool("slot:3");
    run.getSpans([spanOf(letters[0]!, letters[0]!.quotes[0]!)], SpanResolution_Outcome.EXACT, "slot:3");
    expect(slotOf(run, "slot:3").searchResultIds).toEqual([]);
    expect(missing(run)).toContainEqual([Kind.CANDIDATE, "slot:3"]);
  });

  it("ask for a binding of every required slot, and for none of an optional one", () => {
    const run = runAt(S.EVIDENCE_BINDING);
    run.propose({ case: "needMap", value: { bindings: [bindingFor(run, "slot:1")] } }).confirmAll();
    expect(missing(run)).toEqual(["slot:3", "slot:4", "slot:5"].map((slot) => [Kind.BINDING, slot]));
  });

  it("ask for a quote where words are needed and for an address where a place is", () => {
    const run = runAt(S.SPAN_RESOLUTION);
    const items = run.record?.items ?? [];
    run.confirm(Object.fromEntries(items.map((item) => [item.itemId, ItemDecision.REJECT])));
    expect(missing(run).filter(([kind]) => kind === Kind.SPAN)).toEqual([[Kind.SPAN, "slot:1"]]);
    expect(
      missing(run)
        .filter(([kind]) => kind === Kind.ADDRESS)
        .map(([, slot]) => slot),
    ).toEqual(["slot:3", "slot:4", "slot:5"]);
  });

  it("do not count a quote that is proposed and not confirmed", () => {
    const run = runAt(S.SPAN_RESOLUTION);
    run.confirmAll();
    const bindingId = run.material.needMap?.bindings[0]?.bindingId ?? "";
    run.propose({ case: "citationLedger", value: { spans: [quoteFor(run, bindingId)] } });
    expect(missing(run).map(([kind]) => kind)).toEqual([Kind.CONFIRMATION, Kind.SPAN]);
    expect(missing(run.confirmAll())).toEqual([]);
  });

  it("begin with the goal and end with what the draft check finds", () => {
    expect(missing(new TestRun())).toEqual([[Kind.GOAL, ""]]);
    const run = proposeMissing(runAt(S.DRAFT)).confirmAll().confirm({ "sentence:3": ItemDecision.REJECT });
    expect(missing(run)).toEqual([[Kind.DRAFT_CHECK, "claim:3"]]);
  });

  it("ask for an outline with a claim, however many empty headings there are", () => {
    const run = runAt(S.SKELETON).propose({ case: "skeleton", value: { sections: [{ title: "Leeg" }] } });
    expect(missing(run)).toEqual([[Kind.CLAIM, ""]]);
  });
});

describe("the evidence needs", () => {
  it("are issued anew after a finding, a pin, an unpin and a confirmed binding", () => {
    const run = runAt(S.EVIDENCE_NEEDS);
    const seen = [run.snapshot.needs?.digest];
    const renewedBy = (work: () => unknown) => {
      const before = issued(run);
      work();
      expect([issued(run) > before, seen.includes(run.snapshot.needs?.digest)]).toEqual([true, false]);
      seen.push(run.snapshot.needs?.digest);
    };
    renewedBy(() => run.search("slot:1", [letter]));
    renewedBy(() => run.pin(letterCandidate(letters[1]!), "slot:2"));
    renewedBy(() => run.do((input) => decideUnpin(input, "vault:letter-b")));
    settle(run).advance();
    run.propose({ case: "needMap", value: { bindings: [bindingFor(run, "slot:1")] } });
    renewedBy(() => run.confirmAll());
    expect(slotOf(run, "slot:1").status).toBe(Status.SLOT_STATUS_BOUND);
    renewedBy(() => run.confirm({ [run.record?.items[0]?.itemId ?? ""]: ItemDecision.REJECT }));
    expect(slotOf(run, "slot:1").status).toBe(Status.SLOT_STATUS_CANDIDATES);
  });

  it("say of each slot whether something is missing, found or bound", () => {
    const run = runAt(S.EVIDENCE_NEEDS);
    const { SLOT_STATUS_MISSING: none, SLOT_STATUS_CANDIDATES: some, SLOT_STATUS_BOUND: bound } = Status;
    expect(statuses(run)).toEqual([none, none, none, none, some]);
    expect(statuses(findEvidence(run))).toEqual([some, none, some, some, some]);
    expect(statuses(finish(run))).toEqual([bound, none, bound, bound, bound]);
  });

  it("stand in the outline's sections, claim by claim, each slot with what was found for it and what it is bound to", () => {
    const run = finish(findEvidence(runAt(S.EVIDENCE_NEEDS)));
    const { needs, skeleton } = run.material;
    const claimsOf = (section: { claims: { claimId: string }[] }) => section.claims.map(({ claimId }) => claimId);
    expect(needs?.sections.map((one) => [one.sectionId, one.title, claimsOf(one)])).toEqual(
      skeleton?.sections.map((one) => [one.sectionId, one.title, claimsOf(one)]),
    );
    const claims = needs?.sections.flatMap((section) => section.claims) ?? [];
    const told = (slots: (typeof claims)[number]["required"]) =>
      slots.map(({ slotId, candidates, bound }) => [slotId, candidates.map((one) => one.evidenceId), bound.length]);
    const [first, , law] = claims;
    expect(first?.claimText).toBe(skeleton?.sections[0]?.claims[0]?.text);
    expect([told(first?.required ?? []), told(first?.optional ?? [])]).toEqual([
      [["slot:1", ["vault:letter-a", "vault:letter-b"], 1]],
      [["slot:2", [], 0]],
    ]);
    expect(told(law?.required ?? [])).toEqual([
      ["slot:4", [lawCandidate().evidenceId, lawCandidate("655").evidenceId], 1],
    ]);
  });

  it("lose a slot as soon as a person rejects it, and it does not come back", () => {
    const run = findEvidence(runAt(S.EVIDENCE_NEEDS));
    run.confirm({ "slot:3": ItemDecision.REJECT });
    expect(run.snapshot.slots.map((slot) => slot.slotId)).toEqual(["slot:1", "slot:2", "slot:4", "slot:5"]);
    settle(run).rewind(S.INTENT_SEED);
    runAt(S.EVIDENCE_NEEDS, run);
    expect(run.snapshot.slots.map((slot) => slot.slotId)).toEqual(["slot:1", "slot:2", "slot:4", "slot:5"]);
  });

  it("give a claim that changes its kind the slots of its new kind", () => {
    const run = settle(runAt(S.EVIDENCE_NEEDS)).rewind(S.SKELETON);
    const sections = run.material.skeleton?.sections ?? [];
    const changed = sections.map(({ sectionId, title, claims }) => ({
      sectionId,
      title,
      claims: claims.map(({ claimId, text, claimKind }) => ({
        claimId,
        text,
        claimKind: claimId === "claim:2" ? "own" : claimKind,
      })),
    }));
    run.propose({ case: "skeleton", value: { sections: changed } }, { confirm: true }).advance();
    expect(run.snapshot.slots.map((slot) => slot.slotId)).toEqual(["slot:1", "slot:2", "slot:6", "slot:4", "slot:5"]);
  });
});

describe("pins", () => {
  it("may come first of all, right after the intent, before there is anything to link them to", () => {
    const run = new TestRun().pin(letter, "", "de brief");
    expect(run.material.evidenceSet?.entries).toMatchObject([{ pinned: true, note: "de brief", slotIds: [] }]);
    expect(run.snapshot.needs).toBeUndefined();
    runAt(S.EVIDENCE_NEEDS, run);
    expect(slotOf(run, "slot:1").candidates).toEqual([]);
    run.pin(letter, "slot:1");
    expect(slotOf(run, "slot:1").candidates.map((one) => one.evidenceId)).toEqual(["vault:letter-a"]);
    expect(run.material.evidenceSet?.entries).toMatchObject([{ note: "de brief", slotIds: ["slot:1"] }]);
    expect(run.snapshot.pinnedEvidenceIds).toEqual(["vault:letter-a"]);
  });

  it("are open in EVIDENCE_BINDING, also after a rewind to it, when its bindings stand confirmed", () => {
    const run = settle(runAt(S.EVIDENCE_BINDING)).advance().rewind(S.EVIDENCE_BINDING);
    expect(run.snapshot.phase).toBe(StagePhase.CONFIRMED);
    run.pin(letterCandidate(letters[1]!), "slot:1");
    expect(run.snapshot.pinnedEvidenceIds).toEqual(["vault:letter-b"]);
    expect(run.snapshot.phase).toBe(StagePhase.CONFIRMED);
    run.advance();
    expect(refusal(() => run.pin(letter))).toBe("STAGE_FORBIDS");
  });

  it("bind nothing, and count for no slot of another kind", () => {
    const run = runAt(S.EVIDENCE_NEEDS).pin(letter, "slot:4");
    expect(slotOf(run, "slot:4")).toMatchObject({ candidates: [], status: Status.SLOT_STATUS_MISSING });
    expect(run.material.needMap).toBeUndefined();
  });

  it("taken back leave what a search had found as a candidate", () => {
    const run = runAt(S.EVIDENCE_NEEDS);
    run.search("slot:1", [letter]);
    run.pin(letter).pin(letterCandidate(letters[1]!));
    for (const id of ["vault:letter-a", "vault:letter-b"]) run.do((input) => decideUnpin(input, id));
    expect(run.material.evidenceSet?.entries.map((one) => [one.candidate?.evidenceId, one.pinned])).toEqual([
      ["vault:letter-a", false],
    ]);
  });
});
