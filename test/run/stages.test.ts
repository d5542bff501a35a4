import { describe, expect, it } from "vitest";
import type { RunSnapshot } from "../../gen/pincite/journal/v1/run_snapshot_pb.ts";
import { CitationLedgerSchema } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { RunLifecycle, OrchestratorState as S, StagePhase } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ItemDecision, NextAction_Kind as Kind, SlotKind } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { stageRecord } from "../../src/run/fold.ts";
import { nextAction } from "../../src/run/next-action.ts";
import { runContext } from "../../src/run/run-context.ts";
import { stages } from "../../src/run/stages.ts";
import {
  allStates,
  draftProposal,
  findEvidence,
  finish,
  intentProposal,
  proposeMissing,
  quoteFor,
  runAt,
  settle,
} from "./drive.ts";
import { TestRun } from "./support.ts";

const label = (run: RunSnapshot) => nextAction(run).label;
const localised = (run: RunSnapshot) => nextAction(run).localisedLabel;

/** The RFC's call-to-action copy, section 3, word for word: before the stage is confirmed, and after. */
const copy = [
  ["INTENT_SEED", "Save intent", "Advance to skeleton"],
  ["SKELETON", "Approve skeleton", "Advance to evidence needs"],
  ["EVIDENCE_NEEDS", "Review evidence checklist", "Advance to binding"],
  ["EVIDENCE_BINDING", "Confirm bindings", "Advance to span resolution"],
  ["SPAN_RESOLUTION", "Confirm quotes", "Advance to draft"],
  ["DRAFT", "Finalize draft", "Finalize draft"],
] as const;

const dutchCopy = [
  ["Bewaar het doel", "Verder naar de opzet"],
  ["Keur de opzet goed", "Verder naar het benodigde bewijs"],
  ["Beoordeel de bewijslijst", "Verder naar het koppelen"],
  ["Bevestig de koppelingen", "Verder naar de citaten"],
  ["Bevestig de citaten", "Verder naar het concept"],
  ["Maak het concept definitief", "Maak het concept definitief"],
] as const;

/** What a person reads where the guide comes first: what it makes, since there is nothing to approve yet. */
const guideCopy = [
  ["Have the guide make an outline", "Laat de gids een opzet maken"],
  ["Have the guide search for evidence", "Laat de gids bewijs zoeken"],
  ["Have the guide bind evidence", "Laat de gids bewijs koppelen"],
  ["Have the guide choose quotes", "Laat de gids citaten kiezen"],
  ["Have the guide write the text", "Laat de gids de tekst schrijven"],
] as const;

describe("each stage", () => {
  it.each(copy.map((row, at) => [...row, allStates[at]!] as const))(
    "%s says “%s” while it is open or proposed and “%s” once it is confirmed",
    (name, confirm, advance, state) => {
      const run = runAt(state);
      expect(stages[state - 1]?.name).toBe(name);
      const seen = [[run.snapshot.phase, label(run.snapshot)]];
      while (nextAction(run.snapshot).kind !== Kind.ADVANCE) {
        if (nextAction(run.snapshot).kind === Kind.CONFIRM) run.confirmAll();
        else proposeMissing(run);
        seen.push([run.snapshot.phase, label(run.snapshot)]);
      }
      for (const [phase, copyNow] of seen.slice(0, -1)) expect([phase, copyNow]).toEqual([phase, confirm]);
      expect(seen.at(-1)).toEqual([StagePhase.CONFIRMED, advance]);
    },
  );

  it.each(allStates)("%i speaks Dutch in a Dutch run and English in an English one", (state) => {
    for (const [locale, at] of [
      ["nl", dutchCopy[state - 1]!],
      ["en", copy[state - 1]!.slice(1)],
    ] as const) {
      const run = runAt(state, new TestRun({ locale }));
      // Before a goal is said there is nobody to guide; later the guide comes first, where nothing lies there to be decided.
      const isGuided = nextAction(run.snapshot).rpc.endsWith("/Guide");
      expect(localised(run.snapshot)).toBe(isGuided ? guideCopy[state - 2]?.[locale === "nl" ? 1 : 0] : at[0]);
      if (nextAction(proposeMissing(run).snapshot).kind === Kind.CONFIRM) expect(localised(run.snapshot)).toBe(at[0]);
      expect(localised(settle(run).snapshot)).toBe(at[1]);
    }
  });

  it("names the RPC that does what the label says", () => {
    const run = new TestRun();
    const rpc = () => nextAction(run.snapshot).rpc.split("/")[1];
    expect(rpc()).toBe("Propose");
    run.propose(intentProposal());
    expect(rpc()).toBe("Confirm");
    run.confirmAll();
    expect(rpc()).toBe("Advance");
    run.advance();
    expect(rpc()).toBe("Guide");
    expect(nextAction(finish(run).snapshot)).toMatchObject({
      kind: Kind.DONE,
      label: "Export memo",
      rpc: "pincite.export.v1.ExportService/ExportMemo",
    });
    expect(nextAction({ ...run.snapshot, lifecycle: RunLifecycle.ACTIVE, turnId: "turn:1" })).toMatchObject({
      kind: Kind.WAIT,
      possible: false,
    });
  });
});

