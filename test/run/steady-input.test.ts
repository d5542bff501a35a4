import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import {
  RunSnapshotSchema,
  SearchedCorpusSchema,
  StageRecordSchema,
} from "../../gen/pincite/journal/v1/run_snapshot_pb.ts";
import { EvidenceNeedMapSchema } from "../../gen/pincite/memo/v1/need_map_pb.ts";
import { OrchestratorState as S } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import type { DecisionInput } from "../../src/run/kernel.ts";
import { steadyInput } from "../../src/run/steady-input.ts";
import { model, TestRun, user } from "./support.ts";

describe("the input that looks are kept with", () => {
  const message = {};
  const stages = [S.EVIDENCE_BINDING, S.DRAFT].map((state) => create(StageRecordSchema, { state }));
  const snapshot = create(RunSnapshotSchema, { stages });
  const input: DecisionInput = { ...new TestRun().inputOf(user), snapshot };
  const again = (change: Partial<DecisionInput>): boolean => {
    const steady = steadyInput([S.EVIDENCE_BINDING]);
    expect(steady(message, input)).toBe(input);
    const next = { ...input, ...change };
    const given = steady(message, next);
    expect([input, next]).toContain(given);
    return given === next;
  };
  const { material } = input;

  it.each<[string, Partial<DecisionInput>]>([
    ["somebody else decides", { actor: model }],
    ["time goes by", { nowIso: "2031-01-01T00:00:00.000Z" }],
    ["another stage changes", { snapshot: { ...snapshot, stages: [stages[0]!] } }],
    ["something is put forward", { material: { ...material, proposals: {} } }],
  ])("stays where %s", (_, change) => {
    expect(again(change)).toBe(false);
  });

  it.each<[string, Partial<DecisionInput>]>([
    [
      "the stage that looks read is another",
      { snapshot: { ...snapshot, stages: [create(StageRecordSchema, { state: S.EVIDENCE_BINDING })] } },
    ],
    ["a corpus was searched", { snapshot: { ...snapshot, searchedCorpora: [create(SearchedCorpusSchema)] } }],
    ["a revision is told", { corpusRevision: "7" }],
    ["the check is another", { checkDraft: () => input.checkDraft({} as never) }],
    ["contents are added", { material: { ...material, needMap: create(EvidenceNeedMapSchema) } }],
  ])("is the new one where %s", (_, change) => {
    expect(again(change)).toBe(true);
  });

  it("is the new one where contents are gone", () => {
    const steady = steadyInput([]);
    const full = { ...input, material: { ...material, needMap: create(EvidenceNeedMapSchema) } };
    expect(steady(message, full)).toBe(full);
    expect(steady(message, input)).toBe(input);
  });

  it("is never that of another message", () => {
    const steady = steadyInput([]);
    const next = { ...input };
    expect([steady({}, input), steady({}, next)]).toEqual([input, next]);
    expect(steady({}, next)).toBe(next);
  });
});
