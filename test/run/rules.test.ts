import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { Principal_Kind } from "../../gen/pincite/audit/v1/audit_meta_pb.ts";
import { ConfirmationRecordSchema } from "../../gen/pincite/journal/v1/run_snapshot_pb.ts";
import { LookCode } from "../../gen/pincite/run/v1/look_pb.ts";
import { OrchestratorState as S } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ItemDecision, type ItemState, ItemStateSchema } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { itemFingerprint } from "../../src/run/fingerprint.ts";
import { rulesVersion, rulesWith } from "../../src/run/rules.ts";
import { runContext } from "../../src/run/run-context.ts";
import { sha256 } from "../../src/sha256.ts";
import { bindingFor, draftProposal, finish, quoteFor, runAt, settle } from "./drive.ts";
import { letterCandidate, letters } from "./sample-content.ts";
import { TestRun } from "./support.ts";
import { replay } from "./taken.ts";

const casesSince = (run: TestRun, since: number) => run.events.slice(since).map(({ event }) => event.case);

/** As a program of rules 1 would have left the run: no looks, and fingerprints that know of none. */
const asUnderRules1 = (run: TestRun): TestRun => {
  const known = new Map<string, string>();
  const without = <T extends Pick<ItemState, "kind" | "inputs" | "fingerprint">>(one: T): T => {
    const inputs = one.inputs
      .filter(({ name }) => name !== "looks")
      .map((input) => ({ ...input, fingerprint: known.get(input.fingerprint) ?? input.fingerprint }));
    const fingerprint = itemFingerprint(sha256, one.kind, inputs);
    known.set(one.fingerprint, fingerprint);
    return { ...one, inputs, fingerprint };
  };
  const stages = run.snapshot.stages.map((stage) => ({
    ...stage,
    items: stage.items.map((item) => create(ItemStateSchema, { ...without(item), looks: [] })),
  }));
  const confirmations = run.snapshot.confirmations.map((one) => create(ConfirmationRecordSchema, without(one)));
  run.snapshot = { ...run.snapshot, stages, confirmations, rulesVersion: 0, registerDigest: "" };
  return run;
};

/** A run whose promise rests on a quote that shares no word with it. */
const lookedAt = (): TestRun => {
  const run = runAt(S.EVIDENCE_NEEDS);
  run.search("slot:1", [letterCandidate(letters[1]!)]);
  settle(run).advance();
  const required = run.snapshot.slots.filter((slot) => slot.required);
  run.propose({ case: "needMap", value: { bindings: required.map(({ slotId }) => bindingFor(run, slotId)) } });
  run.confirmAll().advance();
  const quoted = run.material.needMap!.bindings.find(({ slotId }) => slotId === "slot:1")!;
  return run.propose({ case: "citationLedger", value: { spans: [quoteFor(run, quoted.bindingId)] } }).confirmAll();
};