describe("the way through", () => {
  it("is one call for the intent when the user confirms it in the same breath", () => {
    const run = new TestRun().propose(intentProposal(), { confirm: true });
    expect(nextAction(run.snapshot).label).toBe("Advance to skeleton");
    expect(run.material.intent).toMatchObject({ tone: "zakelijk", audience: "employer", locale: "nl" });
  });

  it("seeds the slots of each claim's kind and has them under review at once", () => {
    const run = runAt(S.EVIDENCE_NEEDS);
    expect(run.snapshot.phase).toBe(StagePhase.PROPOSED);
    expect(run.snapshot.slots.map((slot) => [slot.slotId, slot.claimId, slot.kind, slot.required])).toEqual([
      ["slot:1", "claim:1", SlotKind.QUOTE, true],
      ["slot:2", "claim:1", SlotKind.QUOTE, false],
      ["slot:3", "claim:2", SlotKind.ABSENCE, true],
      ["slot:4", "claim:3", SlotKind.LOCATION, true],
      ["slot:5", "claim:4", SlotKind.OWN_STATEMENT, true],
    ]);
  });

  it("makes the entries for places, absences and statements itself, and leaves quotes to be proposed", () => {
    const run = runAt(S.SPAN_RESOLUTION);
    const ledger = run.read(CitationLedgerSchema, run.record?.proposal);
    expect(ledger?.entries.map((entry) => [entry.slotKind, entry.address])).toEqual([
      [SlotKind.ABSENCE, "strand-1, alle soorten"],
      [SlotKind.LOCATION, "art. 7:611 BW"],
      [SlotKind.OWN_STATEMENT, ""],
    ]);
    expect(label(run.snapshot)).toBe("Confirm quotes");
  });

  it("lets a newly proposed quote take the place of the one its binding had, and keeps all other entries", () => {
    const run = settle(runAt(S.SPAN_RESOLUTION));
    const before = run.record?.items.map((item) => item.itemId) ?? [];
    const binding = run.material.needMap?.bindings.find((one) => one.slotId === "slot:1")?.bindingId ?? "";
    run.propose({ case: "citationLedger", value: { spans: [quoteFor(run, binding, 1)] } });
    const after = run.record?.items.map((item) => item.itemId) ?? [];
    expect(after.slice(1)).toEqual(before.slice(1));
    expect([after.length, after[0] === before[0]]).toEqual([4, false]);
  });

  it("keeps only confirmed items in a stage artifact", () => {
    const run = runAt(S.SKELETON);
    proposeMissing(run).confirm({ "claim:1": ItemDecision.CONFIRM, "claim:2": ItemDecision.REJECT });
    const claims = run.material.skeleton?.sections.flatMap((section) => section.claims.map((claim) => claim.claimId));
    expect(claims).toEqual(["claim:1"]);
    expect(run.snapshot.phase).toBe(StagePhase.PROPOSED);
  });

  it("ends finalised, with draft and ledger on record", () => {
    const run = finish(new TestRun());
    const last = run.events.at(-1)?.event;
    expect(last?.case).toBe("runFinalised");
    expect(last?.value).toMatchObject({
      draft: stageRecord(run.snapshot, S.DRAFT)?.accepted,
      ledger: stageRecord(run.snapshot, S.SPAN_RESOLUTION)?.accepted,
    });
    const context = runContext(run.snapshot, "7", []);
    expect(context.missingInputs).toEqual([]);
    expect(context.slots.filter((slot) => slot.required).every((slot) => slot.bound && slot.entryCount === 1)).toBe(
      true,
    );
    expect(context.current.map((one) => one.role)).toEqual([
      "intent_seed",
      "skeleton",
      "evidence_needs",
      "need_map",
      "citation_ledger",
      "draft_text",
      "evidence_needs_now",
      "evidence_set",
      "proposal",
    ]);
  });

  it("can be rewound once finalised, into a new revision", () => {
    const run = finish(new TestRun()).rewind(S.DRAFT);
    expect([run.snapshot.revision, run.snapshot.lifecycle]).toEqual([2, RunLifecycle.ACTIVE]);
    run.propose(draftProposal(run, { "claim:1": " Dat telt." }));
    expect(finish(run).snapshot.revision).toBe(2);
  });

  it("asks for evidence before the checklist is to be reviewed", () => {
    const run = runAt(S.EVIDENCE_NEEDS);
    expect(nextAction(run.snapshot)).toMatchObject({ kind: Kind.PROPOSE, label: "Review evidence checklist" });
    expect(nextAction(findEvidence(run).snapshot).kind).toBe(Kind.CONFIRM);
  });
});