describe("the rules of a run", () => {
  it("are those of the program that created it", () => {
    const run = new TestRun();
    const value = run.events[0]?.event;
    expect(value?.case === "runCreated" && [value.value.rulesVersion, value.value.title]).toEqual([rulesVersion, ""]);
    expect(runContext(run.snapshot, "v", [])).toMatchObject({ rulesVersion, registerDigest: "" });
  });

  it("change with the first write of a program with other rules, before what it writes and in its commit", () => {
    const run = runAt(S.SKELETON);
    run.rules = rulesWith("b".repeat(64));
    const since = run.events.length;
    run.pin(letterCandidate(letters[0]!));
    expect(casesSince(run, since)).toEqual(["rulesAdopted", "evidencePinned", "needsIssued"]);
    expect(run.events[since]).toMatchObject({
      actor: { kind: Principal_Kind.KERNEL },
      event: { value: { fromVersion: rulesVersion, toVersion: rulesVersion, toRegisterDigest: "b".repeat(64) } },
    });
    const again = run.events.length;
    run.pin(letterCandidate(letters[1]!));
    expect(casesSince(run, again)).toEqual(["evidencePinned", "needsIssued"]);
    expect(runContext(run.snapshot, "v", []).registerDigest).toBe("b".repeat(64));
  });

  it("before these are left at the first write, of whatever kind, and once", () => {
    const before = { version: rulesVersion - 1, registerDigest: "" };
    for (const state of [S.INTENT_SEED, S.SKELETON, S.EVIDENCE_NEEDS, S.EVIDENCE_BINDING, S.SPAN_RESOLUTION, S.DRAFT]) {
      const run = settle(runAt(state, new TestRun({ rules: before })));
      expect(runContext(run.snapshot, "v", []).rulesVersion).toBe(rulesVersion - 1);
      run.rules = rulesWith("");
      const since = run.events.length;
      run.advance();
      expect([state, casesSince(run, since).filter((one) => one === "rulesAdopted").length]).toEqual([state, 1]);
      expect(run.events[since]?.event).toMatchObject({
        case: "rulesAdopted",
        value: { fromVersion: rulesVersion - 1, toVersion: rulesVersion },
      });
      expect(runContext(run.snapshot, "v", []).rulesVersion).toBe(rulesVersion);
      expect(replay(run.events)).toEqual(run.snapshot);
    }
  });

  it("ask again what they see otherwise, with the path told, and leave the rest confirmed", () => {
    const run = asUnderRules1(lookedAt());
    const since = run.events.length;
    expect(() => run.advance()).toThrow(/looks/);
    run.propose({ case: "citationLedger", value: { spans: [] } });
    expect(casesSince(run, since).slice(0, 2)).toEqual(["rulesAdopted", "proposalRecorded"]);
    const event = run.events[since + 1]?.event;
    const proposed = event?.case === "proposalRecorded" ? event.value : undefined;
    const open = proposed?.items.filter(({ decision }) => decision === ItemDecision.UNSPECIFIED);
    expect(open).toMatchObject([{ looks: [{ code: LookCode.NO_COMMON_WORD }] }]);
    expect(proposed?.stale).toMatchObject([{ path: [expect.stringMatching(/^entry:1:.*\/looks$/)] }]);
    expect(proposed?.items.length).toBeGreaterThan(1);
  });

  it("show on what rests on it what nobody could name when it was confirmed", () => {
    const run = lookedAt();
    settle(run).advance();
    settle(run);
    asUnderRules1(run);
    expect(() => run.advance()).toThrow(/looks/);
    const since = run.events.length;
    run.propose(draftProposal(run));
    expect(casesSince(run, since).slice(0, 2)).toEqual(["rulesAdopted", "proposalRecorded"]);
    const seen = run.record?.items.filter((item) => item.looks.length > 0);
    expect(seen).toMatchObject([{ itemId: "sentence:1", looks: [{ subjectId: expect.stringMatching(/^entry:1:/) }] }]);
  });

  it("of a finalised run stay until it is rewound, and then come after the rewind", () => {
    const run = finish(new TestRun());
    run.rules = rulesWith("c".repeat(64));
    const since = run.events.length;
    expect(runContext(run.snapshot, "v", []).registerDigest).toBe("");
    run.rewind(S.DRAFT);
    expect(casesSince(run, since)).toEqual(["runRewound", "rulesAdopted"]);
  });

  it("leave everything as it was where they see nothing otherwise", () => {
    for (const state of [S.SKELETON, S.EVIDENCE_BINDING, S.SPAN_RESOLUTION, S.DRAFT]) {
      const run = settle(runAt(state));
      run.rules = rulesWith("d".repeat(64));
      const since = run.events.length;
      run.advance();
      const [first, second] = casesSince(run, since);
      expect([state, first, second]).toEqual([
        state,
        "rulesAdopted",
        state === S.DRAFT ? "runFinalised" : "stageAdvanced",
      ]);
    }
  });
});
